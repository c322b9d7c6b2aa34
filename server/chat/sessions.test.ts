import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Id, newId } from '../../kernel/id.ts'
import { createPerson } from '../access/people.ts'
import { openSession } from '../access/sessions.ts'
import { testDatabase } from '../db/testing.ts'
import { seededRandom } from '../demo/seededRandom.ts'
import { openHouse } from './testing/house.ts'
import { Phone } from './testing/phone.ts'

/**
 * Random sessions of several phones on two server processes, over lines that lose, delay, repeat and reorder what passes and break in the
 * middle of requests. Afterwards each phone has exactly what the database has and what its owner may see.
 */
const { url, newOrganisation, closeFirst } = await testDatabase()
const houses = [await openHouse(url), await openHouse(url)] as const
closeFirst(async () => {
  for (const house of houses) await house.close()
})
const { database } = houses[0]

const runs = Number(process.env.PROPERTY_RUNS ?? 40)
const seed = Number(process.env.PROPERTY_SEED ?? 1)
/** That many at once, each in an organisation of its own. */
const lanes = 8

const people = 4
const who = fc.nat({ max: people - 1 })
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ t: fc.constant('send' as const), who, inPair: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ t: fc.constant('read' as const), who, inPair: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ t: fc.constant('recall' as const), who, nth: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ t: fc.constant('cut' as const), who }) },
  { weight: 2, arbitrary: fc.record({ t: fc.constant('move' as const), who, to: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ t: fc.constant('remove' as const), who }) },
  { weight: 1, arbitrary: fc.record({ t: fc.constant('add' as const), who }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const session = fc.record({ steps: fc.array(step, { minLength: 5, maxLength: 45 }), chance: fc.nat(), earlier: fc.boolean() })

const openOffice = async (earlier: boolean, chance: () => number) => {
  const orgId = await newOrganisation()
  const hired = await database.inTransaction(orgId, async (tx) => {
    const made: { uid: Id; token: string }[] = []
    for (let n = 0; n < people; n++) {
      const uid = await createPerson(tx, { username: `u${newId()}`, userName: `人${n}`, passwordHash: 'x' })
      made.push({ uid, token: await openSession(tx, { uid, client: 'app', platform: 'test' }) })
    }
    return made
  })
  const phones = hired.map(({ uid, token }, at) => new Phone(uid, token, houses[at % 2]!.address, chance))
  const [owner, other] = [phones[0]!, phones[1]!]
  owner.isWell = true
  const group = await owner.call('msgchat/save', { id: newId(), uids: phones.slice(1).map(({ uid }) => uid), name: '群' })
  await owner.call('msgchat/update', {
    chatId: group.chatId,
    version: group.version,
    settings: { newcomersSeeEarlier: earlier, leaversKeep: true, everybodyAdds: true, everybodyNamesAll: true, recallMinutes: 2 },
  })
  const pair = await owner.call('msgchat/open', { uid: other.uid })
  owner.isWell = false
  return { orgId, phones, groupId: group.chatId as Id, pairId: pair.chatId as Id }
}

type Office = Awaited<ReturnType<typeof openOffice>>

/** What a person does; a line that breaks on the way is no one's fault. */
const act = async ({ phones, groupId, pairId }: Office, done: Step, at: number): Promise<void> => {
  const phone = phones[done.who]!
  const trying = (path: string, body: object) => phone.ask(path, body).catch(() => undefined)
  switch (done.t) {
    case 'send':
      return phone.send(done.inPair && done.who < 2 ? pairId : groupId, `第${at}句`)
    case 'read': {
      const chatId = done.inPair && done.who < 2 ? pairId : groupId
      return void (await trying('msgchatmessage/read', { chatId, seq: phone.lastOf(chatId) }))
    }
    case 'recall': {
      const mine = phone.accepted.at(-1 - done.nth)
      return mine && void (await trying('msgchatmessage/recall', { chatId: mine.chatId, id: mine.id }))
    }
    case 'cut':
      return phone.cut()
    case 'move':
      return phone.connect(houses[done.to]!.address)
    case 'remove':
    case 'add':
      // Only its owner lets others come and go, and he himself stays.
      if (done.who > 0) await phones[0]!.ask(`msgchat/${done.t}Members`, { chatId: groupId, uids: [phone.uid] }).catch(() => undefined)
  }
}

const play = async ({ steps, chance: start, earlier }: { steps: readonly Step[]; chance: number; earlier: boolean }): Promise<void> => {
  const { below } = seededRandom(start)
  const office = await openOffice(earlier, () => below(1_000_000) / 1_000_000)
  const { phones } = office
  await Promise.all(phones.map((phone) => phone.connect()))
  // Each person does his own one after the other; all of them at once.
  await Promise.all(
    phones.map(async (_, uid) => {
      for (const [at, done] of steps.entries()) if (done.who === uid) await act(office, done, at)
    }),
  )
  for (const phone of phones) phone.isWell = true
  await Promise.all(phones.map((phone) => phone.connect()))
  await hold(office)
  for (const phone of phones) phone.cut()
}

type Row = {
  id: Id
  chat_id: Id
  seq: number
  sender_uid: Id | null
  kind: string
  said: string | null
  note: string | null
  target_id: Id | null
  uids: Id[] | null
}
type Member = { chat_id: Id; uid: Id; from_seq: number; left_seq: number | null; read_seq: number; unread: number }

/** Holds the phones against the database. */
const hold = async ({ orgId, phones }: Office): Promise<void> => {
  const [rows, members] = await Promise.all([
    database.reading(orgId, (tx) =>
      tx.query<Row>(
        `select id, chat_id, seq, sender_uid, kind, body ->> 'text' as said, body ->> 'note' as note, target_id,
           case when kind = 'note' then array(select jsonb_array_elements_text(body -> 'uids'))::bigint[] end as uids
         from chat_message where org_id = $1 order by chat_id, seq`,
        [orgId],
      ),
    ),
    database.reading(orgId, (tx) =>
      tx.query<Member>(
        `select m.chat_id, m.uid, m.from_seq, m.left_seq, m.read_seq, c.counted - m.read_counted as unread
         from chat_member m join chat c on c.org_id = $1 and c.id = m.chat_id where m.org_id = $1`,
        [orgId],
      ),
    ),
  ])
  const chats = Map.groupBy(rows, ({ chat_id }) => chat_id)
  for (const of of chats.values())
    assert.deepEqual(
      of.map(({ seq }) => seq),
      of.map((_, at) => at + 1),
      'numbers have no hole',
    )
  for (const phone of phones) {
    for (const { id, chatId, seq, text } of phone.accepted) {
      const found = rows.filter((row) => row.id === id)
      assert.equal(found.length, 1, 'what was answered is there once')
      assert.deepEqual([found[0]!.chat_id, found[0]!.seq], [chatId, seq])
      assert.ok(found[0]!.said === text || found[0]!.said === null)
    }
    assert.ok(!rows.some(({ id }) => phone.refused.includes(id)), 'what was refused is not there')
  }
  for (const { chat_id, uid, from_seq, left_seq, read_seq, unread } of members) {
    const all = chats.get(chat_id) ?? []
    const phone = phones.find((each) => each.uid === uid)!
    const may = all.filter(({ seq }) => seq > from_seq && seq <= (left_seq ?? all.length))
    const has = phone.have.get(chat_id) ?? new Map()
    // The person who has left hears of nothing that is taken back later; where he looks again it is gone.
    const takenBackLater = new Set(all.filter(({ seq }) => left_seq !== null && seq > left_seq).map(({ target_id }) => target_id))
    assert.deepEqual(
      may.map(({ seq, id }) => [seq, has.get(seq)?.id, takenBackLater.has(id) ? null : (has.get(seq)?.content.body?.text ?? null)]),
      may.map(({ seq, id, said }) => [seq, id, said]),
      'each phone has what there is',
    )
    if (left_seq === null)
      assert.equal(
        unread,
        all.filter(({ seq, kind, said }) => seq > read_seq && said !== null && kind !== 'note' && kind !== 'recall').length,
        'unread is a recount',
      )
    // From when to when he was in it is told by the conversation itself.
    const isIn = membershipOf(all, uid)
    for (const frame of phone.frames.filter(({ key }) => key === chat_id))
      assert.ok(isIn(frame.seq), `${uid} got ${frame.seq} while he was not in it`)
  }
}

/** Whether a person was in a conversation when a message came: a note that he joined is the first that he gets, one that he left none of his. */
const membershipOf = (all: readonly Row[], uid: Id): ((seq: number) => boolean) => {
  const changes = all.flatMap(({ seq, note, uids }) =>
    uids?.includes(uid) && (note === 'joined' || note === 'removed') ? [{ seq, isIn: note === 'joined' }] : [],
  )
  return (seq) => changes.findLast((change) => change.seq <= seq)?.isIn ?? true
}

test('each phone on either process hears of every reaction once and in order, and of nothing but what changed', async () => {
  const { phones, groupId } = await openOffice(false, () => 1)
  for (const phone of phones) phone.isWell = true
  await Promise.all(phones.map((phone) => phone.connect()))
  const { id, seq } = await phones[0]!.call('msgchatmessage/save', {
    id: newId(),
    chatId: groupId,
    content: { kind: 'text', body: { text: '到齐了吗' } },
  })
  const faces = ['👍', '🎉', '✅']
  await Promise.all(
    phones.flatMap((phone) => faces.map((face) => phone.call('msgchatmessage/react', { chatId: groupId, id, face, isOn: true }))),
  )
  const count = phones.length * faces.length
  for (const phone of phones) {
    while (phone.changes.length < count) await new Promise((done) => setTimeout(done, 10))
    assert.deepEqual(
      phone.changes.map(({ change }) => change.version),
      Array.from({ length: count }, (_, index) => index + 1),
    )
    assert.ok(phone.changes.every((frame) => frame.seq === seq && JSON.stringify(frame).length < 300))
    phone.cut()
  }
})

test('whatever lines do, each phone ends with what there is', { concurrency: true }, async (t) => {
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      t.test(`lane ${lane}`, () =>
        fc.assert(fc.asyncProperty(session, play), { numRuns: Math.ceil(runs / lanes), seed: seed * 100 + lane, endOnFailure: true }),
      ),
    ),
  )
})
