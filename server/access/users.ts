import { isDeepStrictEqual } from 'node:util'
import type { Id } from '../../kernel/id.ts'
import { refuse, RefusalError } from '../../kernel/refusal.ts'
import { isManagerRole } from '../../domain/access/managerRoles.ts'
import { isEmployeeRole, roleTitle, roleWordOf } from '../../domain/access/roles.ts'
import { type ListRequest, type OutputOf, type Page } from '../../domain/operations/define.ts'
import type { TokenAnswer } from '../../domain/access/signInOperations.ts'
import {
  changeRole,
  choosePassword,
  roleGrant,
  roleHistory,
  roleList,
  userInfo,
  userList,
  userPicker,
  userUpdate,
  type UserRow,
} from '../../domain/access/userOperations.ts'
import { brokenRule, email, mobile, password, type Rule, ruleRefusal } from '../../kernel/rule.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { namedFiles, requireFiles } from '../files/namedFiles.ts'
import { countLimit, numberedPartOf, pageFor, pageOfWhole, partOf } from '../page.ts'
import { Conditions, limitOf } from '../db/conditions.ts'
import { likePattern } from '../search/searchText.ts'
import { readsAll, requireOpenOnly } from './scope.ts'
import { openSearchOf, seekAnew } from '../search/recordSearch.ts'
import { person as people } from '../../domain/records/person.ts'
import { Forbidden, malformed, NotFound } from '../httpError.ts'
import { attempt, networkOf } from './guard.ts'
import { requireFree } from './holdings.ts'
import { readIdentity, tokenAnswer } from './identity.ts'
import { requireNotSaid } from './keeperFields.ts'
import { type Asker, hashPassword, isPassword } from './passwords.ts'
import { disablePerson, grantedRoles, grantRole, grantRoles, plainRole, type GrantedRole } from './people.ts'
import { peopleOrder } from './peopleOrder.ts'
import { requireGrantable, requireNotAbove, rolesOfCodes, type StoredRole } from './roles/roles.ts'
import { endSessions, forgetSession, reopenSession } from './sessions.ts'
import { tokenHash } from './tokens.ts'
import { keysOf } from '../../kernel/keysOf.ts'

type Filters = ListRequest & {
  queryLike?: string | undefined
  userName?: string | undefined
  uid?: Id | undefined
  deptId?: Id | undefined
  withBelow?: unknown
  roleCode?: string | undefined
  state?: 'active' | 'disabled' | undefined
}

type PersonRow = {
  uid: Id
  user_name: string
  username: string | null
  avatar: string | null
  dept_id: Id | null
  dept_name: string | null
  position: string | null
  phone: string | null
  email: string | null
  gender: string | null
  employee_no: string | null
  state: 'active' | 'disabled'
  admin: boolean
}

const columns = `p.id as uid, p.user_name, p.username, p.avatar, p.dept_id, d.dept_name, p.position, p.phone, p.email, p.gender,
  p.employee_no, p.state, p.admin`

const peopleFrom = `from person p left join department d on d.org_id = $1 and d.id = p.dept_id`

/** $1 organisation, $2 to $4 patterns looked for in `search`, $5 uid, $6 department, $7 with those below it, $8 state, $9 role. */
const peopleWhere = (search: string): string => `where p.org_id = $1 and p.deleted_at is null
  and ($2::text is null or ${search} like $2) and ($3::text is null or ${search} like $3) and ($4::text is null or ${search} like $4)
  and ($5::bigint is null or p.id = $5)
  and ($6::bigint is null or p.dept_id in (select id from wanted)
    or exists (select from person_department pd where pd.org_id = $1 and pd.uid = p.id and pd.dept_id in (select id from wanted)))
  and ($8::text is null or p.state = $8)
  and ($9::text is null or exists (
    select from person_role pr join role r on r.org_id = $1 and r.id = pr.role_id
    where pr.org_id = $1 and pr.uid = p.id and r.role_code = $9))`

