import { newId, type Id } from '../../kernel/id.ts'
import { managerWords } from '../../domain/access/managerRoles.ts'
import type { ForeignPerson } from '../../domain/directory/foreign.ts'
import { isUnchecked, type Keeper } from '../../domain/directory/keeper.ts'
import { believed, matched, type Marks } from '../../domain/directory/matching.ts'
import { loginOf, placeholderName, saidOf, type ForeignFields } from '../../domain/directory/foreignFields.ts'
import { person as people } from '../../domain/records/person.ts'
import { administrators, createPerson, everAdministrators } from '../access/people.ts'
import type { Tx } from '../db/tx.ts'
import { seekAnew } from '../search/recordSearch.ts'
import { clearGone, placeHeads, placePeople } from './departments.ts'
import { putOut, tellLeft } from './leavers.ts'
import { lockDirectory, writeLink } from './links.ts'
import { keysOf } from '../../kernel/keysOf.ts'

/**
 * Brings a person to the state that the directory names and returns their id: the linked person, else the one with the same phone, e-mail or
 * number, else a new one. A state that was read (`atMs`) before the stored one is old and changes nothing. No one comes back into service by `isEntering`.
 */
export const applyPerson = async (
  tx: Tx,
  keeper: Keeper,
  person: ForeignPerson,
  { atMs = tx.now(), isEntering = false }: { readonly atMs?: number | undefined; readonly isEntering?: boolean | undefined } = {},
): Promise<Id> => {
  await lockDirectory(tx)
  const { uid, left } = await applyOne(tx, keeper, person, { atMs, knownBy: 'marks', isEntering })
  await settlePeople(tx, keeper, [uid], [person.id])
  if (left) await tellLeft(tx, keeper, [uid])
  return uid
}

/** What follows from people who came, changed or left: where they are, what they head, and departments that no one is in any more. */
export const settlePeople = async (tx: Tx, keeper: Keeper, uids: readonly Id[], foreignIds: readonly string[]): Promise<void> => {
  await placePeople(tx, keeper, uids)
  await placeHeads(tx, keeper, { people: foreignIds })
  await clearGone(tx, keeper)
}

/** A person is not there any more: out of service, unless another keeper has them in service. */
export const personGone = async (tx: Tx, keeper: Keeper, foreignId: string, atMs: number = tx.now()): Promise<void> => {
  await lockDirectory(tx)
  const uid = await goneOne(tx, keeper, foreignId, atMs)
  // Also of a person who was out of service before: he heads nothing any more.
  await settlePeople(tx, keeper, [], [foreignId])
  if (uid !== undefined) await tellLeft(tx, keeper, [uid])
}

/** The link of a person who is not there any more; answers who it took out of service. */
export const goneOne = async (tx: Tx, keeper: Keeper, foreignId: string, atMs: number): Promise<Id | undefined> => {
  const link = await readLink(tx, keeper, foreignId)
  if (!link || link.gone || link.saidAtMs > atMs) return undefined
  const out = link.active === true && (await putOut(tx, keeper, link.uid))
  if (out === 'last') return undefined
  await tx.query(
    'update foreign_person set gone_at = to_timestamp($4::float8 / 1000), said_at = to_timestamp($4::float8 / 1000) where org_id = $1 and keeper = $2 and foreign_id = $3',
    [tx.orgId, keeper, foreignId, atMs],
  )
  return out === true ? link.uid : undefined
}

type LinkRow = { readonly uid: Id; readonly active: boolean | null; readonly gone: boolean; readonly saidAtMs: number }

const readLink = async (tx: Tx, keeper: Keeper, foreignId: string): Promise<LinkRow | undefined> => {
  const [link] = await tx.query<LinkRow>(
    `select uid, active, gone_at is not null as gone, (extract(epoch from said_at) * 1000)::float8 as "saidAtMs"
     from foreign_person where org_id = $1 and keeper = $2 and foreign_id = $3`,
    [tx.orgId, keeper, foreignId],
  )
  return link
}

type ApplyOneInput = { readonly atMs: number; readonly knownBy: 'link' | 'marks'; readonly isEntering?: boolean }

/**
 * `knownBy`: the person who is not linked is looked for by his marks, or is a person new. `left`: they went out of service by it. Where they are and what they
 * head is settled afterwards.
 */
