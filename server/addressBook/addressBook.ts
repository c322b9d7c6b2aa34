import type { Id } from '../../kernel/id.ts'
import { firstOf } from '../../kernel/assert.ts'
import {
  addressBookBadge,
  addressBookCard,
  addressBookDepartments,
  addressBookMembers,
  type AddressBookDepartment,
  type AddressBookMember,
} from '../../domain/addressBook/operations.ts'
import { badgeIn } from '../../devices/badge.ts'
import { NotFound } from '../httpError.ts'
import { peopleOrder } from '../access/peopleOrder.ts'
import { handle, type Handler } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import { numberedPartOf, pageFor } from '../page.ts'
import { person } from '../../domain/records/person.ts'
import { pinyinSpan } from '../../domain/directory/letters.ts'
import { openSearchOf } from '../search/recordSearch.ts'
import { likePattern } from '../search/searchText.ts'

export const addressBookHandlers: readonly Handler[] = [
  handle(addressBookDepartments, async ({ tx }) => {
    const rows = await tx.query<Omit<AddressBookDepartment, 'userCount'>>(
      `select d.id as "deptId", d.dept_name as "deptName", d.parent_id as "parentId", d.manager_uid as "managerUid", m.user_name as "managerName",
              (select count(*)::int from person p where p.org_id = $1 and p.dept_id = d.id and ${inService}) as "directCount"
       from department d left join person m on m.org_id = $1 and m.id = d.manager_uid
       where d.org_id = $1 and d.deleted_at is null order by d.sort_order, d.dept_code`,
      [tx.orgId],
    )
    return inTreeOrder(rows)
  }),

  handle(addressBookMembers, async ({ tx }, input) => {
    const part = numberedPartOf(input)
    const from = `from person p left join department d on d.org_id = $1 and d.id = p.dept_id
      where p.org_id = $1 and ${inService}
        and ($2::bigint is null or p.dept_id in (select id from below) or (not $3 and exists (
          select from person_department x where x.org_id = $1 and x.uid = p.id and x.dept_id = $2)))
        and ($4::text is null or ${openSearchOf(person, 'p')} like $4 or p.phone like $4 or lower(p.employee_no) like $4)
        and ($5::text is null or case when $5 = '#' then upper(left(p.user_name, 1)) !~ '[A-Z]' and (p.user_name collate by_pinyin) < ($6::text collate by_pinyin)
          else upper(left(p.user_name, 1)) = $5 or (p.user_name collate by_pinyin) >= ($6::text collate by_pinyin)
            and ($7::text is null or (p.user_name collate by_pinyin) < ($7::text collate by_pinyin)) end)`
    const below = `with recursive below as (
        select id from department where org_id = $1 and id = $2
        union
        select c.id from department c join below b on c.parent_id = b.id where c.org_id = $1 and c.deleted_at is null and $3
      )`
    const values = [
      tx.orgId,
      input.deptId ?? null,
      input.withBelow === true,
      input.likeQuery ? likePattern(input.likeQuery) : null,
      ...letterValues(input.letter),
    ]
    const order = input.byName ? '(p.user_name collate by_pinyin), p.id' : peopleOrder('p', 'd', isHead)
    const [rows, matchCount] = await Promise.all([
      tx.query<AddressBookMember>(
        `${below} select ${memberColumns} ${from}
         order by ${order} limit $8 offset $9`,
        [...values, part.pageSize, part.offset],
      ),
      onlyRow(tx.query<{ n: number }>(`${below} select count(*)::int as n ${from}`, values)),
    ])
    return pageFor(part, rows, matchCount.n, { limit: Number.MAX_SAFE_INTEGER })
  }),

  handle(addressBookCard, async ({ tx }, { id }) => {
    const [[row], departments] = await Promise.all([
      tx.query<
        AddressBookMember & {
          email: string | null
          gender: string | null
          employeeNo: string | null
          managerUid: Id | null
          managerName: string | null
        }
      >(
        `select ${memberColumns}, p.email, p.gender, p.employee_no as "employeeNo", d.manager_uid as "managerUid", m.user_name as "managerName"
         from person p left join department d on d.org_id = $1 and d.id = p.dept_id left join person m on m.org_id = $1 and m.id = d.manager_uid
         where p.org_id = $1 and p.id = $2 and p.deleted_at is null`,
        [tx.orgId, id],
      ),
      tx.query<{ deptId: Id; deptName: string; path: string }>(
        `with recursive own as (
           select dept_id as id, 0 as rank from person where org_id = $1 and id = $2 and dept_id is not null
           union select dept_id, 1 from person_department x where org_id = $1 and uid = $2
             and dept_id is distinct from (select dept_id from person where org_id = $1 and id = $2)
         ), up as (
           select o.id as own, o.rank, d.dept_name as own_name, d.parent_id, d.dept_name as path, 0 as depth
           from own o join department d on d.org_id = $1 and d.id = o.id and d.deleted_at is null
           union all
           select up.own, up.rank, up.own_name, d.parent_id, d.dept_name || ' / ' || up.path, up.depth + 1
           from up join department d on d.org_id = $1 and d.id = up.parent_id where up.depth < 20
         )
         select own as "deptId", own_name as "deptName", path from up where parent_id is null or depth = 20 order by rank, path`,
        [tx.orgId, id],
      ),
    ])
    if (!row) throw new NotFound()
    return { ...row, departments }
  }),

  handle(addressBookBadge, async ({ tx }, { code }) => {
    const badge = badgeIn(code)
    const [row] = await tx.query<AddressBookMember>(
      `select ${memberColumns} from person p left join department d on d.org_id = $1 and d.id = p.dept_id
       where p.org_id = $1 and ${inService} and (p.employee_no = any ($2) or p.username = $3 or p.phone = $3)
       order by p.employee_no = any ($2) desc nulls last, p.username = $3 desc nulls last limit 1`,
      [tx.orgId, [badge, badge.toUpperCase(), badge.toLowerCase()], badge.toLowerCase()],
    )
    return row ?? null
  }),
]

/** Parents before children, siblings as they came, each with everyone below it counted. A department whose parent is gone stands at the top. */
const inTreeOrder = (rows: readonly Omit<AddressBookDepartment, 'userCount'>[]): AddressBookDepartment[] => {
  const departmentIds = new Set(rows.map(({ deptId }) => deptId))
  const parentOf = (row: (typeof rows)[number]): Id | null =>
    row.parentId !== null && departmentIds.has(row.parentId) ? row.parentId : null
  const children = Map.groupBy(rows, parentOf)
  const withBelow = (row: (typeof rows)[number]): AddressBookDepartment[] => {
    const below = (children.get(row.deptId) ?? []).map(withBelow)
    const userCount = below.reduce((sum, branch) => sum + firstOf(branch).userCount, row.directCount)
    return [{ ...row, parentId: parentOf(row), userCount }, ...below.flat()]
  }
  return (children.get(null) ?? []).flatMap(withBelow)
}

const inService = `p.deleted_at is null and p.state = 'active'`
const isHead = 'coalesce(d.manager_uid = p.id, false)'
const memberColumns = `p.id as uid, p.user_name as "userName", p.avatar, p.position, p.phone, d.id as "deptId", d.dept_name as "deptName", ${isHead} as head`

/** A letter and between which characters Chinese names of it stand; every name begins behind the first of all. */
const letterValues = (letter: string | undefined): [string | null, string | null, string | null] => {
  if (letter === undefined) return [null, null, null]
  const span = pinyinSpan(letter === '#' ? 'A' : letter)
  return [letter, span?.from ?? null, span?.below ?? null]
}
