-- The net disk. A space and the folder at its top have the id of whom they belong to: a person, a department, the organisation, a record. They
-- are made with the first thing that is put there. `quota_bytes` is what holds now, `quota_own` whether it was set for this one. Every
-- change of what lies in a space locks its row first.
create table disk_space (
  org_id          bigint not null references organisation,
  id              bigint not null,
  kind            text not null check (kind in ('person', 'department', 'organisation', 'subject')),
  noun            text check (noun in ('asset', 'consumable', 'supplier', 'document')),
  quota_bytes     bigint check (quota_bytes >= 0),
  quota_own       boolean not null default false,
  used_bytes      bigint not null default 0 check (used_bytes >= 0),
  reserved_bytes  bigint not null default 0 check (reserved_bytes >= 0),
  created_at      timestamptz not null default now(),
  primary key (org_id, id),
  check ((kind = 'subject') = (noun is not null)),
  constraint disk_space_quota check (quota_bytes is null or used_bytes + reserved_bytes <= quota_bytes)
);

-- Bytes as they came: parts of one size, the last one shorter. Versions and copies share a content; where nothing uses it any more its bytes
-- stay for a day. `parts_hash`, SHA-256 over the parts' SHA-256, is there once all of it is.
create table disk_content (
  org_id        bigint not null references organisation,
  id            bigint not null,
  size_bytes    bigint not null check (size_bytes >= 0),
  part_bytes    bigint not null check (part_bytes > 0),
  day           text not null,
  parts_hash    text,
  mime          text,
  preview       text,
  has_small     boolean not null default false,
  created_at    timestamptz not null default now(),
  unused_since  timestamptz,
  primary key (org_id, id)
);
create index disk_content_unused on disk_content (org_id, unused_since) where unused_since is not null;
create index disk_content_coming on disk_content (org_id, created_at) where parts_hash is null;

create table disk_part (
  org_id      bigint not null references organisation,
  content_id  bigint not null,
  no          int not null check (no > 0),
  sha256      text not null,
  size_bytes  bigint not null,
  primary key (org_id, content_id, no),
  foreign key (org_id, content_id) references disk_content (org_id, id)
);

-- Only the root of what was thrown away says so; what lies below went with it.
create table disk_node (
  org_id      bigint not null references organisation,
  id          bigint not null,
  space_id    bigint not null,
  parent_id   bigint,
  kind        text not null check (kind in ('folder', 'file')),
  name        text not null,
  name_key    text collate "C" not null,
  search      text not null default '',
  grams       text[] not null default '{}',
  content_id  bigint,
  size_bytes  bigint not null default 0,
  version_no  int not null default 0,
  created_at  timestamptz not null default now(),
  created_by  bigint,
  changed_at  timestamptz not null default now(),
  changed_by  bigint,
  trashed_at  timestamptz,
  trashed_by  bigint,
  primary key (org_id, id),
  foreign key (org_id, space_id) references disk_space (org_id, id),
  foreign key (org_id, parent_id) references disk_node (org_id, id),
  foreign key (org_id, content_id) references disk_content (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id),
  foreign key (org_id, changed_by) references person (org_id, id),
  foreign key (org_id, trashed_by) references person (org_id, id),
  check ((kind = 'file') = (content_id is not null))
);
create unique index disk_node_name on disk_node (org_id, parent_id, name_key) where trashed_at is null;
create index disk_node_list on disk_node (org_id, parent_id, kind, name_key, id);
create index disk_node_space on disk_node (org_id, space_id, id desc);
create index disk_node_bin on disk_node (org_id, space_id, trashed_at) where trashed_at is not null;
create index disk_node_content on disk_node (org_id, content_id) where content_id is not null;
create index disk_node_grams on disk_node using gin (org_id, grams);

