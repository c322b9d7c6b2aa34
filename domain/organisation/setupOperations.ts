import * as v from 'valibot'
import { tokenAnswer } from '../access/signInOperations.ts'
import { idInput, nothing, operation, type Operation } from '../operations/define.ts'

/** Whether the installation waits for its first organisation, whether anyone may register one, and whether codes reach phones. */
export const setupState = operation({
  name: 'setup.state',
  method: 'GET',
  path: '/api/setup/state',
  title: '初始化状态',
  access: 'public',
  input: nothing,
  output: v.object({ waiting: v.boolean(), registration: v.picklist(['open', 'closed']), sms: v.boolean() }),
  reads: true,
})

/** Words that must be there. */
export const words = (max: number, missing: string) =>
  v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, missing), v.maxLength(max, '不能超过{max}个字'))

/** A mobile number or a login name. */
export const loginName = v.pipe(
  words(40, '请输入登录名'),
  v.toLowerCase(),
  v.regex(/^[a-z0-9_.-]+$/, '登录名只能用手机号码，或字母、数字和 . _ - 这些符号'),
)

/**
 * Makes an organisation and its first administrator, who is then signed in. `id` is made by the client: sent again, the same organisation
 * answers and no second one is made. `code` is the one that the start has printed, or with
 * open registration the one that was sent to `username`, a mobile number then; the person who registers so gets a trial.
 */
export const setupFound = operation({
  name: 'setup.found',
  path: '/api/setup/found',
  title: '创建组织',
  access: 'public',
  input: v.strictObject({
    id: idInput,
    code: words(40, '请输入初始化码'),
    operationName: words(50, '请输入公司名称'),
    userName: words(30, '请输入您的姓名'),
    username: loginName,
    password: v.pipe(v.string('应为文字'), v.maxLength(200, '不能超过{max}个字')),
    device_id: v.optional(v.pipe(v.string('应为文字'), v.maxLength(200))),
  }),
  output: tokenAnswer,
  answer: 'merged',
  secrets: ['code', 'password', 'access_token'],
})

export const setupOperations: readonly Operation[] = [setupState, setupFound]
