import { type Id, newId } from '../../kernel/id.ts'
import { RefusalError, refusal, type Params, type Refusal } from '../../kernel/refusal.ts'
import type { ForeignDepartment, ForeignDirectory, ForeignPerson } from '../../domain/directory/foreign.ts'
import { keeperTitles, type Keeper } from '../../domain/directory/keeper.ts'
import { believed, matched, type Marks } from '../../domain/directory/matching.ts'
import { isMassLeaving, parentsFirst } from '../../domain/directory/order.ts'
import { saidOf } from '../../domain/directory/foreignFields.ts'
import { WorkplaceFault } from '../../hosts/workplace.ts'
import { administrators } from '../access/people.ts'
import type { Database } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue, type PieceWorker } from '../jobs/jobs.ts'
import { notify } from '../messaging/notify.ts'
import { applyOne, goneOne, settlePeople, untouchable } from './applyPerson.ts'
import { applyOneDepartment, goneOneDepartment, settleDepartments } from './departments.ts'
import { tellLeft } from './leavers.ts'
import { lockDirectory, writeLink } from './links.ts'

/**
 * How far taking over all that a keeper keeps is: its lists are read (`departments`, `people`), then they are taken over (`applying`), then those
 * leave who are not in them (`leaving`). `asking`: so many would leave that it stands still until an administrator says that it is so.
 */
export type SyncPhase = 'departments' | 'people' | 'asking' | 'applying' | 'leaving' | 'done' | 'failed'
export type SyncStanding = {
  readonly phase: SyncPhase
  readonly done: number
  readonly total: number
  /** How many would leave; of `asking`. */
  readonly leaving: number
  readonly startedAt: string
  readonly endedAt?: string
  readonly failure?: { readonly words: string; readonly params: Params }
}

/**
 * Begins to take over all that a keeper keeps; while that is under way, nothing. `anew`: from the beginning also then, and what was read until now
 * does not count.
 */
export const startSync = async (tx: Tx, keeper: Keeper, { anew = false } = {}): Promise<void> => {
  await lockDirectory(tx)
  const [now] = await tx.query<{ phase: SyncPhase; lives: boolean }>(
    `select s.phase, exists (select from job j where j.org_id = $1 and j.kind = $3 and j.key = $2 and j.done_at is null
       and j.lease_until is distinct from 'infinity') as lives
     from directory_sync s where s.org_id = $1 and s.keeper = $2`,
    [tx.orgId, keeper, syncJob],
  )
  const isUnderWay = !anew && now !== undefined && !restingPhases.includes(now.phase)
  if (isUnderWay && now?.lives) return
  if (!isUnderWay) {
    await tx.query('delete from directory_arrival where org_id = $1 and keeper = $2', [tx.orgId, keeper])
    await tx.query(
      `insert into directory_sync as s (org_id, keeper, id, phase, started_at) values ($1, $2, $3, 'departments', to_timestamp($4::float8 / 1000))
       on conflict (org_id, keeper) do update set id = excluded.id, phase = excluded.phase, place = null, done = 0, total = 0, leaving = 0,
         confirmed = false, words = null, params = '{}', started_at = excluded.started_at, ended_at = null`,
      [tx.orgId, keeper, newId(), tx.now()],
    )
  }
  await enqueue(tx, { kind: syncJob, key: keeper })
}

const syncJob = 'directory.sync'
const restingPhases: readonly SyncPhase[] = ['asking', 'done', 'failed']

/** It is so that so many leave: it goes on. False where nothing asks. */
export const confirmSync = async (tx: Tx, keeper: Keeper): Promise<boolean> => {
  await lockDirectory(tx)
  const confirmedRows = await tx.query(
    `update directory_sync set phase = 'applying', confirmed = true where org_id = $1 and keeper = $2 and phase = 'asking' returning 1`,
    [tx.orgId, keeper],
  )
  if (confirmedRows.length > 0) await enqueue(tx, { kind: syncJob, key: keeper })
  return confirmedRows.length > 0
}

