-- What waits to be done for a process names it so.
alter table job no force row level security;
update job set body = body - 'instanceId' || jsonb_build_object('processId', body -> 'instanceId')
where done_at is null and body ? 'instanceId';
alter table job force row level security;