const wantedDepartments = `with recursive wanted as (
  select id from department where org_id = $1 and id = $6
  union select c.id from department c join wanted w on c.parent_id = w.id where c.org_id = $1 and $7::boolean)`

const orders: Readonly<Record<string, string>> = {
  userName: '(p.user_name collate by_pinyin)',
  employeeNo: 'p.employee_no',
  deptId: 'p.dept_id',
}

const isYes = (flag: unknown): boolean => flag === true || flag === 1 || flag === '1' || flag === 'true'

/** People are looked for, filtered and put in order by what the caller may see of them. */
const findPeople = async ({ tx, session }: SignedIn, filters: Filters): Promise<Page<PersonRow>> => {
  const part = numberedPartOf(filters)
  const isWhole = readsAll(session, people)
  if (!isWhole) requireOpenOnly(people, { sidx: filters.sidx })
  if (!isWhole && filters.roleCode) throw malformed('不能按{label}筛选', { label: '角色' }, [{ path: 'roleCode' }])
  const where = peopleWhere(isWhole ? 'p.search' : openSearchOf(people, 'p'))
  const pattern = (words: string | undefined) => (words ? likePattern(words) : null)
  const values = [
    tx.orgId,
    pattern(filters.likeQuery),
    pattern(filters.queryLike),
    pattern(filters.userName),
    filters.uid ?? null,
    filters.deptId ?? null,
    isYes(filters.withBelow),
    filters.state ?? null,
    filters.roleCode || null,
  ]
  const sortColumn = orders[part.order?.key ?? '']
  const direction = filters.order?.toLowerCase() === 'desc' ? 'desc' : 'asc'
  const usual = peopleOrder('p', 'd')
  const order = sortColumn === undefined ? usual : `${sortColumn} ${direction} nulls last, ${usual}`
  const [rows, matchCount] = await Promise.all([
    tx.query<PersonRow>(`${wantedDepartments} select ${columns} ${peopleFrom} ${where} order by ${order} limit $10 offset $11`, [
      ...values,
      part.pageSize,
      part.offset,
    ]),
    onlyRow(tx.query<{ n: string }>(`${wantedDepartments} select count(*) as n ${peopleFrom} ${where}`, values)),
  ])
  return pageFor(part, rows, Number(matchCount.n), { limit: Number.MAX_SAFE_INTEGER })
}

const colleagueOf = (row: PersonRow) => ({
  uid: row.uid,
  userName: row.user_name,
  avatar: row.avatar,
  deptId: row.dept_id,
  deptName: row.dept_name,
  position: row.position,
})

/** As the address book shows a person; with what only those see who manage users where `roles` is given. */
const userOf = (row: PersonRow, roles?: readonly GrantedRole[]): UserRow => ({
  ...colleagueOf(row),
  phone: row.phone,
  email: row.email,
  gender: row.gender,
  ...(roles && {
    username: row.username,
    employeeNo: row.employee_no,
    state: row.state,
    admin: row.admin,
    sysUserRoleEntityList: roles.map(plainRole),
  }),
})

const managesUsers = ({ session }: SignedIn): boolean => session.codes.has('sysuser:update')

/** One person as the caller may see them; unknown where there is none. */
const readUser = async (call: SignedIn, uid: Id): Promise<UserRow> => {
  const { tx, session } = call
  const [[row], roles] = await Promise.all([
    tx.query<PersonRow>(`select ${columns} ${peopleFrom} where p.org_id = $1 and p.id = $2 and p.deleted_at is null`, [tx.orgId, uid]),
    grantedRoles(tx, [uid]),
  ])
  if (!row || (row.state !== 'active' && !managesUsers(call))) throw new NotFound()
  return userOf(row, managesUsers(call) || uid === session.uid ? (roles.get(uid) ?? []) : undefined)
}

type Change = {
  uid?: Id | undefined
  avatar?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  gender?: 'male' | 'female' | null | undefined
  password?: string | undefined
  oldPassword?: string | undefined
  userName?: string | undefined
  position?: string | null | undefined
  employeeNo?: string | null | undefined
  deptId?: Id | null | undefined
  otherDeptIds?: readonly Id[] | undefined
  state?: 'active' | 'disabled' | undefined
  confirmed?: boolean | undefined
}

