run vadd --machine gtx580
