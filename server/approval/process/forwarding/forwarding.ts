import { isEmpty } from '../../../../kernel/field.ts'
import type { Speaker } from '../../../../kernel/fields/kind.ts'
import { refuse } from '../../../../kernel/refusal.ts'
import type { Id } from '../../../../kernel/id.ts'
import { type FormShape, fieldAt, shapeOf } from '../../../../domain/approval/form/shape.ts'
import { type ForwardedContent, forwardingOperations } from '../../../../domain/approval/operations/forwarding.ts'
import type { ProcessDetail } from '../../../../domain/approval/operations/process.ts'
import { inWords } from '../../../../domain/english/all.ts'
import type { OutputOf } from '../../../../domain/operations/define.ts'
import { fieldsOn, tablesOn } from '../../../../domain/paper/paper.ts'
import { handle, type Handler, type ParsedInput, type SignedIn } from '../../../call.ts'
import type { Tx } from '../../../db/tx.ts'
import type { DocumentPort } from '../../../documents/port.ts'
import { NotFound } from '../../../httpError.ts'
import { detailOf } from '../detail.ts'

export const forwardingHandlers = (documents: DocumentPort): readonly Handler[] => [
  handle(forwardingOperations.forward, (call, input) => forwardProcess(call, documents, input)),
  handle(forwardingOperations.forwarded, async ({ tx, session }, { id }) => readForward(tx, session.uid, id)),
]

const forwardProcess = async (
  call: SignedIn,
  documents: DocumentPort,
  { id, processId, paths, chatIds }: ParsedInput<typeof forwardingOperations.forward>,
): Promise<{ id: Id }> => {
  const { tx, session, language } = call
  const detail = await detailOf(call, documents, { processId })
  await requireMember(tx, session.uid, chatIds)
  const content = contentOf(detail, paths, {
    say: (words, params = {}) => inWords(language, words, params),
    nameOf: (reference) => detail.form.names[reference] ?? '',
  })
  const [row] = await tx.query<{ isOwn: boolean }>(
    `with w as (
       insert into wf_forward (org_id, id, instance_id, from_uid, chat_ids, content, at) values ($1, $2, $3, $4, $5::bigint[], $6, $7)
       on conflict (org_id, id) do nothing returning from_uid)
     select from_uid = $4 as "isOwn" from w union all select from_uid = $4 from wf_forward where org_id = $1 and id = $2 limit 1`,
    [tx.orgId, id, processId, session.uid, chatIds, JSON.stringify(content), new Date(call.at).toISOString()],
  )
  if (!row?.isOwn) throw new NotFound()
  return { id }
}

/** The person who forwards writes to conversations of his own. */
const requireMember = async (tx: Tx, uid: Id, chatIds: readonly Id[]): Promise<void> => {
  const rows = await tx.query<{ id: Id }>(
    'select chat_id as id from chat_member where org_id = $1 and uid = $2 and chat_id = any ($3::bigint[]) and left_at is null',
    [tx.orgId, uid, chatIds],
  )
  if (rows.length < new Set(chatIds).size) throw new NotFound()
}

type Values = Readonly<Record<string, unknown>>

/** True of a path that stands in what the reader sees. */
const isSeen = (values: Values, path: string): boolean => {
  const [key = '', column] = path.split('.')
  const content = values[key]
  if (column === undefined) return !isEmpty(content)
  return Array.isArray(content) && content.some((row: Values) => !isEmpty(row[column]))
}

/** Only what stands at some paths. */
const shapeAmong = ({ fields, tables }: FormShape, paths: ReadonlySet<string>): FormShape => ({
  fields: Object.fromEntries(Object.entries(fields).filter(([key]) => paths.has(key))),
  tables: tables.map((table) => ({
    ...table,
    columns: Object.fromEntries(Object.entries(table.columns).filter(([column]) => paths.has(`${table.key}.${column}`))),
  })),
})

const contentOf = ({ process, form }: ProcessDetail, paths: readonly string[], speaker: Speaker): ForwardedContent => {
  const shape: FormShape = shapeOf(form) ?? { fields: {}, tables: [] }
  const hiddenPath = paths.find((path) => fieldAt(shape, path) === undefined || !isSeen(form.values, path))
  if (hiddenPath !== undefined) refuse('approval.fieldHidden', '有的内容您看不到，不能转发')
  const sharedShape = shapeAmong(shape, new Set(paths))
  return {
    title: speaker.say(process.flowName),
    number: process.number,
    applicant: process.initiator.userName,
    fields: fieldsOn(sharedShape, form.values, speaker)
      .filter(({ value }) => value !== '')
      .map(({ label, value, long }) => ({ label, value, long })),
    tables: tablesOn(sharedShape, form.values, speaker).map(({ title, columns, rows }) => ({
      title,
      columns: columns.map(({ label, number }) => ({ label, number })),
      rows: rows.map((row) => [...row]),
    })),
  }
}

/** What was forwarded, for its sender and for members of the conversations that it went to. */
export const readForward = async (tx: Tx, uid: Id, id: Id): Promise<OutputOf<typeof forwardingOperations.forwarded>> => {
  const [row] = await tx.query<{ from: string; at: string; content: ForwardedContent }>(
    `select p.user_name as "from", f.at, f.content from wf_forward f join person p on p.org_id = $1 and p.id = f.from_uid
     where f.org_id = $1 and f.id = $2 and (f.from_uid = $3 or exists (
       select from chat_member m where m.org_id = $1 and m.uid = $3 and m.chat_id = any (f.chat_ids) and m.left_at is null))`,
    [tx.orgId, id, uid],
  )
  if (!row) throw new NotFound()
  return { from: row.from, at: row.at, ...row.content }
}
