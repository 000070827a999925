run vadd --csv /nonexistent/x
