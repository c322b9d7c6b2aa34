import { documentKind } from '../../domain/documents/all.ts'
import { ruleEvents, ruleSubjects } from '../../domain/eventRules/eventRule.ts'
import type { EventRule } from '../../domain/eventRules/operations.ts'
import type { Table } from '../../domain/tables/define.ts'
import { t } from '../words.ts'

export const subjectTitle = (name: string): string => t(ruleSubjects.find(({ table }) => table.name === name)?.table.title ?? name)

type AwaitedEvent = Pick<EventRule, 'subject' | 'event' | 'field' | 'documentKind' | 'daysBefore'>

/** What a rule waits for, in a line. The columns' names come from the table, where that is at hand. */
export const eventWords = ({ subject, event, field, documentKind: kind, daysBefore }: AwaitedEvent, table?: Table): string => {
  const column = field === null ? undefined : table?.columns[field]?.label
  const more = [
    kind === null ? undefined : t(documentKind(kind)?.title ?? kind),
    column && t(column),
    event === 'reached' && t('提前{count}天', { count: daysBefore ?? 0 }),
  ]
  return [subjectTitle(subject), t(ruleEvents[event]), ...more].filter(Boolean).join(' · ')
}
