-- The means of the installation: marks, jobs, announcements, answered commands, files, licences, the operator.

create table installation (
  key    text primary key,
  value  text not null
);
grant select, update on installation to zaice_gate;
comment on table installation is
  'A mark of the installation as a whole by key, for example how far a reader of the outbox has come or up to which number rows are sealed.';

-- --------------------------------------------------------------------------------------------- jobs and announcements

create table job (
  org_id       bigint not null,
  id           bigint not null,
  kind         text not null,
  -- One job for each kind and key of an organisation: asking again moves its moment.
  key          text not null,
  body         jsonb not null default '{}',
  due_at       timestamptz not null,
  -- A process that works on it holds it until then; 'infinity' rests it after it failed too often.
  lease_until  timestamptz,
  attempts     int not null default 0,
  last_error   text,
  -- gate_keep_house deletes a job seven days after it was done.
  done_at      timestamptz,
  primary key (org_id, id),
  unique (org_id, kind, key)
);
create index job_due on job (due_at) where done_at is null;
-- gate_lease_jobs takes jobs of all organisations.
create policy gate on job for all to zaice_gate using (true) with check (true);
grant select, update, delete, insert on job to zaice_gate;
comment on table job is
  'Work that is due at a moment and is done once by one process of the installation: reminders, timers of flows, messages to the outside.';

-- Announcements are read and deleted in their own order; no reader looks one up by its number, so there is no primary key.
create table outbox (
  org_id  bigint not null,
  id      bigint generated always as identity,
  -- The transaction that announced: readers follow (xid, id) and stop before the oldest transaction that is still open.
  xid     xid8 not null default pg_current_xact_id(),
  at      timestamptz not null default now(),
  -- '' where a transaction announces several things: `body` then holds all of them, so there is one row to write, order and read.
  topic   text not null,
  key     text not null default '',
  body    jsonb not null
);
-- Readers of all organisations follow this order.
create index outbox_order on outbox (xid, id);
create policy gate on outbox for select to zaice_gate using (true);
create policy gate_delete on outbox for delete to zaice_gate using (true);
create policy gate_settle on outbox for update to zaice_gate using (true);
grant select, delete, update on outbox to zaice_gate;
comment on table outbox is 'An announcement of a transaction to all processes (open screens, other services); deleted after a day.';

create table command (
  org_id      bigint not null,
  uid         bigint not null,
  command_id  uuid not null,
  operation   text not null,
  body_hash   text not null,
  answer      jsonb,
  at          timestamptz not null default now(),
  primary key (org_id, uid, command_id)
);
create index command_at on command (org_id, at);
create policy gate on command for all to zaice_gate using (true);
grant select, delete on command to zaice_gate;
comment on table command is
  'The answer of a command that named itself by a command_id: the same command again gets the same answer and does nothing; kept for thirty days.';

