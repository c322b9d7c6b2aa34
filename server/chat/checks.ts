import { type Check, holds } from '../audit/check.ts'

/** What must hold of conversations. */
export const conversationChecks: readonly Check[] = [
  holds(
    'conversations: their messages are numbered without a hole, from 1 or behind what was cleared',
    `select c.id::text || ': ' || c.last_seq from chat c left join chat_message m on m.org_id = $1 and m.chat_id = c.id
     where c.org_id = $1 group by c.id, c.last_seq, c.cleared_seq
     having count(m.seq) <> c.last_seq - c.cleared_seq or coalesce(max(m.seq), c.cleared_seq) <> c.last_seq
       or coalesce(min(m.seq), c.cleared_seq + 1) <> c.cleared_seq + 1`,
  ),
  holds(
    'conversations: what counts as unread is counted with each message',
    `select m.chat_id::text || '/' || m.seq from (
       select x.chat_id, x.seq, x.counted,
         c.cleared_counted + count(*) filter (where x.kind not in ('note', 'recall')) over (partition by x.chat_id order by x.seq) as n
       from chat_message x join chat c on c.org_id = $1 and c.id = x.chat_id where x.org_id = $1
     ) m where m.counted <> m.n
     union all
     select c.id::text from chat c
     where c.org_id = $1 and c.counted <> coalesce((select m.counted from chat_message m where m.org_id = $1 and m.chat_id = c.id and m.seq = c.last_seq), c.cleared_counted)`,
  ),
  holds(
    'conversations: what somebody has not read is what came after the last that he has, and was not taken back',
    `select me.chat_id::text || '/' || me.uid from chat_member me join chat c on c.org_id = $1 and c.id = me.chat_id
     where me.org_id = $1 and (me.read_seq > c.last_seq or me.left_seq is null and (me.read_seq < c.cleared_seq or me.read_counted <> coalesce(
       (select m.counted from chat_message m where m.org_id = $1 and m.chat_id = me.chat_id and m.seq = me.read_seq), c.cleared_counted)
       + (select count(*) from chat_message r where r.org_id = $1 and r.chat_id = me.chat_id and r.seq > me.read_seq and r.recalled_at is not null)))`,
  ),
  holds(
    'conversations: of what was taken back nothing is left, and it was told',
    `select m.id::text from chat_message m where m.org_id = $1 and (
       m.recalled_at is not null and (
         not exists (select from chat_message r where r.org_id = $1 and r.chat_id = m.chat_id and r.kind = 'recall' and r.target_id = m.id and r.seq > m.seq)
         or exists (select from file_scope f where f.org_id = $1 and f.noun = 'chat' and f.ref_id = m.id)
         or exists (select from chat c where c.org_id = $1 and c.id = m.chat_id and (c.preview ->> 'seq')::int = m.seq))
       or m.kind = 'recall' and (m.body ->> 'targetSeq')::int > (select c.cleared_seq from chat c where c.org_id = $1 and c.id = m.chat_id) and not exists (select from chat_message t where t.org_id = $1 and t.id = m.target_id and t.recalled_at is not null))`,
  ),
  holds(
    'conversations: as many are in them as they say; two in a pair, and an owner where somebody owns it',
    `select c.id::text from chat c left join lateral (
       select count(*) as everybody, count(*) filter (where m.left_seq is null) as here,
         count(*) filter (where m.left_seq is null and m.role = 'owner' and m.uid = c.owner_uid) as owners
       from chat_member m where m.org_id = $1 and m.chat_id = c.id
     ) n on true
     where c.org_id = $1 and (n.here <> c.member_count or c.kind = 'pair' and n.everybody <> 2
       or c.kind in ('group', 'department') and n.here > 0 and n.owners <> 1)`,
  ),
]
