import { announcementsOn } from '../testing/announcements.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, type Id } from '../../kernel/id.ts'
import { disablePerson } from '../access/people.ts'
import { type ReactionChange, reactionFaces, type ReactionState, withReactionChange } from '../../domain/chat/reactions.ts'
import type { Tx } from '../db/tx.ts'
import { openedFile } from '../files/scope.ts'
import { testApp } from '../testing/app.ts'
import { insert, uploadedFile } from '../testing/company.ts'
import { directoryWorker } from './directory.ts'
import { readableMessages } from './files.ts'
import { chatHandlers } from './handlers.ts'

const { ask, newCompany, database } = await testApp(
  chatHandlers(async (_, noun, id) => (noun === 'asset' ? { name: `资产${id}`, uids: [] } : undefined)),
)

/** A company with people `a`, `b` …, each calling through the whole server. */
const office = async (names: readonly string[] = ['a', 'b', 'c', 'd']) => {
  const company = await newCompany()
  const people = await Promise.all(
    names.map(async (name) => {
      const uid = await company.hire(`${name}-${company.orgId}`, [], { userName: name.toUpperCase() })
      const token = await company.tokenOf(uid)
      return { uid, name, ...callsOf(token) }
    }),
  )
  const inside = <R>(run: (tx: Tx) => Promise<R>) => database.inTransaction(company.orgId, run)
  return { ...company, people, inside, boss: { uid: company.admin, name: 'boss', ...callsOf(await company.tokenOf(company.admin)) } }
}

const callsOf = (token: string) => {
  const call = async (path: string, body: object) => {
    const { json, status } = await ask({ path: `/api/msg/${path}`, body, token })
    return { ...json, status }
  }
  const done = async (path: string, body: object) => {
    const answer = await call(path, body)
    assert.equal(answer.code, 0, `${path}: ${JSON.stringify(answer)}`)
    return answer.result
  }
  return {
    call,
    done,
    open: (uid: Id) => done('msgchat/open', { uid }),
    say: (chatId: Id, text: string, more: object = {}) =>
      done('msgchatmessage/save', { id: newId(), chatId, content: { kind: 'text', body: { text } }, ...more }),
    read: (chatId: Id, part: object = {}) => done('msgchatmessage/list', { chatId, ...part }),
    head: async (chatId: Id) => (await done('msgchat/list', { chatIds: [chatId] })).list[0],
    info: async (chatId: Id) => (await ask({ method: 'GET', path: `/api/msg/msgchat/info/${chatId}`, token })).json.result,
  }
}

const textsOf = (part: { list: { content: { kind: string; body: { text: string } | null } }[] }) =>
  part.list.flatMap(({ content }) => (content.kind === 'text' ? [content.body?.text ?? null] : []))

test('two people talk: what is said has a number, the other one has it unread until he reads it', async () => {
  const { people } = await office()
  const [a, b] = [people[0]!, people[1]!]
  const { chatId, name, partner } = await a.open(b.uid)
  assert.deepEqual([name, partner], ['B', { uid: b.uid, inService: true }])
  assert.deepEqual((await b.done('msgchat/list', {})).list, [], 'nothing was said yet')
  assert.equal((await b.open(a.uid)).chatId, chatId)
  const first = await a.say(chatId, '您好')
  await a.say(chatId, '在吗')
  assert.deepEqual([first.seq, first.senderName], [1, 'A'])
  const inbox = await b.done('msgchat/list', {})
  assert.deepEqual(
    [inbox.totalUnread, inbox.list[0].unread, inbox.list[0].name, inbox.list[0].preview.brief],
    [2, 2, 'A', { kind: 'text', text: '在吗' }],
  )
  assert.deepEqual(await b.done('msgchatmessage/read', { chatId, seq: 1 }), { readSeq: 1, unread: 1, totalUnread: 1 })
  assert.deepEqual(await b.done('msgchatmessage/read', { chatId, seq: 0 }), { readSeq: 1, unread: 1, totalUnread: 1 })
  assert.deepEqual(await b.done('msgchatmessage/read', { chatId, seq: 99 }), { readSeq: 2, unread: 0, totalUnread: 0 })
  assert.equal((await a.done('msgchat/list', {})).totalUnread, 0, 'one’s own is never unread')
  assert.deepEqual(textsOf(await b.read(chatId)), ['您好', '在吗'])
})

