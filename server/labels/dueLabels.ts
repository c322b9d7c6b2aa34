import { lastOf } from '../../kernel/assert.ts'
import type { Id } from '../../kernel/id.ts'
import { calledOf } from '../../domain/records/define.ts'
import { recordOf } from '../../domain/records/all.ts'
import { labelOperations as calls } from '../../domain/labels/operations.ts'
import { type Session, handle, type Handler } from '../call.ts'
import { belowNode } from '../db/conditions.ts'
import { onlyRow } from '../db/rows.ts'
import type { QueryTx } from '../db/tx.ts'
import { countLimit } from '../page.ts'
import { dueOf, factsOf, isLabelled, lastLabel } from '../records/labelFacts.ts'
import { codeColumnOf, requireNoun } from './things.ts'

type DueNoun = 'asset' | 'location' | 'consumable'
type LabelDueReason = 'never' | 'changed'

/** Whose label is due. $2: places of the caller, null for all. */
const conditions = (noun: DueNoun): { from: string; never: string; changed: string } => {
  const kind = recordOf(noun)
  const mine = {
    asset: `and ${isLabelled('r')}
      and ($2::bigint[] is null or r.loc_id = any ($2::bigint[]) or r.loc_id is null and r.home_id = any ($2::bigint[]))`,
    location: 'and ($2::bigint[] is null or r.id = any ($2::bigint[]))',
    consumable: 'and ($2::bigint[] is null or true)',
  }[noun]
  return {
    from: `from "${kind.table}" r left join ${lastLabel(kind, 'r')} on true where r.org_id = $1 and r.deleted_at is null ${mine}`,
    ...dueOf(kind, 'r'),
  }
}

const listOf = (noun: DueNoun): string => {
  const kind = recordOf(noun)
  const { from, never, changed } = conditions(noun)
  const place =
    noun === 'asset' ? `and ($6::bigint is null or r.loc_id in ${belowNode('location', '$1', '$6')})` : 'and ($6::bigint is null or true)'
  return `select r.id, ${factsOf(kind)} as facts, r.${codeColumnOf(noun)} as code, s.printed_at as "printedAt"
    ${from} ${place} and ($3::bigint is null or r.id < $3)
      and ($5::text is distinct from 'changed' and ${never} or $5::text is distinct from 'never' and ${changed})
    order by r.id desc limit $4`
}

const countOf = (noun: DueNoun): string => {
  const { from, never, changed } = conditions(noun)
  const countOf = (which: string) => `(select count(*)::int from (select ${from} and ${which} limit ${countLimit}) x)`
  return `select ${countOf(never)} as never, ${countOf(changed)} as changed`
}

const lists: Readonly<Record<DueNoun, string>> = { asset: listOf('asset'), location: listOf('location'), consumable: listOf('consumable') }
const counts: Readonly<Record<DueNoun, string>> = {
  asset: countOf('asset'),
  location: countOf('location'),
  consumable: countOf('consumable'),
}

const placesOf = ({ locations }: Session): readonly Id[] | null => (locations === 'all' ? null : locations)

export const dueHandlers: readonly Handler[] = [
  handle(calls.due, async ({ tx, session }, { noun, why, locId, after, limit = 50 }) => {
    requireNoun(session, noun)
    const rows = await dueRows(tx, noun, [placesOf(session), after ?? null, limit, why ?? null, locId ?? null])
    const kind = recordOf(noun)
    return {
      list: rows.map(({ id, facts, code, printedAt }) => ({
        id,
        title: calledOf(kind, facts),
        code,
        why: (printedAt === null ? 'never' : 'changed') as LabelDueReason,
        printedAt,
      })),
      next: rows.length === limit ? lastOf(rows).id : null,
    }
  }),

  handle(calls.dueCount, async ({ tx, session }, { noun }) => {
    requireNoun(session, noun)
    return onlyRow(tx.query<{ never: number; changed: number }>(counts[noun], [tx.orgId, placesOf(session)]))
  }),

  handle(calls.history, async ({ tx, session }, { noun, id }) => {
    requireNoun(session, noun)
    const list = await tx.query<{
      templateName: string
      copy: number
      reason: string | null
      userName: string
      printedAt: string
      isCurrent: boolean
    }>(
      `select j.template ->> 'name' as "templateName", l.copy, l.reason, p.user_name as "userName", l.printed_at as "printedAt",
              l.content_hash = s.content_hash as "isCurrent"
       from label_print l join print_job j on j.org_id = $1 and j.id = l.job_id join person p on p.org_id = $1 and p.id = l.printed_by
       join label_state s on s.org_id = $1 and s.noun = l.noun and s.item_id = l.item_id
       where l.org_id = $1 and l.noun = $2 and l.item_id = $3 order by l.printed_at desc, l.copy desc limit 100`,
      [tx.orgId, noun, id],
    )
    return { list }
  }),
]

type DueRow = { id: Id; facts: Record<string, unknown>; code: string; printedAt: string | null }

const dueRows = (tx: QueryTx, noun: DueNoun, values: readonly unknown[]): Promise<DueRow[]> =>
  tx.query<DueRow>(lists[noun], [tx.orgId, ...values])
