import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { english } from '../domain/english/all.ts'
import { askingOf as dingtalkAsking, placesOf, TokenOver } from './dingtalk/client.ts'
import { dingtalkFaults } from './dingtalk/faults.ts'
import { FeishuTokenOver, feishuAsking, feishuPlaces } from './feishu/client.ts'
import { feishuFaults } from './feishu/faults.ts'
import { memoryKeeping } from './testing/keeping.ts'
import { askingOf as wecomAsking } from './wecom/client.ts'
import { wecomFaults } from './wecom/faults.ts'
import { WorkplaceFault } from './workplace.ts'

/** Kind, seconds, who mends it; what there is of these. */
type Outcome = readonly (string | number)[]
const outcomeOf = (error: unknown): Outcome => {
  if (error instanceof TokenOver || error instanceof FeishuTokenOver) return ['token']
  assert.ok(error instanceof WorkplaceFault, String(error))
  return [error.kind, error.afterSeconds, error.mendedBy].filter((each) => each !== undefined)
}

/** Codes and words as WeCom's list of errors has them. */
const wecomCodes: readonly [code: number, message: string, outcome: Outcome][] = [
  [-1, 'system busy', ['again', 5]],
  [45009, 'api freq out of limit', ['again', 60]],
  [45033, 'api concurrent out of limit', ['again', 5]],
  [40085, 'invalid suite ticket', ['again', 60]],
  [60020, 'not allow to access from your ip', ['again', 600, 'operator']],
  [40080, 'invalid suite secret', ['again', 600, 'operator']],
  [40014, 'invalid access_token', ['again', 300, 'operator']],
  [42001, 'access_token expired', ['again', 300, 'operator']],
  [42009, 'suite_access_token expired', ['again', 300, 'operator']],
  [40082, 'invalid suite_access_token', ['again', 300, 'operator']],
  [40084, 'invalid permanent code', ['withdrawn']],
  [48004, 'api forbidden for corp', ['withdrawn']],
  [50001, 'redirect_url unauthorized', ['refused', 'operator']],
  [48002, 'api forbidden', ['refused', 'administrator']],
  [701016, 'account is not active or expired', ['refused', 'administrator']],
  [60111, 'userid not found', ['refused']],
  [40058, 'invalid argument', ['refused']],
]
for (const [code, message, outcome] of wecomCodes)
  test(`WeCom’s ${code} (${message}) comes to ${outcome.join(', ')}`, async () => {
    const keeping = memoryKeeping(Date.now)
    await keeping.write('ticket', 'a ticket')
    const fetchIt = (async (address: string) =>
      Response.json(
        address.includes('get_suite_token') && code !== 40080 && code !== 40085
          ? { suite_access_token: 'a token', expires_in: 7200 }
          : { errcode: code, errmsg: message },
      )) as typeof fetch
    const settings = { suiteId: 's', suiteSecret: 's', providerId: 'p', token: 't', aesKey: 'k' }
    const asking = wecomAsking(settings, { keeping, fetch: fetchIt, now: Date.now })
    await assert.rejects(asking.asSuite('service/get_order'), (error) => {
      assert.deepEqual(outcomeOf(error), outcome)
      return true
    })
  })