test('two who open a conversation at once get one, of a pair and of a thing', async () => {
  const { people } = await office()
  const [a, b] = [people[0]!, people[1]!]
  const opened = await Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 ? a.open(b.uid) : b.open(a.uid))))
  assert.equal(new Set(opened.map(({ chatId }) => chatId)).size, 1)
  const id = newId()
  const about = await Promise.all([a, b, a, b].map((who) => who.done('msgchat/open', { noun: 'asset', id })))
  assert.equal(new Set(about.map(({ chatId }) => chatId)).size, 1)
  assert.equal((await a.info(about[0].chatId)).members.length, 2)
  assert.equal((await a.call('msgchat/open', { noun: 'place', id })).status, 404)
})

test('the same message again is the same answer, and its id is of nothing else', async () => {
  const { people } = await office()
  const [a, b, c] = [people[0]!, people[1]!, people[2]!]
  const { chatId } = await a.open(b.uid)
  const other = (await a.open(c.uid)).chatId
  const message = { id: newId(), chatId, content: { kind: 'text', body: { text: '一次' } } }
  const answers = await Promise.all([1, 2, 3].map(() => a.done('msgchatmessage/save', message)))
  assert.deepEqual(answers[1], answers[0])
  assert.deepEqual(answers[2], answers[0])
  assert.equal((await a.read(chatId)).lastSeq, 1)
  for (const [who, changed] of [
    [a, { ...message, content: { kind: 'text', body: { text: '两次' } } }],
    [a, { ...message, chatId: other }],
    [b, message],
  ] as const) {
    const refused = await who.call('msgchatmessage/save', changed)
    assert.equal(refused.reason, 'chat.otherMessage')
    assert.ok(!JSON.stringify(refused).includes('一次'))
  }
  await a.done('msgchatmessage/recall', { chatId, id: message.id })
  assert.equal((await a.done('msgchatmessage/save', message)).content.body, null, 'sent again after it was taken back it stays so')
})

test('who is not in it is told nothing, whatever he may do otherwise', async () => {
  const { people, boss } = await office()
  const [a, b] = [people[0]!, people[1]!]
  const { chatId } = await a.open(b.uid)
  const { id } = await a.say(chatId, '机密')
  for (const [path, body] of [
    ['msgchatmessage/list', { chatId }],
    ['msgchatmessage/save', { id: newId(), chatId, content: { kind: 'text', body: { text: 'x' } } }],
    ['msgchatmessage/recall', { chatId, id }],
    ['msgchatmessage/read', { chatId, seq: 1 }],
    ['msgchatmessage/readers', { chatId, id }],
    ['msgchatmessage/search', { chatId, likeQuery: '机密' }],
    ['msgchatmessage/forward', { chatId, messageIds: [id], to: [{ chatId, ids: [newId()] }] }],
    ['msgchat/members', { chatId }],
    ['msgchat/mine', { chatId, mute: true }],
    ['msgchat/leave', { chatId }],
    ['msgchat/addMembers', { chatId, uids: [boss.uid] }],
    ['msgchat/update', { chatId, version: 1, name: 'x' }],
    ['msgchat/dissolve', { chatId }],
  ] as const)
    assert.equal((await boss.call(path, body)).status, 404, path)
  assert.deepEqual((await boss.done('msgchat/list', { chatIds: [chatId] })).list, [])
  assert.deepEqual((await boss.done('msgchatmessage/search', { likeQuery: '机密' })).messages, [])
})