export const applyOne = async (
  tx: Tx,
  keeper: Keeper,
  person: ForeignPerson,
  { atMs, knownBy, isEntering = false }: ApplyOneInput,
): Promise<{ readonly uid: Id; readonly left: boolean }> => {
  const link = await readLink(tx, keeper, person.id)
  if (link && link.saidAtMs > atMs) return { uid: link.uid, left: false }
  const statedFields = saidOf(person)
  const knownUid = link?.uid ?? (knownBy === 'marks' ? await knownAs(tx, keeper, person.id, statedFields) : undefined)
  const uid = knownUid ?? newId()
  // Only who this keeper took out it brings back.
  const returns = knownUid !== undefined && !isEntering && (await hasLeft(tx, keeper, knownUid))
  const before = knownUid === undefined ? undefined : await lockPerson(tx, knownUid)
  const free = await freeMarks(tx, keeper, uid, statedFields)
  if (before) await change(tx, uid, { before, fields: free, person })
  else await make(tx, uid, free, person)
  const fields = [...Object.keys(statedFields), 'deptId', 'otherDeptIds']
  const saidActive = link && !link.gone ? link.active : null
  let isLeaving = false
  let active = person.isActive
  if (returns && person.isActive) await putIn(tx, uid)
  if (before && !person.isActive && saidActive !== false && before.state === 'active') {
    const out = await putOut(tx, keeper, uid)
    isLeaving = out === true
    // He is asked for again with the next word about him.
    if (out === 'last') active = true
  }
  await writeLink(tx, keeper, { foreignId: person.id, uid }, { fields, departments: person.departmentIds, active, atMs })
  return { uid, left: isLeaving }
}

const hasLeft = async (tx: Tx, keeper: Keeper, uid: Id): Promise<boolean> =>
  (
    await tx.query('select from foreign_person where org_id = $1 and keeper = $2 and uid = $3 and (gone_at is not null or not active)', [
      tx.orgId,
      keeper,
      uid,
    ])
  ).length > 0

/** A person of ours who has a mark of theirs and is no one else there. */
const knownAs = async (tx: Tx, keeper: Keeper, foreignId: string, fields: ForeignFields): Promise<Id | undefined> => {
  const { phone, email, employeeNo } = believed(keeper, fields)
  if (!phone && !email && !employeeNo) return undefined
  const ours = await tx.query<{ uid: Id; taken: boolean } & Required<Marks>>(
    `select p.id as uid, p.phone, p.email, p.employee_no as "employeeNo",
       exists (select from foreign_person l where l.org_id = $1 and l.keeper = $2 and l.uid = p.id and l.gone_at is null) as taken
     from person p where p.org_id = $1 and p.deleted_at is null and (p.phone = $3 or lower(p.email) = $4 or p.employee_no = $5)`,
    [tx.orgId, keeper, phone ?? null, email ?? null, employeeNo ?? null],
  )
  const protectedUids = await untouchable(tx, keeper)
  return matched(
    [{ id: foreignId, phone, email, employeeNo }],
    ours.map((row) => ({ ...row, taken: row.taken || protectedUids.has(row.uid) })),
  ).get(foreignId)
}

/** Who a keeper of theirs makes no one of: administrators, where what it says is unchecked. */
export const untouchable = async (tx: Tx, keeper: Keeper): Promise<ReadonlySet<Id>> =>
  new Set(isUnchecked(keeper) ? await everAdministrators(tx) : [])

type Before = {
  readonly userName: string
  readonly phone: string | null
  readonly email: string | null
  readonly position: string | null
  readonly employeeNo: string | null
  readonly username: string | null
  readonly nameUnknown: boolean
  readonly state: 'active' | 'disabled'
}

const lockPerson = async (tx: Tx, uid: Id): Promise<Before | undefined> => {
  const [before] = await tx.query<Before>(
    `select user_name as "userName", phone, email, position, employee_no as "employeeNo", username, name_unknown as "nameUnknown", state
     from person where org_id = $1 and id = $2 for no key update`,
    [tx.orgId, uid],
  )
  return before
}

/**
 * What can be written of what is said. A number that another person has who the same keeper keeps is his no more: the keeper says whose it is;
 * one that anyone else has stays with him, and the person who it is said of has none: the one he had is not said any more.
 */
