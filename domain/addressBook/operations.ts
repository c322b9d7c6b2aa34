import * as v from 'valibot'
import { indexLetters } from '../directory/letters.ts'
import { byId, idInput, listInput, operation, pageOf, type Operation } from '../operations/define.ts'

const basePath = '/api/pro/addressbook'

const departmentRow = v.object({
  deptId: v.string(),
  deptName: v.string(),
  parentId: v.nullable(v.string()),
  managerUid: v.nullable(v.string()),
  managerName: v.nullable(v.string()),
  /** People whose main department it is, and with everyone below. */
  directCount: v.number(),
  userCount: v.number(),
})
export type AddressBookDepartment = v.InferOutput<typeof departmentRow>

const memberRow = v.object({
  uid: v.string(),
  userName: v.string(),
  avatar: v.nullable(v.string()),
  position: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  deptId: v.nullable(v.string()),
  deptName: v.nullable(v.string()),
  /** Leads the department. */
  head: v.boolean(),
})
export type AddressBookMember = v.InferOutput<typeof memberRow>

/** All departments, flat, parents before children; `parentId` makes the tree. */
export const addressBookDepartments = operation({
  name: 'addressbook.departments',
  path: `${basePath}/departments`,
  title: '通讯录部门',
  access: 'signed-in',
  input: v.strictObject(listInput),
  output: v.array(departmentRow),
  reads: true,
})

/** The people of a department, its head first; without `deptId` everyone. `likeQuery` finds name, pinyin, initials, phone, position and employee number. */
export const addressBookMembers = operation({
  name: 'addressbook.members',
  path: `${basePath}/members`,
  title: '通讯录成员',
  access: 'signed-in',
  input: v.strictObject({
    ...listInput,
    deptId: v.optional(idInput),
    /** With everyone below the department. */
    withBelow: v.optional(v.boolean('应为是或否')),
    /** In the order of their names, by pinyin, heads like the others. */
    byName: v.optional(v.boolean('应为是或否')),
    /** Only those whose names begin with a letter, by pinyin; `#` for all that begin with none. */
    letter: v.optional(v.picklist(indexLetters, '字母有误')),
  }),
  output: pageOf(memberRow),
  answer: 'page',
  reads: true,
})

/** One person's card, as every colleague sees it. */
export const addressBookCard = operation({
  name: 'addressbook.info',
  method: 'GET',
  path: `${basePath}/info/{id}`,
  title: '通讯录名片',
  access: 'signed-in',
  input: byId,
  output: v.object({
    ...memberRow.entries,
    email: v.nullable(v.string()),
    gender: v.nullable(v.string()),
    employeeNo: v.nullable(v.string()),
    managerUid: v.nullable(v.string()),
    managerName: v.nullable(v.string()),
    /** The main department first; `path` from the top, for instance 总部 / 研发部. */
    departments: v.array(v.object({ deptId: v.string(), deptName: v.string(), path: v.string() })),
  }),
  reads: true,
})

/** Who a badge names exactly: by employee number, else by login, else by telephone number; null for no one in service. */
export const addressBookBadge = operation({
  name: 'addressbook.badge',
  path: `${basePath}/badge`,
  title: '按工牌找人',
  access: ['person:list'],
  input: v.strictObject({ code: v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请输入编码'), v.maxLength(200, '编码过长')) }),
  output: v.nullable(v.object(memberRow.entries)),
  reads: true,
})

export const addressBookOperations: readonly Operation[] = [addressBookDepartments, addressBookMembers, addressBookCard, addressBookBadge]