/** It is not so: nothing of it is taken over. False where nothing asks. */
export const dropSync = async (tx: Tx, keeper: Keeper): Promise<boolean> => {
  await lockDirectory(tx)
  const [requestRow] = await tx.query<{ id: Id }>(`select id from directory_sync where org_id = $1 and keeper = $2 and phase = 'asking'`, [
    tx.orgId,
    keeper,
  ])
  if (requestRow) await end(tx, keeper, refusal('directory.dropped', '离开的人太多，这次同步已放弃'))
  return requestRow !== undefined
}

/** Undefined where it never began. */
export const syncStanding = async (tx: Tx, keeper: Keeper): Promise<SyncStanding | undefined> => {
  const [row] = await tx.query<
    Omit<SyncStanding, 'failure' | 'endedAt'> & { endedAt: string | null; words: string | null; params: Params }
  >(
    `select phase, done, total, leaving, started_at as "startedAt", ended_at as "endedAt", words, params
     from directory_sync where org_id = $1 and keeper = $2`,
    [tx.orgId, keeper],
  )
  if (!row) return undefined
  const { words, params, endedAt, ...standing } = row
  return { ...standing, ...(endedAt && { endedAt }), ...(words && { failure: { words, params } }) }
}

/**
 * Takes over what a keeper keeps, a part at a time: all of it is read before any of it counts, so that neither the order of its lists nor where
 * the work was cut off makes a difference. `directoryOf`: who to ask; undefined where the organisation has nothing to do with them any more.
 */
export const syncWorker = (directoryOf: (orgId: Id, keeper: Keeper) => Promise<ForeignDirectory | undefined>): PieceWorker => ({
  kind: syncJob,
  piece: async (database, { orgId, key }) => {
    const keeper = key as Keeper
    const place = await database.reading(orgId, (tx) => readPlace(tx, keeper))
    if (!place || restingPhases.includes(place.phase)) return false
    try {
      if (place.phase === 'departments' || place.phase === 'people')
        await read({ database, orgId, keeper }, place, await directoryOf(orgId, keeper))
      else await step({ database, orgId, keeper }, place, place.phase === 'applying' ? applyNext : leaveNext)
    } catch (error) {
      const words = finalWords(error, keeper)
      if (!words) throw error
      await step({ database, orgId, keeper }, place, (tx) => end(tx, keeper, words))
    }
    return true
  },
})

/** Where it stands; the person who works on it writes only if it still stands there. */
type Place = {
  readonly id: Id
  readonly phase: SyncPhase
  readonly place: string | null
  readonly done: number
  readonly confirmed: boolean
  readonly startedMs: number
}

const readPlace = async (tx: Tx, keeper: Keeper): Promise<Place | undefined> => {
  const [place] = await tx.query<Place>(
    `select id, phase, place, done, confirmed, (extract(epoch from started_at) * 1000)::float8 as "startedMs"
     from directory_sync where org_id = $1 and keeper = $2`,
    [tx.orgId, keeper],
  )
  return place
}

type SyncContext = { readonly database: Database; readonly orgId: Id; readonly keeper: Keeper }

/** Does something where it still stands as it did; nothing where another process was faster. */
const step = (
  { database, orgId, keeper }: SyncContext,
  place: Place,
  work: (tx: Tx, keeper: Keeper, place: Place) => Promise<void>,
): Promise<void> =>
  database.inTransaction(
    orgId,
    async (tx) => {
      await lockDirectory(tx)
      const now = await readPlace(tx, keeper)
      if (now?.id === place.id && now.phase === place.phase && now.place === place.place && now.done === place.done)
        await work(tx, keeper, now)
    },
    { statementSeconds: 60 },
  )