test('a group: who comes later sees what its setting says, who goes keeps what he has, or nothing', async () => {
  const { people } = await office()
  const [a, b, c, d] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0], (typeof people)[0]]
  const id = newId()
  const group = await a.done('msgchat/save', { id, uids: [b.uid] })
  assert.equal((await a.done('msgchat/save', { id, uids: [b.uid] })).chatId, group.chatId)
  assert.equal((await b.call('msgchat/save', { id, uids: [a.uid] })).reason, 'chat.otherMessage')
  assert.equal(group.name, 'A、B')
  await a.say(id, '早')
  await a.done('msgchat/addMembers', { chatId: id, uids: [c.uid] })
  assert.deepEqual(textsOf(await c.read(id)), ['早'])
  const settings = { newcomersSeeEarlier: false, leaversKeep: true, everybodyAdds: false, everybodyNamesAll: false, recallMinutes: 2 }
  const { version } = await a.info(id)
  await a.done('msgchat/update', { chatId: id, version, settings, name: '项目', notice: '周一例会' })
  assert.equal((await a.call('msgchat/update', { chatId: id, version, name: '另一个' })).reason, 'changed-meanwhile')
  assert.equal((await b.call('msgchat/addMembers', { chatId: id, uids: [d.uid] })).reason, 'chat.keepersOnly')
  const asked = await a.say(id, '旧事')
  await a.done('msgchat/addMembers', { chatId: id, uids: [d.uid] })
  const answer = await a.say(id, '回复', { replyId: asked.id })
  assert.deepEqual(answer.reply.brief, { kind: 'text', text: '旧事' })
  const seen = await d.read(id)
  assert.deepEqual(textsOf(seen), ['回复'])
  assert.equal(seen.list.at(-1).reply.brief, null, 'a quotation of what he may not see says nothing')
  assert.equal(seen.hasBefore, false)
  assert.deepEqual((await d.done('msgchatmessage/search', { likeQuery: '旧事' })).messages, [])
  assert.equal(
    (await d.call('msgchatmessage/save', { id: newId(), chatId: id, replyId: asked.id, content: { kind: 'text', body: { text: 'x' } } }))
      .reason,
    'chat.noReply',
  )
  assert.equal(
    (
      await b.call('msgchatmessage/save', {
        id: newId(),
        chatId: id,
        content: { kind: 'text', body: { text: '@所有人', mentions: [{ from: 0, to: 4, uid: 'all' }] } },
      })
    ).reason,
    'chat.mayNotNameAll',
  )
  await a.done('msgchat/removeMembers', { chatId: id, uids: [c.uid] })
  await a.say(id, '他走后')
  assert.deepEqual(textsOf(await c.read(id)), ['早', '旧事', '回复'])
  const head = await c.head(id)
  assert.deepEqual([head.isMember, head.unread, head.preview, head.lastSeq], [false, 0, null, head.toSeq])
  assert.equal(
    (await c.call('msgchatmessage/save', { id: newId(), chatId: id, content: { kind: 'text', body: { text: 'x' } } })).reason,
    'chat.notMember',
  )
  const now = await a.info(id)
  await a.done('msgchat/update', { chatId: id, version: now.version, settings: { ...settings, leaversKeep: false } })
  assert.equal((await c.call('msgchatmessage/list', { chatId: id })).status, 404)
  assert.equal(await c.head(id), undefined)
  await a.done('msgchat/setRole', { chatId: id, uids: [d.uid], role: 'admin' })
  assert.equal((await d.call('msgchat/removeMembers', { chatId: id, uids: [a.uid] })).reason, 'chat.ownerOnly')
  await a.done('msgchat/leave', { chatId: id })
  assert.equal((await b.info(id)).ownerUid, d.uid, 'an administrator owns it now')
  await d.done('msgchat/transfer', { chatId: id, uid: b.uid })
  await b.done('msgchat/dissolve', { chatId: id })
  assert.equal(
    (await b.call('msgchatmessage/save', { id: newId(), chatId: id, content: { kind: 'text', body: { text: 'x' } } })).reason,
    'chat.dissolved',
  )
  assert.equal((await b.head(id)).isDissolved, true)
})

test('who is named is told so until he reads it; a message of one’s own names its readers', async () => {
  const { people } = await office()
  const [a, b, c] = [people[0]!, people[1]!, people[2]!]
  const id = newId()
  await a.done('msgchat/save', { id, uids: [b.uid, c.uid], name: '群' })
  const named = await a.say(id, 'x', { content: { kind: 'text', body: { text: '@B 请看', mentions: [{ from: 0, to: 2, uid: b.uid }] } } })
  assert.deepEqual([(await b.head(id)).mentioned, (await c.head(id)).mentioned], ['me', null])
  await b.done('msgchatmessage/read', { chatId: id, seq: named.seq })
  assert.equal((await b.head(id)).mentioned, null)
  const readers = await a.done('msgchatmessage/readers', { chatId: id, id: named.id })
  assert.deepEqual([readers.read.map((who: { uid: Id }) => who.uid), readers.unread.map((who: { uid: Id }) => who.uid)], [[b.uid], [c.uid]])
  assert.equal((await b.call('msgchatmessage/readers', { chatId: id, id: named.id })).status, 404)
  await a.say(id, 'x', { content: { kind: 'text', body: { text: '@所有人', mentions: [{ from: 0, to: 4, uid: 'all' }] } } })
  assert.deepEqual([(await b.head(id)).mentioned, (await a.head(id)).mentioned], ['all', null])
})

