-- Conversations. `pair_key` is "smaller uid/larger uid". `counted` of the messages up to `last_seq` count as unread; `all_seq` is the last one that
-- names everybody; `preview` is what lists show of the last one (domain/chat/body.ts, Brief). `members_version` rises with every change of who is in
-- it. `subject_noun` 'department' or 'organisation' is a group that follows the directory.
create table chat (
  org_id           bigint not null references organisation,
  id               bigint not null,
  kind             text not null check (kind in ('pair', 'group', 'department', 'subject')),
  pair_key         text,
  subject_noun     text,
  subject_id       bigint,
  name             text not null default '',
  avatar           text,
  notice           text not null default '',
  notice_at        timestamptz,
  owner_uid        bigint,
  settings         jsonb not null default '{}',
  last_seq         int not null default 0 check (last_seq >= 0),
  counted          int not null default 0 check (counted between 0 and last_seq),
  last_at          timestamptz not null,
  preview          jsonb,
  all_seq          int not null default 0,
  members_version  int not null default 1,
  member_count     int not null default 0,
  version          int not null default 1,
  created_at       timestamptz not null,
  dissolved_at     timestamptz,
  primary key (org_id, id),
  foreign key (org_id, owner_uid) references person (org_id, id),
  check ((kind = 'pair') = (pair_key is not null)),
  check ((kind in ('department', 'subject')) = (subject_noun is not null and subject_id is not null))
) with (fillfactor = 70);
create unique index chat_pair on chat (org_id, pair_key) where pair_key is not null;
create unique index chat_subject on chat (org_id, subject_noun, subject_id) where subject_noun is not null;
create index chat_directory on chat (org_id, id) where kind = 'department';

-- Who is in it, and who was (`left_seq`). He sees numbers greater than `from_seq`, up to `left_seq`; what came up to `joined_seq` was before his
-- time. Unread = chat.counted - read_counted. `follows`: came by the directory and goes with it. `hidden_seq`: out of the list until there is more.
-- `spent_until`: what he sent lately is made up for then.
create table chat_member (
  org_id        bigint not null,
  uid           bigint not null,
  chat_id       bigint not null,
  partner_uid   bigint,
  role          text not null default 'member' check (role in ('owner', 'admin', 'member')),
  follows       boolean not null default false,
  joined_seq    int not null,
  from_seq      int not null,
  left_seq      int,
  left_at       timestamptz,
  read_seq      int not null,
  read_counted  int not null,
  mention_seq   int not null default 0,
  mute          boolean not null default false,
  pinned_at     timestamptz,
  hidden_seq    int,
  nickname      text,
  spent_until   timestamptz,
  joined_at     timestamptz not null,
  primary key (org_id, uid, chat_id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, partner_uid) references person (org_id, id),
  foreign key (org_id, chat_id) references chat (org_id, id),
  check (from_seq <= joined_seq),
  check ((left_seq is null) = (left_at is null))
) with (fillfactor = 70);
create index chat_member_chat on chat_member (org_id, chat_id, uid);

-- Its number is given in the transaction that inserts it, under the lock of the conversation's row: whoever sees n sees n - 1. `counted` is the
-- conversation's with it. Its moment is later than that of the one before. The id is named by who sends. Once recalled nothing of its content is left.
create table chat_message (
  org_id       bigint not null,
  id           bigint not null,
  chat_id      bigint not null,
  seq          int not null,
  counted      int not null,
  sender_uid   bigint,
  kind         text not null check (kind in ('text', 'picture', 'file', 'place', 'card', 'note', 'recall')),
  body         jsonb,
  reply_id     bigint,
  target_id    bigint,
  search       text,
  created_at   timestamptz not null,
  recalled_at  timestamptz,
  recalled_by  bigint,
  primary key (org_id, id),
  foreign key (org_id, chat_id) references chat (org_id, id),
  foreign key (org_id, sender_uid) references person (org_id, id),
  foreign key (org_id, reply_id) references chat_message (org_id, id),
  foreign key (org_id, target_id) references chat_message (org_id, id),
  foreign key (org_id, recalled_by) references person (org_id, id),
  check ((body is null) = (recalled_at is not null)),
  check (search is null or recalled_at is null)
);
create unique index chat_message_seq on chat_message (org_id, chat_id, seq);

-- Appends a message to a conversation, all of it or nothing, and says what came of it: 'sent'; 'repeat' where this very message is there already;
-- or why not: 'none' (no such conversation), 'other' (the id is of something else), 'notMember', 'dissolved', 'gone' (the partner left the
-- organisation), 'tooFast', 'mayNotNameAll', 'noReply'. Nobody's messages (p_sender null) and notes and recalls need no membership: whoever writes
-- them has looked. `p_preview` null leaves what lists show. The sender has read everything up to his own.
create function chat_append(
  p_org bigint, p_id bigint, p_chat bigint, p_sender bigint, p_kind text, p_body jsonb, p_search text, p_reply bigint, p_target bigint,
  p_preview jsonb, p_named bigint[], p_all boolean, p_now timestamptz, p_pause interval, p_burst interval)
