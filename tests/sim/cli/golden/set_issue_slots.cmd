run atax --policy oaws-static --set core.issue_width=2
