alter table own_field
  add column default_value jsonb,
  add column is_sensitive boolean not null default false,
  add column unit text;
comment on column own_field.default_value is 'What a new record has in the field where nothing is said; null for nothing.';
comment on column own_field.is_sensitive is 'No keyword finds records by it, so that roles may hide it.';
comment on column own_field.unit is 'What a number counts; it stands behind the name of the field.';