-- Organisations in service that have no waiting job of a kind: never asked for, taken away, or at rest after it failed.
create function gate_organisations_without_job(p_kind text)
returns table (org_id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organisation o
  where o.state = 'active' and not exists (
    select from job j where j.org_id = o.org_id and j.kind = p_kind and j.done_at is null and j.lease_until is distinct from 'infinity')
  order by o.org_id
$$;

-- Takes due jobs of all organisations that are not closed on lease. Planned once in a session: an array of kinds would be planned anew at each
-- call.
create function gate_lease_jobs(p_kinds text[], p_limit int, p_lease_seconds int)
returns table (org_id bigint, id bigint, kind text, key text, body jsonb, attempts int)
language plpgsql volatile security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    update job j set lease_until = now() + make_interval(secs => p_lease_seconds), attempts = j.attempts + 1
    from (
      select d.org_id, d.id from job d
      where d.done_at is null and d.due_at <= now() and (d.lease_until is null or d.lease_until < now()) and d.kind = any (p_kinds)
        and exists (select from organisation o where o.org_id = d.org_id and o.state = 'active')
      order by d.due_at limit p_limit for update skip locked
    ) due
    where j.org_id = due.org_id and j.id = due.id
    returning j.org_id, j.id, j.kind, j.key, j.body, j.attempts;
end $$;

-- Announcements after a position, in an order in which nothing can appear behind a reader: only those older than every open transaction.
create function gate_outbox_after(p_xid text, p_id bigint, p_limit int)
returns table (org_id bigint, id bigint, xid text, topic text, key text, body jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select org_id, id, xid::text, topic, key, body from outbox
  where (xid, id) > (p_xid::xid8, p_id) and xid < pg_snapshot_xmin(pg_current_snapshot())
  order by outbox.xid, outbox.id limit p_limit
$$;

-- The position after everything that is settled.
create function gate_outbox_end()
returns table (xid text, id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select max(o.xid::text::numeric)::text from outbox o where o.xid < pg_snapshot_xmin(pg_current_snapshot())), '0'), 9223372036854775807
$$;

-- Announcements after a position that can be seen. `settled` rows have nothing that could still appear before them; the others were committed
-- while an older transaction is open.
create function gate_outbox_since(p_xid text, p_id bigint, p_limit int)
returns table (org_id bigint, id bigint, xid text, topic text, key text, body jsonb, settled boolean)
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select o.org_id, o.id, o.xid::text, o.topic, o.key, o.body, o.xid < pg_snapshot_xmin(pg_current_snapshot()) from outbox o
    where (o.xid, o.id) > (p_xid::xid8, p_id)
    order by o.xid, o.id limit p_limit;
end $$;

-- Announcements bear the transaction that made them. After a restore, those of the former database lie in a future that readers would wait for:
-- they are settled when the server starts.
create function gate_settle_outbox() returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare n bigint;
begin
  update outbox set xid = '3' where xid >= pg_snapshot_xmax(pg_current_snapshot());
  get diagnostics n = row_count;
  return n;
end $$;

-- Turns announcements of messages and of conversations after a position into jobs, once each; the jobs of conversations are due when readers have
-- had time to read. Answers where the reading ended, and up to where nothing can appear (null where it did not come that far). Ids of messages
-- number their jobs.
create function gate_hand_out(p_xid text, p_id bigint, p_limit int, p_kind text)
returns table (xid text, id bigint, settled_xid text, settled_id bigint, full_page boolean)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    with seen as (
      select o.org_id, o.xid, o.id, o.topic, o.body, o.xid < pg_snapshot_xmin(pg_current_snapshot()) as settled
      from outbox o where (o.xid, o.id) > (p_xid::xid8, p_id)
      order by o.xid, o.id limit p_limit
    ), made as (
      insert into job (org_id, id, kind, key, body, due_at)
      select s.org_id, (s.body -> 'ids' ->> 0)::bigint, p_kind, s.body -> 'ids' ->> 0, jsonb_build_object('ids', s.body -> 'ids'), clock_timestamp()
      from seen s where s.topic = 'message' and s.body ? 'ids'
      on conflict do nothing
    ), said as (
      insert into job (org_id, id, kind, key, body, due_at)
      select s.org_id, s.id, 'ring', 'chat/' || (s.body ->> 'id'),
             jsonb_build_object('source', 'chat', 'ids', jsonb_build_array(s.body ->> 'id')), clock_timestamp() + interval '3 seconds'
      from seen s where s.topic = 'chat' and s.body ? 'id'
      on conflict do nothing
    ), settled as (
      select s.xid, s.id from seen s where s.settled order by s.xid desc, s.id desc limit 1
    )
    select l.xid::text, l.id, d.xid::text, d.id, (select count(*) from seen) = p_limit
    from (select s.xid, s.id from seen s order by s.xid desc, s.id desc limit 1) l left join settled d on true;
end $$;

-- Turns announcements of messages and of conversations into jobs, once each. The position is the one of the installation that `p_place` names,
-- which moves up to where nothing can appear; for the next page it is p_xid and p_id. `p_kind` is the kind of the jobs of notices, `p_seconds`
-- how long they wait. Answers where the reading ended, and whether there is more.
create function gate_hand_out_from(p_place text, p_xid text, p_id bigint, p_limit int, p_kind text, p_seconds int)
returns table (xid text, id bigint, full_page boolean)
language plpgsql volatile security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_xid xid8 := p_xid::xid8;
  v_id bigint := p_id;
begin
  if v_xid is null then
    select split_part(i.value, ' ', 1)::xid8, split_part(i.value, ' ', 2)::bigint into v_xid, v_id from installation i where i.key = p_place;
  end if;
  return query
    with page as materialized (
      select o.org_id, o.xid, o.id, o.topic, o.body, o.xid < pg_snapshot_xmin(pg_current_snapshot()) as settled
      from outbox o where (o.xid, o.id) > (v_xid, v_id)
      order by o.xid, o.id limit p_limit
    ), said as materialized (
      select p.org_id, p.id, 0 as n, p.topic, p.body from page p where p.topic in ('message', 'chat')
      union all
      select p.org_id, p.id, a.n::int, a.said ->> 'topic', a.said -> 'body'
      from page p cross join jsonb_array_elements(p.body -> 'all') with ordinality as a (said, n)
      where p.topic = '' and a.said ->> 'topic' in ('message', 'chat')
    ), notices as (
      insert into job (org_id, id, kind, key, body, due_at)
      select s.org_id, (s.body -> 'ids' ->> 0)::bigint, p_kind, 'message/' || (s.body -> 'ids' ->> 0),
             jsonb_build_object('source', 'message', 'ids', s.body -> 'ids'), clock_timestamp() + make_interval(secs => p_seconds)
      from said s where s.topic = 'message' and s.body ? 'ids'
      on conflict do nothing
    ), conversations as (
      insert into job (org_id, id, kind, key, body, due_at)
      select s.org_id, (s.body ->> 'id')::bigint, 'ring', 'chat/' || (s.body ->> 'id'),
             jsonb_build_object('source', 'chat', 'ids', jsonb_build_array(s.body ->> 'id')), clock_timestamp() + interval '3 seconds'
      from said s where s.topic = 'chat' and s.body ? 'id'
      on conflict do nothing
    ), settled as (
      select p.xid, p.id from page p where p.settled order by p.xid desc, p.id desc limit 1
    ), moved as (
      update installation i set value = d.xid::text || ' ' || d.id from settled d
      where i.key = p_place and i.value <> d.xid::text || ' ' || d.id
    )
    select l.xid::text, l.id, (select count(*) from page) = p_limit
    from (select p.xid, p.id from page p order by p.xid desc, p.id desc limit 1) l;
end $$;

-- Deletes rows that have served their time: announcements after a day, answers of commands after thirty days, jobs a week after they were done,
-- expired codes and counters. One process at a time; answers the number of deleted rows.
create function gate_keep_house() returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  n bigint;
  total bigint := 0;
begin
  if not pg_try_advisory_xact_lock(7120002) then return 0; end if;
  delete from outbox where at < now() - interval '1 day';
  get diagnostics n = row_count; total := total + n;
  delete from command where at < now() - interval '30 days';
  get diagnostics n = row_count; total := total + n;
  delete from job where done_at < now() - interval '7 days';
  get diagnostics n = row_count; total := total + n;
  delete from sms_code where expires_at < now() - interval '1 day';
  get diagnostics n = row_count; total := total + n;
  delete from sign_in_guard where greatest(window_start, coalesce(locked_until, window_start)) < now() - interval '1 day';
  get diagnostics n = row_count; total := total + n;
  return total;
end $$;

-- -------------------------------------------------------------------------------------------------------------- files

create table file (
  org_id        bigint not null references organisation,
  id            bigint not null,
  path          text not null,
  name          text not null,
  mime          text not null,
  size_bytes    bigint not null,
  sha256        text not null,
  uploaded_by   bigint,
  created_at    timestamptz not null default now(),
  -- Given out by the database; seals (409) take files in by it.
  number        bigint generated always as identity,
  -- True where only the uploader and readers of a thing named in file_scope may open it.
  is_private    boolean not null default false,
  -- Since when nothing admits readers to a private file that something had admitted them to.
  withdrawn_at  timestamptz,
  -- When the bytes were deleted because nothing showed the file; the row stays, because a seal names it.
  emptied_at    timestamptz,
  primary key (org_id, id),
  unique (org_id, path),
  constraint file_emptied check (emptied_at is null or withdrawn_at is not null)
);
-- Seals read files in the order of their numbers.
create index file_number on file using brin (number) with (pages_per_range = 16);
-- The same picture under another name is found at once.
create index file_content on file (org_id, sha256);
create index file_withdrawn on file (org_id, withdrawn_at) where withdrawn_at is not null and emptied_at is null;
create policy gate_seal on file for select to zaice_gate using (true);
grant select on file to zaice_gate;
comment on table file is 'A stored file of an organisation; its bytes lie in the storage under path.';

create table file_scope (
  org_id  bigint not null references organisation,
  path    text not null,
  noun    text not null,
  ref_id  bigint not null,
  primary key (org_id, path, noun, ref_id),
  foreign key (org_id, path) references file (org_id, path)
);
comment on table file_scope is 'A thing whose readers may open a private file: noun says whose rule decides, ref_id which thing.';

create table file_room (
  org_id      bigint primary key references organisation,
  used_bytes  bigint not null check (used_bytes >= 0)
);
comment on table file_room is
  'The bytes that the files of an organisation take, thumbnails apart; kept by triggers, so that a limit holds however many files come at once.';

-- A file counts from its insertion until it is emptied or deleted.
create function count_file() returns trigger language plpgsql as $$
declare
  v_bytes bigint := 0;
begin
  if tg_op <> 'INSERT' and old.emptied_at is null then v_bytes := v_bytes - old.size_bytes; end if;
  if tg_op <> 'DELETE' and new.emptied_at is null then v_bytes := v_bytes + new.size_bytes; end if;
  if tg_op = 'INSERT' then
    insert into file_room as r (org_id, used_bytes) values (new.org_id, v_bytes)
    on conflict (org_id) do update set used_bytes = r.used_bytes + excluded.used_bytes;
  else
    update file_room set used_bytes = used_bytes + v_bytes where org_id = old.org_id;
  end if;
  return null;
end $$;
create trigger file_counted after insert or delete on file for each row execute function count_file();
create trigger file_emptied after update of emptied_at on file
  for each row when ((old.emptied_at is null) <> (new.emptied_at is null)) execute function count_file();

create table takeout (
  org_id      bigint not null references organisation,
  id          bigint not null,
  uid         bigint not null,
  state       text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'gone')),
  -- In hundredths.
  progress    smallint not null default 0,
  -- Tells the process that works on it from one that was given up.
  attempt     int not null default 0,
  pieces      int not null default 0,
  size_bytes  bigint not null default 0 check (size_bytes >= 0),
  failure     text,
  created_at  timestamptz not null default now(),
  done_at     timestamptz,
  gone_at     timestamptz,
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
-- One takeout at a time.
create unique index takeout_one on takeout (org_id) where state in ('waiting', 'running');
comment on table takeout is
  'A takeout of the whole organisation that an administrator asked for; its file lies in the storage for a day and counts among the organisation''s files.';

