-- What was taken back is unread for nobody: readers that have not come as far count it as read.
create index chat_message_recalled on chat_message (org_id, chat_id, seq) where recalled_at is not null;
update chat_member me set read_counted = me.read_counted + (
  select count(*)::int from chat_message r where r.org_id = me.org_id and r.chat_id = me.chat_id and r.seq > me.read_seq and r.recalled_at is not null)
where me.left_seq is null and exists (
  select from chat_message r where r.org_id = me.org_id and r.chat_id = me.chat_id and r.seq > me.read_seq and r.recalled_at is not null);

-- Since when nothing admits a private file any more that something had admitted.
alter table file add column withdrawn_at timestamptz;
