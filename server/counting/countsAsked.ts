import { dayAt } from '../../kernel/day.ts'
import type { countTaskList } from '../../domain/counting/operations.ts'
import { countTable } from '../../domain/counting/table.ts'
import { differenceVerdicts } from '../../domain/counting/verdict.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import type { SignedIn } from '../call.ts'
import { Conditions } from '../db/conditions.ts'
import { likePattern } from '../search/searchText.ts'
import { chosenText } from '../tables/chosenRows.ts'
import type { Standings } from '../tables/columnStanding.ts'
import type { Request } from '../tables/order.ts'
import { conditionsOf } from '../tables/where.ts'
import { isLatest } from './numbers.ts'
import { readsCounts } from './sight.ts'

/** SQL: how many results of a task `t` a person has to decide on, as they hold now. */
const differingSql = (condition: string): string =>
  `(select count(*)::int from count_result r where r.org_id = $1 and r.task_id = t.id and (r.round >= t.round or ${isLatest})
    and r.verdict in (${differenceVerdicts.map((verdict) => `'${verdict}'`).join(', ')})${condition})`

/** Where the columns of a task `t` stand. Of what a task expected in all, `accuracy` is the part without a difference; none before its end. */
export const countStandings = {
  name: { sql: 't.name' },
  code: { sql: 't.code' },
  expected: { sql: 't.expected' },
  differing: { sql: differingSql('') },
  accuracy: {
    sql: `case when t.state = 'closed' and t.expected > 0 then round(100 - 100.0 * ${differingSql(' and not r.unexpected')} / t.expected, 2) end`,
  },
  openedAt: { sql: 't.opened_at' },
  dueOn: { sql: 't.due_on' },
  closedAt: { sql: 't.closed_at' },
  state: { sql: 't.state' },
  openedBy: { sql: 't.opened_by' },
} as const satisfies Standings

/** SQL: a task `t` that a person (`$3`) counts in. */
const hasShare = `(exists (select from count_share s where s.org_id = $1 and s.task_id = t.id and s.uid = $3)
  or exists (select from count_share s where s.org_id = $1 and s.task_id = t.id and s.kind = 'self' and s.uid is null)
     and exists (select from count_line l where l.org_id = $1 and l.task_id = t.id and l.holder_uid = $3))`

/** SQL: a task `t` of a list. */
const matching = `($2::boolean and not $6::boolean or $7::boolean and not $6::boolean and (t.opened_by = $3 or t.loc_ids && $8::bigint[]) or ${hasShare})
  and ($4::text is null or t.state = $4) and ($5::text is null or lower(t.name || ' ' || t.code) like $5)`

export type CountsQuestion = Request & Pick<InputOf<typeof countTaskList>, 'state' | 'mine'>

/** The counts `t` that a person asks for and may see. */
export const countsAsked = ({ tx, session }: Pick<SignedIn, 'tx' | 'session'>, input: CountsQuestion) => {
  const keeps = readsCounts(session)
  const all = keeps && session.locations === 'all'
  const places = keeps && session.locations !== 'all' ? session.locations : []
  const c = new Conditions(
    tx.orgId,
    all,
    session.uid,
    input.state ?? null,
    input.likeQuery?.trim() ? likePattern(input.likeQuery) : null,
    input.mine ?? false,
    keeps,
    places,
  )
  c.add(matching)
  if (input.chosen) c.add(chosenText(c, input.chosen, 't.id'))
  for (const text of conditionsOf(c, countTable, countStandings, { where: input.where ?? [], today: dayAt(tx.now()) })) c.add(text)
  return { from: 'count_task t', conditions: c, id: 't.id', standings: countStandings }
}
