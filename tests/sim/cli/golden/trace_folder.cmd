run vadd --issue-trace /nonexistent/x