/** What no further try would mend, in words; undefined for what may pass. */
const finalWords = (error: unknown, keeper: Keeper): Refusal | undefined => {
  if (error instanceof RefusalError) return error.refusal
  if (!(error instanceof WorkplaceFault) || error.kind === 'again') return undefined
  return refusal('directory.refused', '{keeper}拒绝了读取：{reason}', {
    keeper: keeperTitles[keeper],
    reason: (error.advice ?? error.message).slice(0, 200),
  })
}

const read = async ({ database, orgId, keeper }: SyncContext, position: Place, directory: ForeignDirectory | undefined): Promise<void> => {
  if (!directory) throw new RefusalError(refusal('directory.apart', '与{keeper}的连接已断开', { keeper: keeperTitles[keeper] }))
  const askedMs = database.now()
  const place = position.place ?? undefined
  const isPeople = position.phase === 'people'
  const { rows, next } = isPeople ? await directory.people(place) : await directory.departments(place)
  if (next !== undefined && next === place) throw new Error(`The list of ${keeper} does not go on from ${next}.`)
  await step({ database, orgId, keeper }, position, async (tx) => {
    const byId = new Map(rows.map((row) => [row.id, row]))
    await tx.query(
      `insert into directory_arrival as a (org_id, keeper, kind, foreign_id, said, said_at)
       select o.org_id, $2, $3, r.id, r.said::jsonb, to_timestamp($6::float8 / 1000) from organisation o cross join unnest($4::text[], $5::text[]) as r (id, said) where o.org_id = $1
       on conflict (org_id, keeper, kind, foreign_id) do update set said = excluded.said, said_at = excluded.said_at`,
      [
        tx.orgId,
        keeper,
        isPeople ? 'person' : 'department',
        [...byId.keys()],
        [...byId.values()].map((row) => JSON.stringify(row)),
        askedMs,
      ],
    )
    if (next === undefined && isPeople) return plan(tx, keeper, position)
    await tx.query(`update directory_sync set phase = $3, place = $4, done = done + $5 where org_id = $1 and keeper = $2`, [
      tx.orgId,
      keeper,
      next === undefined ? 'people' : position.phase,
      next ?? null,
      rows.length,
    ])
  })
}

type Arrival<T> = { readonly said: T; readonly saidAtMs: number }
type ArrivalRow = { readonly rank: number } & (
  | ({ readonly kind: 'department' } & Arrival<ForeignDepartment>)
  | ({ readonly kind: 'person' } & Arrival<ForeignPerson>)
)

/** All of it is read: in which order it is taken over, who of ours they are, and whether an administrator is to be asked first. */
const plan = async (tx: Tx, keeper: Keeper, { startedMs, confirmed }: Place): Promise<void> => {
  const [departments, people] = await Promise.all([
    tx.query<{ said: ForeignDepartment }>(`select said from directory_arrival where org_id = $1 and keeper = $2 and kind = 'department'`, [
      tx.orgId,
      keeper,
    ]),
    tx.query<{ said: ForeignPerson }>(
      `select said from directory_arrival where org_id = $1 and keeper = $2 and kind = 'person' order by foreign_id collate "C"`,
      [tx.orgId, keeper],
    ),
  ])
  const orderedDepartments = parentsFirst(departments.map(({ said }) => said))
  const keys = [
    ...orderedDepartments.map(({ id }) => ['department', id] as const),
    ...people.map(({ said }) => ['person', said.id] as const),
  ]
  await tx.query(
    `update directory_arrival a set rank = k.rank::int from unnest($3::text[], $4::text[]) with ordinality as k (kind, id, rank)
     where a.org_id = $1 and a.keeper = $2 and a.kind = k.kind and a.foreign_id = k.id`,
    [tx.orgId, keeper, keys.map(([kind]) => kind), keys.map(([, id]) => id)],
  )
  await knowAgain(
    tx,
    keeper,
    people.map(({ said }) => said),
    startedMs,
  )
  const { leaving, inService } = await onlyRow(
    tx.query<{ leaving: number; inService: number }>(
      `select count(*) filter (where l.said_at <= to_timestamp($3::float8 / 1000) and (a.said is null or a.said ->> 'isActive' = 'false'))::int as leaving,
              count(*)::int as "inService"
       from foreign_person l left join directory_arrival a on a.org_id = $1 and a.keeper = $2 and a.kind = 'person' and a.foreign_id = l.foreign_id
       where l.org_id = $1 and l.keeper = $2 and l.active and l.gone_at is null`,
      [tx.orgId, keeper, startedMs],
    ),
  )
  const asks = !confirmed && isMassLeaving(leaving, inService)
  await tx.query(
    'update directory_sync set phase = $3, place = null, done = 0, total = $4, leaving = $5 where org_id = $1 and keeper = $2',
    [tx.orgId, keeper, asks ? 'asking' : 'applying', keys.length, leaving],
  )
  if (asks)
    await notify(tx, {
      uids: await administrators(tx),
      msgType: 2,
      category: 'system',
      title: '{keeper}同步后将有{n}人离开，请确认',
      params: { keeper: keeperTitles[keeper], n: leaving },
      link: '/pages/user/signon',
    })
}

