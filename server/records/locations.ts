import type { ListRequest, OutputOf, Page } from '../../domain/operations/define.ts'
import type { locationPeople, peopleWithoutLocation } from '../../domain/operations/records.ts'
import { location } from '../../domain/records/location.ts'
import { person } from '../../domain/records/person.ts'
import type { Tx } from '../db/tx.ts'
import { likePattern } from '../search/searchText.ts'
import { Conditions, countLimit, limitOf, pageFor, partOf } from './list.ts'
import { keywordOf, ofPerson } from './location.ts'
import { rowOf, tableOf, type Values } from './recordTable.ts'
import { openSearchOf } from './scope.ts'

type Node = Values & { children: Node[] }

/** All places as a forest, by code. With a manager: their places with everything below; with a keyword: what matches, and the way to it. */
export const treeOf = async (tx: Tx, input: ListRequest & { managerUid?: string | undefined }): Promise<Node[]> => {
  const table = tableOf(location)
  const c = new Conditions(tx.orgId)
  const matches = input.likeQuery?.trim() ? `r.search like ${c.place(likePattern(input.likeQuery))}` : 'true'
  const managed = input.managerUid ? ofPerson(c.place(input.managerUid), ['manager']) : 'true'
  const rows = await tx.query<Values & { matches: boolean; managed: boolean }>(
    `${table.select.replace('select ', `select ${matches} as matches, ${managed} as managed, `)}
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
    list.flatMap((node) => (flags.get(node['id'])!.managed ? [node] : managedRoots(node.children)))
  const matching = (list: Node[]): Node[] =>
    list.flatMap((node) => {
      const children = matching(node.children)
      return flags.get(node['id'])!.matches || children.length > 0 ? [{ ...node, children }] : []
    })
  return matching(managedRoots(roots))
}

/** Active people who neither manage nor use any place. */
export const withoutLocation = async (tx: Tx, input: ListRequest): Promise<OutputOf<typeof peopleWithoutLocation>> => {
  const part = partOf(input)
  const c = new Conditions(tx.orgId)
  const keyword = input.likeQuery?.trim()
  const from = `from person p left join department d on d.org_id = p.org_id and d.id = p.dept_id
    where p.org_id = $1 and p.deleted_at is null and p.state = 'active'
      and not exists (select from location l where l.org_id = $1 and l.manager_uid = p.id and l.deleted_at is null)
      and not exists (select from location_user u join location l on l.org_id = u.org_id and l.id = u.loc_id and l.deleted_at is null
                      where u.org_id = $1 and u.uid = p.id)
      ${keyword ? `and ${openSearchOf(person, 'p')} like ${c.place(likePattern(keyword))}` : ''}`
  const counting = [...c.values]
  const after = part.after === undefined ? '' : `and p.id < ${c.place(part.after)}`
  const [[counted], list] = await Promise.all([
    tx.query<{ n: number }>(`select count(*)::int as n ${from}`, counting),
    tx.query<{ id: string; uid: string; userName: string; deptId: string | null; deptName: string | null }>(
      `select p.id, p.id as uid, p.user_name as "userName", p.dept_id as "deptId", d.dept_name as "deptName" ${from} ${after}
       order by p.id desc ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
    ),
  ])
  return pageFor(part, list, counted!.n, Number.MAX_SAFE_INTEGER)
}

type PeopleQuery = ListRequest & {
  uid?: string | undefined
  locId?: string | undefined
  managerUid?: string | undefined
  queryLike?: string | undefined
  locQuery?: unknown
}
type LocationPerson = OutputOf<typeof locationPeople>['list'][number]

/** Who manages and who uses which place, one row for each; the first manager is one of them. */
export const peopleOfLocations = async (tx: Tx, input: PeopleQuery): Promise<Page<LocationPerson>> => {
  const part = partOf({ ...input, after: undefined })
  const c = new Conditions(tx.orgId)
  if (input.uid) c.add(`u.uid = ${c.place(input.uid)}`)
  if (input.locId) c.add(`u.loc_id = ${c.place(input.locId)}`)
  if (input.managerUid) c.add(`u.kind = 'manager' and u.uid = ${c.place(input.managerUid)}`)
  for (const keyword of [input.likeQuery, input.queryLike, keywordOf(input.locQuery)]) {
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
  const [[counted], list] = await Promise.all([
    tx.query<{ n: number }>(`select count(*)::int as n ${from}`, counting),
    tx.query<LocationPerson>(
      `select u.loc_id as "locId", l.loc_name as "locName", l.loc_code as "locCode", u.uid, p.user_name as "userName", u.kind ${from}
       order by l.loc_code, u.kind, p.user_name, u.uid ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
    ),
  ])
  return pageFor(part, list, counted!.n, Number.MAX_SAFE_INTEGER)
}
