import type { Speaker } from '../../kernel/fields/kind.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { shapeOfDocument } from '../approval/form/shape.ts'
import type { DocumentKind } from '../documents/define.ts'
import { documentStateWords, isDirect } from '../documents/stateWords.ts'
import type { DocumentInfo } from '../operations/documents.ts'
import { fieldsOn, momentWords, type Paper, type PaperSize, type Printing, tablesOn } from './paper.ts'

/** A document on paper, called `title` as its reader calls it: its head, its lines as a table, and places to sign. */
export const documentPaper = (
  kind: DocumentKind,
  document: DocumentInfo,
  title: string,
  speaker: Speaker,
  { organisation, by, at }: Printing,
  size: PaperSize | null = null,
): Paper => {
  const { say } = speaker
  const shape = shapeOfDocument(kind)
  const [state, direct] = [documentStateWords(kind, document, say), isDirect(document) && kind.direct ? say(kind.direct) : '']
  const signature = document.events.map(({ details }) => details['signature']).findLast((path) => typeof path === 'string')
  return {
    title,
    organisation,
    status: [state, direct].filter(Boolean).join(' · '),
    good: document.state === 'posted',
    size,
    facts: [
      { label: say('单号'), value: document.code },
      { label: say('经办人'), value: document.authorName },
      { label: say('提交时间'), value: momentWords(document.submittedAt ?? document.createdAt) },
    ],
    fields: fieldsOn(shape, document.header, speaker),
    tables: tablesOn(shape, { lines: document.lines }, speaker),
    total: document.amount ? { label: say('合计'), value: moneyWords(document.amount) } : undefined,
    decisions: [],
    comments: [],
    signing: [
      { label: say('经办人'), signature: undefined },
      { label: say('审批人'), signature: undefined },
      { label: say('签收人'), signature },
    ],
    foot: say('{name}打印于{time}', { name: by, time: momentWords(at) }),
    headings: { form: say('基本信息'), decisions: say('审批记录'), comments: say('评论') },
  }
}
