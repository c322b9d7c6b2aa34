import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, type Id } from '../../kernel/id.ts'
import { createPerson } from '../access/people.ts'
import { endSessions, openSession } from '../access/sessions.ts'
import { tokenHash } from '../access/tokens.ts'
import { makeGroup, openPair } from '../chat/groups.ts'
import { markRead } from '../chat/reading.ts'
import { recallMessage } from '../chat/recall.ts'
import { conversations } from '../chat/conversationDeliveries.ts'
import { sendMessage } from '../chat/send.ts'
import { openDatabase } from '../db/pool.ts'
import { testDatabase } from '../db/testing.ts'
import { retrySeconds, startDeliveries } from '../deliveries/deliveries.ts'
import { openLog } from '../log.ts'
import { unreadCount } from '../messaging/messages.ts'
import { notify } from '../messaging/notify.ts'
import { hasAnnounced } from '../messaging/outbox.ts'
import { startRelay } from '../messaging/relay.ts'
import { readSettings } from '../settings.ts'
import { pushKeys } from './keys.ts'
import { payloadBytesAtMost, payloadOf, payloadText } from './payload.ts'
import { sendPush } from './send.ts'
import { isOfService } from './services.ts'
import { newBrowser, openPushService } from './testing/pushService.ts'
import { webPush } from './webPush.ts'
import { until } from '../testing/until.ts'

const main = await testDatabase({ poolSize: 12 })
const { database, newOrganisation } = main
const settings = readSettings({ PUSH_SUBJECT: 'mailto:it@example.com' })
const log = openLog('silent')
const keys = await pushKeys(database)
const service = await openPushService(async () => keys.publicKey)

const isService = () => true
const startProcess = async () => {
  let wake = (): void => undefined
  const own = openDatabase({ url: main.url, poolSize: 8, onCommit: (tx) => hasAnnounced(tx) && wake() })
  const deliveries = await startDeliveries(
    own,
    log,
    [webPush({ settings, database: own }, unreadCount, { isService, reach: 'local' })],
    [conversations],
  )
  const relay = await startRelay(own, log, [deliveries.hear])
  wake = relay.wake
  main.closeFirst(async () => {
    await relay.stop()
    await deliveries.stop()
    await own.close()
  })
}
main.closeFirst(async () => service.close())
await startProcess()
await startProcess()

type Device = { readonly id: Id; readonly path: string; readonly hash: string }

const office = async () => {
  const orgId = await newOrganisation()
  const uid = await database.inTransaction(orgId, (tx) => createPerson(tx, { username: `u${newId()}`, userName: '张三' }))
  /** A browser of the person, signed in, whose push service answers so. */
  const subscribe = (word?: string, keyId = keys.keyId): Promise<Device> =>
    database.inTransaction(orgId, async (tx) => {
      const hash = tokenHash(await openSession(tx, { uid, client: 'app', platform: 'test' }))
      const { endpoint, p256dh, auth } = service.subscribe(newBrowser(), word)
      const id = newId()
      await tx.query(
        `insert into push_subscription (org_id, id, uid, session_hash, endpoint_hash, endpoint, p256dh, auth, key_id, device, language)
         values ($1, $2, $3, $4, $5, $5, $6, $7, $8, 'test', 'zh')`,
        [orgId, id, uid, hash, endpoint, p256dh, auth, keyId],
      )
      return { id, path: new URL(endpoint).pathname, hash }
    })
  let messages = 0
  const tell = (title: string, content = '', category: 'approval' | 'asset' = 'asset') => {
    messages++
    return database.inTransaction(orgId, (tx) =>
      notify(tx, { uids: [uid], msgType: 5, category, title, content, link: '/pages/index/index' }),
    )
  }
  const query = (text: string, ...values: unknown[]) =>
    database.inTransaction(orgId, (tx) => tx.query<Record<string, unknown>>(text, [orgId, ...values]))
  /** Waits until all messages have rung and nothing is left to do but the end of the licence; what waits for its time has it now. */
  const settled = (rings = messages) =>
    until('nothing is left to do', async () => {
      await query(
        `update job set due_at = now() where org_id = $1 and kind in ('message.offer', 'deliver.push') and done_at is null and lease_until is null`,
      )
      const jobs = await query(`select kind, done_at from job where org_id = $1 and kind <> 'licence.end'`)
      const ringing = jobs.filter(({ kind }) => kind === 'message.offer')
      return jobs.length > 0 && ringing.length >= rings && jobs.every(({ done_at: doneAt }) => doneAt !== null)
    })
  return { orgId, uid, subscribe, tell, query, settled }
}

