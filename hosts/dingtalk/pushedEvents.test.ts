import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { seal, signatureOf, unseal } from '../callbackCrypto.ts'
import type { CallbackRequest } from '../workplace.ts'
import { heard } from './callback.ts'
import { cut, messageBytesAtMost, messageOf } from './notice.ts'
import { pageSignature } from './signature.ts'
import { toldBy } from './pushedEvents.ts'

const corpId = 'dingcorp'
const row = (biz_type: number, biz_data: object, more: object = {}) => ({
  EventType: 'SYNC_HTTP_PUSH_MEDIUM',
  bizData: [{ corp_id: corpId, biz_id: 'b', biz_type, biz_data: JSON.stringify(biz_data), gmt_modified: 1_700_000_000_000, ...more }],
})
const at = { atMs: 1_700_000_000_000, corpId }
const event = (EventType: string, more: object) => ({ EventType, CorpId: corpId, TimeStamp: '1700000000000', ...more })

const pushes: [what: string, pushed: object, told: object[]][] = [
  [
    'a ticket',
    row(2, { syncAction: 'suite_ticket', suiteTicket: 'T' }),
    [{ key: 'ticket', atMs: at.atMs, corpId: '', t: 'ticket', ticket: 'T', place: 'ticket' }],
  ],
  [
    'an authorisation, whole',
    row(4, {
      syncAction: 'org_suite_auth',
      permanent_code: 'P',
      auth_user_info: { userId: 'u1' },
      auth_corp_info: { corpid: corpId, corp_name: '公司', corp_logo_url: 'https://a/b.png', is_authenticated: true },
      auth_info: { agent: [{ agentid: 42, agent_name: 'x', appid: 1, admin_list: ['u1', 'u2'] }] },
    }),
    [
      {
        ...at,
        key: 'grant',
        t: 'granted',
        grant: {
          corpId,
          corpName: '公司',
          agentId: '42',
          permanentCode: 'P',
          logo: 'https://a/b.png',
          byPersonId: 'u1',
          administratorIds: ['u1', 'u2'],
        },
      },
    ],
  ],
  ['a change of it that says nothing more', row(4, { syncAction: 'org_suite_change' }), [{ ...at, key: 'grant', t: 'granted' }]],
  ['a withdrawal', row(4, { syncAction: 'org_suite_relieve' }), [{ ...at, key: 'grant', t: 'withdrawn' }]],
  ['the app switched off', row(7, { syncAction: 'org_micro_app_stop' }), [{ ...at, key: 'app', t: 'stopped' }]],
  ['the app switched on', row(7, { syncAction: 'org_micro_app_restore' }), [{ ...at, key: 'app', t: 'resumed' }]],
  [
    'a person',
    row(13, { syncAction: 'user_leave_org', userid: 'u7', isLeaderInDepts: '{1:false}' }),
    [{ ...at, key: 'person:u7', t: 'person', personId: 'u7' }],
  ],
  ['a person named beside', row(13, {}, { biz_id: 'u8' }), [{ ...at, key: 'person:u8', t: 'person', personId: 'u8' }]],
  [
    'a department',
    row(14, { syncAction: 'org_dept_modify', id: 12 }),
    [{ ...at, key: 'department:12', t: 'department', departmentId: '12' }],
  ],
  ['a role, which is nothing to us', row(15, { syncAction: 'org_role_add' }), []],
  ['the organisation', row(16, { syncAction: 'org_update' }), [{ ...at, key: 'corp', t: 'corp' }]],
  ['the organisation dissolved', row(16, { syncAction: 'org_remove' }), [{ ...at, key: 'grant', t: 'withdrawn' }]],
  ['a contact outside', row(20, { syncAction: 'x' }), []],
  ['a moment as a database writes it', row(16, {}, { gmt_modified: '2023-11-15 06:13:20' }), [{ ...at, key: 'corp', t: 'corp' }]],
  [
    'a row that nobody can read among others',
    { EventType: 'SYNC_HTTP_PUSH_HIGH', bizData: [{ biz_type: 13, biz_data: '{' }, ...row(16, {}).bizData] },
    [{ ...at, key: 'corp', t: 'corp' }],
  ],
  [
    'people of the older kind',
    event('user_add_org', { UserId: ['a', 'b'] }),
    ['a', 'b'].map((id) => ({ ...at, key: `person:${id}`, t: 'person', personId: id })),
  ],
  [
    'an administrator of the older kind',
    event('org_admin_add', { UserId: '["a"]' }),
    [{ ...at, key: 'person:a', t: 'person', personId: 'a' }],
  ],
  [
    'departments of the older kind',
    event('org_dept_remove', { DeptId: [3] }),
    [{ ...at, key: 'department:3', t: 'department', departmentId: '3' }],
  ],
  [
    'a code of the older kind',
    { EventType: 'tmp_auth_code', AuthCode: 'C', AuthCorpId: corpId, TimeStamp: 1_700_000_000_000 },
    [{ ...at, key: 'grant', t: 'granted', authCode: 'C' }],
  ],
  [
    'a withdrawal of the older kind',
    { EventType: 'suite_relieve', AuthCorpId: corpId, TimeStamp: 1_700_000_000_000 },
    [{ ...at, key: 'grant', t: 'withdrawn' }],
  ],
  ['an address being checked', { EventType: 'check_url' }, []],
  ['something unknown', event('label_conf_add', {}), []],
]
for (const [what, pushed, told] of pushes) test(`tells ${what}`, () => assert.deepEqual(toldBy(pushed as never, 5), told))

