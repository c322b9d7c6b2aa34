import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GroupMessage, quietMinutes, robotBody, robotVerdict, vendorOfRobot } from './robot.ts'

for (const [address, vendor] of [
  ['https://oapi.dingtalk.com/robot/send?access_token=abc', 'dingtalk'],
  ['https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a', 'wecom'],
  ['https://open.feishu.cn/open-apis/bot/v2/hook/1-2', 'feishu'],
  ['https://open.larksuite.com/open-apis/bot/v2/hook/1-2', 'feishu'],
  ['http://oapi.dingtalk.com/robot/send?access_token=abc', undefined],
  ['https://oapi.dingtalk.com:8443/robot/send?access_token=abc', undefined],
  ['https://me@oapi.dingtalk.com/robot/send?access_token=abc', undefined],
  ['https://oapi.dingtalk.com.example.com/robot/send?access_token=abc', undefined],
  ['https://oapi.dingtalk.com/robot/send', undefined],
  ['https://qyapi.weixin.qq.com/cgi-bin/gettoken?key=1', undefined],
  ['https://open.feishu.cn/open-apis/bot/v2/hook/', undefined],
  ['https://127.0.0.1/robot/send?access_token=abc', undefined],
  ['dingtalk', undefined],
] as const)
  test(`${address} is ${vendor ?? 'nobody'}'s`, () => assert.equal(vendorOfRobot(address), vendor))

for (const [from, until, minute, left] of [
  [1320, 420, 1320, 540],
  [1320, 420, 60, 360],
  [1320, 420, 420, 0],
  [1320, 420, 1319, 0],
  [540, 600, 570, 30],
  [0, 0, 0, 1440],
] as const)
  test(`quiet from ${from} until ${until} it is for ${left} more at ${minute}`, () =>
    assert.equal(quietMinutes({ from, until }, minute), left))

const one: GroupMessage = { title: '3 种耗材低于最低库存', content: '复印纸\n签字笔', link: 'https://zaice.example/#/x' }
test('one message is a card with a way to it', () => {
  const ding = robotBody('dingtalk', [one], '查看') as { actionCard: { singleURL: string; text: string } }
  assert.deepEqual([ding.actionCard.singleURL, ding.actionCard.text], [one.link, '**3 种耗材低于最低库存**\n\n复印纸\n签字笔'])
  const wecom = robotBody('wecom', [one], '查看') as { markdown: { content: string } }
  assert.equal(wecom.markdown.content, '**3 种耗材低于最低库存**\n\n复印纸\n签字笔\n\n[查看](https://zaice.example/#/x)')
  const feishu = JSON.stringify(robotBody('feishu', [one], '查看'))
  assert.ok(feishu.includes('"url":"https://zaice.example/#/x"') && feishu.includes('"template":"blue"'))
})

test('several become one, and none has a way where nobody could open it', () => {
  const several = [one, { title: '公告', content: '' }]
  for (const vendor of ['dingtalk', 'wecom', 'feishu'] as const) {
    const text = JSON.stringify(robotBody(vendor, several, '查看'))
    assert.ok(text.includes('公告') && text.includes('签字笔'), vendor)
  }
  assert.ok(!JSON.stringify(robotBody('dingtalk', [{ title: 'a', content: 'b' }], '查看')).includes('http'))
})

test('what people wrote calls nobody and leads nowhere, and is cut before a chat refuses it', () => {
  for (const vendor of ['dingtalk', 'wecom', 'feishu'] as const) {
    const text = JSON.stringify(
      robotBody(vendor, [{ title: '<@all> [a](http://b)', content: '<at id=all></at> @所有人'.repeat(400) }], '查看'),
    )
    assert.ok(!/[<>]|\]\(http|@/.test(text), text.slice(0, 300))
    assert.ok(Buffer.byteLength(text) < 4600)
  }
})

for (const [status, body, t, why] of [
  [200, '{"errcode":0,"errmsg":"ok"}', 'sent', undefined],
  [200, '{"StatusCode":0,"code":0,"msg":"success"}', 'sent', undefined],
  [200, '{"errcode":310000,"errmsg":"sign not match"}', 'refused', '310000: sign not match'],
  [200, '{"code":19021,"msg":"sign match fail"}', 'refused', '19021: sign match fail'],
  [200, '{"errcode":130101,"errmsg":"send too fast"}', 'again', '130101: send too fast'],
  [200, '{"errcode":45009,"errmsg":"api freq out of limit"}', 'again', '45009: api freq out of limit'],
  [400, '{"code":9499,"msg":"too many request"}', 'again', '9499: too many request'],
  [200, '{"errcode":93000,"errmsg":"invalid webhook url"}', 'refused', '93000: invalid webhook url'],
  [502, 'Bad Gateway', 'again', 'HTTP 502'],
  [200, '<html>', 'refused', 'HTTP 200'],
] as const)
  test(`${status} ${body} is ${t}`, () => {
    const verdict = robotVerdict(status, body)
    assert.deepEqual([verdict.t, 'why' in verdict ? verdict.why : undefined], [t, why])
  })
