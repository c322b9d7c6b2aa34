import type { Id } from '../../kernel/id.ts'
import type { Card, CardOffer, CardTone } from '../../domain/cards/cards.ts'
import { titleIn } from '../../domain/approval/flow/title.ts'
import { processStatuses } from '../../domain/approval/flow/statuses.ts'
import type { ProcessRow } from '../../domain/operations/process.ts'
import type { SignedIn } from '../call.ts'
import { openProcess } from '../approval/process/detail.ts'
import { processOf, tasksOf } from '../approval/process/lists.ts'
import { type CardReader, cardRows, eachCard, moneyOf, sayTo } from './reader.ts'

/** Cards of applications: for whoever has a part in one. Whoever it waits for decides on the card. */
export const processCards: CardReader = eachCard(async (call, { id }) => {
  await openProcess(call, { processId: id })
  const [row, offers] = await Promise.all([processOf(call.tx, id), decisions(call, id)])
  const say = sayTo(call)
  return {
    label: say('申请'),
    title: titleIn(row.title, say),
    icon: row.flowIcon,
    rows: cardRows([
      [say('申请人'), row.initiator.userName],
      [say('摘要'), row.summary],
      [say('金额'), moneyOf(row.amount)],
      [
        say('当前环节'),
        row.currentSteps
          .map(({ nodeName, people }) => `${say(nodeName)} ${people.map(({ userName }) => userName).join(say('、'))}`)
          .join('; '),
      ],
    ]),
    state: { text: say(processStatuses[row.status]), tone: tones[row.status] },
    link: `/pages/flow/progress?processId=${id}`,
    offers,
  } satisfies Card
})

const tones: Readonly<Record<ProcessRow['status'], CardTone>> = {
  running: 'accent',
  returned: 'warn',
  posting: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'plain',
  terminated: 'plain',
}

/** What whoever asks may decide of an application now. */
export const decisions = async ({ tx, session }: SignedIn, processId: Id): Promise<CardOffer[]> => {
  const open = await tx.query<{ id: Id }>(
    'select id from wf_task where org_id = $1 and instance_id = $2 and assignee_uid = $3 and status = 1',
    [tx.orgId, processId, session.uid],
  )
  const tasks = await tasksOf(
    tx,
    open.map(({ id }) => id),
  )
  return tasks
    .filter(({ suspended }) => !suspended)
    .slice(0, 1)
    .map(({ taskId, formRev, batch }) => ({ t: 'decide', taskId, processId, formRev, atOnce: batch }))
}
