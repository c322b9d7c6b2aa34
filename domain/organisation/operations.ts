import * as v from 'valibot'
import { assetNumbering } from '../records/assetNumbering.ts'
import { applicationNumbering, documentNumbering, personNumbering } from '../rules/numbering.ts'
import { byId, listInput, operation, pageOf, type Operation } from '../operations/define.ts'

/** What happens where a serial number is entered that another asset has. */
const duplicateSerials = v.picklist(['warn', 'refuse'], '设置有误')

/** Whether keepers may issue and lend from their stores at once, without the approval of the flow. */
const directIssue = v.boolean('应为是或否')
const ownWords = (max: number) => v.pipe(v.string('应为文字'), v.trim(), v.maxLength(max, '不能超过{max}个字'))
const invoicing = v.strictObject({ title: ownWords(100), taxNumber: ownWords(30) })
const poolFirst = v.boolean('应为是或否')
/** How tags are numbered: by the GS1 prefix, or by a mark of the organisation's own. */
const rfid = v.variant(
  'scheme',
  [
    v.strictObject({
      scheme: v.literal('giai-96'),
      prefix: v.pipe(v.string('应为文字'), v.regex(/^\d{6,12}$/, 'GS1厂商识别代码应为6到12位数字')),
      filter: v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(0, '不能小于{min}'), v.maxValue(7, '不能大于{max}')),
    }),
    v.strictObject({
      scheme: v.literal('own-96'),
      mark: v.pipe(v.string('应为文字'), v.regex(/^[0-9A-F]{8}$/, '标识码应为8位十六进制字符')),
    }),
  ],
  '设置有误',
)
/** What strangers see who open a label; `contact` is the organisation's own words. */
const strangers = v.strictObject({
  isOn: v.boolean('应为是或否'),
  contact: v.pipe(v.string('应为文字'), v.trim(), v.maxLength(200, '不能超过{max}个字')),
  showsName: v.boolean('应为是或否'),
  showsPicture: v.boolean('应为是或否'),
})
/** How many days messages of conversations are kept; null: for ever. */
export const chatDaysAtLeast = 30
export const chatDaysAtMost = 3650
const chatDays = v.pipe(
  v.number('应为整数'),
  v.integer('应为整数'),
  v.minValue(chatDaysAtLeast, '不能小于{min}'),
  v.maxValue(chatDaysAtMost, '不能大于{max}'),
)
/** Approved issues and loans are in the books once the person who receives them has confirmed that. */
const confirmIssue = v.boolean('应为是或否')

const row = v.object({ operationId: v.string(), operationName: v.string(), operationAvatar: v.string() })

/** The organisations one may see: one's own. */
export const organisationList = operation({
  name: 'sysoperation.list',
  path: '/api/operation/sysoperation/list',
  title: '组织列表',
  access: ['sysoperation:list'],
  input: v.strictObject(listInput),
  output: pageOf(row),
  answer: 'page',
  reads: true,
})

/** Asked before signing in: where this login name or phone number is known, so that one may be chosen. */
export const organisationsOfLogin = operation({
  name: 'sysoperation.listOptByLogin',
  path: '/api/operation/sysoperation/listOptByLogin',
  title: '登录名所属组织',
  access: 'public',
  input: v.pipe(
    v.strictObject({
      username: v.optional(v.pipe(v.string('应为文字'), v.trim(), v.maxLength(100))),
      loginName: v.optional(v.pipe(v.string('应为文字'), v.trim(), v.maxLength(100))),
      page: v.optional(v.number()),
      pageSize: v.optional(v.number()),
    }),
    v.check((input) => (input.username ?? input.loginName ?? '') !== '', '请输入登录名'),
  ),
  output: pageOf(row),
  answer: 'page',
  reads: true,
})

/** What an organisation has decided for itself. */
const decidedRules = {
  duplicateSerials,
  directIssue: v.boolean(),
  confirmIssue: v.boolean(),
  /** A purchase of what stands idle stops at the idle pieces. */
  poolFirst: v.boolean(),
  chatDays: v.nullable(v.number()),
  rfid,
  /** How the codes of new assets are made; those that assets have stay. */
  assetNumbering,
  /** How documents, applications and people are numbered from now on; null: as delivered. */
  documentNumbering: v.nullable(documentNumbering),
  applicationNumbering: v.nullable(applicationNumbering),
  personNumbering: v.nullable(personNumbering),
  strangers,
  /** What invoices call the organisation: another buyer is pointed out. */
  invoicing,
}

export const organisationInfo = operation({
  name: 'sysoperation.info',
  method: 'GET',
  path: '/api/operation/sysoperation/info/{id}',
  title: '组织详情',
  access: 'signed-in',
  input: byId,
  output: v.object({
    ...row.entries,
    createdAt: v.string(),
    people: v.number(),
    fileBytes: v.number(),
    fileBytesLimit: v.nullable(v.number()),
    ...decidedRules,
  }),
  reads: true,
})

/** What the organisation decides for itself. */
export const organisationUpdate = operation({
  name: 'sysoperation.update',
  path: '/api/operation/sysoperation/update',
  title: '修改组织设置',
  changes: ['sysoperation', 'workbench'],
  access: ['sysoperation:update'],
  input: v.strictObject({
    operationName: v.optional(
      v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请输入公司名称'), v.maxLength(50, '不能超过{max}个字')),
    ),
    /** A picture that the caller has uploaded; null for none. */
    operationAvatar: v.optional(v.nullable(v.pipe(v.string('应为文字'), v.maxLength(200, '不能超过{max}个字')))),
    duplicateSerials: v.optional(duplicateSerials),
    directIssue: v.optional(directIssue),
    confirmIssue: v.optional(confirmIssue),
    poolFirst: v.optional(poolFirst),
    chatDays: v.optional(v.nullable(chatDays)),
    rfid: v.optional(rfid),
    /** Null: as delivered. */
    assetNumbering: v.optional(v.nullable(assetNumbering)),
    documentNumbering: v.optional(v.nullable(documentNumbering)),
    applicationNumbering: v.optional(v.nullable(applicationNumbering)),
    personNumbering: v.optional(v.nullable(personNumbering)),
    strangers: v.optional(strangers),
    invoicing: v.optional(invoicing),
  }),
  output: v.object({
    ...row.entries,
    ...decidedRules,
  }),
})

/** What would go if messages of conversations were kept for so many days; `held` conversations wait for the end of a dispute. */
export const organisationChatDays = operation({
  name: 'sysoperation.chatDays',
  path: '/api/operation/sysoperation/chatDays',
  title: '试算聊天记录的清除',
  access: ['sysoperation:update'],
  input: v.strictObject({ days: chatDays }),
  output: v.object({ messages: v.number(), chats: v.number(), held: v.number() }),
  reads: true,
})

/**
 * Ends the work of the whole organisation at once: everyone is signed out, no one signs in, nothing is done later. Nothing is deleted; the person who
 * runs the installation may open it again. `operationName` is its name, typed.
 */
export const organisationClose = operation({
  name: 'sysoperation.close',
  withoutLicence: true,
  path: '/api/operation/sysoperation/close',
  title: '关闭组织',
  changes: [],
  access: ['sysoperation:close'],
  input: v.strictObject({ operationName: v.pipe(v.string('应为文字'), v.maxLength(100, '不能超过{max}个字')) }),
  output: v.object({ closed: v.literal(true) }),
})

export const organisationOperations: readonly Operation[] = [
  organisationList,
  organisationsOfLogin,
  organisationInfo,
  organisationUpdate,
  organisationChatDays,
  organisationClose,
]
