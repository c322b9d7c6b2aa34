import type { Id } from '../../kernel/id.ts'
import { RefusalError, refusal } from '../../kernel/refusal.ts'
import { inWords } from '../../domain/english/all.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { type HoldingRow, type HoldingKey, holdingTitles } from '../../domain/access/holdings.ts'
import type { SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'

const namesAtMost = 5
const piecesAtMost = 200

/**
 * Refuses to take people out of service who still have or do something, and says what, unless the person who asks has been told and says so
 * (`confirmed`). What waits for them in approvals is handed on then; the rest stays under their name.
 */
export const requireFree = async (
  { tx, language }: Pick<SignedIn, 'tx' | 'language'>,
  uids: readonly Id[],
  isConfirmed: boolean,
): Promise<void> => {
  if (isConfirmed) return
  const rows = await holdingsOf(tx, uids)
  const [first] = rows
  if (!first) return
  const ownRows = rows.filter(({ uid }) => uid === first.uid)
  const holdings = ownRows.map(({ what, count, names }) => {
    const nameList = names.join(inWords(language, '、'))
    return count > names.length
      ? inWords(language, '{what}{count}项（{names}等）', { what: inWords(language, what), count, names: nameList })
      : inWords(language, '{what}{count}项（{names}）', { what: inWords(language, what), count, names: nameList })
  })
  throw new RefusalError(
    refusal('person.holds', '{name}还有：\n{things}。\n请先交接；仍要继续请确认', {
      name: first.name,
      things: holdings.join(`${inWords(language, '；').trimEnd()}\n`),
    }),
    ownRows.map(({ key, what, count, names, ids }): HoldingRow => ({ key, what: inWords(language, what), count, names, ids })),
  )
}

/** What these people still have or do, one after the other. */
export const holdingsOf = async (tx: Tx, uids: readonly Id[]): Promise<(HoldingRow & { uid: Id; name: string })[]> => {
  const rows = await tx.query<{ uid: Id; name: string; key: HoldingKey; count: number; names: string[]; ids: Id[] }>(holdingsText, [
    tx.orgId,
    uids,
    namesAtMost,
    piecesAtMost,
    holdingKeys,
  ])
  return rows.map((row) => ({ ...row, what: holdingTitles[row.key] }))
}

const holdingKeys = Object.keys(holdingTitles)

/**
 * Steps and flows in use that name people. What also leads to others, by a rule or by a name that stays in service, is no one's alone. `person`
 * are the people $2.
 */
const leavingText = `
  leaving as (select id, id::text as word from person where org_id = $1 and id = any ($2::bigint[])),
  staying as (select id::text as word from person where org_id = $1 and id <> all ($2::bigint[]) and state = 'active' and deleted_at is null),
  flow as (
    select f.name, d.body from wf_flow f
    join wf_definition d on d.org_id = $1 and d.flow_key = f.flow_key and d.version = f.active_version
    where f.org_id = $1 and f.state = 2
  ),
  step as (
    select flow.name || ' · ' || coalesce(node ->> 'name', '') as name, node -> 'assignees' as rules
    from flow cross join lateral jsonb_path_query(flow.body, 'strict $.** ? (@.assignees.type() == "array")') as node
  )`

/** The stages of documents that a person confirms: kind, place among its stages, field of the person. */
const personStages = documentKinds.flatMap((kind) =>
  (kind.stages ?? []).flatMap(({ by }, stage) => {
    const field = by === undefined ? undefined : kind.header[by]
    return field && refersTo(field.control) === 'person' ? [`('${kind.kind}', ${stage}, '${by}')`] : []
  }),
)

/** The `code` of each document that waits for one of the people $2, `uid`, to confirm it. */
const awaitedByPeople = `
  select (d.header ->> s.by)::bigint as uid, d.code from (values ${personStages.join(', ')}) as s (kind, stage, by)
  join document d on d.org_id = $1 and d.kind = s.kind and d.state = 'inProgress' and d.stage = s.stage
  where (d.header ->> s.by)::bigint = any ($2::bigint[])
    and (s.stage > 0 or not exists (select from document_receipt r where r.org_id = $1 and r.document_id = d.id))
  union all
  select r.uid, d.code from document_receipt r
  join document d on d.org_id = $1 and d.id = r.document_id and d.state = 'inProgress' and d.stage = 0
  where r.org_id = $1 and r.uid = any ($2::bigint[]) and r.confirmed_at is null`

const holdingsText = `
  with ${leavingText}, held (uid, key, name, id) as (
    select holder_uid, case when state = 'lent' then 'loans' else 'assets' end, instance_name, id from asset
    where org_id = $1 and holder_uid = any ($2::bigint[]) and deleted_at is null
    union all
    select p.id, 'supplies', c.goods_name, null::bigint from unnest($2::bigint[]) as p (id)
    join balance b on b.org_id = $1 and b.account = 'consumed:' || p.id and b.item_kind = 'consumable' and b.on_hand > 0
    join consumable c on c.org_id = $1 and c.id = b.item_id
    union all
    select m.uid, 'places', l.loc_name, null from (
      select manager_uid as uid, id from location where org_id = $1 and manager_uid = any ($2::bigint[])
      union select uid, loc_id from location_user where org_id = $1 and uid = any ($2::bigint[]) and kind = 'manager'
    ) m join location l on l.org_id = $1 and l.id = m.id and l.deleted_at is null
    union all
    select manager_uid, 'departments', dept_name, null from department where org_id = $1 and manager_uid = any ($2::bigint[]) and deleted_at is null
    union all
    select t.assignee_uid, 'tasks', i.title, null from wf_task t join wf_instance i on i.org_id = $1 and i.id = t.instance_id
    where t.org_id = $1 and t.assignee_uid = any ($2::bigint[]) and t.status = 1
    union all
    select uid, 'receipts', code, null from (${awaitedByPeople}) r
    union all
    select s.uid, 'counts', t.name, null from count_share s
    join count_task t on t.org_id = $1 and t.id = s.task_id and t.state = 'open' and t.round = s.round
    where s.org_id = $1 and s.uid = any ($2::bigint[]) and s.finished_at is null
    union all
    select l.id, 'flows', f.name, null from flow f join leaving l on f.body #> '{policy,admins}' ? l.word
    where not exists (select from staying y where f.body #> '{policy,admins}' ? y.word)
    union all
    select l.id, 'steps', s.name, null from step s
    join leaving l on s.rules @> jsonb_build_array(jsonb_build_object('k', 'users', 'ids', jsonb_build_array(l.word)))
    where not jsonb_path_exists(s.rules, '$[*] ? (@.k != "users")')
      and not exists (select from jsonb_path_query(s.rules, '$[*].ids[*]') as named join staying y on y.word = named #>> '{}')
    union all
    select owner_uid, 'accounts', name, null from api_key
    where org_id = $1 and owner_uid = any ($2::bigint[]) and account_uid is not null and revoked_at is null and expires_at > now()
  )
  select h.uid, p.user_name as name, h.key, count(*)::int as count,
    (array_agg(h.name order by h.name collate by_pinyin))[1:$3] as names,
    coalesce((array_agg(h.id order by h.id) filter (where h.id is not null))[1:$4], '{}') as ids
  from held h join person p on p.org_id = $1 and p.id = h.uid
  group by h.uid, p.user_name, h.key order by h.uid, array_position($5::text[], h.key)`