const onlyByManagers = ['userName', 'position', 'employeeNo', 'deptId', 'otherDeptIds', 'state'] as const

/** Everyone says how they are called while no one has said it for them. */
const isOnesOwn = async ({ tx, session }: SignedIn, change: Change): Promise<boolean> => {
  const managedKeys = onlyByManagers.filter((key) => change[key] !== undefined)
  if (managedKeys.some((key) => key !== 'userName')) return false
  if (managedKeys.length === 0) return true
  const unknown = await tx.query('select from person where org_id = $1 and id = $2 and name_unknown', [tx.orgId, session.uid])
  return unknown.length > 0
}

const mustFulfil = (value: string | null | undefined, rule: Rule, label: string): void => {
  if (brokenRule(value ?? '', [rule])) throw new RefusalError(ruleRefusal(rule, label))
}

/** Fields of `getUserInfo` that no update changes. */
const readOnlyFields = ['deptName', 'username', 'admin', 'sysUserRoleEntityList'] as const
type UpdateInput = Change & Partial<Pick<UserRow, (typeof readOnlyFields)[number]>>

/** The change less the values that the person has already. Throws Forbidden where a read-only field has another value. */
const changedFields = (input: UpdateInput, user: UserRow): Change => {
  const current: Readonly<Record<string, unknown>> = user
  const { deptName, username, admin, sysUserRoleEntityList, ...change } = Object.fromEntries(
    Object.entries(input).filter(([key, value]) => key === 'uid' || !(key in current) || !isDeepStrictEqual(value, current[key])),
  ) as UpdateInput
  if ([deptName, username, admin, sysUserRoleEntityList].some((value) => value !== undefined)) throw new Forbidden()
  return change
}

const changeUser = async (call: SignedIn, input: UpdateInput): Promise<UserRow> => {
  const { tx, session } = call
  const uid = input.uid ?? session.uid
  const isOwn = uid === session.uid
  if (!isOwn && !managesUsers(call)) throw new Forbidden()
  const change = changedFields(input, await readUser(call, uid))
  if (!managesUsers(call) && !(isOwn && (await isOnesOwn(call, change)))) throw new Forbidden()
  await requireNotAbove(tx, session, [uid])
  mustFulfil(change.email, email, '邮箱')
  mustFulfil(change.phone, mobile, '手机')
  mustFulfil(change.password, password, '密码')

  const [person] = await tx.query<PersonRow & { password_hash: string | null }>(
    `select ${columns}, p.password_hash ${peopleFrom} where p.org_id = $1 and p.id = $2 and p.deleted_at is null for no key update of p`,
    [tx.orgId, uid],
  )
  if (!person) throw new NotFound()
  if (isOwn && change.password !== undefined) await provePassword(call, change.oldPassword ?? '', person.password_hash)
  await requireNotSaid(tx, 'person', uid, changedOf(person, change))
  await checkUnique(tx, uid, change)
  await requireFiles(tx, session.uid, namedFiles('头像', true, [change.avatar]), namedFiles('', true, [person.avatar]))
  const departmentIds = [...new Set([...(change.deptId ? [change.deptId] : []), ...(change.otherDeptIds ?? [])])]
  const departments = await tx.query(
    'select from department where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null order by id for key share',
    [tx.orgId, departmentIds],
  )
  if (departments.length < departmentIds.length) refuse('department.unknown', '没有这个部门')

  const next = {
    user_name: change.userName ?? person.user_name,
    avatar: change.avatar === undefined ? person.avatar : change.avatar || null,
    email: change.email === undefined ? person.email : change.email || null,
    phone: change.phone === undefined ? person.phone : change.phone || null,
    gender: change.gender === undefined ? person.gender : change.gender,
    position: change.position === undefined ? person.position : change.position || null,
    employee_no: change.employeeNo === undefined ? person.employee_no : change.employeeNo || null,
    dept_id: change.deptId === undefined ? person.dept_id : change.deptId,
  }
  if (person.phone && !next.phone && !person.username) refuse('person.phoneSignsIn', '没有登录名时用手机号码登录，不能清空')
  await tx.query(
    `update person set user_name = $3, avatar = $4, email = $5, phone = $6, gender = $7, position = $8, employee_no = $9, dept_id = $10,
       version = version + 1, updated_at = now()
     where org_id = $1 and id = $2`,
    [tx.orgId, uid, next.user_name, next.avatar, next.email, next.phone, next.gender, next.position, next.employee_no, next.dept_id],
  )
  await seekAnew(tx, people, [uid])
  if (change.otherDeptIds) await setOtherDepartments(tx, uid, change.otherDeptIds)
  if (change.password !== undefined) await setPassword(call, uid, change.password)
  if (change.state === 'disabled' && person.state === 'active') {
    await requireFree(call, [uid], change.confirmed === true)
    await disablePerson(tx, uid, session.uid)
  }
  if (change.state === 'active' && person.state === 'disabled')
    await tx.query(`update person set state = 'active' where org_id = $1 and id = $2`, [tx.orgId, uid])
  return readUser(call, uid)
}