-- The bytes of a takeout count in file_room.
create function count_takeout() returns trigger language plpgsql as $$
begin
  update file_room set used_bytes = used_bytes + new.size_bytes - old.size_bytes where org_id = new.org_id;
  if not found then insert into file_room (org_id, used_bytes) values (new.org_id, new.size_bytes); end if;
  return null;
end $$;
create trigger takeout_counted after update of size_bytes on takeout
  for each row when (new.size_bytes <> old.size_bytes) execute function count_takeout();

-- ------------------------------------------------------------------------------------------ licences and the operator

create table licence_order (
  org_id           bigint not null references organisation,
  id               bigint not null,
  purchase_type    text not null,
  created_by       text,
  start_date       date not null,
  end_date         date not null,
  order_state      smallint not null,
  period_name      text not null,
  price            numeric(18, 2) not null,
  asset_scope      int not null,
  -- The workplace chat that sold it, with its order and the state in which that was taken over last; null for orders of our own.
  source           text,
  source_order_id  text,
  source_state     jsonb,
  primary key (org_id, id)
) with (autovacuum_analyze_threshold = 5);
create unique index licence_order_source on licence_order (org_id, source, source_order_id);
comment on table licence_order is 'A licence that an organisation has bought or was given: its period and how many assets it covers.';

