import type { Day, Moment } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { Params } from '../../kernel/refusal.ts'

/**
 * What a person's agenda shows of another noun, read where it stands and copied nowhere: a whole day, or from one moment to another. `words`
 * is a Chinese sentence with `{name}` places; `link` a path of the screen table with its query.
 */
export type SourceOccurrence = {
  /** One thing in one source; the same for the same thing. */
  readonly id: Id
  readonly words: string
  readonly params: Params
  readonly link: string
} & ({ readonly day: Day } | { readonly begin: Moment; readonly end: Moment })

/** What fills an agenda besides events, in the order people see it; a source has one reader in its own room, listed in `server/agenda/sources.ts`. */
export const agendaSources = {
  loan: '借用归还',
  maintenance: '资产保养',
  warranty: '保修期满',
  count: '盘点',
  approval: '审批期限',
  log: '工作日志',
  shift: '排班',
  licence: '会员到期',
} as const
export type AgendaSource = keyof typeof agendaSources