/** The fields that would be others than they are. */
const changedOf = (person: PersonRow, change: Change): string[] => {
  const before = {
    userName: person.user_name,
    email: person.email,
    phone: person.phone,
    position: person.position,
    employeeNo: person.employee_no,
    deptId: person.dept_id,
  } satisfies Partial<Record<keyof Change, string | null>>
  const reportedKeys = keysOf(before).filter((key) => change[key] !== undefined && (change[key] || null) !== (before[key] ?? null))
  return [...reportedKeys, ...(change.otherDeptIds ? ['otherDeptIds'] : [])]
}

const setOtherDepartments = async (tx: Tx, uid: Id, deptIds: readonly Id[]): Promise<void> => {
  await tx.query('delete from person_department where org_id = $1 and uid = $2 and dept_id <> all ($3::bigint[])', [tx.orgId, uid, deptIds])
  await tx.query(
    `insert into person_department (org_id, uid, dept_id) select o.org_id, $2, id from organisation o cross join unnest($3::bigint[]) as id where o.org_id = $1 order by id on conflict do nothing`,
    [tx.orgId, uid, deptIds],
  )
}

const askerOf = ({ ip, session }: SignedIn): Asker => ({ network: networkOf(ip), login: session.uid, isAtHome: async () => true })

/** The person who changes their own password shows the old one; guesses are counted as at the door. */
/** Refuses the person who does not know the password; a few times, then not at all for a while. */
export const provePassword = async (call: SignedIn, password: string, hash: string | null, wrong = '原密码错误'): Promise<void> => {
  const limit = { name: 'password', attempts: 5, windowSeconds: 600, lockSeconds: 600 }
  const attemptMade = await attempt(call.app.database, limit, call.session.uid, '密码错误次数过多，请于10分钟后再试')
  if (!(await isPassword(password, hash, askerOf(call)))) refuse('password.wrong', wrong)
  await attemptMade.clear()
}

/** A password that another person has set is to be changed at the next sign-in. Every other session ends. */
const setPassword = async (call: SignedIn, uid: Id, password: string): Promise<void> => {
  const { tx, session } = call
  const isOwn = uid === session.uid
  await writePassword(call, uid, password, !isOwn)
  await endSessions(tx, uid, isOwn ? { except: session.tokenHash } : {})
}

const writePassword = async (call: SignedIn, uid: Id, password: string, isOthers: boolean): Promise<void> => {
  await call.tx.query('update person set password_hash = $3, first_sign_in = $4 where org_id = $1 and id = $2', [
    call.tx.orgId,
    uid,
    await hashPassword(password, askerOf(call)),
    isOthers,
  ])
}

