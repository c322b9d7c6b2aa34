import { declaredField } from '../../kernel/field.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type DocumentKind, documentStates } from '../../domain/documents/define.ts'
import type { WriteContext } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import type { Body } from './body.ts'
import { inScope } from './scope.ts'
import { documentKindOf, type LineRecord, readDocument, readSourceLines } from './store.ts'

/** True for a document that delivers the remainder of another one of its own kind, which was approved already. */
export const carriesOut = (kind: DocumentKind, body: Body): boolean => body.sourceId !== undefined && kind.from?.kind === kind.kind

/** Number of the first source line that is about the same thing. */
const sourceLineOf = (match: string, lines: readonly LineRecord[], values: Body['lines'][number]['values']): number | undefined =>
  values[match] === undefined ? undefined : lines.find(({ data }) => data[match] === values[match])?.lineNo

/**
 * The body with a source line for each line that names none and is about a thing of the source: so nothing is delivered past an order that is
 * open. A remainder names its source lines itself.
 */
export const withSourceLines = async (tx: Tx, kind: DocumentKind, body: Body): Promise<Body> => {
  const { from } = kind
  const isWhole = body.lines.every(({ sourceLine }) => sourceLine !== undefined)
  if (!from || body.sourceId === undefined || isWhole || carriesOut(kind, body)) return body
  const sourceLines = await readSourceLines(tx, body.sourceId)
  const lines = body.lines.map((line) => ({ ...line, sourceLine: line.sourceLine ?? sourceLineOf(from.match, sourceLines, line.values) }))
  return { ...body, lines }
}

/**
 * Refuses a source document of another kind, one that is not in the books, and one that the caller does not see. Each line must follow a source
 * line of the same thing, and at least one line must follow any: else the source would stay open beside what was delivered for it.
 */
export const requireSource = async (call: WriteContext, kind: DocumentKind, body: Body): Promise<void> => {
  if (!body.sourceId) return
  const { from } = kind
  if (!from) return refuse('no-source', '{title}不能引用来源单据', { title: kind.title })
  const [source, lines] = await Promise.all([readDocument(call.tx, body.sourceId), readSourceLines(call.tx, body.sourceId)])
  if (!source || source.kind !== from.kind || !inScope(call.session, documentKindOf(source), source))
    return refuse('unknown-source', '来源单据不存在')
  if (source.state !== 'posted')
    refuse('source-not-posted', '来源单据{code}的状态是“{state}”，只能引用已完成的单据', {
      code: source.code,
      state: documentStates[source.state],
    })
  if (carriesOut(kind, body)) {
    if (kind.subject && body.header[kind.subject] !== source.header[kind.subject])
      refuse('other-subject', '{label}应与来源单据{code}相同', { label: declaredField(kind.header, kind.subject).label, code: source.code })
    const unnamedLine = body.lines.find(({ sourceLine }) => sourceLine === undefined)
    if (unnamedLine) refuse('other-source-line', '第{line}行与来源单据不一致', { line: unnamedLine.lineNo })
  }
  for (const { lineNo, sourceLine, values } of body.lines) {
    const sourceFollowed = sourceLine === undefined ? undefined : lines.find((line) => line.lineNo === sourceLine)
    if (
      sourceLine !== undefined &&
      (!sourceFollowed || (values[from.match] !== undefined && sourceFollowed.data[from.match] !== values[from.match]))
    ) {
      refuse('other-source-line', '第{line}行与来源单据不一致', { line: lineNo })
    }
    if (sourceLine === undefined && sourceLineOf(from.match, lines, values) !== undefined)
      refuse('other-source-line', '第{line}行与来源单据不一致', { line: lineNo })
  }
  if (body.lines.length > 0 && body.lines.every(({ sourceLine }) => sourceLine === undefined))
    refuse('no-source-line', '没有一行对应来源单据{code}', { code: source.code })
}