test('muted, pinned, hidden and one’s name: each has his own', async () => {
  const { people } = await office()
  const [a, b, c] = [people[0]!, people[1]!, people[2]!]
  const [first, second] = [(await a.open(b.uid)).chatId, (await a.open(c.uid)).chatId]
  await b.say(first, '一')
  await c.say(second, '二')
  const order = async () => (await a.done('msgchat/list', {})).list.map(({ chatId }: { chatId: Id }) => chatId)
  assert.deepEqual(await order(), [second, first])
  await a.done('msgchat/mine', { chatId: first, pinned: true })
  assert.deepEqual(await order(), [first, second])
  await a.done('msgchat/mine', { chatId: first, mute: true })
  assert.equal((await a.done('msgchat/unread', {})).totalUnread, 1)
  await a.done('msgchat/mine', { chatId: second, hidden: true })
  assert.deepEqual(await order(), [first])
  assert.equal((await a.done('msgchat/unread', {})).totalUnread, 0)
  await c.say(second, '又来')
  assert.deepEqual(await order(), [first, second])
  await a.done('msgchat/mine', { chatId: first, nickname: '老A' })
  assert.equal((await a.say(first, '三')).senderName, '老A')
})

test('inside a workplace chat that people talk in anyway, only conversations about things are shown and counted', async () => {
  const { people, inside, orgId } = await office()
  const [a, b] = [people[0]!, people[1]!]
  await inside(async (tx) => {
    await tx.query(`update organisation set settings = settings || '{"chatsInHosts": false}' where org_id = $1`, [orgId])
    await tx.query(`update session set platform = 'workweixin' where org_id = $1 and uid = $2`, [orgId, a.uid])
  })
  const pair = await b.open(a.uid)
  await b.say(pair.chatId, '在吗')
  await a.done('msgchat/open', { noun: 'asset', id: newId() })
  const own = await a.done('msgchat/list', {})
  assert.deepEqual([own.list.map(({ kind }: { kind: string }) => kind), own.totalUnread], [['subject'], 0])
  assert.deepEqual(await a.done('msgchat/unread', {}), { totalUnread: 0, subjectsOnly: true })
  assert.equal((await b.done('msgchat/unread', {})).subjectsOnly, false)
  assert.deepEqual((await a.done('msgchatmessage/search', { likeQuery: '在吗' })).messages, [])
  assert.deepEqual(textsOf(await a.read(pair.chatId)), ['在吗'], 'what is not shown is not gone')
})