const checkUnique = async (tx: Tx, uid: Id, { phone, employeeNo }: Change): Promise<void> => {
  const namesakes = await tx.query<{ phone: boolean | null; employee_no: boolean | null }>(
    `select phone = $3 as phone, employee_no = $4 as employee_no from person
     where org_id = $1 and id <> $2 and deleted_at is null and (phone = $3 or employee_no = $4)`,
    [tx.orgId, uid, phone || null, employeeNo || null],
  )
  if (namesakes.some((row) => row.phone)) refuse('person.phone', '{label}数据已经存在', { label: '手机' })
  if (namesakes.some((row) => row.employee_no)) refuse('person.employeeNo', '{label}数据已经存在', { label: '工号' })
}

const replacePassword = async (call: SignedIn, newPassword: string): Promise<TokenAnswer> => {
  const { tx, session } = call
  mustFulfil(newPassword, password, '密码')
  const [person] = await tx.query<{ password_hash: string | null; first_sign_in: boolean }>(
    'select password_hash, first_sign_in from person where org_id = $1 and id = $2 for no key update',
    [tx.orgId, session.uid],
  )
  if (!person?.first_sign_in) refuse('password.own', '密码已经是自己设置的')
  if (await isPassword(newPassword, person?.password_hash, askerOf(call))) refuse('password.same', '新密码不能与原来的相同')
  await writePassword(call, session.uid, newPassword, false)
  const token = await reopenSession(tx, session)
  await endSessions(tx, session.uid, { except: tokenHash(token) })
  forgetSession(call.app.database, session.tokenHash)
  return tokenAnswer(token, (await readIdentity(tx, session.uid)).identity)
}

const switchRoles = async ({ app, tx, session }: SignedIn, codes: readonly string[]): Promise<void> => {
  const grantedWords = (await grantedRoles(tx, [session.uid])).get(session.uid) ?? []
  if (!codes.every((code) => grantedWords.some((role) => role.roleCode === code))) refuse('role.notGranted', '没有被授予这个角色')
  await tx.query(
    `update person_role pr set active = r.role_code = any ($3::text[])
     from role r where pr.org_id = $1 and pr.uid = $2 and r.org_id = $1 and r.id = pr.role_id`,
    [tx.orgId, session.uid, codes],
  )
  forgetSession(app.database, session.tokenHash)
}

const grantByAdministrator = async (call: SignedIn, uid: Id, codes: readonly string[]): Promise<void> => {
  const { tx, session } = call
  if (!session.codes.has('sysuser:grant')) throw new Forbidden()
  const people = await tx.query('select from person where org_id = $1 and id = $2 and deleted_at is null for no key update', [
    tx.orgId,
    uid,
  ])
  if (people.length === 0) throw new NotFound()
  await requireKnownRoles(tx, codes)
  const heldCodes = ((await grantedRoles(tx, [uid])).get(uid) ?? []).map(({ roleCode }) => roleCode)
  const changedCodes = [...codes.filter((code) => !heldCodes.includes(code)), ...heldCodes.filter((code) => !codes.includes(code))]
  for (const role of await rolesOfCodes(tx, changedCodes)) requireGrantable(session, role)
  await grantRoles(tx, uid, codes, session.uid)
}

const requireKnownRoles = async (tx: Tx, codes: readonly string[]): Promise<StoredRole[]> => {
  const roles = await rolesOfCodes(tx, codes)
  if (roles.length < new Set(codes).size) refuse('role.unknown', '没有这个角色')
  return roles
}

type RoleGrantInput = { readonly roleCode: string; readonly uids: readonly Id[]; readonly granted: boolean }

/** One role of several people. Where the organisation would be left without an administrator it is refused, and nothing is changed. */
const grantToSeveral = async ({ tx, session }: SignedIn, { roleCode, uids, granted }: RoleGrantInput): Promise<number> => {
  const [role] = await requireKnownRoles(tx, [roleCode])
  if (isEmployeeRole(roleCode)) refuse('role.everybodys', '每个人都是普通员工，不需要授予')
  if (role) requireGrantable(session, role)
  const people = await tx.query(
    'select from person where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null order by id for no key update',
    [tx.orgId, uids],
  )
  if (people.length < new Set(uids).size) throw new NotFound()
  return (await grantRole(tx, { roleCode, uids, isGranted: granted, byUid: session.uid })).length
}

