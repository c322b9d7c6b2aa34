import * as v from 'valibot'
import { idInput, nothing, operation, type Operation } from '../operations/define.ts'
import { loginName, words } from '../organisation/setupOperations.ts'

const basePath = '/api/operator'

const orgId = v.strictObject({ orgId: idInput })

/** What may be kept: on one's own without a limit, a trial, or what was agreed. */
export const licenceKinds = ['own', 'trial', 'bought'] as const
export type LicenceKind = (typeof licenceKinds)[number]

const whole = (max: number) =>
  v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(1, '不能小于{min}'), v.maxValue(max, '不能大于{max}'))

/** `assets`, `days`, `title` and `price` (yuan) say what was agreed and are nothing to the other two. */
const licenceAsked = v.strictObject({
  kind: v.picklist(licenceKinds),
  /** `end`: it begins where the last one ends, so that nothing of that is lost. */
  from: v.optional(v.picklist(['today', 'end'])),
  assets: v.optional(whole(9_999_999)),
  days: v.optional(whole(36_500)),
  title: v.optional(v.pipe(v.string('应为文字'), v.trim(), v.maxLength(20, '不能超过{max}个字'))),
  price: v.optional(v.pipe(v.string('应为文字'), v.trim(), v.regex(/^\d{1,9}(\.\d{1,2})?$/, '金额格式有误'))),
})
export type LicenceAsked = v.InferOutput<typeof licenceAsked>

const licence = v.object({ periodName: v.string(), assetScope: v.number(), endDate: v.string() })

/** An organisation as the person who runs the installation sees it: how large it is and what it may keep, and nothing of what it says. */
const standing = v.object({
  orgId: v.string(),
  name: v.string(),
  createdAt: v.string(),
  closedAt: v.nullable(v.string()),
  people: v.number(),
  assets: v.number(),
  fileBytes: v.number(),
  /** When a person last signed in or changed something; null where no one ever did. */
  usedAt: v.nullable(v.string()),
  /** The order in effect; null where there is none. */
  licence: v.nullable(licence),
})
export type OrganisationStanding = v.InferOutput<typeof standing>

export const operatorActs = ['make', 'licence', 'end', 'edition', 'close', 'reopen', 'link'] as const
export type OperatorAct = (typeof operatorActs)[number]

const link = v.object({ userName: v.string(), link: v.string(), expiresAt: v.string() })

/** Opens a session of the operator by a code that the command printed. The same command sent again opens it again; nothing else does. */
export const operatorEnter = operation({
  name: 'operator.enter',
  path: `${basePath}/enter`,
  title: '运营方进入',
  access: 'public',
  input: v.strictObject({ code: words(40, '请输入进入码') }),
  output: v.object({ token: v.string(), byName: v.string(), until: v.string() }),
  secrets: ['code', 'token'],
  changes: [],
})

export const operatorLeave = operation({
  name: 'operator.leave',
  path: `${basePath}/leave`,
  title: '运营方退出',
  access: 'operator',
  input: nothing,
  output: v.object({ left: v.literal(true) }),
  changes: [],
})

/** All organisations, those that are closed as well, the oldest first. */
export const operatorOrganisations = operation({
  name: 'operator.organisations',
  method: 'GET',
  path: `${basePath}/organisations`,
  title: '全部组织',
  access: 'operator',
  input: nothing,
  output: v.object({ list: v.array(standing) }),
  reads: true,
})

/** One organisation with those who administer it, its licences and what the operator did to it, the newest first. */
export const operatorOrganisation = operation({
  name: 'operator.organisation',
  method: 'GET',
  path: `${basePath}/organisation/{orgId}`,
  title: '组织详情',
  access: 'operator',
  input: orgId,
  output: v.object({
    ...standing.entries,
    administrators: v.array(v.object({ uid: v.string(), userName: v.string(), login: v.nullable(v.string()), joined: v.boolean() })),
    orders: v.array(
      v.object({
        orderId: v.string(),
        ...licence.entries,
        startDate: v.string(),
        inEffect: v.boolean(),
        /** Whether it holds now or will. */
        valid: v.boolean(),
        purchaseType: v.string(),
      }),
    ),
    acts: v.array(
      v.object({
        id: v.string(),
        byName: v.string(),
        act: v.picklist(operatorActs),
        details: v.record(v.string(), v.string()),
        at: v.string(),
      }),
    ),
  }),
  reads: true,
})

