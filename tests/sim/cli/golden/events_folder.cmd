run vadd --events /nonexistent/x
