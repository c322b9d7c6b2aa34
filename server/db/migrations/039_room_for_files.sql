-- How much the files of an organisation take, thumbnails aside: kept by the database itself, in the transaction that adds or removes a
-- file, so that no way of keeping one can forget it and a ceiling holds however many come at once.
create table file_room (
  org_id      bigint primary key references organisation,
  used_bytes  bigint not null check (used_bytes >= 0)
);

alter table file no force row level security;
insert into file_room (org_id, used_bytes) select org_id, sum(size_bytes) from file group by org_id;
alter table file force row level security;

create function count_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update file_room set used_bytes = used_bytes - old.size_bytes where org_id = old.org_id;
  else
    insert into file_room as r (org_id, used_bytes) values (new.org_id, new.size_bytes)
    on conflict (org_id) do update set used_bytes = r.used_bytes + excluded.used_bytes;
  end if;
  return null;
end $$;
create trigger file_counted after insert or delete on file for each row execute function count_file();