create table licence_edition (
  source       text not null,
  edition      text not null,
  asset_scope  int not null check (asset_scope > 0),
  primary key (source, edition)
);
comment on table licence_edition is
  'The number of assets that an edition sold in a workplace chat covers; of no organisation, set by the operator.';

create table operator_pass (
  -- Of code and token only the hashes are kept.
  code_hash     text primary key,
  by_name       text not null,
  code_until    timestamptz not null,
  used_command  uuid,
  token_hash    text unique,
  until         timestamptz,
  check ((token_hash is null) = (until is null))
);
comment on table operator_pass is
  'A code by which the operator of the installation signs in: it opens once, for some minutes, and the session that it opens ends by itself.';

create table operator_act (
  org_id   bigint not null references organisation,
  id       bigint not null,
  by_name  text not null,
  act      text not null check (act in ('make', 'licence', 'end', 'edition', 'close', 'reopen', 'link')),
  details  jsonb not null default '{}',
  at       timestamptz not null default now(),
  primary key (org_id, id)
);
comment on table operator_act is 'An act of the operator towards an organisation, with the operator''s name; never changed.';

create table app_release (
  id             bigint primary key,
  platform       text not null check (platform in ('android', 'ios', 'wgt', 'web')),
  version        text not null,
  code           int not null check (code > 0),
  remark_zh      text not null default '',
  remark_en      text not null default '',
  down_url       text,
  package_name   text,
  -- A package of our own is known by the hash of its bytes.
  sha256         text,
  size_bytes     bigint,
  is_forced      boolean not null default false,
  share_percent  int not null default 100 check (share_percent between 0 and 100),
  from_version   text,
  to_version     text,
  by_name        text not null,
  created_at     timestamptz not null default now(),
  changed_by     text,
  changed_at     timestamptz,
  withdrawn_at   timestamptz,
  unique (platform, code),
  check (down_url is null or package_name is null),
  check ((package_name is null) or (sha256 is not null and size_bytes is not null))
);
create index app_release_package on app_release (sha256) where package_name is not null;
comment on table app_release is
  'A version of the app as the operator offers it: for which devices, whether it must be installed, and where its package lies; of no organisation.';

-- The functions that read across organisations or past row-level security run with the rights of zaice_gate.
do $$
declare f regprocedure;
begin
  foreach f in array array[
    'gate_organisations_without_job', 'gate_lease_jobs', 'gate_outbox_after', 'gate_outbox_end', 'gate_outbox_since', 'gate_settle_outbox',
    'gate_hand_out', 'gate_hand_out_from', 'gate_keep_house'
  ]::regproc[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to zaice_app', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;