/** Links those who are here already, all at once: who comes first in a list does not matter. Who is in the lists no more makes room. */
const knowAgain = async (tx: Tx, keeper: Keeper, people: readonly ForeignPerson[], startedMs: number): Promise<void> => {
  const links = await tx.query<{ id: string; uid: Id; stands: boolean }>(
    `select l.foreign_id as id, l.uid, l.said_at > to_timestamp($3::float8 / 1000) or a.foreign_id is not null as stands
     from foreign_person l left join directory_arrival a on a.org_id = $1 and a.keeper = $2 and a.kind = 'person' and a.foreign_id = l.foreign_id
     where l.org_id = $1 and l.keeper = $2 and l.gone_at is null`,
    [tx.orgId, keeper, startedMs],
  )
  const storedPeople = await tx.query<{ id: string }>('select foreign_id as id from foreign_person where org_id = $1 and keeper = $2', [
    tx.orgId,
    keeper,
  ])
  const knownIds = new Set(storedPeople.map(({ id }) => id))
  const theirs = people.map((person) => ({ ...believed(keeper, saidOf(person)), id: person.id, known: knownIds.has(person.id) }))
  if (theirs.every(({ known: isKnown }) => isKnown)) return
  const protectedUids = await untouchable(tx, keeper)
  const leftRows = await tx.query<{ uid: Id }>(
    'select uid from foreign_person where org_id = $1 and keeper = $2 and (gone_at is not null or not active)',
    [tx.orgId, keeper],
  )
  const leftUids = new Set(leftRows.map(({ uid }) => uid))
  const activeUids = new Set(links.flatMap(({ uid, stands }) => (stands ? [uid] : [])))
  const ours = await tx.query<{ uid: Id } & Required<Marks>>(
    `select id as uid, phone, email, employee_no as "employeeNo" from person
     where org_id = $1 and deleted_at is null and (phone is not null or email is not null or employee_no is not null)`,
    [tx.orgId],
  )
  const matches = matched(
    theirs,
    ours.map((row) => ({ ...row, taken: activeUids.has(row.uid) || protectedUids.has(row.uid) })),
  )
  for (const [id, uid] of matches)
    await writeLink(tx, keeper, { foreignId: id, uid }, { fields: [], departments: [], active: leftUids.has(uid) ? false : null, atMs: 0 })
}

/** So many at once that a transaction stays short. */
const atOnce = 100

