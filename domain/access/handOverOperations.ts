import * as v from 'valibot'
import { tokenAnswer } from './signInOperations.ts'
import { idInput, nothing, operation } from '../operations/define.ts'

/** A code that a phone goes on by as the person who asks: good once, for a minute. The one before is over. */
export const handOverMake = operation({
  name: 'handOver.make',
  withoutLicence: true,
  path: '/api/auth/handOver/make',
  title: '生成手机登录码',
  access: 'signed-in',
  input: nothing,
  output: v.object({ id: v.string(), code: v.string(), expiresAt: v.string() }),
  secrets: ['code'],
})

/** What became of it: `used` once a phone is in. */
export const handOverStanding = operation({
  name: 'handOver.standing',
  method: 'GET',
  path: '/api/auth/handOver/standing',
  title: '手机登录码的状态',
  access: 'signed-in',
  input: v.strictObject({ id: idInput }),
  output: v.object({ state: v.picklist(['open', 'used', 'over']), usedAt: v.nullable(v.string()) }),
  reads: true,
})

/** Signs a phone in by it. The client shows the credential of a hand-over from a computer and none other. */
export const handOverEnter = operation({
  name: 'handOver.enter',
  path: '/api/oauth/handOver',
  title: '凭手机登录码登录',
  access: 'client',
  input: v.strictObject({
    code: v.pipe(v.string('应为文字'), v.maxLength(100, '不能超过{max}个字')),
    device_id: v.optional(v.pipe(v.string('应为文字'), v.maxLength(200, '不能超过{max}个字'))),
  }),
  output: tokenAnswer,
  answer: 'merged',
  secrets: ['code', 'access_token'],
})