/** Codes as DingTalk's list of errors has them, the old calls' numbers and the new calls' names, which come with a status. */
const dingtalkCodes: readonly [code: string, status: number, message: string, outcome: Outcome][] = [
  ['-1', 200, '系统繁忙', ['again', 5]],
  ['90002', 200, '您的服务器调用钉钉开放平台所有接口的请求都被暂时禁用了', ['again', 60]],
  ['90018', 200, '您的服务器调用钉钉开放平台接口的请求已被限流', ['again', 60]],
  ['90020', 200, '本月api调用量已超过限制', ['again', 7200, 'administrator']],
  ['Forbidden.AccessDenied.ApiCountLimitForOrg', 403, '本月api调用量已超过限制 10001次 额度10000次', ['again', 7200, 'administrator']],
  ['60020', 200, '访问ip不在白名单之中', ['again', 600, 'operator']],
  ['Forbidden.AccessDenied.IpNotInWhiteList', 403, 'ip不在白名单内', ['again', 600, 'operator']],
  ['Forbidden.AccessDenied.QpsLimitForAppkeyAndApi', 403, 'Open API QPS limit', ['again', 60]],
  ['Forbidden.AccessDenied.AccessTokenPermissionDenied', 403, '没有调用该接口的权限', ['refused', 'administrator']],
  ['invalidSuiteKeyOrSuiteSecret', 400, '不合法的suiteKey或suiteSecret', ['again', 600, 'operator']],
  ['ServiceUnavailable', 503, 'The request has failed', ['again', 5]],
  ['40014', 200, '不合法的access_token', ['token']],
  ['InvalidAuthentication', 401, '不合法的access_token', ['token']],
  ['corp.unauthorized', 400, '企业未授权', ['withdrawn']],
  ['40079', 200, '不存在的授权信息', ['withdrawn']],
  ['60121', 200, '找不到该用户', ['refused']],
  ['33012', 200, '无效的USERID', ['refused']],
]
for (const [code, status, message, outcome] of dingtalkCodes)
  for (const isNested of status === 200 ? [false, true] : [false])
    test(`DingTalk’s ${code}${isNested ? ' within 88' : ''} comes to ${outcome.join(', ')}`, async () => {
      const nested = { errcode: 88, errmsg: 'ding talk error', sub_code: code, sub_msg: message }
      const plain = status === 200 ? { errcode: code, errmsg: message } : { code, message }
      const fetchIt = (async () => Response.json(isNested ? nested : plain, { status })) as typeof fetch
      const asking = dingtalkAsking(placesOf(undefined), fetchIt)
      const ask = status === 200 ? asking.old : asking.new
      await assert.rejects(ask({ path: '/x', answer: v.object({}) }), (error) => {
        assert.deepEqual(outcomeOf(error), outcome)
        return true
      })
    })

/** Codes as Feishu's list of errors has them; the answer says when a limit ends. */
const feishuCodes: readonly [code: number, status: number, message: string, outcome: Outcome][] = [
  [99991663, 400, 'Invalid access token for authorization', ['token']],
  [99991664, 400, 'Invalid app access token', ['token']],
  [99991661, 400, 'Missing access token for authorization', ['token']],
  [99991671, 400, 'Invalid access token for authorization', ['token']],
  [99991400, 429, 'request trigger frequency limit', ['again', 52]],
  [230020, 400, 'This operation triggers the frequency limit', ['again', 60]],
  [99991403, 400, 'the call volume of this month is used up', ['again', 7200, 'administrator']],
  [99991401, 400, 'ip denied', ['again', 600, 'operator']],
  [10012, 200, 'app_ticket invalid', ['again', 60]],
  [10014, 200, 'app secret invalid', ['again', 600, 'operator']],
  [99991672, 400, 'Access denied. One of the following scopes is required', ['refused', 'administrator']],
  [230006, 400, 'Bot ability is not activated', ['refused', 'operator']],
  [41050, 400, 'no user authority error', ['refused']],
  [230013, 400, 'Bot has NO availability to this user', ['refused']],
  [1500, 500, 'internal error', ['again', 5]],
]
for (const [code, status, message, outcome] of feishuCodes)
  test(`Feishu’s ${code} (${message}) comes to ${outcome.join(', ')}`, async () => {
    const headers = new Headers(code === 99991400 ? [['x-ogw-ratelimit-reset', '52']] : [])
    const fetchIt: typeof fetch = async () => Response.json({ code, msg: message }, { status, headers })
    const asking = feishuAsking(feishuPlaces(undefined), fetchIt)
    await assert.rejects(asking({ path: '/x', answer: v.object({}) }), (error) => {
      assert.deepEqual(outcomeOf(error), outcome)
      return true
    })
  })

test('every row says in Chinese and English what happened', () => {
  for (const { words, codes } of [...wecomFaults, ...dingtalkFaults, ...feishuFaults]) {
    assert.match(words, /\p{Script=Han}/u)
    assert.ok(english[words], `${codes.join()}: ${words}`)
  }
})
