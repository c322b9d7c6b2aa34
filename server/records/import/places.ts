import { isEmpty, textIn, asTexts } from '../../../kernel/field.ts'
import type { Id } from '../../../kernel/id.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import { location } from '../../../domain/records/location.ts'
import type { SignedIn } from '../../call.ts'
import type { QueryTx } from '../../db/tx.ts'
import { announce } from '../../messaging/outbox.ts'
import { updateRecord } from '../engine.ts'
import { assignPeople } from '../locations.ts'
import { insertRows, type RecordWrite, type Update } from './write.ts'

/** Places as sheets say them: all their managers in one column, the first manager first, and their users in another. */
export const placesInSheets = async (tx: QueryTx, rows: readonly RecordRow[]): Promise<RecordRow[]> => {
  const people = await tx.query<{ loc_id: Id; uid: Id; kind: string }>(
    'select loc_id, uid, kind from location_user where org_id = $1 and loc_id = any ($2::bigint[]) order by uid',
    [tx.orgId, rows.map(({ id }) => id)],
  )
  const byPlace = Map.groupBy(people, ({ loc_id }) => loc_id)
  return rows.map((row) => {
    const uidsOf = (assignmentKind: string) =>
      (byPlace.get(row.id) ?? []).flatMap(({ uid, kind }) => (kind === assignmentKind ? [uid] : []))
    const first = textIn(row, 'managerUid')
    const managers = first === undefined ? uidsOf('manager') : [first, ...uidsOf('manager').filter((uid) => uid !== first)]
    return { ...row, managerUid: managers, users: uidsOf('user') }
  })
}

/** The first of the managers stands in the place's own field. */
const peopleOf = (values: Readonly<Record<string, unknown>>): { first: Id | undefined; others: readonly Id[]; users: readonly Id[] } => {
  const [first, ...others] = asTexts(values['managerUid'])
  return { first, others, users: asTexts(values['users']) }
}

export const updatePlace = async (call: SignedIn, { before: { id, version, ...before }, changes }: Update): Promise<void> => {
  const { users: _, ...own } = changes
  const { first, others, users } = peopleOf({ ...before, ...changes })
  await updateRecord(call, location, { id, version, ...own, managerUid: first ?? null })
  if ('managerUid' in changes || 'users' in changes) await assignPeople(call, { locId: id, managers: others, users })
}

export const writePlaces = async ({ tx, kind, rows, author, onProgress }: RecordWrite): Promise<undefined> => {
  const ownRows = rows.map(({ id, values }) => ({
    id,
    values: { ...values, managerUid: peopleOf(values).first ?? (isEmpty(values['parentId']) ? author.uid : undefined) },
  }))
  await insertRows(tx, kind, ownRows, { uid: author.uid, onProgress })
  const assignments = rows.flatMap(({ id, values }) => {
    const { others, users } = peopleOf(values)
    return [...others.map((uid) => ({ id, uid, kind: 'manager' })), ...users.map((uid) => ({ id, uid, kind: 'user' }))]
  })
  if (assignments.length === 0) return
  await tx.query(
    `insert into location_user (org_id, loc_id, uid, kind)
     select o.org_id, u.loc_id, u.uid, u.kind from organisation o cross join unnest($2::bigint[], $3::bigint[], $4::text[]) as u (loc_id, uid, kind) where o.org_id = $1`,
    [tx.orgId, assignments.map(({ id }) => id), assignments.map(({ uid }) => uid), assignments.map((assignment) => assignment.kind)],
  )
  await announce(tx, { topic: 'rights', body: { uids: [...new Set(assignments.map(({ uid }) => uid))] } })
}
