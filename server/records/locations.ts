import type { Id } from '../../kernel/id.ts'
import { entryOf } from '../../kernel/assert.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { ListRequest, OutputOf, Page } from '../../domain/operations/define.ts'
import type { locationHandOver, locationPeople, locationPeopleSave, peopleWithoutLocation } from '../../domain/records/operations.ts'
import { location } from '../../domain/records/location.ts'
import { person } from '../../domain/records/person.ts'
import { managedBy } from '../access/places.ts'
import { requireOwnPlaces } from '../access/scope.ts'
import type { SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { notify } from '../messaging/notify.ts'
import { announce } from '../messaging/outbox.ts'
import { likePattern } from '../search/searchText.ts'
import { countLimit, numberedPartOf, pageFor, partOf } from '../page.ts'
import { Conditions, limitOf } from '../db/conditions.ts'
import { keywordOf, ofPerson } from './location.ts'
import { rowOf, tableOf, type Values } from '../db/recordTable.ts'
import { openSearchOf } from '../search/recordSearch.ts'
import { NotFound } from '../httpError.ts'

type Node = Values & { children: Node[] }

/** All places as a forest, by code. With a manager: their places with everything below; with a keyword: what matches, and the way to it. */
export const treeOf = async (tx: Tx, input: ListRequest & { managerUid?: string | undefined }): Promise<Node[]> => {
  const table = tableOf(location)
  const c = new Conditions(tx.orgId)
  const matches = input.likeQuery?.trim() ? `r.search like ${c.place(likePattern(input.likeQuery))}` : 'true'
  const managedCondition = input.managerUid ? ofPerson(c.place(input.managerUid), ['manager']) : 'true'
  const rows = await tx.query<Values & { matches: boolean; managed: boolean | null }>(
    `${table.select.replace('select ', `select ${matches} as matches, ${managedCondition} as managed, `)}
     where r.org_id = $1 and r.deleted_at is null order by r.loc_code limit ${countLimit}`,
    c.values,
  )
  const nodes = new Map(rows.map((row) => [row['id'], { ...rowOf(table, row), children: [] } as Node]))
  const flags = new Map(rows.map((row) => [row['id'], row]))
  const roots: Node[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(node['parentId'])
    if (parent) parent.children.push(node)
    else roots.push(node)
  }
  const managedRoots = (list: Node[]): Node[] =>
    list.flatMap((node) => (entryOf(flags, node['id']).managed ? [node] : managedRoots(node.children)))
  const matching = (list: Node[]): Node[] =>
    list.flatMap((node) => {
      const children = matching(node.children)
      return entryOf(flags, node['id']).matches || children.length > 0 ? [{ ...node, children }] : []
    })
  return matching(managedRoots(roots))
}

/** Active people who neither manage nor use any place. */
export const withoutLocation = async (
  tx: Tx,
  input: ListRequest & { uid?: Id | undefined },
): Promise<OutputOf<typeof peopleWithoutLocation>> => {
  const part = partOf(input)
  const c = new Conditions(tx.orgId)
  const keyword = input.likeQuery?.trim()
  const from = `from person p left join department d on d.org_id = $1 and d.id = p.dept_id
    where p.org_id = $1 and p.deleted_at is null and p.state = 'active'
      and not exists (select from location l where l.org_id = $1 and l.manager_uid = p.id and l.deleted_at is null)
      and not exists (select from location_user u join location l on l.org_id = $1 and l.id = u.loc_id and l.deleted_at is null
                      where u.org_id = $1 and u.uid = p.id)
      ${keyword ? `and ${openSearchOf(person, 'p')} like ${c.place(likePattern(keyword))}` : ''}
      ${input.uid ? `and p.id = ${c.place(input.uid)}` : ''}`
  const counting = [...c.values]
  const after = part.after === undefined ? '' : `and p.id < ${c.place(part.after)}`
  const [matchCount, list] = await Promise.all([
    onlyRow(tx.query<{ n: number }>(`select count(*)::int as n ${from}`, counting)),
    tx.query<{ id: string; uid: string; userName: string; deptId: string | null; deptName: string | null }>(
      `select p.id, p.id as uid, p.user_name as "userName", p.dept_id as "deptId", d.dept_name as "deptName" ${from} ${after}
       order by p.id desc ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
    ),
  ])
  return pageFor(part, list, matchCount.n, { limit: Number.MAX_SAFE_INTEGER })
}

type PeopleQuery = ListRequest & {
  uid?: string | undefined
  locId?: string | undefined
  managerUid?: string | undefined
  queryLike?: unknown
  locQuery?: unknown
}
type LocationPerson = OutputOf<typeof locationPeople>['list'][number]

/** Who manages and who uses which place, one row for each; the first manager is one of them. */
export const peopleOfLocations = async (tx: Tx, input: PeopleQuery): Promise<Page<LocationPerson>> => {
  const part = numberedPartOf(input)
  const c = new Conditions(tx.orgId)
  if (input.uid) c.add(`u.uid = ${c.place(input.uid)}`)
  if (input.locId) c.add(`u.loc_id = ${c.place(input.locId)}`)
  if (input.managerUid) c.add(`u.kind = 'manager' and u.uid = ${c.place(input.managerUid)}`)
  for (const keyword of [input.likeQuery, keywordOf(input.queryLike), keywordOf(input.locQuery)]) {
    if (!keyword?.trim()) continue
    const pattern = c.place(likePattern(keyword))
    c.add(`(l.search like ${pattern} or ${openSearchOf(person, 'p')} like ${pattern})`)
  }
  const from = `from (
      select loc_id, uid, kind from location_user where org_id = $1
      union select id, manager_uid, 'manager' from location where org_id = $1 and manager_uid is not null
    ) u
    join location l on l.org_id = $1 and l.id = u.loc_id and l.deleted_at is null
    join person p on p.org_id = $1 and p.id = u.uid and p.deleted_at is null
    ${c.texts.length > 0 ? `where ${c.texts.join(' and ')}` : ''}`
  const counting = [...c.values]
  const [matchCount, list] = await Promise.all([
    onlyRow(tx.query<{ n: number }>(`select count(*)::int as n ${from}`, counting)),
    tx.query<LocationPerson>(
      `select u.loc_id as "locId", l.loc_name as "locName", l.loc_code as "locCode", u.uid, p.user_name as "userName", u.kind ${from}
       order by l.loc_code, u.kind, p.user_name collate by_pinyin, u.uid ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
    ),
  ])
  return pageFor(part, list, matchCount.n, { limit: Number.MAX_SAFE_INTEGER })
}

type Assignment = { readonly locId: Id; readonly managers: readonly Id[]; readonly users: readonly Id[] }

/** Writes who manages a place besides its first manager and who uses it, and tells those whose rights are others now. */
export const assignPeople = async (
  { tx, session }: SignedIn,
  { locId, managers, users }: Assignment,
): Promise<OutputOf<typeof locationPeopleSave>> => {
  const [place] = await tx.query<{ manager_uid: Id | null }>(
    'select manager_uid from location where org_id = $1 and id = $2 and deleted_at is null for no key update',
    [tx.orgId, locId],
  )
  if (!place) throw new NotFound()
  await requireOwnPlaces(tx, session, [locId])
  await requireInService(tx, [...managers, ...users])
  const kinds = [
    ['manager', [...new Set(managers)].filter((uid) => uid !== place.manager_uid)],
    ['user', [...new Set(users)]],
  ] as const
  for (const [kind, uids] of kinds) {
    const removedRows = await tx.query<{ uid: Id }>(
      'delete from location_user where org_id = $1 and loc_id = $2 and kind = $3 and uid <> all ($4::bigint[]) returning uid',
      [tx.orgId, locId, kind, uids],
    )
    const come = await tx.query<{ uid: Id }>(
      `insert into location_user as new_row (org_id, loc_id, uid, kind) select o.org_id, $2, uid, $3 from organisation o cross join unnest($4::bigint[]) as uid where o.org_id = $1
       on conflict do nothing returning new_row.uid`,
      [tx.orgId, locId, kind, uids],
    )
    await tellRights(
      tx,
      [...removedRows, ...come].map(({ uid }) => uid),
    )
  }
  return { managers: kinds[0][1].length, users: kinds[1][1].length }
}

/** The places of a person who leaves, or is to keep others, are another person's from now on. */
export const handOverPlaces = async (
  { tx, session }: SignedIn,
  { uid, toUid }: { readonly uid: Id; readonly toUid: Id },
): Promise<OutputOf<typeof locationHandOver>> => {
  if (uid === toUid) refuse('location.same', '不能移交给本人')
  const people = await tx.query('select from person where org_id = $1 and id = $2 and deleted_at is null', [tx.orgId, uid])
  if (people.length === 0) throw new NotFound()
  await requireInService(tx, [toUid])
  await requireOwnPlaces(tx, session, await placesManagedBy(tx, uid))
  const headedRows = await tx.query<{ id: Id }>(
    `update location set manager_uid = $3, version = version + 1, updated_at = now()
     where org_id = $1 and manager_uid = $2 and deleted_at is null returning id`,
    [tx.orgId, uid, toUid],
  )
  const besides = await tx.query<{ loc_id: Id }>(
    `delete from location_user u using location l
     where u.org_id = $1 and u.uid = $2 and u.kind = 'manager' and l.org_id = $1 and l.id = u.loc_id and l.deleted_at is null
     returning u.loc_id`,
    [tx.orgId, uid],
  )
  // The person who is the first manager of a place is not one besides.
  await tx.query(
    `insert into location_user (org_id, loc_id, uid, kind)
     select l.org_id, l.id, $2, 'manager' from location l
     where l.org_id = $1 and l.id = any ($3::bigint[]) and l.manager_uid is distinct from $2 on conflict do nothing`,
    [tx.orgId, toUid, besides.map(({ loc_id }) => loc_id)],
  )
  const movedCount = new Set([...headedRows.map(({ id }) => id), ...besides.map(({ loc_id }) => loc_id)]).size
  if (movedCount === 0) return { moved: movedCount }
  await tellRights(tx, [uid, toUid])
  if (toUid !== session.uid)
    await notify(tx, {
      uids: [toUid],
      msgType: 2,
      category: 'system',
      title: '{count}个区域移交给您管理',
      params: { count: movedCount },
      link: '/pages/user/location',
    })
  return { moved: movedCount }
}

/** The places that a person manages by name, without what is below them. */
const placesManagedBy = async (tx: Tx, uid: Id): Promise<Id[]> =>
  (
    await tx.query<{ id: Id }>(`select l.id from location l where l.org_id = $1 and l.deleted_at is null and ${managedBy('$2')}`, [
      tx.orgId,
      uid,
    ])
  ).map(({ id }) => id)

const requireInService = async (tx: Tx, uids: readonly Id[]): Promise<void> => {
  const distinctUids = [...new Set(uids)]
  const people = await tx.query(
    `select from person where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null and state = 'active' order by id for key share`,
    [tx.orgId, distinctUids],
  )
  if (people.length < distinctUids.length) refuse('reference.unknown', '{label}不存在、已删除或不适用', { label: '人员' })
}

const tellRights = async (tx: Tx, uids: readonly Id[]): Promise<void> => {
  if (uids.length > 0) await announce(tx, { topic: 'rights', body: { uids: [...new Set(uids)] } })
}
