import { isDeepStrictEqual } from 'node:util'
import { textIn, type Field, type Fields } from '../../kernel/field.ts'
import { referenceOf, refersTo } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { codeOf, type DocumentKind } from '../../domain/documents/define.ts'
import type { FunctionCode } from '../../domain/rules/functionCode.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { managesPlaces, mayQuery, requireOwnPlaces } from '../access/scope.ts'
import type { Body } from './body.ts'
import { type DocumentAction, ownAssetFields, placesOf } from './posting/effects.ts'
import type { DocumentRecord } from './store.ts'

/** The code with which a document goes into the books without an approval; the person who has it keeps what the kind is about. */
export const postCode = (kind: DocumentKind): FunctionCode => `${codeOf(kind)}:post`

export const keeps = (session: Session, kind: DocumentKind): boolean => session.codes.has(postCode(kind))

/** Refuses a department that is none of the author's. */
export const requireOwnDepartment = (session: Session, deptId: Id | undefined): void => {
  if (deptId && !session.departmentIds.includes(deptId)) refuse('approval.notYourDepartment', '只能为自己所属的部门申请')
}

/** The code with which others' documents of a kind are read. */
const readCode = (kind: DocumentKind): FunctionCode => `${codeOf(kind)}:read`

/** Who keeps or reads a kind sees every document of it inside the data scope, unless querying is off for them; others see their own. */
export const seesAll = (session: Session, kind: DocumentKind): boolean =>
  (keeps(session, kind) || session.codes.has(readCode(kind))) && (mayQuery(session) || session.departments.length > 0)

/** True for a receiver of a document: its header or a line names him. */
const isFor = ({ subjectUid, lineReceiverUids }: DocumentRecord, uid: Id): boolean => subjectUid === uid || lineReceiverUids.includes(uid)

/** SQL: the same of a document `d` of organisation $1, whose receivers its own index finds; `uid` is the place of the person's id. */
export const isForSql = (uid: string): string =>
  `(d.subject_uid = ${uid} or d.id = any (array(select r.document_id from document_line r where r.org_id = $1 and r.receiver_uid = ${uid})))`

/** True for the author; once it was submitted also for the people it is for, and a manager whose locations it touches or who sees all. */
export const inScope = (session: Session, kind: DocumentKind, document: DocumentRecord): boolean =>
  document.authorUid === session.uid || (document.state !== 'draft' && isFor(document, session.uid)) || isManaged(session, kind, document)

/** True for a document that was submitted and that the caller sees because he keeps its kind. */
export const isManaged = (session: Session, kind: DocumentKind, { locIds, deptId, state }: DocumentRecord): boolean => {
  if (state === 'draft' || !seesAll(session, kind)) return false
  const { locations, departments } = session
  if (locations === 'all' || (deptId !== null && departments.includes(deptId))) return true
  return locIds.length === 0 ? locations.length > 0 : locIds.some((id) => locations.includes(id))
}

/** SQL: the same of a document `d` whose kind the caller reads; `locations` and `departments` are the places of their values. */
export const isManagedSql = (session: Session, { locations, departments }: { locations: string; departments: string }): string => {
  if (session.locations === 'all') return `(${locations}::bigint[] is null and ${departments}::bigint[] is not null)`
  const conditions = [
    ...(session.locations.length > 0 ? [`d.loc_ids = '{}'`] : []),
    `d.loc_ids && ${locations}::bigint[]`,
    `d.dept_id = any (${departments}::bigint[])`,
  ]
  return `(${conditions.join(' or ')})`
}

/**
 * What a keeper may write at all, a draft too: issues and counts only with a place that he manages, and where a field asks for a place of
 * his own, one of these.
 */
export const requireKeeper = async (tx: Tx, session: Session, kind: DocumentKind, body: Body): Promise<void> => {
  if (!keeps(session, kind)) return
  if (kind.keptBy === 'managers' && !(await managesPlaces(tx, session))) refuse('location.none', '当前管理员未指定管理区域，请先指定')
  const places = [ownPlacesIn(kind.header, body.header), ...body.lines.map(({ values }) => ownPlacesIn(kind.line, values))].flat()
  await requireOwnPlaces(tx, session, places)
}

/**
 * Refuses what only keepers fill in, from the person who does not keep the kind, and what no one fills in; what was written into it before, stored as
 * `before`, may come back as it is.
 */
export const requireFillable = (session: Session, kind: DocumentKind, body: Body, before?: Body): void => {
  const keeper = keeps(session, kind)
  const foreign = (fields: Fields, values: Values, storedRows: readonly Values[]) =>
    Object.entries(fields).find(
      ([key, { filledBy }]) =>
        (filledBy === 'nobody' || (filledBy === 'keeper' && !keeper)) &&
        values[key] !== undefined &&
        !storedRows.some((storedRow) => isDeepStrictEqual(storedRow[key], values[key])),
    )
  const storedLines = (before?.lines ?? []).map(({ values }) => values)
  const [found] = [
    foreign(kind.header, body.header, before ? [before.header] : []),
    ...body.lines.map(({ values }) => foreign(kind.line, values, storedLines)),
  ].filter((values) => values !== undefined)
  if (!found) return
  if (found[1].filledBy === 'nobody') refuse('field.nobodys', '“{field}”由系统填写', { field: found[1].label })
  refuse('field.keepers', '“{field}”由管理员填写', { field: found[1].label })
}

type Values = Readonly<Record<string, unknown>>

/**
 * Refuses where a stage reaches into places that the caller does not manage. An application that an employee may make as well, about
 * nothing that others have, asks instead of taking: the person who approves it decides.
 */
export const requireReach = async (
  tx: Tx,
  session: Session,
  action: DocumentAction,
  { stage, isApplying = false }: { readonly stage: number; readonly isApplying?: boolean | undefined },
): Promise<void> => {
  const { kind } = action
  if (session.managedLocations === 'all' || kind.keptBy === 'finance') return
  if (isApplying && (!keeps(session, kind) || (kind.forEmployees && (await notHeld(tx, session, action)) === undefined))) return
  await requireOwnPlaces(tx, session, await placesOf(tx, action, stage))
}

/** The first asset among those that a document names one by one which is not the caller's, as people call it. */
export const notHeld = async (tx: Tx, session: Session, { kind, body }: DocumentAction): Promise<string | undefined> => {
  const fields = ownAssetFields(kind.line)
  const ids = body.lines.flatMap(({ values }) => fields.flatMap((key) => textIn(values, key) ?? []))
  if (ids.length === 0) return undefined
  const [foreign] = await tx.query<{ label: string }>(
    `select instance_name || '（' || instance_code || '）' as label from asset where org_id = $1 and id = any ($2::bigint[]) and holder_uid is distinct from $3::bigint`,
    [tx.orgId, ids, session.uid],
  )
  return foreign?.label
}

const ownPlacesIn = (fields: Fields, values: Readonly<Record<string, unknown>>): unknown[] =>
  Object.entries(fields).flatMap(([key, field]) => (isOwnPlace(field) && values[key] !== undefined ? [values[key]] : []))

const isOwnPlace = ({ control }: Field): boolean => refersTo(control) === 'location' && referenceOf(control)?.filter?.['own'] === true
