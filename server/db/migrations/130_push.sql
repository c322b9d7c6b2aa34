-- Browsers that asked to be woken: the address that their push service gave them, and the keys that only they can read with. It is nothing
-- without its session; `key_id` is the pair of ours that it was made for.
create table push_subscription (
  org_id         bigint not null references organisation,
  id             bigint not null,
  uid            bigint not null,
  session_hash   text not null,
  endpoint_hash  text not null,
  endpoint       text not null,
  p256dh         text not null,
  auth           text not null,
  key_id         text not null,
  device         text not null,
  language       text not null check (language in ('zh', 'en')),
  created_at     timestamptz not null default now(),
  delivered_at   timestamptz,
  failed_at      timestamptz,
  failure        text,
  primary key (org_id, id),
  unique (org_id, endpoint_hash),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, session_hash) references session (org_id, token_hash) on delete cascade
);
create index push_subscription_person on push_subscription (org_id, uid);
create index push_subscription_session on push_subscription (org_id, session_hash);

-- What may ring at somebody, where he has said so: by category, not between two minutes of the day, and with or without saying what it is.
create table push_setting (
  org_id        bigint not null references organisation,
  uid           bigint not null,
  wanted        jsonb not null,
  quiet_from    int check (quiet_from between 0 and 1439),
  quiet_until   int check (quiet_until between 0 and 1439),
  hides         boolean not null,
  primary key (org_id, uid),
  foreign key (org_id, uid) references person (org_id, id),
  check ((quiet_from is null) = (quiet_until is null))
);

-- Whose screen some process of ours has in sight of somebody: it says so again and again, and without that it is over.
create table screen_seen (
  org_id   bigint not null references organisation,
  uid      bigint not null,
  process  uuid not null,
  until    timestamptz not null,
  primary key (org_id, uid, process),
  foreign key (org_id, uid) references person (org_id, id)
);

-- What was said in a conversation becomes a job as well: due when whoever looks at it has had the time to read.
create or replace function gate_hand_out(p_xid text, p_id bigint, p_limit int, p_kind text)
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
