-- Commands that the figures do not count yet: written beside the log, taken away by the transaction that counts them. It refers to nothing,
-- so that no command touches the row of its organisation for it.
create table wf_stat_due (
  org_id       bigint not null,
  instance_id  bigint not null,
  seq          int not null,
  primary key (org_id, instance_id, seq)
);
alter table wf_stat_due enable row level security;
alter table wf_stat_due force row level security;
create policy own_organisation on wf_stat_due using (org_id = current_org()) with check (org_id = current_org());
create policy gate on wf_stat_due for select to zaice_gate using (true);
grant select on wf_stat_due to zaice_gate;
-- It is nearly always empty, and what was taken away is soon cleared.
alter table wf_stat_due set (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- What waits for a job of its own is counted with the rest.
alter table job no force row level security;
alter table wf_stat_due no force row level security;
insert into wf_stat_due (org_id, instance_id, seq)
  select org_id, key::bigint, 0 from job where kind = 'workflow.statistic' and key <> '' and done_at is null;
delete from job where kind = 'workflow.statistic' and key <> '';
alter table job force row level security;
alter table wf_stat_due force row level security;

-- The organisations in work that have something to count.
create function gate_statistics_due(p_limit int) returns table (org_id bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    with recursive due as (
      (select d.org_id from wf_stat_due d order by d.org_id limit 1)
      union all
      select (select d.org_id from wf_stat_due d where d.org_id > due.org_id order by d.org_id limit 1) from due where due.org_id is not null
    )
    select due.org_id from due join organisation o on o.org_id = due.org_id where o.state = 'active' limit p_limit;
end $$;
revoke all on function gate_statistics_due(int) from public;
grant execute on function gate_statistics_due(int) to zaice_app;
alter function gate_statistics_due(int) owner to zaice_gate;