returns table (outcome text, new_seq int, members int) language plpgsql as $$
declare
  v_counts boolean := p_kind not in ('note', 'recall');
  v_chat chat;
  v_me chat_member;
  v_old chat_message;
  v_spent timestamptz;
begin
  select * into v_chat from chat c where c.org_id = p_org and c.id = p_chat for no key update;
  if not found then return query select 'none', null::int, null::int; return; end if;

  select * into v_old from chat_message m where m.org_id = p_org and m.id = p_id;
  if found then
    return query select
      case when v_old.chat_id = p_chat and v_old.sender_uid is not distinct from p_sender and v_old.kind = p_kind
            and v_old.reply_id is not distinct from p_reply and (v_old.body is null or v_old.body = p_body) then 'repeat' else 'other' end,
      v_old.seq, v_chat.members_version;
    return;
  end if;

  if v_counts and p_sender is not null then
    select * into v_me from chat_member m where m.org_id = p_org and m.uid = p_sender and m.chat_id = p_chat for no key update;
    if not found then return query select 'none', null::int, null::int; return; end if;
    if v_me.left_seq is not null then return query select 'notMember', null::int, null::int; return; end if;
    if v_chat.dissolved_at is not null then return query select 'dissolved', null::int, null::int; return; end if;
    if v_me.partner_uid is not null and not exists (
      select from person p where p.org_id = p_org and p.id = v_me.partner_uid and p.state = 'active' and p.deleted_at is null)
    then return query select 'gone', null::int, null::int; return; end if;
    if p_all and v_me.role = 'member' and not coalesce((v_chat.settings ->> 'everybodyNamesAll')::boolean, true)
    then return query select 'mayNotNameAll', null::int, null::int; return; end if;
    if p_reply is not null and not exists (
      select from chat_message m where m.org_id = p_org and m.id = p_reply and m.chat_id = p_chat and m.seq > v_me.from_seq)
    then return query select 'noReply', null::int, null::int; return; end if;
    v_spent := greatest(v_me.spent_until, p_now) + p_pause;
    if v_spent > p_now + p_burst then return query select 'tooFast', null::int, null::int; return; end if;
  end if;

  update chat c set
    last_seq = c.last_seq + 1,
    counted = c.counted + v_counts::int,
    last_at = greatest(c.last_at + interval '1 millisecond', p_now),
    preview = coalesce(p_preview || jsonb_build_object('seq', c.last_seq + 1), c.preview),
    all_seq = case when p_all then c.last_seq + 1 else c.all_seq end
  where c.org_id = p_org and c.id = p_chat
  returning * into v_chat;

  insert into chat_message (org_id, id, chat_id, seq, counted, sender_uid, kind, body, reply_id, target_id, search, created_at)
  select c.org_id, p_id, c.id, c.last_seq, c.counted, p_sender, p_kind, p_body, p_reply, p_target, p_search, c.last_at
  from chat c where c.org_id = p_org and c.id = p_chat;

  if p_sender is not null then
    update chat_member m set
      read_seq = v_chat.last_seq,
      read_counted = v_chat.counted,
      spent_until = coalesce(v_spent, m.spent_until)
    where m.org_id = p_org and m.uid = p_sender and m.chat_id = p_chat and m.left_seq is null and (v_counts or m.read_seq = v_chat.last_seq - 1);
  end if;
  if cardinality(p_named) > 0 then
    update chat_member m set mention_seq = v_chat.last_seq
    where m.org_id = p_org and m.chat_id = p_chat and m.uid = any (p_named) and m.uid is distinct from p_sender and m.left_seq is null;
  end if;
  return query select 'sent', v_chat.last_seq, v_chat.members_version;
end $$;

-- Whoever comes, goes or changes department, and every department that moves, is looked at by a job, where the organisation has groups that follow
-- the directory.
create function chat_directory_changed() returns trigger language plpgsql as $$
declare
  v_org bigint;
  v_key text;
begin
  if tg_table_name = 'department' then v_org := new.org_id; v_key := 'all';
  elsif tg_table_name = 'person' then v_org := new.org_id; v_key := new.id::text;
  elsif tg_op = 'DELETE' then v_org := old.org_id; v_key := old.uid::text;
  else v_org := new.org_id; v_key := new.uid::text;
  end if;
  if exists (select from chat c where c.org_id = v_org and c.kind = 'department') then
    insert into job as j (org_id, id, kind, key, due_at)
    select o.org_id, ((extract(epoch from clock_timestamp()) * 1000 - 1704067200000)::bigint << 22) | floor(random() * 4194304)::bigint,
      'chat.directory', v_key, now()
    from organisation o where o.org_id = v_org
    on conflict (org_id, kind, key) do update
    set id = excluded.id, due_at = excluded.due_at, attempts = 0, last_error = null, done_at = null, lease_until = null;
  end if;
  return null;
end $$;
create trigger person_in_directory after insert or update of dept_id, state, deleted_at on person
  for each row execute function chat_directory_changed();
create trigger place_in_directory after insert or delete on person_department for each row execute function chat_directory_changed();
create trigger department_in_directory after update of parent_id, dept_name, deleted_at on department
  for each row execute function chat_directory_changed();
