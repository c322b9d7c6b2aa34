import { codeOf, type DocumentKind } from '../documents/define.ts'
import { areaOf } from '../documents/screens.ts'
import { documentKinds } from '../documents/all.ts'
import type { FunctionCode } from '../rules/functionCode.ts'
import type { RecordKind } from '../records/define.ts'
import { recordKinds } from '../records/all.ts'
import { managerWords } from './managerRoles.ts'
import { roleWords, type RoleWord } from './roles.ts'
import { recordCodeOf } from '../records/code.ts'

/** What may be done with every document kind, in the order people read it, with Chinese names. */
export const documentVerbs = {
  list: '查看',
  read: '查看他人的单据',
  save: '编辑',
  submit: '提交',
  withdraw: '撤回',
  post: '直接入账',
  advance: '执行',
  reverse: '冲销',
  export: '导出',
  print: '打印',
} as const

/** What may be done with every kind of master data; `read` where some see of a card only what is open, and no place says who. */
export const recordVerbs = {
  list: '查看',
  read: '查看全部内容',
  save: '新增',
  update: '修改',
  delete: '删除',
  import: '导入',
  export: '导出',
} as const

/** The function codes that the roles give together. The person who is signed in has the ordinary employee's besides. */
export const codesOf = (words: readonly RoleWord[]): ReadonlySet<FunctionCode> => {
  const heldWords = roleWords.filter((word) => words.includes(word) || word === 'ordinary_emp')
  const key = heldWords.join()
  const existingCode = codesByWords.get(key)
  if (existingCode) return existingCode
  const codes = new Set<FunctionCode>()
  for (const [code, holders] of holdersOf) if (heldWords.some((word) => holders.has(word))) codes.add(code)
  codesByWords.set(key, codes)
  return codes
}

/** Every function code there is. An operation that asks for another one is a mistake. */
export const isKnownCode = (code: FunctionCode): boolean => holdersOf.has(code)
export const allCodes = (): readonly FunctionCode[] => [...holdersOf.keys()]

/** The codes of one noun, in the order people read them. */
export const codesOfNoun = (noun: string): readonly FunctionCode[] => codesByNoun.get(noun) ?? []

/** The Chinese name of what a code allows. */
export const verbTitle = (code: FunctionCode): string => titles.get(code) ?? code

type Verbs = Readonly<Record<string, { readonly title: string; readonly holders: readonly RoleWord[] }>>

const everybody: readonly RoleWord[] = roleWords
const tenantOnly: readonly RoleWord[] = ['tenant']
/** Rights of the people who make roles, and of the auditor, who reads what became of them. */
const roleReaders: readonly RoleWord[] = ['tenant', 'auditor']

/** What is neither a document nor master data. A new noun needs a line here, or no operation may ask for it. */
const furtherVerbs: Readonly<Record<string, Verbs>> = {
  cslocstock: {
    list: { title: '查看', holders: ['tenant', 'consummanager'] },
    export: { title: '导出', holders: ['tenant', 'consummanager'] },
  },
  csstockmonth: { close: { title: '库存结账与反结账', holders: ['tenant', 'finance'] } },
  gsapplyoutstockorder: { list: { title: '查看', holders: ['tenant', 'goodsmanager'] } },
  gsvalue: {
    list: { title: '查看账面价值', holders: ['tenant', 'finance'] },
    export: { title: '导出', holders: ['tenant', 'finance'] },
    enter: { title: '启用账簿与期初接管', holders: ['tenant', 'finance'] },
    close: { title: '结账与反结账', holders: ['tenant', 'finance'] },
    reconcile: { title: '凭证号与账账核对', holders: ['tenant', 'finance'] },
  },
  gspool: {
    list: { title: '查看', holders: everybody },
    offer: { title: '提供闲置资产', holders: ['tenant', 'goodsmanager'] },
    savings: { title: '查看少买的金额', holders: ['tenant', 'goodsmanager'] },
  },
  gsinvoice: {
    list: { title: '查看', holders: managerWords },
    save: { title: '录入和关联', holders: managerWords },
    delete: { title: '删除', holders: managerWords },
    export: { title: '导出', holders: managerWords },
  },
  gsinventorytask: {
    read: { title: '查看全部盘点', holders: managerWords },
    plan: { title: '安排盘点', holders: managerWords },
    review: { title: '处理盘点差异', holders: managerWords },
    settle: { title: '盘点入账', holders: managerWords },
    sign: { title: '盘点签字', holders: managerWords },
  },
  sliptemplate: { save: { title: '设计打印模板', holders: tenantOnly } },
  eventrule: { save: { title: '设置自动规则', holders: tenantOnly } },
  webhook: { save: { title: '设置Webhook', holders: tenantOnly } },
  apikey: {
    save: { title: '创建本人的密钥', holders: managerWords },
    manage: { title: '管理全部密钥和接口账号', holders: tenantOnly },
  },
  ownfield: { save: { title: '设计自定义字段', holders: tenantOnly } },
  gslocuser: { save: { title: '分配区域人员', holders: tenantOnly } },
  gslabel: {
    list: { title: '查看', holders: managerWords },
    save: { title: '设计模板和打印机', holders: managerWords },
    print: { title: '打印', holders: managerWords },
  },
  newannnews: {
    save: { title: '编辑', holders: managerWords },
    delete: { title: '删除', holders: managerWords },
  },
  workflow: {
    list: { title: '查看全部流程', holders: managerWords },
    retry: { title: '重试入账', holders: managerWords },
    design: { title: '设计流程', holders: tenantOnly },
    install: { title: '安装流程', holders: tenantOnly },
    reassign: { title: '改派', holders: tenantOnly },
    upgrade: { title: '升级流程', holders: tenantOnly },
  },
  sysuser: {
    update: { title: '管理用户', holders: tenantOnly },
    grant: { title: '授权', holders: tenantOnly },
  },
  sysrole: {
    list: { title: '查看角色', holders: roleReaders },
    save: { title: '编辑角色', holders: tenantOnly },
  },
  sysoperation: {
    list: { title: '查看', holders: tenantOnly },
    update: { title: '修改', holders: tenantOnly },
    close: { title: '关闭组织', holders: tenantOnly },
    takeout: { title: '导出全部数据', holders: tenantOnly },
  },
  invitation: { save: { title: '邀请人员', holders: tenantOnly } },
  mylogtemplate: { save: { title: '设计日志模板', holders: tenantOnly } },
  msgdispute: { save: { title: '为处理争议导出会话', holders: tenantOnly } },
  msgchat: { all: { title: '建立部门群和全员群', holders: tenantOnly } },
  attgroup: { save: { title: '考勤设置', holders: tenantOnly } },
  attstat: {
    list: { title: '查看全部考勤', holders: tenantOnly },
    export: { title: '导出考勤', holders: tenantOnly },
  },
  netdisk: { manage: { title: '管理网盘', holders: tenantOnly } },
  host: { install: { title: '安装到聊天平台', holders: tenantOnly } },
}

