import { logPeriods } from '../../domain/worklog/period.ts'
import type { Card } from '../../domain/cards/cards.ts'
import { cardRows, type CardReader, eachCard, sayTo } from '../cards/reader.ts'
import { logInfo } from './logReads.ts'

/** Cards of logs: for their authors and those who got them. */
export const logCards: CardReader = eachCard(async (call, { id }) => {
  const { log } = await logInfo(call.tx, call.session.uid, id)
  const say = sayTo(call)
  return {
    label: say('工作日志'),
    title: log.author.userName === '' ? say(log.template.name) : `${log.author.userName} · ${say(log.template.name)}`,
    icon: 'notebook-pen',
    rows: cardRows([
      [say('周期'), log.periodKey || say(logPeriods[log.template.period])],
      [say('部门'), log.departmentName],
      [say('摘要'), log.summary],
    ]),
    state: stateOf(log, say),
    link: `/pages/mylog/logdetail?id=${id}`,
    offers: [],
  }
})

const stateOf = ({ state, late }: { readonly state: string; readonly late: boolean }, say: ReturnType<typeof sayTo>): Card['state'] => {
  if (state === 'draft') return { text: say('草稿'), tone: 'warn' }
  return late ? { text: say('迟交'), tone: 'bad' } : { text: say('已交'), tone: 'good' }
}