const freeMarks = async (tx: Tx, keeper: Keeper, uid: Id, fields: ForeignFields): Promise<ForeignFields> => {
  if (!fields.phone && !fields.employeeNo) return fields
  const holders = await tx.query<{ id: Id; phone: boolean | null; employeeNo: boolean | null; kept: boolean }>(
    `select p.id, p.phone = $4 as phone, p.employee_no = $5 as "employeeNo",
       exists (select from foreign_person l where l.org_id = $1 and l.keeper = $2 and l.uid = p.id and l.gone_at is null) as kept
     from person p where p.org_id = $1 and p.id <> $3 and p.deleted_at is null and (p.phone = $4 or p.employee_no = $5)
     order by p.id for no key update of p`,
    [tx.orgId, keeper, uid, fields.phone ?? null, fields.employeeNo ?? null],
  )
  const stays = (key: 'phone' | 'employeeNo') => holders.some((holder) => holder[key] === true && !holder.kept)
  const yields = (key: 'phone' | 'employeeNo') => holders.filter((holder) => holder[key] === true && holder.kept).map(({ id }) => id)
  const [phones, numbers] = [yields('phone'), yields('employeeNo')]
  if (phones.length + numbers.length > 0) {
    await tx.query(
      `update person set phone = case when id = any ($2::bigint[]) then null else phone end,
         employee_no = case when id = any ($3::bigint[]) then null else employee_no end, version = version + 1, updated_at = now()
       where org_id = $1 and id = any ($2::bigint[] || $3::bigint[])`,
      [tx.orgId, phones, numbers],
    )
    await seekAnew(tx, people, [...phones, ...numbers])
  }
  return {
    ...fields,
    ...(stays('phone') && { phone: null }),
    ...(stays('employeeNo') && { employeeNo: null }),
  }
}

const make = async (tx: Tx, uid: Id, fields: ForeignFields, person: ForeignPerson): Promise<void> => {
  const administratorRoles = async () => ((await administrators(tx)).length > 0 ? (['tenant'] as const) : managerWords)
  const roles = person.isAdministrator ? await administratorRoles() : []
  await createPerson(tx, {
    id: uid,
    userName: fields.userName ?? placeholderName(person.id),
    username: await freeLogin(tx, person),
    ...(fields.phone && { phone: fields.phone }),
    ...(fields.email && { email: fields.email }),
    ...(fields.position && { position: fields.position }),
    ...(fields.employeeNo && { employeeNo: fields.employeeNo }),
    roles,
  })
  if (!fields.userName || !person.isActive)
    await tx.query('update person set name_unknown = $3, state = $4 where org_id = $1 and id = $2', [
      tx.orgId,
      uid,
      !fields.userName,
      person.isActive ? 'active' : 'disabled',
    ])
}

const change = async (
  tx: Tx,
  uid: Id,
  { before, fields, person }: { readonly before: Before; readonly fields: ForeignFields; readonly person: ForeignPerson },
): Promise<void> => {
  const reportedFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Before>
  const next: Before = {
    ...before,
    ...reportedFields,
    username: before.username ?? (await freeLogin(tx, person)) ?? null,
    nameUnknown: before.nameUnknown && fields.userName === undefined,
  }
  if (keysOf(next).every((key) => next[key] === before[key])) return
  await tx.query(
    `update person set user_name = $3, phone = $4, email = $5, position = $6, employee_no = $7, username = $8, name_unknown = $9,
       version = version + 1, updated_at = now()
     where org_id = $1 and id = $2`,
    [tx.orgId, uid, next.userName, next.phone, next.email, next.position, next.employeeNo, next.username, next.nameUnknown],
  )
  await seekAnew(tx, people, [uid])
}

/** The login name that a person has there, where no one here has it. */
const freeLogin = async (tx: Tx, person: ForeignPerson): Promise<string | undefined> => {
  const login = loginOf(person)
  if (login === undefined) return undefined
  const namesakes = await tx.query('select from person where org_id = $1 and username = $2 and deleted_at is null', [tx.orgId, login])
  return namesakes.length > 0 ? undefined : login
}

/** In service again. The person who was deleted meanwhile finds what others have taken gone. */
const putIn = async (tx: Tx, uid: Id): Promise<void> => {
  await tx.query(
    `update person p set state = 'active', deleted_at = null, version = version + 1, updated_at = now(),
       phone = case when exists (${takenBy('phone')}) then null else p.phone end,
       employee_no = case when exists (${takenBy('employee_no')}) then null else p.employee_no end,
       username = case when exists (${takenBy('username')}) then null else p.username end
     where p.org_id = $1 and p.id = $2 and (p.state <> 'active' or p.deleted_at is not null)`,
    [tx.orgId, uid],
  )
}

const takenBy = (column: string): string =>
  `select from person o where o.org_id = $1 and o.id <> $2 and o.deleted_at is null and o.${column} = p.${column}`
