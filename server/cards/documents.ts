import type { Card, CardTone } from '../../domain/cards/cards.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import type { DocumentState } from '../../domain/documents/define.ts'
import { formPathOf } from '../../domain/documents/screens.ts'
import { documentStateWords } from '../../domain/documents/stateWords.ts'
import { documentOperations } from '../../domain/documents/operations.ts'
import { requireVisible } from '../documents/engine.ts'
import type { Flows } from '../documents/flows.ts'
import { readDocument } from '../documents/store.ts'
import { describeDocument } from '../documents/describe.ts'
import { decisions } from './processes.ts'
import { reasonRow } from './reason.ts'
import { type CardReader, cardRows, eachCard, moneyOf, sayTo } from './reader.ts'

/** Cards of documents of every kind, whether or not it is named: for the person who may open one, with what its approval lets him see. The person who it waits for decides on the card. */
export const documentCards = (flows: Flows): CardReader =>
  eachCard(async (call, { id, kind: name }) => {
    const kindName = name ?? (await readDocument(call.tx, id))?.kind
    const kind = documentKinds.find((kind) => kind.kind === kindName)
    if (!kind) return undefined
    const { access } = documentOperations(kind).info
    if (typeof access !== 'string' && !access.some((code) => call.session.codes.has(code))) return undefined
    const document = await describeDocument(call, kind, await requireVisible(call, flows, kind, id))
    const say = sayTo(call)
    return {
      label: say(kind.title),
      title: document.summary || document.code,
      icon: kind.icon,
      rows: cardRows([
        [say('单号'), document.code],
        [say('申请人'), document.authorName],
        [say('给谁'), document.subjectName === document.authorName ? null : document.subjectName],
        reasonRow(call, kind, document.header),
        [say('金额'), moneyOf(document.amount)],
      ]),
      state: { text: documentStateWords(kind, document, say), tone: tones[document.state] },
      link: `${formPathOf(kind)}?id=${id}`,
      offers: document.processId !== null && document.state === 'inApproval' ? await decisions(call, document.processId) : [],
    } satisfies Card
  })

const tones: Readonly<Record<DocumentState, CardTone>> = {
  draft: 'plain',
  inApproval: 'accent',
  returned: 'warn',
  approved: 'warn',
  inProgress: 'accent',
  posted: 'good',
  rejected: 'bad',
  withdrawn: 'plain',
  reversed: 'plain',
}
