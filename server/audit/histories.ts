import type { Id } from '../../kernel/id.ts'
import { recordKinds } from '../../domain/records/all.ts'
import { isOwnKey } from '../../domain/records/ownFields/ownField.ts'
import { columnOf } from '../db/recordTable.ts'
import { type Check, checkOrganisation, holds, inPieces } from './check.ts'

type Card = { id: Id; code: string; card: Record<string, unknown>; events: { changes: Record<string, [unknown, unknown]> }[] | null }

/** What is told of a thing adds up to what it is. */
export const historyChecks: readonly Check[] = [
  checkOrganisation('assets: every field of a card is what its history left there', async function* (query, orgId) {
    const cards = inPieces<Card>(
      query,
      orgId,
      `select a.id, a.instance_code as code, (select coalesce(jsonb_object_agg(c.key, case jsonb_typeof(c.value)
             when 'array' then (select string_agg(i, ',') from jsonb_array_elements_text(c.value) i) else c.value #>> '{}' end), '{}')
           from jsonb_each((to_jsonb(a) - array['search', 'grams', 'own_values']) || coalesce(a.own_values, '{}')) c) as card,
         (select jsonb_agg(jsonb_build_object('changes', e.changes) order by e.seq) from asset_event e where e.org_id = $1 and e.asset_id = a.id) as events
       from asset a where a.org_id = $1 and a.id > $2 order by a.id limit $3`,
      { keyOf: ({ id }) => id },
    )
    for await (const { code, card, events } of cards) {
      const lastValues = new Map<string, unknown>()
      for (const { changes } of events ?? [])
        for (const [field, [was, valueAfter]] of Object.entries(changes)) {
          if (lastValues.has(field) && !isSame(lastValues.get(field), was)) yield `${code}: the history of ${field} has a break`
          lastValues.set(field, valueAfter)
        }
      for (const [field, value] of lastValues) {
        const column = isOwnKey(field) ? field : columnOf(field).slice(1, -1)
        if (!isSame(card[column], value)) yield `${code}: ${field} is not what its history says`
      }
    }
  }),
  holds(
    'assets: a history begins with what brought the piece in',
    `select instance_code from asset a where org_id = $1 and not exists (
       select from asset_event e where e.org_id = $1 and e.asset_id = a.id and e.changes ? 'account')`,
  ),
  holds(
    'records: own values are found by what stands on the records',
    `select coalesce(v.noun || ' ' || v.key || ' of ' || v.record_id, s.noun || ' ' || s.key || ' of ' || s.id) from (
       select * from own_value v where v.org_id = $1
     ) v full join (
       select r.noun, r.id, o.key, left(o.value #>> '{}', 200) as text, f.value_column
       from (${recordKinds
         .map(
           ({ noun, table }) =>
             `select '${noun}' as noun, id, own_values from "${table}" where org_id = $1 and deleted_at is null and own_values is not null`,
         )
         .join(' union all ')}) r
       cross join jsonb_each(r.own_values) o join own_field f on f.org_id = $1 and f.noun = r.noun and f.key = o.key
       where f.value_column is not null
     ) s on s.noun = v.noun and s.id = v.record_id and s.key = v.key
     where v.key is null or s.key is null or case s.value_column
       when 'text' then v.text_value = s.text when 'number' then v.number_value = s.text::numeric
       when 'day' then v.day_value = s.text::date else v.ref_value = s.text::bigint end is not true`,
  ),
  holds(
    'approval: comments are the ones of the log',
    `select id from (
       select c.id::text as id, c.instance_id, c.author_uid::text as author, c.body, c.attachments, c.deleted_at is not null as gone from wf_comment c where c.org_id = $1
     ) kept full join (
       select event ->> 'comment' as id, e.instance_id, event ->> 'by' as author, event ->> 'body' as body, event -> 'attachments' as attachments,
         exists (select from wf_event d, jsonb_array_elements(case jsonb_typeof(d.events) when 'array' then d.events else '[]' end) gone
                 where d.org_id = $1 and d.instance_id = e.instance_id and gone ->> 't' = 'CommentDeleted' and gone ->> 'comment' = event ->> 'comment') as gone
       from wf_event e, jsonb_array_elements(case jsonb_typeof(e.events) when 'array' then e.events else '[]' end) event
       where e.org_id = $1 and event ->> 't' = 'Commented'
     ) logged using (id, instance_id)
     where (kept.author, kept.body, kept.attachments, kept.gone) is distinct from (logged.author, logged.body, logged.attachments, logged.gone)`,
  ),
  holds(
    'approval: a task was decided by whoever has it in the lists, and as they say',
    `select t.id::text from wf_task t join (
       select distinct on (event ->> 'task') e.instance_id, (event ->> 'task')::bigint as id, event ->> 'by' as uid, event ->> 'onBehalfOf' as principal, event ->> 'verdict' as verdict, event ? 'auto' as auto
       from wf_event e, jsonb_array_elements(case jsonb_typeof(e.events) when 'array' then e.events else '[]' end) with ordinality as each (event, at)
       where e.org_id = $1 and event ->> 't' = 'TaskDecided' order by event ->> 'task', e.seq desc, each.at desc
     ) d on d.instance_id = t.instance_id and d.id = t.id
     where t.org_id = $1 and t.status in (2, 3) and (not d.auto and t.assignee_uid::text not in (d.uid, coalesce(d.principal, d.uid)) or (t.status = 2) <> (d.verdict = 'approve'))`,
  ),
]

/** Numbers are the same however many noughts they end with. */
const isSame = (a: unknown, b: unknown): boolean => plain(a) === plain(b)

const plain = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text
}