const order = (more: object) => ({
  orderId: 17,
  goodsName: '在册',
  itemName: '500件',
  itemCode: 'pro',
  serviceStartTime: 1000,
  serviceStopTime: '2000',
  buyCorpId: corpId,
  ...more,
})
const orders: [what: string, action: string, given: object, told: object][] = [
  ['bought', 'market_order', { payFee: 123_456, orderChargeType: 'BUY' }, { price: '1234.56', isTrial: false, isVoid: false }],
  ['free', 'market_order', { payFee: 0, orderChargeType: 'FREE' }, { price: '0', isTrial: true, isVoid: false }],
  ['tried', 'market_order', { payFee: '0', orderChargeType: 'TRYOUT' }, { price: '0', isTrial: true, isVoid: false }],
  ['given away, and no trial', 'market_order', { payFee: 0, orderChargeType: 'BUY' }, { price: '0', isTrial: false, isVoid: false }],
  ['cancelled', 'market_order_cancel', { payFee: 100, orderChargeType: 'BUY' }, { price: '1', isTrial: false, isVoid: true }],
  ['closed for a refund', 'market_service_close', { payFee: 100, orderChargeType: 'BUY' }, { price: '1', isTrial: false, isVoid: true }],
]
for (const [what, syncAction, given, expected] of orders)
  test(`an order that is ${what}`, () => {
    const [told] = toldBy(row(17, { ...order(given), syncAction }), 5)
    assert.deepEqual(told, {
      ...at,
      key: 'order:17',
      t: 'order',
      order: { orderId: '17', title: '在册 500件', startMs: 1000, endMs: 2000, edition: 'pro', ...expected },
    })
    const [older] = toldBy({ EventType: syncAction === 'market_order' ? 'market_buy' : syncAction, ...order(given) }, 5)
    assert.deepEqual(older, { ...told, atMs: 5 })
  })

