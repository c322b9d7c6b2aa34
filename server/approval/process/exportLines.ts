import { withDeducedHidden } from '../../../domain/approval/flow/deducedHidden.ts'
import { visibleForm } from '../../../domain/approval/form/form.ts'
import { type FormDesign } from '../../../domain/approval/form/formDesign.ts'
import { type FormShape, shapeOfDesign } from '../../../domain/approval/form/shape.ts'
import { cellOfValue } from '../../../domain/records/columns.ts'
import type { Id } from '../../../kernel/id.ts'
import type { OneByOne, Session } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { lookOfField } from '../../records/export/lists.ts'
import { columnsOfDocuments, type LineColumn, linesOfDocuments, type MixedLine } from '../../records/export/mixedLines.ts'
import { publishedDefinition, readEntries, readProcess } from '../flow/store.ts'
import { designOf } from '../form/designs.ts'
import { formNames } from '../form/work.ts'
import { permissionsFor } from './detail.ts'

/** What an application carries: a document of a kind, or a form in a version of its flow. */
type ApplicationContent = {
  readonly processId: Id
  readonly documentId: Id | null
  readonly kind: string | null
  readonly flowKey: string
  readonly version: number
}

const readContents = (tx: Tx, processIds: readonly Id[]): Promise<ApplicationContent[]> =>
  tx.query<ApplicationContent>(
    `select id as "processId", document_id as "documentId", document_kind as kind, flow_key as "flowKey", version
     from wf_instance where org_id = $1 and id = any ($2::bigint[]) order by id`,
    [tx.orgId, processIds],
  )

type ContentDocument = { readonly processId: Id; readonly id: Id; readonly kind: string }
const documentsIn = (contents: readonly ApplicationContent[]): ContentDocument[] =>
  contents.flatMap(({ processId, documentId, kind }) => (documentId !== null && kind !== null ? [{ processId, id: documentId, kind }] : []))

/** The name of the table that a line stands in, of forms that may have several. */
const tableColumn = '明细表'

/** The columns of the lines of applications: those of their documents, then those of the tables of their forms. */
export const lineColumnsOfProcesses = async (tx: Tx, processIds: readonly Id[]): Promise<LineColumn[]> => {
  const contents = await readContents(tx, processIds)
  const versions = Map.groupBy(
    contents.filter(({ documentId }) => documentId === null),
    ({ flowKey, version }) => `${flowKey} ${version}`,
  )
  const designs = await Promise.all(
    [...versions.values()].map(async ([first]) => first && designOf(tx, await publishedDefinition(tx, first.flowKey, first.version))),
  )
  const tables = designs.flatMap((design) => (design ? shapeOfDesign(design).tables : []))
  return [
    ...(await columnsOfDocuments(tx, documentsIn(contents))),
    ...(tables.length > 0 ? [{ label: tableColumn }] : []),
    ...tables.flatMap(({ columns }) => Object.values(columns).map((field): LineColumn => ({ label: field.label, ...lookOfField(field) }))),
  ]
}

/** The lines of applications by their ids, as far as the reader of the list sees them. */
export const linesOfProcesses = async (
  tx: Tx,
  session: Session,
  processIds: readonly Id[],
): Promise<ReadonlyMap<Id, readonly MixedLine[]>> => {
  const contents = await readContents(tx, processIds)
  const documents = documentsIn(contents)
  const linesByDocument = await linesOfDocuments(tx, session, documents)
  const linesByProcess = new Map<Id, readonly MixedLine[]>(documents.map(({ processId, id }) => [processId, linesByDocument.get(id) ?? []]))
  for (const { processId, documentId } of contents)
    if (documentId === null) linesByProcess.set(processId, await linesOfForm(tx, session.uid, processId))
  return new Map([...linesByProcess].filter(([, lines]) => lines.length > 0))
}

/** The rows of the tables of a form, without what the steps of its flow hide from the reader. */
const linesOfForm = async (tx: Tx, uid: Id, processId: Id): Promise<MixedLine[]> => {
  const { state, definition } = await readProcess(tx, { processId })
  const design = await designOf(tx, definition)
  if (!design) return []
  const { permissions } = permissionsFor(uid, withDeducedHidden(definition, design), state, await readEntries(tx, processId))
  const values = visibleForm(permissions, state.form)
  const { names } = await formNames(tx, design as FormDesign, values)
  return shapeOfDesign(design).tables.flatMap((table) => linesOfTable(table, values[table.key], names))
}

const linesOfTable = (
  { label, columns }: FormShape['tables'][number],
  rows: unknown,
  names: Readonly<Record<string, string>>,
): MixedLine[] =>
  (Array.isArray(rows) ? (rows as readonly Readonly<Record<string, unknown>>[]) : []).map((row, index) => ({
    lineNo: index + 1,
    cells: new Map([
      [tableColumn, () => label],
      ...Object.entries(columns).map(
        ([key, field]) =>
          [field.label, (words: (text: string) => string) => cellOfValue(field, row[key], (_, id) => names[id] ?? '', words)] as const,
      ),
    ]),
  }))

/** How a list of rows, each of an application, has lines. */
export const linedBy = <R extends { readonly id: Id }>(call: OneByOne, processOf: (row: R) => Id) => ({
  columnsOf: (tx: Tx, rows: readonly R[]) => lineColumnsOfProcesses(tx, rows.map(processOf)),
  linesOf: async (tx: Tx, rows: readonly R[]): Promise<ReadonlyMap<Id, readonly MixedLine[]>> => {
    const lines = await linesOfProcesses(tx, call.session, rows.map(processOf))
    return new Map(
      rows.flatMap((row) => [[row.id, lines.get(processOf(row)) ?? []] as const]).filter(([, rowLines]) => rowLines.length > 0),
    )
  },
})
