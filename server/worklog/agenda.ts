import { assertDefined } from '../../kernel/assert.ts'
import { addDays, dayAt } from '../../kernel/day.ts'
import { spanOf } from '../../domain/worklog/period.ts'
import type { SourceReader } from '../agenda/source.ts'
import { owedLogs } from './logReads.ts'

/** When the logs end that the person who asks has not handed in. */
export const logsOnAgenda: SourceReader = async (call, from, to) =>
  (await owedLogs(call, { from: addDays(from, -daysBefore), to })).flatMap(({ template, periodKey, until, draftId }) => {
    const day = dayAt(until)
    if (day < from || day >= to) return []
    const link = draftId
      ? `?id=${draftId}`
      : `?templateId=${template.id}&day=${assertDefined(spanOf(template.period, periodKey), 'the span of a period').from}`
    return [
      {
        id: `${template.id}/${periodKey}`,
        words: '{template}截止',
        params: { template: template.name },
        link: `/pages/mylog/logedit${link}`,
        day,
      },
    ]
  })

/** A period may be due so many days after it began. */
const daysBefore = 50
