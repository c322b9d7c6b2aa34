-- Own fields with a default and a unit, and texts that no keyword finds.

alter table own_field add column default_value jsonb;
alter table own_field add column is_sensitive boolean not null default false;
alter table own_field add column unit text;
comment on column own_field.default_value is 'What a new record has in the field where nothing is said; null for nothing.';
comment on column own_field.is_sensitive is 'No keyword finds records by it, so that roles may hide it.';
comment on column own_field.unit is 'What a number counts; it stands behind the name of the field.';
