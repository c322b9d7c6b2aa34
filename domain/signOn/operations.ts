import * as v from 'valibot'
import { tokenAnswer } from '../access/signInOperations.ts'
import { idInput, nothing, operation } from '../operations/define.ts'
import { syncStandingRow } from '../directory/operations.ts'

const access = ['sysoperation:update'] as const
const path = '/api/sign-on'

const text = (max: number) => v.pipe(v.string('应为文字'), v.trim(), v.maxLength(max, '不能超过{max}个字'))
const filledText = (max: number) => v.pipe(text(max), v.minLength(1, '必填'))
/** Left out or empty, the saved one stays, where the address does; null takes it away. Refused: `secret.address`. */
const secretInput = v.optional(v.nullable(v.pipe(v.string('应为文字'), v.maxLength(500, '不能超过{max}个字'))))

const oidcSettings = {
  /** What the button on the sign-in page says. */
  title: filledText(20),
  /** Where the provider describes itself, without `/.well-known/…`. */
  issuer: filledText(300),
  clientId: filledText(200),
  /** The provider's e-mail addresses and phone numbers are proven, whether or not it says so. */
  trusts: v.boolean('应为是或否'),
  /** The person who is not known here comes in as a person new. */
  makesPeople: v.boolean('应为是或否'),
}
export type OidcSettings = v.InferOutput<v.ObjectSchema<typeof oidcSettings, undefined>>

export const ldapAttributes = ['id', 'username', 'name', 'phone', 'email', 'position', 'employeeNo'] as const
export type LdapAttribute = (typeof ldapAttributes)[number]
const attribute = v.pipe(text(60), v.regex(/^[A-Za-z][A-Za-z0-9;-]*$|^$/, '应为属性名'))

