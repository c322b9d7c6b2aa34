import type { Speaker } from '../../../kernel/fields/kind.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { decisionsOn } from './paper.ts'
import { shapeOfDocument } from '../form/shape.ts'
import type { DocumentKind } from '../../documents/define.ts'
import { quantityFieldOf } from '../../documents/lines.ts'
import { documentStateWords, isDirect } from '../../documents/stateWords.ts'
import type { DocumentInfo } from '../../documents/operations.ts'
import type { ProgressRow } from '../operations/process.ts'
import { fieldsOn, momentWords, type Paper, type PaperSize, type PrintContext, tablesOn } from '../../paper/paper.ts'

/** What a slip says besides its document. `amountInWords` writes an amount out in the reader's language. */
export type SlipDetails = PrintContext & {
  readonly title: string
  /** The way of its approval, as far as the reader may know it. */
  readonly progress: readonly ProgressRow[]
  readonly size: PaperSize
  readonly amountInWords: (amount: string) => string
}

/**
 * The slip of a document, called `title` as its reader calls it: its head, its lines as a table, who agreed, and places to sign for who made it,
 * who hands over and who receives. What the document does not hold, because it is hidden from the reader, is not on it.
 */
export const documentPaper = (
  kind: DocumentKind,
  document: DocumentInfo,
  speaker: Speaker,
  { title, organisation, by, at, progress, size, amountInWords }: SlipDetails,
): Paper => {
  const { say } = speaker
  const shape = shapeOfDocument(kind)
  const [state, direct] = [documentStateWords(kind, document, say), isDirect(document) && kind.directTitle ? say(kind.directTitle) : '']
  const signature = document.events.map(({ details }) => details['signature']).findLast((path) => typeof path === 'string')
  const [over, to] = kind.signatories ?? ['审批人', '签收人']
  return {
    title,
    organisation,
    code: document.code,
    status: [state, direct].filter(Boolean).join(' · '),
    good: document.state === 'posted',
    size,
    facts: [
      { label: say('单号'), value: document.code },
      { label: say('经办人'), value: document.authorName },
      { label: say('部门'), value: document.deptId === null ? '' : speaker.nameOf(document.deptId) },
      { label: say('提交时间'), value: momentWords(document.submittedAt ?? document.createdAt) },
      { label: say('完成时间'), value: document.postedAt ? momentWords(document.postedAt) : '' },
    ].filter(({ value }) => value !== ''),
    fields: fieldsOn(shape, document.header, speaker),
    tables: tablesOn(shape, { lines: document.lines }, speaker, (column) => column === quantityFieldOf(kind)),
    total: document.amount ? { label: say('合计'), value: moneyWords(document.amount), words: amountInWords(document.amount) } : undefined,
    decisions: decisionsOn(progress, speaker),
    comments: [],
    signing: [
      { label: say('经办人'), signature: undefined },
      { label: say(over), signature: undefined },
      { label: say(to), signature },
    ],
    foot: say('{name}打印于{time}', { name: by, time: momentWords(at) }),
    headings: { form: say('基本信息'), decisions: say('审批记录'), comments: say('评论') },
  }
}
