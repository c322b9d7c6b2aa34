import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { organisationHandlers } from '../organisations/organisations.ts'
import { conversationChecks } from './checks.ts'
import { organisationChecks } from '../audit/organisation.ts'
import type { Check } from '../audit/check.ts'
import { emptyWithdrawn } from '../files/orphans.ts'
import { openedFile } from '../files/scope.ts'
import { testApp } from '../testing/app.ts'
import { uploadedFile } from '../testing/company.ts'
import { readableMessages } from './files.ts'
import { chatHandlers } from './handlers.ts'
import { retentionWorker } from './retention.ts'

const { app, ask, newCompany, database } = await testApp([...chatHandlers(async () => undefined), ...organisationHandlers])

const company = await newCompany()
const { orgId } = company
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const callsOf = async (uid: Id) => {
  const token = await company.tokenOf(uid)
  const done = async (path: string, body: object) => {
    const { json } = await ask({ path, body, token })
    assert.equal(json.code, 0, `${path}: ${JSON.stringify(json)}`)
    return json.result
  }
  return {
    uid,
    done,
    say: (chatId: Id, text: string, more: object = {}) =>
      done('/api/msg/msgchatmessage/save', { id: newId(), chatId, content: { kind: 'text', body: { text } }, ...more }),
    read: (chatId: Id, part: object = {}) => done('/api/msg/msgchatmessage/list', { chatId, ...part }),
    head: async (chatId: Id) => (await done('/api/msg/msgchat/list', { chatIds: [chatId] })).list[0],
  }
}
const [a, b, boss] = [
  await callsOf(await company.hire('a', [], { userName: '甲' })),
  await callsOf(await company.hire('b', [], { userName: '乙' })),
  await callsOf(company.admin),
]
const run = async () => {
  const job = { orgId, id: '1', kind: retentionWorker.kind, key: '', body: {}, attempts: 1 }
  while (await retentionWorker.piece(database, job, app.log));
}
/** As if what was said in a conversation up to a number had been said so many days ago. */
const age = (chatId: Id, upto: number, days: number) =>
  database.inTransaction(orgId, (tx) =>
    tx.query(
      `update chat_message set created_at = $4::timestamptz + make_interval(secs => seq) where org_id = $1 and chat_id = $2 and seq <= $3`,
      [orgId, chatId, upto, daysAgo(days).toISOString()],
    ),
  )
const faultsOf = async (checks: readonly Check[]) => {
  const found: string[] = []
  for (const check of checks) {
    const { count, example } = await database.reading(orgId, (tx) => check.faults((text, values) => tx.query(text, values), orgId, {}))
    if (count > 0) found.push(`${check.name}: ${example}`)
  }
  return found
}
const textsOf = (part: { list: { content: { body: { text?: string } | null } }[] }) =>
  part.list.map(({ content }) => content.body?.text ?? null)
const keep = (days: number | null) => boss.done('/api/operation/sysoperation/update', { chatDays: days })

test('what is kept no longer goes: numbers, unread, paging, catching up and search hold', async () => {
  const { chatId } = await a.done('/api/msg/msgchat/open', { uid: b.uid })
  const first = await a.say(chatId, '一号旧话')
  for (const text of ['二', '三', '四']) await a.say(chatId, text)
  const answer = await a.say(chatId, '五号新话', { replyId: first.id })
  const taken = await a.say(chatId, '六')
  await a.done('/api/msg/msgchatmessage/recall', { chatId, id: taken.id })
  await b.done('/api/msg/msgchatmessage/read', { chatId, seq: 1 })
  assert.equal((await b.head(chatId)).unread, 4, 'two to five; the sixth was taken back')
  await age(chatId, 4, 100)
  assert.deepEqual(await boss.done('/api/operation/sysoperation/chatDays', { days: 90 }), { messages: 4, chats: 1, held: 0 })
  await keep(90)
  await run()
  const head = await b.head(chatId)
  assert.deepEqual([head.unread, head.fromSeq, head.isCleared, head.lastSeq], [1, 4, true, 7])
  const page = await b.read(chatId)
  assert.deepEqual([textsOf(page)[0], page.list[0].seq, page.hasBefore, page.list[0].reply], ['五号新话', 5, false, null])
  assert.deepEqual((await b.read(chatId, { before: 5 })).list, [])
  assert.deepEqual(
    (await b.read(chatId, { after: 1 })).list.map(({ seq }: { seq: number }) => seq),
    [5, 6, 7],
    'catching up begins behind what is gone',
  )
  assert.deepEqual((await b.read(chatId, { around: 2 })).list.map(({ seq }: { seq: number }) => seq)[0] ?? 5, 5)
  const search = async (likeQuery: string) => (await b.done('/api/msg/msgchatmessage/search', { likeQuery })).messages.length
  assert.deepEqual([await search('旧话'), await search('新话')], [0, 1])
  assert.equal((await a.say(chatId, '八', { replyId: answer.id })).seq, 8)
  assert.equal((await b.head(chatId)).unread, 2)
  assert.deepEqual(await b.done('/api/msg/msgchatmessage/read', { chatId, seq: 8 }), { readSeq: 8, unread: 0, totalUnread: 0 })
  assert.deepEqual(await faultsOf(conversationChecks), [])
})

