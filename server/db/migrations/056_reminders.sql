-- What people were reminded of, so that nobody is told the same twice: of a subject that is due on a day, each step of the kind's schedule
-- once. The daily job takes old rows away.
create table reminder_sent (
  org_id      bigint not null references organisation,
  kind        text not null,
  subject_id  bigint not null,
  due_on      date not null,
  step        int not null,
  uid         bigint not null,
  sent_on     date not null,
  primary key (org_id, kind, subject_id, due_on, step, uid),
  foreign key (org_id, uid) references person (org_id, id)
);
create index reminder_sent_day on reminder_sent (org_id, sent_on);

-- The kinds of reminders that somebody has switched off.
create table reminder_off (
  org_id  bigint not null references organisation,
  uid     bigint not null,
  kind    text not null,
  primary key (org_id, uid, kind),
  foreign key (org_id, uid) references person (org_id, id)
);

create index asset_warranty on asset (org_id, warranty_until) where warranty_until is not null;

-- The organisations in service that have no job of a kind before them: never asked for, taken away, or resting after it failed.
create function gate_organisations_without_job(p_kind text)
returns table (org_id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organisation o
  where o.state = 'active' and not exists (
    select from job j where j.org_id = o.org_id and j.kind = p_kind and j.done_at is null and j.lease_until is distinct from 'infinity')
  order by o.org_id
$$;
revoke all on function gate_organisations_without_job(text) from public;
grant execute on function gate_organisations_without_job(text) to zaice_app;
alter function gate_organisations_without_job(text) owner to zaice_gate;
