-- What an organisation keeps no longer goes from the beginning of each conversation: numbers up to `cleared_seq` are gone, and of them counted
-- `cleared_counted`. Whoever had not read so far has then.
alter table chat add column cleared_seq int not null default 0;
alter table chat add column cleared_counted int not null default 0;
alter table chat add constraint chat_cleared check (cleared_seq between 0 and last_seq and cleared_counted between 0 and counted);

-- An answer to what is gone answers nothing, and what was taken back is gone before the word that tells it. Both are found by an index, because
-- each message that goes asks who points to it.
alter table chat_message drop constraint chat_message_org_id_reply_id_fkey;
alter table chat_message drop constraint chat_message_org_id_target_id_fkey;
alter table chat_message add foreign key (org_id, reply_id) references chat_message (org_id, id) on delete set null (reply_id);
alter table chat_message add foreign key (org_id, target_id) references chat_message (org_id, id) on delete set null (target_id);
create index chat_message_reply on chat_message (org_id, reply_id) where reply_id is not null;
create index chat_message_target on chat_message (org_id, target_id) where target_id is not null;

-- The last number of a conversation that came before a moment; 0 where none did. Moments rise with numbers.
create function chat_seq_before(p_org bigint, p_chat bigint, p_moment timestamptz) returns int language plpgsql stable as $$
declare
  v_low int;
  v_high int;
  v_middle int;
begin
  select c.cleared_seq, c.last_seq into v_low, v_high from chat c where c.org_id = p_org and c.id = p_chat;
  while v_low < v_high loop
    v_middle := v_low + (v_high - v_low + 1) / 2;
    if (select m.created_at < p_moment from chat_message m where m.org_id = p_org and m.chat_id = p_chat and m.seq = v_middle)
    then v_low := v_middle;
    else v_high := v_middle - 1;
    end if;
  end loop;
  return coalesce(v_low, 0);
end $$;

-- A file whose bytes are gone because nothing showed it any more. Its row stays, which a seal names.
alter table file add column emptied_at timestamptz;
alter table file add constraint file_emptied check (emptied_at is null or withdrawn_at is not null);
create index file_withdrawn on file (org_id, withdrawn_at) where withdrawn_at is not null and emptied_at is null;

create or replace function count_file() returns trigger language plpgsql as $$
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
create trigger file_emptied after update of emptied_at on file for each row
  when ((old.emptied_at is null) <> (new.emptied_at is null)) execute function count_file();
