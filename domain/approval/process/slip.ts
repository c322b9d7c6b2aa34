import type { Speaker } from '../../../kernel/fields/kind.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { decisionsOn } from './paper.ts'
import { type FormShape, shapeOfDocument } from '../form/shape.ts'
import type { DocumentKind } from '../../documents/define.ts'
import { quantityFieldOf } from '../../documents/lines.ts'
import { lineReceiversOf } from '../../documents/receivers.ts'
import { documentStateWords, isDirect } from '../../documents/stateWords.ts'
import type { DocumentInfo } from '../../documents/operations.ts'
import type { ProgressRow } from '../operations/process.ts'
import { type Fact, fieldsOn, momentWords, type Paper, type PaperSize, type PrintContext, tablesOn } from '../../paper/paper.ts'
import { arrangedKeys, shownFields, type SlipFact, slipFacts, type SlipTemplate } from '../../paper/slipTemplate.ts'
import { keysOf } from '../../../kernel/keysOf.ts'

/** What a slip says besides its document. `amountInWords` writes an amount out in the reader's language. */
export type SlipDetails = PrintContext & {
  readonly title: string
  /** The way of its approval, as far as the reader may know it. */
  readonly progress: readonly ProgressRow[]
  readonly template: SlipTemplate
  /** Where it is not the one of the template. */
  readonly size: PaperSize | undefined
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
  { title, organisation, by, at, progress, template, size, amountInWords }: SlipDetails,
): Paper => {
  const { say } = speaker
  const shape = printedShape(kind, template)
  const [state, direct] = [documentStateWords(kind, document, say), isDirect(document) && kind.directTitle ? say(kind.directTitle) : '']
  return {
    title: template.title || title,
    organisation,
    code: document.code,
    ...(!template.hasCode && { hidesCode: true }),
    status: [state, direct].filter(Boolean).join(' · '),
    good: document.state === 'posted',
    size: size ?? template.size,
    facts: factsOn(document, template, speaker),
    fields: fieldsOn(shape, document.header, speaker),
    tables: tablesOn(shape, { lines: document.lines }, speaker, (column) => column === quantityFieldOf(kind)),
    total:
      document.amount && template.hasTotal
        ? { label: say('合计'), value: moneyWords(document.amount), words: amountInWords(document.amount) }
        : undefined,
    decisions: template.hasApproval ? decisionsOn(progress, speaker) : [],
    comments: [],
    ...(template.note && { note: template.note }),
    signing: placesToSign(kind, document, template, speaker),
    foot: say('{name}打印于{time}', { name: by, time: momentWords(at) }),
    headings: { form: say('基本信息'), decisions: say('审批记录'), comments: say('评论') },
  }
}

/** The form of a document with the fields and columns that a template prints. */
const printedShape = (kind: DocumentKind, { fields, columns }: SlipTemplate): FormShape => {
  const shape = shapeOfDocument(kind)
  return {
    fields: shownFields(fields, shape.fields),
    tables: shape.tables.map((table) => ({ ...table, columns: shownFields(columns, table.columns) })),
  }
}

const factsOn = (document: DocumentInfo, { facts }: SlipTemplate, { say, nameOf }: Speaker): Fact[] => {
  const values: Readonly<Record<SlipFact, string>> = {
    code: document.code,
    application: document.processNumber ?? '',
    sources: document.relatedDocuments.sources.map(({ code }) => code).join(say('、')),
    author: document.authorName,
    department: document.deptId === null ? '' : nameOf(document.deptId),
    submittedAt: momentWords(document.submittedAt ?? document.createdAt),
    postedAt: document.postedAt ? momentWords(document.postedAt) : '',
  }
  const keys = keysOf(slipFacts)
  return arrangedKeys(facts, keys).flatMap(({ key, isShown }) => {
    const fact = keys.find((candidate) => candidate === key)
    return isShown && fact && values[fact] !== '' ? [{ label: say(slipFacts[fact]), value: values[fact] }] : []
  })
}

/** The last of those who sign received it, and has signed where the document holds a signature; of several who receive it each has a place. */
const placesToSign = (kind: DocumentKind, document: DocumentInfo, { signatories }: SlipTemplate, speaker: Speaker): Paper['signing'] => {
  const { say } = speaker
  const signature = document.events.map(({ details }) => details['signature']).findLast((path) => typeof path === 'string')
  const labels =
    signatories.length > 0 ? signatories : [say('经办人'), ...(kind.signatories ?? ['审批人', '签收人']).map((label) => say(label))]
  const places = labels.map((label, index) => ({ label, signature: index === labels.length - 1 ? signature : undefined }))
  const receivers = receiversOn(kind, document, speaker)
  if (receivers.length < 2) return places
  const receiverLabel = labels.at(-1) ?? ''
  return [
    ...places.slice(0, -1),
    ...receivers.map(({ name, signature }) => ({
      label: say('{role}：{name}', { role: receiverLabel, name }),
      signature: signature ?? undefined,
    })),
  ]
}

/** Who receives a document: those who confirm it, or where no one does, those whom its lines name. */
const receiversOn = (
  kind: DocumentKind,
  { receipts, header, lines }: DocumentInfo,
  { nameOf }: Speaker,
): readonly { readonly name: string; readonly signature: string | null }[] => {
  if (receipts.length > 0) return receipts
  return (lineReceiversOf(kind, header, lines) ?? []).map((uid) => ({ name: nameOf(uid, 'person'), signature: null }))
}