const ldapSettings = {
  title: filledText(20),
  /** `ldaps://` or `ldap://`, with a port where it is not the usual one. */
  url: v.pipe(filledText(300), v.regex(/^ldaps?:\/\//i, '地址应以 ldaps:// 或 ldap:// 开头')),
  /** Encrypts a connection that begins without. */
  startTls: v.boolean('应为是或否'),
  /** Who we look people up as. */
  bindDn: filledText(300),
  baseDn: filledText(300),
  /** Finds a person by the name that they type, at `{login}`. */
  filter: v.pipe(
    filledText(500),
    v.check((filter) => filter.includes('{login}'), '应包含 {login}'),
  ),
  peopleFilter: filledText(500),
  departmentFilter: filledText(500),
  attributes: v.strictObject({
    id: v.pipe(attribute, v.minLength(1, '必填')),
    username: attribute,
    name: attribute,
    phone: attribute,
    email: attribute,
    position: attribute,
    employeeNo: attribute,
  }),
  makesPeople: v.boolean('应为是或否'),
  /** People and departments are taken over every night. */
  syncs: v.boolean('应为是或否'),
}
export type LdapSettings = v.InferOutput<v.ObjectSchema<typeof ldapSettings, undefined>>

const wayStanding = { enabled: v.boolean(), exclusive: v.boolean(), isKeyed: v.boolean(), updatedAt: v.string() }
const switches = { enabled: v.boolean('应为是或否'), exclusive: v.optional(v.boolean('应为是或否'), false) }
const changes = ['signOn', 'directory.standing']

export const signOnOperations = {
  /** What is set up; secrets are never among it, only whether there is one. */
  settings: operation({
    name: 'signOn.settings',
    path: `${path}/settings`,
    title: '公司登录设置',
    access,
    input: nothing,
    output: v.object({
      words: v.array(v.string()),
      oidc: v.nullable(v.object({ ...oidcSettings, ...wayStanding })),
      ldap: v.nullable(v.object({ ...ldapSettings, ...wayStanding })),
      scim: v.nullable(v.object({ enabled: v.boolean(), isKeyed: v.boolean(), updatedAt: v.string() })),
      /** Where the provider leads back to, and where SCIM is spoken. */
      redirect: v.string(),
      scimAddress: v.string(),
      ldapStanding: v.nullable(syncStandingRow),
      scimPeople: v.number(),
    }),
    reads: true,
  }),
  saveWords: operation({
    name: 'signOn.saveWords',
    withoutLicence: true,
    path: `${path}/saveWords`,
    title: '保存公司简称',
    changes,
    access,
    input: v.strictObject({
      words: v.pipe(
        v.array(v.pipe(text(60), v.toLowerCase(), v.regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, '只能用文字、数字和 . _ -'))),
        v.maxLength(10, '不能超过{max}个'),
      ),
    }),
    output: v.object({ words: v.array(v.string()) }),
  }),
  saveOidc: operation({
    name: 'signOn.saveOidc',
    withoutLicence: true,
    path: `${path}/saveOidc`,
    title: '保存单点登录',
    changes,
    access,
    input: v.strictObject({ ...oidcSettings, ...switches, clientSecret: secretInput }),
    output: v.object({ saved: v.literal(true) }),
    secrets: ['clientSecret'],
  }),
  saveLdap: operation({
    name: 'signOn.saveLdap',
    withoutLicence: true,
    path: `${path}/saveLdap`,
    title: '保存 LDAP',
    changes,
    access,
    input: v.strictObject({ ...ldapSettings, ...switches, bindPassword: secretInput }),
    output: v.object({ saved: v.literal(true) }),
    secrets: ['bindPassword'],
  }),
  saveScim: operation({
    name: 'signOn.saveScim',
    withoutLicence: true,
    path: `${path}/saveScim`,
    title: '保存 SCIM',
    changes,
    access,
    input: v.strictObject({ enabled: v.boolean('应为是或否') }),
    output: v.object({ saved: v.literal(true) }),
  }),
  /** The one before is worth nothing from now on. Told once; null where the same command is answered again. */
  renewToken: operation({
    name: 'signOn.renewToken',
    withoutLicence: true,
    path: `${path}/renewToken`,
    title: '生成 SCIM 令牌',
    changes,
    access,
    input: nothing,
    output: v.object({ token: v.nullable(v.string()) }),
    secrets: ['token'],
  }),
  /** Asks the other side as it is saved, and says step by step what is well and what is not. */
  test: operation({
    name: 'signOn.test',
    withoutLicence: true,
    path: `${path}/test`,
    title: '测试公司登录',
    access,
    input: v.strictObject({ kind: v.picklist(['oidc', 'ldap']), login: v.optional(text(100)) }),
    output: v.object({ steps: v.array(v.object({ title: v.string(), ok: v.boolean(), words: v.string() })) }),
  }),
  synchronise: operation({
    name: 'signOn.synchronise',
    withoutLicence: true,
    path: `${path}/synchronise`,
    title: '同步 LDAP 目录',
    changes,
    access,
    input: nothing,
    output: v.nullable(syncStandingRow),
  }),
  /** The organisations that a short name or the domain of an e-mail address leads to, with the ways in that they have. */
  find: operation({
    name: 'signOn.find',
    path: `${path}/find`,
    title: '查找公司',
    access: 'public',
    input: v.strictObject({ word: filledText(100) }),
    output: v.object({
      list: v.array(
        v.object({
          operationId: v.string(),
          operationName: v.string(),
          operationAvatar: v.string(),
          /** What their buttons say; null where there is no such way in. */
          oidc: v.nullable(v.string()),
          ldap: v.nullable(v.string()),
        }),
      ),
    }),
    reads: true,
  }),
  /** Where to go to sign in. `browser`: a secret of the person who begins, which has to be shown at the end. */
  begin: operation({
    name: 'signOn.begin',
    path: `${path}/begin`,
    title: '开始单点登录',
    access: 'public',
    input: v.strictObject({ operationId: idInput, browser: v.pipe(text(100), v.minLength(20, '必填')) }),
    output: v.object({ address: v.string() }),
  }),
  /** The person who comes back with what the provider answered, `query` as it stood in the address. */
  enter: operation({
    name: 'signOn.enter',
    path: `${path}/enter`,
    title: '单点登录',
    access: 'public',
    input: v.strictObject({
      query: text(4000),
      browser: text(100),
      device_id: v.optional(text(200)),
    }),
    output: tokenAnswer,
    answer: 'merged',
    secrets: ['access_token'],
  }),
  enterLdap: operation({
    name: 'signOn.enterLdap',
    path: `${path}/enterLdap`,
    title: 'LDAP 登录',
    access: 'public',
    input: v.strictObject({
      operationId: idInput,
      username: filledText(100),
      password: v.pipe(v.string('请输入密码'), v.nonEmpty('请输入密码'), v.maxLength(200, '不能超过{max}个字')),
      device_id: v.optional(text(200)),
    }),
    output: tokenAnswer,
    answer: 'merged',
    secrets: ['password', 'access_token'],
  }),
} as const