const askedAt = ({ path }: Device): number => service.asked.filter((each) => each === path).length
const takenAt = ({ path }: Device) => service.taken.filter(({ to }) => to === path)

test('a browser reads the example of RFC 8291', () => {
  const browser = newBrowser('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'))
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  assert.equal(browser.read(Buffer.from(body, 'base64url')), 'When I grow up, I want to be a watermelon')
})

const answers: [word: string, asked: number, taken: number, isThere: boolean, failure: RegExp | undefined][] = [
  ['plain', 1, 1, true, undefined],
  ['slow', 1, 1, true, undefined],
  ['small', 2, 1, true, undefined],
  ['404', 1, 0, false, undefined],
  ['410', 1, 0, false, undefined],
  ['429-once', 2, 1, true, /HTTP 429/],
  ['500-once', 2, 1, true, /HTTP 500/],
  ['500', retrySeconds.length + 1, 0, true, /HTTP 500/],
  ['400', 1, 0, true, /HTTP 400: no/],
  ['301', 1, 0, true, /HTTP 301/],
]
test('what a push service answers, how often it is asked, and what becomes of the subscription', { concurrency: true }, async (t) => {
  await Promise.all(
    answers.map(([word, asked, taken, isThere, failure]) =>
      t.test(word, async () => {
        const { subscribe, tell, settled, query } = await office()
        const device = await subscribe(word)
        await tell('请归还投影仪', '明天到期。'.repeat(300))
        await settled()
        assert.deepEqual([askedAt(device), takenAt(device).length], [asked, taken])
        const rows = await query('select delivered_at, failure from push_subscription where org_id = $1')
        assert.equal(rows.length, isThere ? 1 : 0)
        if (!isThere) return
        assert.equal(rows[0]!['delivered_at'] !== null, taken > 0)
        if (failure) assert.match(String(rows[0]!['failure']), failure)
        else assert.equal(rows[0]!['failure'], null)
      }),
    ),
  )
})

test('what a browser gets: title, text, the screen, how much is unread; the way says how urgent and what it replaces', async () => {
  const { subscribe, tell, settled } = await office()
  const device = await subscribe()
  await tell('请审批', '张三的资产领用', 'approval')
  await settled()
  const [pushed] = takenAt(device)
  const { tag, ...payload } = pushed!.payload
  assert.deepEqual(payload, { title: '请审批', body: '张三的资产领用', link: '/pages/index/index', badge: 1 })
  assert.match(tag, /^[\w-]{32}$/)
  assert.deepEqual([pushed!.headers['topic'], pushed!.headers['urgency'], pushed!.headers['ttl']], [tag, 'high', '86400'])
})

test('each device once for each message, whichever process does it', async () => {
  const { subscribe, tell, settled } = await office()
  const devices = [await subscribe(), await subscribe(), await subscribe('slow')]
  await Promise.all(Array.from({ length: 12 }, (_, at) => tell(`第${at}条`)))
  await settled()
  for (const device of devices)
    assert.deepEqual(
      takenAt(device)
        .map(({ payload }) => payload.title)
        .toSorted(),
      Array.from({ length: 12 }, (_, at) => `第${at}条`).toSorted(),
    )
})

