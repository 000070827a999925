run vadd --record-l1d /nonexistent/x
