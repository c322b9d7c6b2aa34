import type { Id } from '../../kernel/id.ts'
import type { Card, CardOffer, CardTone } from '../../domain/cards/cards.ts'
import { titleIn } from '../../domain/approval/flow/title.ts'
import { standingName } from '../../domain/approval/flow/statuses.ts'
import type { ProcessRow } from '../../domain/approval/operations/process.ts'
import { seenOf } from '../../domain/approval/form/hiddenFields.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import type { Head } from '../approval/flow/store.ts'
import type { SignedIn } from '../call.ts'
import type { Flows } from '../documents/flows.ts'
import { readDocument } from '../documents/store.ts'
import { reasonRow } from './reason.ts'
import { openProcess } from '../approval/process/detail.ts'
import { processOf, tasksOf } from '../approval/process/lists.ts'
import { type CardReader, cardRows, eachCard, moneyOf, sayTo } from './reader.ts'

/** Cards of applications: for the person who has a part in one. The person who it waits for decides on the card. */
export const processCards = (flows: Flows): CardReader =>
  eachCard(async (call, { id }) => {
    const { head } = await openProcess(call, { processId: id })
    const [row, offers, reason] = await Promise.all([processOf(call.tx, id), decisions(call, id), readReason(call, flows, head)])
    const say = sayTo(call)
    return {
      label: say('申请'),
      title: titleIn(row.title, say),
      icon: row.flowIcon,
      rows: cardRows([
        [say('申请人'), row.initiator.userName],
        ...(reason ? [reason] : []),
        [say('摘要'), row.summary],
        [say('金额'), moneyOf(row.amount)],
        [
          say('当前环节'),
          row.currentSteps
            .map(({ nodeName, people }) => `${say(nodeName)} ${people.map(({ userName }) => userName).join(say('、'))}`)
            .join('; '),
        ],
      ]),
      state: { text: say(standingName(row)), tone: row.isRevoked ? 'bad' : tones[row.status] },
      link: `/pages/flow/progress?processId=${id}`,
      offers,
    } satisfies Card
  })

/** Why the document of an application was written, as far as the reader sees it. */
const readReason = async (call: SignedIn, flows: Flows, { id, documentKind, documentId }: Head) => {
  const kind = documentKinds.find((candidate) => candidate.kind === documentKind)
  const document = kind && documentId !== null ? await readDocument(call.tx, documentId) : undefined
  if (!kind || !document) return undefined
  const { permissions } = await flows.readerOf(call.tx, id, call.session.uid)
  return reasonRow(call, kind, seenOf(permissions, { header: document.header, lines: [] }).header)
}

const tones: Readonly<Record<ProcessRow['status'], CardTone>> = {
  running: 'accent',
  returned: 'warn',
  posting: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'plain',
  terminated: 'plain',
}

/** What the person who asks may decide of an application now. */
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