const applyNext = async (tx: Tx, keeper: Keeper, { place }: Place): Promise<void> => {
  const rows = await tx.query<ArrivalRow>(
    `select kind, rank, said, (extract(epoch from said_at) * 1000)::float8 as "saidAtMs" from directory_arrival
     where org_id = $1 and keeper = $2 and rank > $3 order by rank limit ${atOnce}`,
    [tx.orgId, keeper, Number(place ?? 0)],
  )
  const departments = rows.filter((row) => row.kind === 'department')
  for (const { said, saidAtMs } of departments) await applyOneDepartment(tx, keeper, said, saidAtMs)
  if (departments.length > 0)
    await settleDepartments(
      tx,
      keeper,
      departments.map(({ said }) => said.id),
    )
  const people = rows.filter((row) => row.kind === 'person')
  const appliedPeople: { uid: Id; left: boolean }[] = []
  // Who of ours they are was settled for all of them at once.
  for (const { said, saidAtMs } of people) appliedPeople.push(await applyOne(tx, keeper, said, { atMs: saidAtMs, knownBy: 'link' }))
  if (people.length > 0)
    await settlePeople(
      tx,
      keeper,
      appliedPeople.map(({ uid }) => uid),
      people.map(({ said }) => said.id),
    )
  await tellLeft(
    tx,
    keeper,
    appliedPeople.filter(({ left }) => left).map(({ uid }) => uid),
  )
  const last = rows.at(-1)?.rank
  await tx.query('update directory_sync set phase = $3, place = $4, done = done + $5 where org_id = $1 and keeper = $2', [
    tx.orgId,
    keeper,
    rows.length < atOnce ? 'leaving' : 'applying',
    rows.length < atOnce ? null : String(last),
    rows.length,
  ])
}

/** First the people who are in no list any more, then the departments. */
const leaveNext = async (tx: Tx, keeper: Keeper, { place, startedMs }: Place): Promise<void> => {
  const missingPeople = await tx.query<{ id: string }>(
    `select l.foreign_id as id from foreign_person l
     where l.org_id = $1 and l.keeper = $2 and l.gone_at is null and l.active is not null and l.said_at <= to_timestamp($3::float8 / 1000) and l.foreign_id > $4
       and not exists (select from directory_arrival a where a.org_id = $1 and a.keeper = $2 and a.kind = 'person' and a.foreign_id = l.foreign_id)
     order by l.foreign_id limit ${atOnce}`,
    [tx.orgId, keeper, startedMs, place ?? ''],
  )
  const leftUids: Id[] = []
  for (const { id } of missingPeople) {
    const uid = await goneOne(tx, keeper, id, startedMs)
    if (uid !== undefined) leftUids.push(uid)
  }
  await settlePeople(
    tx,
    keeper,
    [],
    missingPeople.map(({ id }) => id),
  )
  await tellLeft(tx, keeper, leftUids)
  const last = missingPeople.at(-1)?.id
  if (last !== undefined) {
    await tx.query('update directory_sync set place = $3, done = done + $4 where org_id = $1 and keeper = $2', [
      tx.orgId,
      keeper,
      last,
      missingPeople.length,
    ])
    return
  }
  const departments = await tx.query<{ id: string }>(
    `select l.foreign_id as id from foreign_department l
     where l.org_id = $1 and l.keeper = $2 and l.gone_at is null and l.said_at <= to_timestamp($3::float8 / 1000)
       and not exists (select from directory_arrival a where a.org_id = $1 and a.keeper = $2 and a.kind = 'department' and a.foreign_id = l.foreign_id)
     order by l.foreign_id`,
    [tx.orgId, keeper, startedMs],
  )
  for (const { id } of departments) await goneOneDepartment(tx, keeper, id, startedMs)
  await settleDepartments(
    tx,
    keeper,
    departments.map(({ id }) => id),
  )
  await end(tx, keeper)
}

/** It is over, well or not; what was read and not taken over is forgotten. */
const end = async (tx: Tx, keeper: Keeper, failure?: Refusal): Promise<void> => {
  await tx.query('delete from directory_arrival where org_id = $1 and keeper = $2', [tx.orgId, keeper])
  await tx.query(
    `update directory_sync set phase = $3, place = null, words = $4, params = $5, ended_at = now() where org_id = $1 and keeper = $2`,
    [tx.orgId, keeper, failure ? 'failed' : 'done', failure?.words ?? null, failure?.params ?? {}],
  )
}