-- Every version of a file, the present one too.
create table disk_version (
  org_id      bigint not null references organisation,
  node_id     bigint not null,
  no          int not null,
  space_id    bigint not null,
  content_id  bigint not null,
  size_bytes  bigint not null,
  uid         bigint,
  at          timestamptz not null default now(),
  note        text,
  primary key (org_id, node_id, no),
  foreign key (org_id, node_id) references disk_node (org_id, id),
  foreign key (org_id, space_id) references disk_space (org_id, id),
  foreign key (org_id, content_id) references disk_content (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index disk_version_content on disk_version (org_id, content_id);
create index disk_version_space on disk_version (org_id, space_id);
create index disk_version_at on disk_version (org_id, at);

-- How many versions of a space have a content: it takes its room there once.
create table disk_use (
  org_id      bigint not null references organisation,
  space_id    bigint not null,
  content_id  bigint not null,
  refs        int not null check (refs >= 0),
  primary key (org_id, space_id, content_id),
  foreign key (org_id, space_id) references disk_space (org_id, id),
  foreign key (org_id, content_id) references disk_content (org_id, id)
);
create index disk_use_content on disk_use (org_id, content_id);

-- An upload under way has the id of its content, named by the client.
create table disk_upload (
  org_id      bigint not null references organisation,
  id          bigint not null,
  uid         bigint not null,
  space_id    bigint not null,
  parent_id   bigint not null,
  name        text not null,
  same        text not null check (same in ('version', 'number', 'refuse')),
  size_bytes  bigint not null check (size_bytes >= 0),
  until       timestamptz not null,
  node_id     bigint,
  done_at     timestamptz,
  created_at  timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, id) references disk_content (org_id, id),
  foreign key (org_id, space_id) references disk_space (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index disk_upload_person on disk_upload (org_id, uid, id desc);
create index disk_upload_until on disk_upload (org_id, until);
create index disk_upload_space on disk_upload (org_id, space_id);

create table disk_share (
  org_id          bigint not null references organisation,
  id              bigint not null,
  node_id         bigint not null,
  to_kind         text not null check (to_kind in ('person', 'department', 'chat', 'link')),
  to_id           bigint,
  may             text not null check (may in ('read', 'write')),
  token_hash      text,
  code_hash       text,
  until           date,
  opened          int not null default 0,
  opened_at_most  int,
  failures        int not null default 0,
  created_by      bigint,
  created_at      timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, node_id) references disk_node (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id),
  check ((to_kind = 'link') = (to_id is null) and (to_kind = 'link') = (token_hash is not null)),
  check (to_kind <> 'link' or may = 'read')
);
create unique index disk_share_one on disk_share (org_id, node_id, to_kind, to_id) where to_id is not null;
create index disk_share_node on disk_share (org_id, node_id);
create index disk_share_to on disk_share (org_id, to_kind, to_id) where to_id is not null;
create unique index disk_share_token on disk_share (org_id, token_hash) where token_hash is not null;

-- What a space takes is counted where versions come and go, by the statement that brings or takes them.
create function disk_count() returns trigger language plpgsql as $$
declare
  v_refs int;
begin
  if tg_op = 'UPDATE' and new.space_id = old.space_id and new.content_id = old.content_id then return null; end if;
  if tg_op <> 'DELETE' then
    insert into disk_use as u (org_id, space_id, content_id, refs) values (new.org_id, new.space_id, new.content_id, 1)
    on conflict (org_id, space_id, content_id) do update set refs = u.refs + 1 returning u.refs into v_refs;
    if v_refs = 1 then
      update disk_space set used_bytes = used_bytes + new.size_bytes where org_id = new.org_id and id = new.space_id;
      update disk_content set unused_since = null where org_id = new.org_id and id = new.content_id and unused_since is not null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    update disk_use set refs = refs - 1 where org_id = old.org_id and space_id = old.space_id and content_id = old.content_id returning refs into v_refs;
    if v_refs = 0 then
      delete from disk_use where org_id = old.org_id and space_id = old.space_id and content_id = old.content_id;
      update disk_space set used_bytes = used_bytes - old.size_bytes where org_id = old.org_id and id = old.space_id;
      update disk_content set unused_since = now() where org_id = old.org_id and id = old.content_id
        and not exists (select from disk_use u where u.org_id = old.org_id and u.content_id = old.content_id);
    end if;
  end if;
  return null;
end $$;
create trigger disk_counted after insert or update or delete on disk_version for each row execute function disk_count();

-- What spaces take and have reserved counts among the organisation's files.
create function disk_room() returns trigger language plpgsql as $$
declare
  v_bytes bigint := new.used_bytes + new.reserved_bytes;
begin
  if tg_op = 'UPDATE' then v_bytes := v_bytes - old.used_bytes - old.reserved_bytes; end if;
  if v_bytes = 0 then return null; end if;
  update file_room set used_bytes = used_bytes + v_bytes where org_id = new.org_id;
  if not found then insert into file_room (org_id, used_bytes) values (new.org_id, v_bytes); end if;
  return null;
end $$;
create trigger disk_room_counted after insert or update on disk_space for each row execute function disk_room();

-- Array operators are not leakproof, so row-level security would switch the index off: as for assets, the search is a function that takes the
-- organisation from the same setting. `p_below`: the newest that was answered before.
create policy gate on disk_node for select to zaice_gate using (true);
grant select on disk_node to zaice_gate;
create function gate_search_disk(p_spaces bigint[], p_grams text[], p_pattern text, p_before bigint, p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
begin
  if cardinality(p_grams) = 0 then
    return query
      select n.id from unnest(p_spaces) as s (id)
      cross join lateral (
        select d.id from disk_node d where d.org_id = v_org and d.space_id = s.id and d.id < p_before and d.search like p_pattern
        order by d.id desc limit p_limit
      ) n order by n.id desc limit p_limit;
  else
    return query
      select n.id from disk_node n
      where n.org_id = v_org and n.grams @> p_grams and n.search like p_pattern and n.space_id = any (p_spaces) and n.id < p_before
      order by n.id desc limit p_limit;
  end if;
end $$;
do $$
begin
  revoke all on function gate_search_disk(bigint[], text[], text, bigint, int) from public;
  grant execute on function gate_search_disk(bigint[], text[], text, bigint, int) to zaice_app;
  alter function gate_search_disk(bigint[], text[], text, bigint, int) owner to zaice_gate;
end $$;