const chatting: [
  title: string,
  rings: readonly string[],
  mute: boolean,
  wanted: string,
  mentions: boolean,
  isPair: boolean,
  after: 'read' | 'recalled' | undefined,
][] = [
  ['what a colleague says', ['同事：开会了'], false, '{}', false, false, undefined],
  ['what one says to the other', ['开会了'], false, '{}', false, true, undefined],
  ['of a muted conversation nothing', [], true, '{}', false, false, undefined],
  ['of a muted conversation what names one', ['同事：开会了'], true, '{}', true, false, undefined],
  ['where only mentions are wanted nothing else', [], false, '{"chat": "mentions"}', false, false, undefined],
  ['where only mentions are wanted a mention', ['同事：开会了'], false, '{"chat": "mentions"}', true, false, undefined],
  ['where only mentions are wanted what is said to one alone', ['开会了'], false, '{"chat": "mentions"}', false, true, undefined],
  ['what was read meanwhile not', [], false, '{}', false, false, 'read'],
  ['what was taken back not', [], false, '{}', false, false, 'recalled'],
]
test('of conversations is pushed', { concurrency: true }, async (t) => {
  await Promise.all(
    chatting.map(([title, rings, mute, wanted, mentions, isPair, after]) =>
      t.test(title, async () => {
        const { orgId, uid, subscribe, query, settled } = await office()
        const device = await subscribe()
        const [colleague, third] = await database.inTransaction(orgId, async (tx) => [
          await createPerson(tx, { username: `c${newId()}`, userName: '同事' }),
          await createPerson(tx, { username: `d${newId()}`, userName: '第三人' }),
        ])
        await query(`insert into push_setting (org_id, uid, wanted, hides) values ($1, $2, $3, false)`, uid, JSON.parse(wanted))
        const [chatId, id] = [newId(), newId()]
        const chat = await database.inTransaction(orgId, async (tx) => {
          if (isPair) return openPair(tx, colleague!, uid)
          await makeGroup(tx, { id: chatId, owner: colleague!, uids: [uid, third!], name: '项目组' })
          return chatId
        })
        await query('update chat_member set mute = $3 where org_id = $1 and uid = $2', uid, mute)
        await database.inTransaction(orgId, (tx) =>
          sendMessage(tx, {
            id,
            chatId: chat,
            sender: colleague!,
            content: { kind: 'text', body: { text: '开会了', mentions: mentions ? [{ from: 0, to: 1, uid }] : [] } },
          }),
        )
        if (after === 'read') {
          const [last] = await query('select last_seq from chat where org_id = $1 and id = $2', chat)
          await database.inTransaction(orgId, (tx) => markRead(tx, { uid, subjectsOnly: false }, chat, Number(last!['last_seq'])))
        }
        if (after === 'recalled') await database.inTransaction(orgId, (tx) => recallMessage(tx, colleague!, chat, id))
        // What the new group said may be settled before this message is heard of.
        if (rings.length > 0) await until('the push is taken', () => takenAt(device).length > 0)
        await settled()
        assert.deepEqual(
          takenAt(device).map(({ payload }) => payload.body),
          rings,
        )
        if (rings.length === 0) return
        const [{ payload }] = takenAt(device) as [ReturnType<typeof takenAt>[number]]
        assert.deepEqual(
          [payload.title, payload.link],
          isPair ? ['同事', `/pages/message/chat?uid=${colleague}`] : ['项目组', `/pages/message/groupchat?chatId=${chatId}`],
        )
      }),
    ),
  )
})

type Office = Awaited<ReturnType<typeof office>>
const silences: [title: string, prepare: (made: Office, device: Device) => Promise<unknown>][] = [
  ['it was read meanwhile', ({ query }) => query('update message set read_at = now() where org_id = $1')],
  ['the session ended', ({ orgId, uid }) => database.inTransaction(orgId, (tx) => endSessions(tx, uid))],
  ['the session is over', ({ query }) => query(`update session set expires_at = now() - interval '1 second' where org_id = $1`)],
  [
    'a screen is in sight',
    ({ query, uid }) =>
      query(`insert into screen_seen (org_id, uid, process, until) values ($1, $2, gen_random_uuid(), now() + interval '1 minute')`, uid),
  ],
  [
    'it is not wanted',
    ({ query, uid }) => query(`insert into push_setting (org_id, uid, wanted, hides) values ($1, $2, '{"asset": "none"}', false)`, uid),
  ],
  [
    'it is quiet all day',
    ({ query, uid }) =>
      query(`insert into push_setting (org_id, uid, wanted, quiet_from, quiet_until, hides) values ($1, $2, '{}', 60, 60, false)`, uid),
  ],
  ['it was made for another key', ({ query }) => query(`update push_subscription set key_id = 'other' where org_id = $1`)],
]
test('nothing is pushed where', { concurrency: true }, async (t) => {
  await Promise.all(
    silences.map(([title, prepare]) =>
      t.test(title, async () => {
        const made = await office()
        const device = await made.subscribe()
        await made.tell('请归还投影仪')
        await prepare(made, device)
        await made.settled()
        assert.equal(askedAt(device), 0)
      }),
    ),
  )
})

