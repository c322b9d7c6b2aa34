import * as v from 'valibot'
import { keysOf } from '../../kernel/keysOf.ts'
import { recordOf } from '../../kernel/recordOf.ts'
import { email } from '../../kernel/rule.ts'
import { idInput, nothing, operation, type Operation } from '../operations/define.ts'
import { messageCategories } from '../rules/messageCategories.ts'
import { digestRhythms, mailChoices, mailSecurities } from './mail.ts'

const path = '/api/msg/msgmail'
const categories = keysOf(messageCategories)
const choice = v.picklist(mailChoices, '没有这个选项')
const wishes = v.partial(v.strictObject(recordOf(categories, () => choice)))
const choiceByCategory = v.record(v.string(), choice)
const hour = v.pipe(v.number('时间有误'), v.integer('时间有误'), v.minValue(0, '时间有误'), v.maxValue(23, '时间有误'))

const mailStanding = v.object({
  /** Whether mail is sent at all: without a server nothing goes out. */
  isSent: v.boolean(),
  /** The address of the caller's record; null where it has none. */
  address: v.nullable(v.string()),
  /** A code for it was sent and is awaited. */
  isCodeSent: v.boolean(),
  isVerified: v.boolean(),
  /** The caller has stopped all mail. */
  isStopped: v.boolean(),
  sentAt: v.nullable(v.string()),
  /** When the server of the address refused it, and its words. */
  bouncedAt: v.nullable(v.string()),
  bounce: v.nullable(v.string()),
  /** What holds of each category: as chosen, or as the organisation has it. */
  choices: choiceByCategory,
  rhythm: v.picklist(digestRhythms),
  hour: v.number(),
})
export type MailStanding = v.InferOutput<typeof mailStanding>

/** What comes to the caller by mail, and whether it arrives. */
export const mailSettings = operation({
  name: 'msgmail.settings',
  method: 'GET',
  path: `${path}/settings`,
  title: '邮件设置',
  access: 'signed-in',
  input: nothing,
  output: mailStanding,
  reads: true,
})

/** Changes what comes to the caller by mail; what is not named stays. */
export const mailSaveSettings = operation({
  name: 'msgmail.saveSettings',
  withoutLicence: true,
  path: `${path}/saveSettings`,
  title: '保存邮件设置',
  access: 'signed-in',
  input: v.strictObject({
    choices: v.optional(wishes),
    rhythm: v.optional(v.picklist(digestRhythms, '没有这个选项')),
    hour: v.optional(hour),
    isStopped: v.optional(v.boolean('应为是或否')),
  }),
  output: mailStanding,
})

/**
 * Sends a code to the address of the caller's record; nothing else goes there before the code was entered. Refused: `mail.off` without a server,
 * `mail.address` without an address, `mail.often` too soon or too often, `mail.failed` where the server did not take it.
 */
export const mailSendCode = operation({
  name: 'msgmail.sendCode',
  withoutLicence: true,
  path: `${path}/sendCode`,
  title: '发送邮箱验证码',
  access: 'signed-in',
  input: nothing,
  output: mailStanding,
})

/** Proves by the code that the address is the caller's. Refused: `mail.code` where it is wrong or too old. */
export const mailVerify = operation({
  name: 'msgmail.verify',
  withoutLicence: true,
  path: `${path}/verify`,
  title: '验证邮箱',
  access: 'signed-in',
  input: v.strictObject({ code: v.pipe(v.string('应为文字'), v.trim(), v.regex(/^\d{6}$/, '验证码为6位数字')) }),
  output: mailStanding,
  secrets: ['code'],
})

/** Stops all mail to the person whose mail had this token; the person starts it again in the settings. */
export const mailStop = operation({
  name: 'msgmail.stop',
  withoutLicence: true,
  path: `${path}/stop`,
  title: '停止接收邮件',
  access: 'public',
  input: v.strictObject({ token: v.pipe(v.string('应为文字'), v.maxLength(80)) }),
  output: v.object({ stopped: v.boolean() }),
  secrets: ['token'],
})

