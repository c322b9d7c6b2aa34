-- Where a place is on the ground, in the grid of satellites whatever it came in, and how far around it somebody is still there.
alter table location add column point jsonb;
alter table location add constraint location_point_grid check (point ->> 'system' = 'WGS-84') not valid;
alter table location validate constraint location_point_grid;
alter table location add column radius_metres int;
alter table location add constraint location_radius check (radius_metres between 50 and 2000) not valid;
alter table location validate constraint location_radius;