test('what is taken back is nowhere any more', async () => {
  const { people, inside, orgId } = await office()
  const [a, b] = [people[0]!, people[1]!]
  const { chatId } = await a.open(b.uid)
  const path = await inside((tx) => uploadedFile(tx, a.uid, 'image/png', { isPrivate: true }))
  const said = await a.say(chatId, '口误机密')
  const picture = await a.say(chatId, '', { content: { kind: 'picture', body: { pictures: [{ path, width: 10, height: 20 }] } } })
  const quoting = await b.say(chatId, '什么', { replyId: said.id })
  const opens = () =>
    database.reading(orgId, async (tx) =>
      Boolean(
        await openedFile(
          tx,
          { orgId, uid: b.uid } as never,
          { chat: (asking, session, ids) => readableMessages(asking, session, ids) },
          path,
        ),
      ),
    )
  assert.equal(await opens(), true)
  assert.equal((await b.call('msgchatmessage/recall', { chatId, id: said.id })).reason, 'chat.notYours')
  const opensOwn = () => database.reading(orgId, async (tx) => Boolean(await openedFile(tx, { orgId, uid: a.uid } as never, {}, path)))
  assert.equal(await opensOwn(), true)
  for (const { id } of [said, picture]) await a.done('msgchatmessage/recall', { chatId, id })
  await a.done('msgchatmessage/recall', { chatId, id: said.id })
  assert.equal(await opens(), false)
  assert.equal(await opensOwn(), false, 'nor does whoever uploaded it')
  const list = (await b.read(chatId)).list
  assert.deepEqual(
    list.map(({ content }: { content: { kind: string; body: unknown } }) => [content.kind, content.body === null]),
    [
      ['text', true],
      ['picture', true],
      ['text', false],
      ['recall', false],
      ['recall', false],
    ],
  )
  assert.equal(list.find(({ id }: { id: Id }) => id === quoting.id).reply.brief, null)
  assert.deepEqual((await b.done('msgchatmessage/search', { likeQuery: '机密' })).messages, [])
  const everything = await inside((tx) =>
    tx.query<{ words: string }>(
      `select m::text as words from chat_message m where m.org_id = $1 union all select c::text from chat c where c.org_id = $1
       union all select o::text from outbox o where o.org_id = $1 union all select x::text from command x where x.org_id = $1`,
      [orgId],
    ),
  )
  assert.deepEqual(
    everything.filter(({ words }) => words.includes('机密') || words.includes(path)),
    [],
  )
  const late = await a.say(chatId, '太晚')
  await inside((tx) =>
    tx.query(`update chat_message set created_at = created_at - interval '3 minutes' where org_id = $1 and id = $2`, [orgId, late.id]),
  )
  assert.equal((await a.call('msgchatmessage/recall', { chatId, id: late.id })).reason, 'chat.tooLateToRecall')
})

test('what is taken back is unread for nobody, wherever he has read to', async () => {
  const { people } = await office()
  const [a, b] = [people[0]!, people[1]!]
  const { chatId } = await a.open(b.uid)
  const said = []
  for (const text of ['一', '二', '三', '四']) said.push(await a.say(chatId, text))
  const unread = async () => (await b.done('msgchat/unread', {})).totalUnread
  await a.done('msgchatmessage/recall', { chatId, id: said[2]!.id })
  assert.equal(await unread(), 3)
  assert.equal((await b.done('msgchatmessage/read', { chatId, seq: 2 })).unread, 1)
  await a.done('msgchatmessage/recall', { chatId, id: said[0]!.id })
  assert.equal(await unread(), 1)
  assert.equal((await b.done('msgchatmessage/read', { chatId, seq: 4 })).unread, 0)
  await a.say(chatId, '五')
  assert.equal(await unread(), 1)
})

test('files: one’s own, private, of the kind, not too large', async () => {
  const { people, inside } = await office()
  const [a, b] = [people[0]!, people[1]!]
  const { chatId } = await a.open(b.uid)
  const [open, theirs, pdf, large] = await inside(async (tx) => {
    const paths = [
      await uploadedFile(tx, a.uid),
      await uploadedFile(tx, b.uid, 'image/png', { isPrivate: true }),
      await uploadedFile(tx, a.uid, 'application/pdf', { isPrivate: true }),
      await uploadedFile(tx, a.uid, 'image/png', { isPrivate: true, sizeBytes: 30_000_000 }),
    ]
    return paths as [string, string, string, string]
  })
  for (const [path, reason] of [
    [open, 'chat.filePublic'],
    [theirs, 'file.notYours'],
    [pdf, 'file.notYours'],
    [large, 'chat.fileTooLarge'],
  ])
    assert.equal(
      (
        await a.call('msgchatmessage/save', {
          id: newId(),
          chatId,
          content: { kind: 'picture', body: { pictures: [{ path, width: 1, height: 1 }] } },
        })
      ).reason,
      reason,
    )
  const file = await a.say(chatId, '', { content: { kind: 'file', body: { path: pdf, name: '报价单.pdf', sizeBytes: 1 } } })
  const found = await b.done('msgchatmessage/search', { likeQuery: '报价' })
  assert.deepEqual([found.messages[0].id, found.messages[0].chatName], [file.id, 'A'])
  assert.equal((await b.done('msgchatmessage/search', { chatId, kind: 'file' })).messages.length, 1)
})

