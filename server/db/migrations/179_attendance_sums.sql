-- Months are added up person by person, from this index alone; days are counted by what became of them.
create index att_day_sums on att_day (org_id, uid, day) include (shift_id, state, is_settled, lates, late_minutes, earlies, early_minutes, missings,
  absent_minutes, leave_minutes, worked_minutes, overtime_minutes, fields, attended);
create index att_day_states on att_day (org_id, day, uid) include (state);
drop index att_day_day;
