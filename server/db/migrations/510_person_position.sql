-- Who has a position is asked by flows whose steps name one.
create index person_position on person (org_id, position) where position is not null and deleted_at is null;