test('forwarded: in their order, to others, with their files, naming nobody', async () => {
  const { people, inside, orgId } = await office()
  const [a, b, c] = [people[0]!, people[1]!, people[2]!]
  const from = (await a.open(b.uid)).chatId
  const to = (await a.open(c.uid)).chatId
  const path = await inside((tx) => uploadedFile(tx, b.uid, 'image/png', { isPrivate: true }))
  const one = await b.say(from, 'x', { content: { kind: 'text', body: { text: '@A 看', mentions: [{ from: 0, to: 2, uid: a.uid }] } } })
  const two = await b.say(from, '', { content: { kind: 'picture', body: { pictures: [{ path, width: 1, height: 1 }] } } })
  const asked = { chatId: from, messageIds: [two.id, one.id], to: [{ chatId: to, ids: [newId(), newId()] }] }
  assert.deepEqual(await a.done('msgchatmessage/forward', asked), { sent: 2 })
  assert.deepEqual(await a.done('msgchatmessage/forward', asked), { sent: 2 })
  const got = (await c.read(to)).list
  assert.deepEqual(
    got.map(({ content }: { content: { kind: string } }) => content.kind),
    ['text', 'picture'],
  )
  assert.deepEqual(got[0].content.body.mentions, [])
  const opens = await database.reading(orgId, (tx) =>
    openedFile(tx, { orgId, uid: c.uid } as never, { chat: (asking, session, ids) => readableMessages(asking, session, ids) }, path),
  )
  assert.ok(opens)
  await b.done('msgchatmessage/recall', { chatId: from, id: one.id })
  assert.equal(
    (await a.call('msgchatmessage/forward', { ...asked, messageIds: [one.id], to: [{ chatId: to, ids: [newId()] }] })).reason,
    'chat.notForwarded',
  )
})

test('the history by parts', async () => {
  const { people, inside } = await office()
  const [a, b] = [people[0]!, people[1]!]
  const { chatId } = await a.open(b.uid)
  const { sendMessage } = await import('./send.ts')
  await inside(async (tx) => {
    for (let n = 1; n <= 30; n++)
      await sendMessage(tx, {
        id: newId(),
        chatId,
        sender: n % 2 ? a.uid : b.uid,
        content: { kind: 'text', body: { text: `第${n}句`, mentions: [] } },
      })
  })
  const seqs = async (part: object) => {
    const { list, hasBefore, hasAfter } = await a.read(chatId, part)
    return [list[0]?.seq, list.at(-1)?.seq, list.length, hasBefore, hasAfter]
  }
  assert.deepEqual(await seqs({ limit: 10 }), [21, 30, 10, true, false])
  assert.deepEqual(await seqs({ before: 21, limit: 10 }), [11, 20, 10, true, true])
  assert.deepEqual(await seqs({ before: 5, limit: 10 }), [1, 4, 4, false, true])
  assert.deepEqual(await seqs({ after: 25, limit: 10 }), [26, 30, 5, true, false])
  assert.deepEqual(await seqs({ after: 0, limit: 10 }), [1, 10, 10, false, true])
  assert.deepEqual(await seqs({ around: 15, limit: 10 }), [10, 19, 10, true, true])
  assert.deepEqual(await seqs({ after: 30 }), [undefined, undefined, 0, true, false])
  const found = await a.done('msgchatmessage/search', { chatId, likeQuery: '第2' })
  assert.deepEqual(found.messages.length, 11)
})

test('twenty at once and two a second after that', async () => {
  const { people } = await office()
  const [a, b] = [people[0]!, people[1]!]
  const { chatId } = await a.open(b.uid)
  for (let n = 0; n < 20; n++) await a.say(chatId, String(n))
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      a.call('msgchatmessage/save', { id: newId(), chatId, content: { kind: 'text', body: { text: `x${n}` } } }),
    ),
  )
  assert.ok(answers.filter(({ reason }) => reason === 'chat.tooFast').length > 10)
  await b.say(chatId, '我可以')
})