/** Whether the address of a person refused mail, for the person and for those who manage people; null for others, and where it did not. */
export const mailBounce = operation({
  name: 'msgmail.bounce',
  method: 'GET',
  path: `${path}/bounce`,
  title: '退回邮件的邮箱',
  access: 'signed-in',
  input: v.strictObject({ uid: idInput }),
  output: v.object({ bouncedAt: v.nullable(v.string()), bounce: v.nullable(v.string()) }),
  reads: true,
})

const access = ['sysoperation:update'] as const
const line = (max: number) => v.pipe(v.string('应为文字'), v.trim(), v.maxLength(max, '不能超过{max}个字'))
const address = v.pipe(
  line(100),
  v.check((text) => email.test(text), '邮箱格式有误'),
)

const server = v.object({
  host: v.string(),
  port: v.number(),
  security: v.picklist(keysOf(mailSecurities)),
  username: v.string(),
  /** The password itself is never answered. */
  isKeyed: v.boolean(),
  fromAddress: v.string(),
  fromName: v.string(),
  version: v.number(),
})
export type OwnMailServer = v.InferOutput<typeof server>

const organisationMail = v.object({
  /** By which server mail goes out. */
  by: v.picklist(['none', 'installation', 'organisation']),
  fromAddress: v.nullable(v.string()),
  server: v.nullable(server),
  /** What the organisation has as a default, for each category. */
  choices: choiceByCategory,
  /** How many people have a verified address, and how many of those addresses refuse mail. */
  verifiedCount: v.number(),
  bouncedCount: v.number(),
})
export type OrganisationMail = v.InferOutput<typeof organisationMail>

export const mailOrganisation = operation({
  name: 'msgmail.organisation',
  method: 'GET',
  path: `${path}/organisation`,
  title: '组织的邮件设置',
  access,
  input: nothing,
  output: organisationMail,
  reads: true,
})

/** What people get by mail who have chosen nothing themselves; what is named is changed. */
export const mailSaveDefaults = operation({
  name: 'msgmail.saveDefaults',
  path: `${path}/saveDefaults`,
  title: '保存邮件默认设置',
  access,
  input: v.strictObject({ choices: wishes }),
  output: organisationMail,
})

/**
 * Sets the organisation's own server, or changes it. The password stays as it is where absent; an empty one is none. Another host, port or user
 * needs it again (`secret.address`). Refused: `mail.server` for a host or a port that none may have.
 */
export const mailSaveServer = operation({
  name: 'msgmail.saveServer',
  path: `${path}/saveServer`,
  title: '保存邮件服务器',
  access,
  input: v.strictObject({
    /** 0 where there is none yet. */
    version: v.number(),
    host: v.pipe(line(200), v.regex(/^(?=.{1,200}$)[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/i, '服务器地址有误')),
    port: v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(1, '不能小于{min}'), v.maxValue(65535, '不能大于{max}')),
    security: v.picklist(keysOf(mailSecurities), '没有这个选项'),
    username: line(200),
    password: v.optional(v.pipe(v.string('应为文字'), v.maxLength(200, '不能超过{max}个字'))),
    fromAddress: address,
    fromName: line(40),
  }),
  output: organisationMail,
  secrets: ['password'],
})

/** Takes the organisation's own server away; mail goes by that of the installation again, where it has one. */
export const mailDeleteServer = operation({
  name: 'msgmail.deleteServer',
  withoutLicence: true,
  path: `${path}/deleteServer`,
  title: '删除邮件服务器',
  access,
  input: nothing,
  output: organisationMail,
})

/** Connects, signs in and sends a mail to the caller's address if that is verified; what came of it in words. */
export const mailTest = operation({
  name: 'msgmail.test',
  path: `${path}/test`,
  title: '测试邮件服务器',
  access,
  input: nothing,
  output: v.object({ isWorking: v.boolean(), words: v.string() }),
})

export const mailOperations: readonly Operation[] = [
  mailSettings,
  mailSaveSettings,
  mailSendCode,
  mailVerify,
  mailStop,
  mailBounce,
  mailOrganisation,
  mailSaveDefaults,
  mailSaveServer,
  mailDeleteServer,
  mailTest,
]