/**
 * Makes an organisation and a link by which its first administrator chooses a password. `id` is made by the client: sent again, no second
 * organisation is made, and the link is another one.
 */
export const operatorMake = operation({
  name: 'operator.make',
  path: `${basePath}/make`,
  title: '新建组织',
  access: 'operator',
  input: v.strictObject({
    id: idInput,
    operationName: words(50, '请输入公司名称'),
    userName: words(30, '请输入管理员姓名'),
    username: loginName,
    licence: licenceAsked,
  }),
  output: link,
  secrets: ['link'],
})

/** Gives a licence from today on; of several the one with the most assets holds. `id` is made by the client, so that it is given once. */
export const operatorLicence = operation({
  name: 'operator.licence',
  path: `${basePath}/licence`,
  title: '发放套餐',
  access: 'operator',
  input: v.strictObject({ ...orgId.entries, id: idInput, licence: licenceAsked }),
  output: standing,
})

/** Ends a licence today; where it has not begun it never will. One that is over already stays as it is. */
export const operatorEnd = operation({
  name: 'operator.end',
  path: `${basePath}/end`,
  title: '提前结束套餐',
  access: 'operator',
  input: v.strictObject({ ...orgId.entries, orderId: idInput }),
  output: standing,
})

/** What chats sell: each edition that some organisation has bought, and how many assets it covers; null where no one has said so. */
export const operatorEditions = operation({
  name: 'operator.editions',
  method: 'GET',
  path: `${basePath}/editions`,
  title: '市场版本',
  access: 'operator',
  input: nothing,
  output: v.object({
    list: v.array(
      v.object({
        source: v.string(),
        edition: v.string(),
        title: v.string(),
        assetScope: v.nullable(v.number()),
        organisations: v.number(),
      }),
    ),
  }),
  reads: true,
})

/** Says how many assets an edition covers, for what was bought already and for what will be. */
export const operatorEdition = operation({
  name: 'operator.edition',
  path: `${basePath}/edition`,
  title: '设置市场版本',
  access: 'operator',
  input: v.strictObject({ source: words(20, '必填'), edition: words(100, '必填'), assets: whole(9_999_999) }),
  output: v.object({ organisations: v.number() }),
})

/** Signs everyone out and lets no one in; nothing is deleted. Asks for the name, typed. */
export const operatorClose = operation({
  name: 'operator.close',
  path: `${basePath}/close`,
  title: '关闭组织',
  access: 'operator',
  input: v.strictObject({ ...orgId.entries, operationName: v.pipe(v.string('应为文字'), v.maxLength(100)) }),
  output: standing,
})

/** Lets people in again; deadlines have as long as they had. */
export const operatorReopen = operation({
  name: 'operator.reopen',
  path: `${basePath}/reopen`,
  title: '重新开启组织',
  access: 'operator',
  input: orgId,
  output: standing,
})

/** A link by which an administrator chooses a password, their first or another; the one before is over, and all administrators are told. */
export const operatorLink = operation({
  name: 'operator.link',
  path: `${basePath}/link`,
  title: '生成管理员的密码链接',
  access: 'operator',
  input: v.strictObject({ ...orgId.entries, uid: idInput }),
  output: link,
  secrets: ['link'],
})

export const operatorOperations: readonly Operation[] = [
  operatorEnter,
  operatorLeave,
  operatorOrganisations,
  operatorOrganisation,
  operatorMake,
  operatorLicence,
  operatorEnd,
  operatorEditions,
  operatorEdition,
  operatorClose,
  operatorReopen,
  operatorLink,
]
