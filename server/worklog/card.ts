import { logPeriods } from '../../domain/worklog/period.ts'
import { cardRows, type CardReader, eachCard, sayTo } from '../cards/reader.ts'
import { logInfo } from './reading.ts'

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
    state:
      log.state === 'draft'
        ? { text: say('草稿'), tone: 'warn' }
        : log.late
          ? { text: say('迟交'), tone: 'bad' }
          : { text: say('已交'), tone: 'good' },
    link: `/pages/mylog/logdetail?id=${id}`,
    offers: [],
  }
})