test('a screen that was in sight before is not in the way', async () => {
  const { subscribe, tell, settled, query, uid } = await office()
  const device = await subscribe()
  await query(`insert into screen_seen (org_id, uid, process, until) values ($1, $2, gen_random_uuid(), now() - interval '1 second')`, uid)
  await tell('请归还投影仪')
  await settled()
  assert.equal(takenAt(device).length, 1)
})

test('hidden content: that there is something, and not what', async () => {
  const { subscribe, tell, settled, query, uid } = await office()
  const device = await subscribe()
  await query(`insert into push_setting (org_id, uid, wanted, hides) values ($1, $2, '{}', true)`, uid)
  await tell('工资单', '一万元')
  await settled()
  const { title, body } = takenAt(device)[0]!.payload
  assert.deepEqual([title, body], ['在册', '你有一条新消息'])
})

test('what may have rung does not ring again: a try that was cut off is not repeated', async () => {
  const { orgId, uid, subscribe, tell, query, settled } = await office()
  await tell('请归还投影仪')
  await settled()
  const device = await subscribe()
  const [message] = await query('select id from message where org_id = $1')
  // As a process leaves it that dies while the push service answers.
  await database.inTransaction(orgId, (tx) =>
    tx.query(`insert into job (org_id, id, kind, key, body, due_at, attempts) values ($1, $2, 'deliver.push', 'cut', $3, now(), 1)`, [
      orgId,
      newId(),
      { id: message!['id'], uid, address: device.id, source: 'message', tries: 0 },
    ]),
  )
  await settled()
  assert.equal(askedAt(device), 0)
})

const endpoints: [endpoint: string, isGood: boolean][] = [
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://user@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evilpush.apple.com/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://[::1]/abc', false],
  ['nothing', false],
]
for (const [endpoint, isGood] of endpoints)
  test(`${endpoint} is ${isGood ? 'a' : 'no'} push service`, () => assert.equal(isOfService(endpoint), isGood))

test('an address of an inside network is not asked, whatever it calls itself', async () => {
  const { endpoint, ...rest } = service.subscribe(newBrowser())
  const asked = service.asked.length
  const pushing = {
    subject: 'mailto:it@example.com',
    keys,
    payload: payloadOf({ title: 'a', content: '', link: null }, 'a', 0),
    isUrgent: false,
  }
  for (const url of [endpoint, endpoint.replace('http:', 'https:'), endpoint.replace('http://127.0.0.1', 'https://localhost')]) {
    const outcome = await sendPush({ ...pushing, world: { isService, reach: 'public' }, subscription: { endpoint: url, ...rest } })
    assert.equal(outcome.t, 'refused')
  }
  assert.equal(service.asked.length, asked)
})

test('a payload fits whatever was said, and is cut between letters', () => {
  for (const content of ['', '短', '长'.repeat(5000), '👩‍💻'.repeat(2000), '"\\\n'.repeat(3000)]) {
    const text = payloadText(payloadOf({ title: '题'.repeat(500), content, link: null }, 'a', 3))
    assert.ok(Buffer.byteLength(text) <= payloadBytesAtMost)
    assert.ok(!JSON.parse(text).body.includes('\uFFFD'))
    if (content.length > 4000) assert.ok(Buffer.byteLength(text) > payloadBytesAtMost - 40)
  }
})
