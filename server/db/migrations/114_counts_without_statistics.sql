-- While a count is so new that the planner takes it for one row, it looks for a line of it in whichever index begins with the task and is the
-- smallest: 100,000 times through the whole task. What begins with the task now leads to the line.
drop index count_result_verdict;
drop index count_line_place;
create index count_line_place on count_line (org_id, loc_id, task_id);
