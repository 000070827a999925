campaign oaws vadd --html /nonexistent/x