/** What ordinary employees do with the documents they may apply for. */
const employeeVerbs: readonly string[] = ['list', 'save', 'submit', 'withdraw']

const verbsOfDocument = (kind: DocumentKind): Verbs => {
  const area = areaOf(kind)
  const keeper: RoleWord = area === 'consumables' ? 'consummanager' : 'goodsmanager'
  const keepers: readonly RoleWord[] = area === 'office' ? tenantOnly : ['tenant', kind.keptBy === 'finance' ? 'finance' : keeper]
  return Object.fromEntries(
    Object.entries(documentVerbs).map(([verb, title]) => [
      verb,
      { title, holders: kind.forEmployees && employeeVerbs.includes(verb) ? everybody : keepers },
    ]),
  )
}

const verbsOfRecord = ({ keptBy, listedBy, open, place }: RecordKind): Verbs => {
  const keep: readonly RoleWord[] = ['tenant', ...keptBy]
  const listersByWord = { everybody, managers: managerWords } as const
  const list = listedBy === 'everybody' || listedBy === 'managers' ? listersByWord[listedBy] : keep
  const verbs = Object.entries(recordVerbs).filter(([verb]) => verb !== 'read' || (open && place === undefined))
  return Object.fromEntries(verbs.map(([verb, title]) => [verb, { title, holders: verb === 'list' ? list : keep }]))
}

/** What lets a person look and changes nothing. */
const readingVerbs: ReadonlySet<string> = new Set(['list', 'read', 'export', 'print'])

/** Readings that are no business of an auditor: who prints labels marks them as printed. */
const notAudited: ReadonlySet<string> = new Set(['gslabel:print'])

/** True of a code that lets its holder look, export and print, and change nothing. */
export const isReadingCode = (code: FunctionCode): boolean => readingVerbs.has(code.slice(code.indexOf(':') + 1)) && !notAudited.has(code)

/** Nouns of assets and consumables, whose values finance reads. */
const hasValue = (noun: string): boolean => /^(?:gs|cs)/.test(noun) && noun !== 'gslabel'

/** The roles that hold a code besides those whom its declaration names: who only reads holds every code that reads. */
const readersOf = (noun: string, code: FunctionCode): readonly RoleWord[] =>
  isReadingCode(code) ? ['auditor', ...(hasValue(noun) ? (['finance'] as const) : [])] : []

const nouns: Readonly<Record<string, Verbs>> = {
  ...Object.fromEntries(documentKinds.map((kind) => [codeOf(kind), verbsOfDocument(kind)])),
  ...Object.fromEntries(recordKinds.map((kind) => [recordCodeOf(kind), verbsOfRecord(kind)])),
  ...furtherVerbs,
}

const holdersOf = new Map<FunctionCode, ReadonlySet<RoleWord>>()
const titles = new Map<FunctionCode, string>()
const codesByNoun = new Map<string, FunctionCode[]>()
const codesByWords = new Map<string, ReadonlySet<FunctionCode>>()
for (const [noun, verbs] of Object.entries(nouns)) {
  const codes: FunctionCode[] = []
  codesByNoun.set(noun, codes)
  for (const [verb, { title, holders }] of Object.entries(verbs)) {
    const code: FunctionCode = `${noun}:${verb}`
    holdersOf.set(code, new Set([...holders, ...readersOf(noun, code)]))
    titles.set(code, title)
    codes.push(code)
  }
}
