-- Takeouts of the whole organisation that administrators asked for. The file lies in the storage in pieces for a day and counts among the
-- organisation's files. `progress` in hundredths. `attempt` tells the process that makes it now from one that was given up.
create table takeout (
  org_id      bigint not null references organisation,
  id          bigint not null,
  uid         bigint not null,
  state       text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'gone')),
  progress    smallint not null default 0,
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
create unique index takeout_one on takeout (org_id) where state in ('waiting', 'running');

create function count_takeout() returns trigger language plpgsql as $$
begin
  update file_room set used_bytes = used_bytes + new.size_bytes - old.size_bytes where org_id = new.org_id;
  if not found then insert into file_room (org_id, used_bytes) values (new.org_id, new.size_bytes); end if;
  return null;
end $$;
create trigger takeout_counted after update of size_bytes on takeout for each row
  when (new.size_bytes <> old.size_bytes) execute function count_takeout();
