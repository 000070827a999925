run vadd --report /nonexistent/x