test('a conversation of which nothing is left goes on with its numbers', async () => {
  const { chatId } = await boss.done('/api/msg/msgchat/open', { uid: a.uid })
  await boss.say(chatId, '都很旧')
  await boss.say(chatId, '也很旧')
  await age(chatId, 2, 200)
  await keep(90)
  await run()
  const head = await a.head(chatId)
  assert.deepEqual([head.unread, head.preview, head.lastSeq, (await a.read(chatId)).list], [0, null, 2, []])
  assert.equal((await a.say(chatId, '新的')).seq, 3)
  assert.equal((await boss.head(chatId)).unread, 1)
  assert.deepEqual(await faultsOf(conversationChecks), [])
})

test('files go with the last message that shows them, a day later with their bytes', async () => {
  const { chatId } = await a.done('/api/msg/msgchat/open', { uid: b.uid })
  const begun = (await a.read(chatId)).lastSeq
  const files = await Promise.all(
    ['只在旧的.pdf', '也在新的.pdf'].map(async (name) => {
      const path = await database.inTransaction(orgId, (tx) =>
        uploadedFile(tx, a.uid, 'application/pdf', { isPrivate: true, sizeBytes: 4 }),
      )
      await app.storage.put(orgId, path, Buffer.from('0123'), 'application/pdf')
      return { path, content: { kind: 'file', body: { path, name, sizeBytes: 4 } } }
    }),
  )
  const send = (at: number) => a.done('/api/msg/msgchatmessage/save', { id: newId(), chatId, content: files[at]!.content })
  await send(0)
  await send(1)
  await age(chatId, begun + 2, 100)
  await send(1)
  await keep(90)
  await run()
  const opens = (path: string) =>
    database.reading(
      orgId,
      async (tx) => (await openedFile(tx, { orgId, uid: b.uid } as never, { chat: readableMessages }, path)) !== undefined,
    )
  assert.deepEqual([await opens(files[0]!.path), await opens(files[1]!.path)], [false, true])
  const stored = async (path: string) => (await app.storage.get(orgId, path)) !== undefined
  await emptyWithdrawn(app, new Date())
  assert.deepEqual([await stored(files[0]!.path), await stored(files[1]!.path)], [true, true], 'a day has not passed')
  await emptyWithdrawn(app, new Date(Date.now() + 2 * 86_400_000))
  assert.deepEqual([await stored(files[0]!.path), await stored(files[1]!.path)], [false, true])
  assert.deepEqual(await faultsOf([...conversationChecks, ...organisationChecks]), [])
})

test('for ever is for ever, and too few days are refused', async () => {
  const { chatId } = await b.done('/api/msg/msgchat/open', { uid: boss.uid })
  await b.say(chatId, '旧')
  await age(chatId, 1, 3000)
  await keep(null)
  await run()
  assert.equal((await boss.read(chatId)).list.length, 1)
  assert.equal((await boss.head(chatId)).isCleared, false)
  const token = await company.tokenOf(company.admin)
  for (const days of [0, 29, 4000, 1.5])
    assert.equal((await ask({ path: '/api/operation/sysoperation/update', body: { chatDays: days }, token })).status, 400, String(days))
})
