run vadd --timeline /nonexistent/x
