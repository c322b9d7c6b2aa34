-- A key that was told once is not told again to whoever repeats the command.
alter table command no force row level security;
update command set answer = jsonb_set(answer, '{secret}', 'null')
where operation in ('workflow.serviceSave', 'workflow.serviceRenewSecret') and answer ->> 'secret' is not null;
alter table command force row level security;
