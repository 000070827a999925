run vadd --machine kaws --set core.schedulers=1 --set core.sp_issue_slots=1 --set core.sfu_issue_slots=1 --set core.mem_issue_slots=1 --policy kaws