const keys = { token: 'mryue', aesKey: 'Yue0EfdN5900c1ce5cf6A152c63DDe1808a60c5ecd7', suiteKey: 'ding6ccabc44d2c8d38b' }
const asking = (text: string, receiver: string, name = 'signature'): CallbackRequest => {
  const sealed = { timestamp: '1', nonce: 'n', encrypt: seal(keys.aesKey, text, receiver) }
  return {
    method: 'POST',
    query: { [name]: signatureOf(keys.token, sealed), timestamp: '1', nonce: 'n' },
    body: JSON.stringify({ encrypt: sealed.encrypt }),
  }
}
const answerTo = (request: CallbackRequest): string | undefined => {
  const answer = heard(keys, request, 1_700_000_000_000)?.answer
  if (!answer) return undefined
  const { msg_signature, timeStamp, nonce, encrypt } = JSON.parse(answer.body) as Record<string, string>
  return unseal(keys, msg_signature, { timestamp: timeStamp!, nonce: nonce!, encrypt: encrypt! })?.text
}
const requests: [what: string, request: CallbackRequest, answer: string | undefined][] = [
  [
    "DingTalk's own vector",
    {
      method: 'POST',
      query: { signature: '03044561471240d4a14bb09372dfcfd4fd0e40cb', timestamp: '1608001896814', nonce: 'WL4PK6yA' },
      body: '{"encrypt":"0vJiX6vliEpwG3U45CtXqi+m8PXbQRARJ8p8BbDuD1EMTDf0jKpQ79QS93qEk7XHpP6u+oTTrd15NRPvNvmBKyDCYxxOK+HZeKju4yhELOFchzNukR+t8SB/qk4ROMu3"}',
    },
    'success',
  ],
  ['an event', asking('{"EventType":"user_add_org"}', keys.suiteKey), 'success'],
  ['a signature under its other name', asking('{"EventType":"check_url"}', keys.suiteKey, 'msg_signature'), 'success'],
  ['the check of a new address', asking('{"EventType":"check_create_suite_url","Random":"R1"}', 'suite4xxxxxxxxxxxxxxx'), 'R1'],
  ['the check of a changed address', asking('{"EventType":"check_update_suite_url","Random":"R2"}', keys.suiteKey), 'R2'],
  ['an event for the suite that is not made', asking('{"EventType":"user_add_org"}', 'suite4xxxxxxxxxxxxxxx'), undefined],
  ['an event for somebody else', asking('{"EventType":"user_add_org"}', 'suiteother'), undefined],
  ['what is no JSON', asking('EventType', keys.suiteKey), undefined],
  ['GET', { ...asking('{"EventType":"check_url"}', keys.suiteKey), method: 'GET' }, undefined],
  ['no body', { ...asking('{}', keys.suiteKey), body: '' }, undefined],
  ['no signature', { ...asking('{}', keys.suiteKey), query: { timestamp: '1', nonce: 'n' } }, undefined],
]
for (const [what, request, answer] of requests)
  test(`${answer === undefined ? 'refuses' : 'answers'} ${what}`, () => assert.equal(answerTo(request), answer))

test('a page is signed by both ways of the documents, and by the decoded query in the newer one', () => {
  const signed = {
    ticket: 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg',
    nonce: 'Wm3WZYTPz0wzccnW',
    timestamp: 1_414_587_457,
    url: 'http://mp.weixin.qq.com?params=value',
  }
  assert.equal(pageSignature('sha1', signed), '0f9de62fce790f9a083d5c99e95740ceb90c27ed')
  assert.equal(pageSignature('sha256', signed), 'df6b82babbdad0be7af3dac71ae3ca1e03984851a7f0358d5a7061667ab40cbd')
  const at = (url: string) => pageSignature('sha256', { ...signed, url })
  assert.equal(at('https://a/b?x=%E5%9C%A8+y#/c'), at('https://a/b?x=在 y'))
  assert.notEqual(at('https://a/%20b?x=1'), at('https://a/ b?x=1'))
  assert.equal(at('https://a/?x=%E5%9'), at('https://a/?x=%E5%9#d'))
})

test('a notice fits, whatever is in it, and is cut between characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 3000 }),
      fc.nat(3000),
      (title, content, bytes) => {
        const message = messageOf({ key: 'k', personIds: ['p'], title, content, link: 'https://zaice.example/#/pages/x' }, 'corp')
        assert.ok(Buffer.byteLength(JSON.stringify(message)) <= messageBytesAtMost)
        const kept = cut(content, bytes)
        assert.ok(Buffer.byteLength(kept) <= bytes || Buffer.byteLength(content) <= bytes)
        assert.ok(kept === content || content.startsWith(kept.replace(/…$/, '')))
      },
    ),
  )
})
