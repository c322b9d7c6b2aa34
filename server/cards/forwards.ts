import type { Card } from '../../domain/cards/cards.ts'
import { readForward } from '../approval/process/forwarding/forwarding.ts'
import { type CardReader, cardRows, eachCard, sayTo } from './reader.ts'

/** Cards of what was forwarded of an application: for those to whom it went, and its sender. */
export const forwardCards: CardReader = eachCard(async (call, { id }) => {
  const { title, number, applicant, fields } = await readForward(call.tx, call.session.uid, id)
  const say = sayTo(call)
  return {
    label: say('转发的申请'),
    title,
    icon: 'send',
    rows: cardRows([[say('申请人'), applicant], ...fields.map(({ label, value }) => [label, value] as const)]),
    state: { text: number, tone: 'plain' },
    link: `/pages/flow/forwarded?id=${id}`,
    offers: [],
  } satisfies Card
})
