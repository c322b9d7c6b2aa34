-- Nothing asks for the days of a group or of a shift, and neither is ever deleted; each punch wrote an entry in both.
drop index att_day_group;
drop index att_day_shift;