type RoleGrantRow = OutputOf<typeof roleHistory>['list'][number]

/** What was given and taken, newest first. */
const historyOfRoles = async ({ tx }: SignedIn, input: ListRequest & { roleCode?: string | undefined }): Promise<Page<RoleGrantRow>> => {
  const part = partOf(input)
  const c = new Conditions(tx.orgId)
  c.add('g.org_id = $1')
  if (input.roleCode) c.add(`g.role_word = ${c.place(roleWordOf(input.roleCode, tx.orgId) ?? input.roleCode)}`)
  const counting = { text: c.texts.join(' and '), values: [...c.values] }
  if (part.after !== undefined) c.add(`g.id < ${c.place(part.after)}`)
  const [matchCount, list] = await Promise.all([
    onlyRow(
      tx.query<{ n: number }>(
        `select count(*)::int as n from (select from role_grant g where ${counting.text} limit ${countLimit + 1}) c`,
        counting.values,
      ),
    ),
    tx.query<Omit<RoleGrantRow, 'roleName'> & { word: string; ownName: string | null }>(
      `select g.id, g.uid, p.user_name as "userName", g.role_word as word, g.granted, b.user_name as "byName", g.at, r.role_name as "ownName"
       from role_grant g join person p on p.org_id = $1 and p.id = g.uid
       left join person b on b.org_id = $1 and b.id = g.by_uid
       left join role r on r.org_id = $1 and r.role_code = g.role_word
       where ${c.texts.join(' and ')} order by g.id desc ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
    ),
  ])
  return pageFor(
    part,
    list.map(({ word, ownName, ...row }) => ({ ...row, roleName: ownName ?? roleTitle(word) })),
    matchCount.n,
  )
}

export const userHandlers: readonly Handler[] = [
  handle(roleList, async ({ tx }, input) => {
    const rows = await tx.query<{ roleCode: string; roleName: string; roleType: number; roleHide: boolean }>(
      `select role_code as "roleCode", role_name as "roleName", role_type as "roleType", role_hide as "roleHide"
       from role where org_id = $1 and deleted_at is null order by codes is not null, id`,
      [tx.orgId],
    )
    const wantedRoles = isYes(input.queryAdmin) ? rows.filter((role) => isManagerRole(role.roleCode)) : rows
    return pageOfWhole(input, wantedRoles)
  }),

  handle(userList, async (call, input) => {
    const manages = managesUsers(call)
    const seesRoles = manages || call.session.codes.has('sysrole:list')
    const people = await findPeople(call, { ...input, state: manages ? input.state : 'active' })
    const roles = seesRoles
      ? await grantedRoles(
          call.tx,
          people.list.map((row) => row.uid),
        )
      : undefined
    return { ...people, list: people.list.map((row) => userOf(row, roles && (roles.get(row.uid) ?? []))) }
  }),

  handle(userPicker, async (call, input) => {
    const people = await findPeople(call, { ...input, state: 'active' })
    return { ...people, list: people.list.map(colleagueOf) }
  }),

  handle(userInfo, (call, input) => readUser(call, input.uid ?? call.session.uid)),

  handle(userUpdate, changeUser),
  handle(choosePassword, (call, input) => replacePassword(call, input.password)),

  handle(roleGrant, async (call, input) => ({ changed: await grantToSeveral(call, input) })),
  handle(roleHistory, historyOfRoles),

  handle(changeRole, async (call, input) => {
    const uid = input.uid ?? call.session.uid
    const codes = input.sysUserRoleEntityList.map((role) => role.roleCode)
    const isOwn = uid === call.session.uid
    if (isOwn && input.mode !== 'grant') await switchRoles(call, codes)
    else if (input.mode === 'switch') throw new Forbidden()
    else await grantByAdministrator(call, uid, codes)
    return { uid, sysUserRoleEntityList: (await grantedRoles(call.tx, [uid])).get(uid) ?? [] }
  }),
]
