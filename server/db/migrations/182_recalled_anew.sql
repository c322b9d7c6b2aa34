-- Forced row security holds for a plain owner too, for whom earlier updates of these tables changed no row.
alter table chat_member no force row level security;
alter table chat_message no force row level security;
alter table count_task no force row level security;

-- What was taken back is unread for nobody: readers that have not come as far count it as read.
update chat_member me set read_counted = greatest(me.read_counted, coalesce(
    (select m.counted from chat_message m where m.org_id = me.org_id and m.chat_id = me.chat_id and m.seq = me.read_seq), 0)
  + (select count(*)::int from chat_message r
     where r.org_id = me.org_id and r.chat_id = me.chat_id and r.seq > me.read_seq and r.recalled_at is not null))
where me.left_seq is null and exists (
  select from chat_message r where r.org_id = me.org_id and r.chat_id = me.chat_id and r.seq > me.read_seq and r.recalled_at is not null);

-- A plan that asks for photos or for words about what is seen: what lacks them is told apart.
update count_task set refold = true, refold_after = null, refold_done = 0
where state in ('open', 'review') and (plan ->> 'photo' <> 'never' or plan -> 'confirms' <> '[]');

alter table chat_member force row level security;
alter table chat_message force row level security;
alter table count_task force row level security;