test('groups of the directory follow it, and who was added by hand stays', async () => {
  const { people, inside, orgId, hire, admin, boss } = await office(['a', 'b', 'c'])
  const [a, b, c] = [people[0]!, people[1]!, people[2]!]
  const [upper, lower] = [newId(), newId()]
  await inside(async (tx) => {
    await insert(tx, 'department', [{ id: upper, dept_code: 'U', dept_name: '研发部' }])
    await insert(tx, 'department', [{ id: lower, dept_code: 'L', dept_name: '测试组', parent_id: upper }])
    await tx.query('update person set dept_id = $3 where org_id = $1 and id = $2', [orgId, a.uid, upper])
    await tx.query('update person set dept_id = $3 where org_id = $1 and id = $2', [orgId, b.uid, lower])
  })
  assert.equal((await a.call('msgchat/directory', { deptId: upper })).status, 403)
  const { chatId, name } = await boss.done('msgchat/directory', { deptId: upper })
  assert.equal((await boss.done('msgchat/directory', { deptId: upper })).chatId, chatId)
  assert.equal(name, '研发部')
  const all = (await boss.done('msgchat/directory', {})).chatId
  const members = async (of: Id) => new Set((await boss.info(of)).members.map(({ uid }: { uid: Id }) => uid))
  assert.deepEqual(await members(chatId), new Set([admin, a.uid, b.uid]))
  assert.deepEqual(await members(all), new Set([admin, a.uid, b.uid, c.uid]))
  await boss.done('msgchat/addMembers', { chatId, uids: [c.uid] })
  /** What the jobs would do that are asked for, once. */
  const work = () =>
    inside(async (tx) => {
      const jobs = await tx.query<{ key: string }>(`delete from job where org_id = $1 and kind = 'chat.directory' returning key`, [orgId])
      for (const { key } of jobs) await directoryWorker.run(tx, { orgId, id: '1', kind: 'chat.directory', key, body: {}, attempts: 1 })
    })
  await work()
  const newcomer = await hire(`new-${orgId}`, [], { deptId: lower })
  await inside((tx) => tx.query('update person set dept_id = null where org_id = $1 and id = $2', [orgId, b.uid]))
  await work()
  assert.deepEqual(await members(chatId), new Set([admin, a.uid, c.uid, newcomer]))
  assert.deepEqual(await members(all), new Set([admin, a.uid, b.uid, c.uid, newcomer]))
  assert.equal((await a.call('msgchat/leave', { chatId })).reason, 'chat.followsDirectory')
  assert.equal(
    (await boss.call('msgchat/update', { chatId, version: (await boss.info(chatId)).version, name: '别名' })).reason,
    'chat.namedByDirectory',
  )
  await inside(async (tx) => {
    await tx.query(`update department set parent_id = null where org_id = $1 and id = $2`, [orgId, lower])
    await tx.query(`update department set dept_name = '研发中心' where org_id = $1 and id = $2`, [orgId, upper])
  })
  await work()
  assert.deepEqual(await members(chatId), new Set([admin, a.uid, c.uid]))
  assert.equal((await boss.head(chatId)).name, '研发中心')
  await inside((tx) => disablePerson(tx, c.uid, admin))
  await work()
  assert.deepEqual(await members(chatId), new Set([admin, a.uid]), 'who left the organisation is in no group')
})

test('bodies that make no sense are refused before anything is asked', async () => {
  const { people } = await office()
  const [a, b] = [people[0]!, people[1]!]
  const { chatId } = await a.open(b.uid)
  for (const content of [
    { kind: 'text', body: { text: ' ' } },
    { kind: 'text', body: { text: 'x'.repeat(5001) } },
    { kind: 'text', body: { text: 'ab', mentions: [{ from: 1, to: 3, uid: b.uid }] } },
    {
      kind: 'text',
      body: {
        text: 'abcd',
        mentions: [
          { from: 2, to: 3, uid: b.uid },
          { from: 0, to: 1, uid: b.uid },
        ],
      },
    },
    { kind: 'picture', body: { pictures: [] } },
    { kind: 'picture', body: { pictures: [{ path: '../x.png', width: 1, height: 1 }] } },
    { kind: 'place', body: { place: { longitude: 200, latitude: 0, system: 'WGS-84' } } },
    { kind: 'note', body: { note: 'made' } },
    { kind: 'recall', body: { targetId: '1', targetSeq: 1 } },
    { kind: 'card', body: { noun: '<b>', id: '1' } },
  ])
    assert.equal((await a.call('msgchatmessage/save', { id: newId(), chatId, content })).status, 400, JSON.stringify(content).slice(0, 100))
})

