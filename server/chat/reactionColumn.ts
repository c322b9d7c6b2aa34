import { reactionNamesAtMost } from '../../domain/chat/reactions.ts'

/** The faces of a message `m` as JSON, the first given before the others; `$1` is the organisation. */
export const reactionsColumn = `(
  select json_agg(json_build_object('face', f.face, 'uids', f.uids, 'names', f.names) order by f.first_at, f.face) from (
    select x.face, min(x.created_at) as first_at, array_agg(x.uid::text order by x.created_at, x.uid) as uids,
      (array_agg(coalesce(n.nickname, u.user_name) order by x.created_at, x.uid))[1:${reactionNamesAtMost}] as names
    from chat_reaction x join person u on u.org_id = $1 and u.id = x.uid
      left join chat_member n on n.org_id = $1 and n.uid = x.uid and n.chat_id = m.chat_id
    where x.org_id = $1 and x.message_id = m.id group by x.face
  ) f) as reactions`
