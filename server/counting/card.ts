import type { Card, CardTone } from '../../domain/cards/cards.ts'
import { type CountTaskState, countTaskStates } from '../../domain/counting/task.ts'
import { sightOf } from './sight.ts'
import { taskRowOf } from './tasks.ts'
import { type CardReader, cardRows, eachCard, sayTo } from '../cards/reader.ts'

/** Cards of counts: for the person who counts, plans or reviews one. */
export const countCards: CardReader = eachCard(async (call, { id }) => {
  const { tx, session } = call
  const row = await taskRowOf(tx, session, await sightOf(tx, session, id))
  const say = sayTo(call)
  return {
    label: say('盘点'),
    title: row.name,
    icon: 'clipboard-check',
    rows: cardRows([
      [say('单号'), row.code],
      [say('进度'), `${row.numbers.done} / ${row.numbers.expected}`],
      [say('截止日期'), row.dueOn],
      [say('发起人'), row.openedBy?.name],
    ]),
    state: { text: say(countTaskStates[row.state]), tone: tones[row.state] },
    link: `/pages/goods/GsInventoryOrder/gsinventorytask?id=${id}`,
    offers: [],
  } satisfies Card
})

const tones: Readonly<Record<CountTaskState, CardTone>> = {
  draft: 'plain',
  open: 'accent',
  review: 'warn',
  settling: 'accent',
  closed: 'good',
  cancelled: 'plain',
}