test('a face is given once however often it is sent, told to everyone there, taken away, and goes with the message', async () => {
  const { people, inside } = await office()
  const [a, b, c] = [people[0]!, people[1]!, people[2]!]
  const { chatId } = await a.open(b.uid)
  const { id } = await a.say(chatId, '周五聚餐')
  const react = (by: typeof a, face: string, isOn: boolean) => by.done('msgchatmessage/react', { chatId, id, face, isOn })
  await react(b, '👍', true)
  await react(b, '👍', true)
  await react(a, '👍', true)
  const { reactions } = await react(a, '🎉', true)
  assert.deepEqual(reactions, [
    { face: '👍', uids: [b.uid, a.uid], names: ['B', 'A'] },
    { face: '🎉', uids: [a.uid], names: ['A'] },
  ])
  assert.deepEqual((await b.read(chatId)).list.at(-1).reactions, reactions, 'the list says the same')
  const announced = await inside((tx) => announcementsOn(tx, 'chatface'))
  assert.equal(announced.length, 3, 'one for each that changed something')
  assert.equal((await a.head(chatId)).lastSeq, 1, 'a reaction is no message and nothing unread')

  assert.equal((await c.call('msgchatmessage/react', { chatId, id, face: '👍', isOn: true })).status, 404)
  assert.equal((await b.call('msgchatmessage/react', { chatId, id, face: '🦀', isOn: true })).status, 400)

  assert.deepEqual((await react(b, '👍', false)).reactions[0], { face: '👍', uids: [a.uid], names: ['A'] })
  await a.done('msgchatmessage/recall', { chatId, id })
  assert.deepEqual((await b.read(chatId)).list[0].reactions, [])
  assert.equal((await b.call('msgchatmessage/react', { chatId, id, face: '👍', isOn: true })).reason, 'chat.recalled')
})

test('many reactions at once to one message are told one by one: put together they are what there is', async () => {
  const { people, inside } = await office()
  const [a, b, c, d] = people
  const { chatId } = await a!.done('msgchat/save', { id: newId(), uids: [b!.uid, c!.uid, d!.uid], name: '群' })
  const { id } = await a!.say(chatId, '周五聚餐')
  const calls = people.flatMap((by) => reactionFaces.slice(0, 5).map((face) => ({ by, face })))
  // A device that is told that the server is busy sends again.
  const react = async (by: (typeof people)[number], face: string, isOn: boolean): Promise<void> => {
    const answer = await by.call('msgchatmessage/react', { chatId, id, face, isOn })
    if (answer.reason === 'server.busy') return react(by, face, isOn)
    assert.equal(answer.code, 0, JSON.stringify(answer))
  }
  await Promise.all(calls.flatMap(({ by, face }) => [true, true, false, true].map((isOn) => react(by, face, isOn))))
  const message = (await b!.read(chatId)).list.at(-1)
  const told = await inside((tx) => announcementsOn<{ change: ReactionChange }>(tx, 'chatface'))
  assert.deepEqual(
    told.map(({ body }) => body.change.version),
    Array.from({ length: message.reactionVersion }, (_, index) => index + 1),
    'each change has the next version',
  )
  const merged = told.reduce<ReactionState>((state, { body }) => withReactionChange(state, body.change) ?? assert.fail('a gap'), {
    reactions: [],
    reactionVersion: 0,
  })
  const countsOf = ({ reactions }: ReactionState) => Object.fromEntries(reactions.map(({ face, uids }) => [face, uids.toSorted()]))
  assert.deepEqual(countsOf(merged), countsOf(message))
  assert.deepEqual(Object.keys(told[0]!.body.change).toSorted(), ['face', 'id', 'isOn', 'name', 'uid', 'version'])
})

test('speech is a file of sound with its length; a document is none', async () => {
  const { people, inside } = await office()
  const [a, b] = [people[0]!, people[1]!]
  const { chatId } = await a.open(b.uid)
  const path = (mime: string) => inside((tx) => uploadedFile(tx, a.uid, mime, { isPrivate: true }))
  const send = async (mime: string, milliseconds: number) =>
    a.call('msgchatmessage/save', { id: newId(), chatId, content: { kind: 'voice', body: { path: await path(mime), milliseconds } } })
  assert.equal((await send('audio/webm', 3400)).code, 0)
  assert.equal((await send('application/pdf', 3400)).reason, 'chat.noSound')
  assert.equal((await send('audio/webm', 600_000)).status, 400)
  assert.deepEqual((await b.head(chatId)).preview.brief, { kind: 'voice', seconds: 3 })
})
