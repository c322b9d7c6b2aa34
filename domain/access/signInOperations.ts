import * as v from 'valibot'
import { currentUser, identity, identityAnswer, isMobileSignedIn, resources, signOut } from './sessionOperations.ts'
import { idInput, nothing, operation, type Operation } from '../operations/define.ts'

const short = (max: number) => v.pipe(v.string('应为文字'), v.maxLength(max, '不能超过{max}个字'))
const flag = v.picklist([0, 1])
/** A mainland mobile number, as the rule `mobile` has it: everyone loads this file, no one should wait for all rules. */
export const mobileInput = v.pipe(v.string('应为文字'), v.trim(), v.regex(/^1[3-9]\d{9}$/, '手机号码格式有误'))

const token = { access_token: v.string(), token_type: v.literal('bearer'), expires_in: v.number(), scope: v.string(), ...identity }
export const tokenAnswer = v.object(token)
export type TokenAnswer = v.InferOutput<typeof tokenAnswer>

export const signIn = operation({
  name: 'oauth.token',
  path: '/api/oauth/token',
  title: '密码登录',
  access: 'client',
  input: v.strictObject({
    grant_type: short(40),
    username: short(100),
    password: short(200),
    clientType: v.optional(v.union([short(20), v.number()])),
    device_id: v.optional(short(200)),
    scope: v.optional(short(100)),
  }),
  output: tokenAnswer,
  answer: 'merged',
})

export const checkToken = operation({
  name: 'oauth.check_token',
  path: '/api/oauth/check_token',
  title: '检查令牌',
  access: 'public',
  input: v.strictObject({ token: short(300) }),
  output: v.object({
    active: v.literal(true),
    exp: v.number(),
    user_name: v.string(),
    client_id: v.string(),
    scope: v.array(v.string()),
    authorities: v.array(v.string()),
    ...identity,
  }),
  answer: 'merged',
  reads: true,
})

/** `captcha` is the contract's name for the code; `code` and `phone` are understood as well. */
export const phoneSignIn = operation({
  name: 'sys.phoneLogin',
  path: '/sys/phoneLogin',
  title: '短信登录',
  access: 'public',
  input: v.pipe(
    v.strictObject({
      mobile: v.optional(mobileInput),
      phone: v.optional(mobileInput),
      captcha: v.optional(short(10)),
      code: v.optional(short(10)),
      operationId: v.optional(idInput),
      device_id: v.optional(short(200)),
    }),
    v.check((input) => (input.mobile ?? input.phone) !== undefined, '请输入手机号码'),
    v.check((input) => /^\d{6}$/.test(input.captcha ?? input.code ?? ''), '请输入6位验证码'),
  ),
  output: v.object({ ...token, token: v.string(), userInfo: identityAnswer }),
  answer: 'merged',
  successCode: 200,
})

export const sendSmsCode = operation({
  name: 'auth.sendVerifyCodeSMS',
  path: '/api/auth/sendVerifyCodeSMS',
  title: '发送短信验证码',
  access: 'public',
  input: v.pipe(
    v.strictObject({
      mobile: v.optional(mobileInput),
      phone: v.optional(mobileInput),
      smsmode: v.optional(v.union([short(10), v.number()])),
    }),
    v.check((input) => (input.mobile ?? input.phone) !== undefined, '请输入手机号码'),
  ),
  output: v.object({ countdownSeconds: v.number() }),
})

/** Chooses another password by the code that was sent to the phone; ends every session of the person and opens one. */
export const resetPassword = operation({
  name: 'sys.resetPassword',
  path: '/sys/resetPassword',
  title: '短信重设密码',
  access: 'public',
  input: v.strictObject({
    mobile: mobileInput,
    captcha: v.pipe(v.string('应为文字'), v.regex(/^\d{6}$/, '请输入6位验证码')),
    password: short(200),
    operationId: v.optional(idInput),
    device_id: v.optional(short(200)),
  }),
  output: tokenAnswer,
  answer: 'merged',
  secrets: ['password', 'access_token'],
})

/** Tells the administrators that a person forgot their password. The answer is the same the person who is meant, and if no one is. */
export const askForPassword = operation({
  name: 'sys.askForPassword',
  path: '/sys/askForPassword',
  title: '请管理员重设密码',
  access: 'public',
  input: v.strictObject({ username: v.pipe(short(100), v.trim(), v.minLength(1, '请输入登录名')) }),
  output: v.object({ told: v.literal(true) }),
})

/** Accounts to try the product with; none on any installation but one with demo data. */
export const signInHint = operation({
  name: 'auth.signInHint',
  method: 'GET',
  path: '/api/auth/signInHint',
  title: '演示账号',
  access: 'public',
  input: nothing,
  output: v.object({ accounts: v.array(v.object({ login: v.string(), title: v.string() })), password: v.string() }),
  reads: true,
})

const upgradeInput = v.strictObject({
  appid: v.optional(short(100)),
  platform: v.optional(short(40)),
  version: v.optional(v.union([short(40), v.number()])),
  appVersion: v.optional(v.union([short(40), v.number()])),
  /** What stays the same of this device; without it, the person. */
  device_id: v.optional(short(200)),
})
/** `status` 1: there is a newer version for this device, `lastVersion`. */
const upgradeOutput = v.object({
  status: flag,
  lastVersion: v.object({
    version: v.string(),
    versionCode: v.number(),
    /** In the language of the person who asks. */
    remark: v.string(),
    /** Where it is had: a package of ours from a path of ours, or an address elsewhere; empty where there is nothing to be had. */
    downUrl: v.string(),
    /** The device cannot go on without it. */
    isForced: v.boolean(),
    /** Of the package in hexadecimal letters, and its bytes; null where it is not told. */
    sha256: v.nullable(v.string()),
    sizeBytes: v.nullable(v.number()),
  }),
})

export const upgrade = operation({
  name: 'auth.upgrade',
  path: '/api/auth/upgrade',
  title: '检查更新',
  access: 'signed-in',
  input: upgradeInput,
  output: upgradeOutput,
  answer: 'merged',
  reads: true,
})

export const upgradeApp = operation({ ...upgrade, name: 'auth.upgradeApp', path: '/api/auth/upgradeApp', title: '检查应用更新' })

export const authOperations: readonly Operation[] = [
  signIn,
  checkToken,
  signOut,
  phoneSignIn,
  sendSmsCode,
  resetPassword,
  askForPassword,
  signInHint,
  resources,
  currentUser,
  isMobileSignedIn,
  upgrade,
  upgradeApp,
]
