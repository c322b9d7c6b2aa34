import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ChatMessage } from '../../../domain/chat/operations.ts'
import { type ReactionChange, reactionFaces, withReactionChange } from '../../../domain/chat/reactions.ts'
import { assertDefined, entryOf } from '../../../kernel/assert.ts'
import { settled } from '../../testing/phone.ts'
import { type Conversation, openConversation, type PageAnswer, type PageAsked } from './conversation.ts'

const message = (seq: number, content: ChatMessage['content']): ChatMessage => ({
  id: String(seq),
  chatId: '1',
  seq,
  senderUid: '7',
  senderName: '王小雨',
  senderAvatar: null,
  content,
  reply: null,
  reactions: [],
  reactionVersion: 0,
  createdAt: new Date(Date.UTC(2026, 10, 23) + seq * 1000).toISOString(),
  recalledAt: null,
  recalledBy: null,
})
const text = (seq: number) => message(seq, { kind: 'text', body: { text: `${seq}`, mentions: [] } })
const recall = (seq: number, targetSeq: number) => message(seq, { kind: 'recall', body: { targetId: String(targetSeq), targetSeq } })

/** A server with the messages of one conversation, and a phone that looks at it. */
const stage = (count = 0) => {
  let all: ChatMessage[] = Array.from({ length: count }, (_, index) => text(index + 1))
  const timers = new Map<unknown, () => void>()
  const asked: PageAsked[] = []
  let made = 0
  let line: 'well' | 'cut' = 'well'
  const answer = (page: PageAsked): PageAnswer => {
    const { before, after, around, limit = 50 } = page
    const last = all.length
    const from =
      before !== undefined
        ? Math.max(1, before - limit)
        : after !== undefined
          ? after + 1
          : around !== undefined
            ? Math.max(1, around - Math.floor(limit / 2))
            : Math.max(1, last - limit + 1)
    const to = before !== undefined ? before - 1 : Math.min(last, from + limit - 1)
    return { list: all.slice(from - 1, to), hasBefore: from > 1, hasAfter: to < last, lastSeq: last }
  }
  const phone = openConversation({
    ask: async (page) => {
      asked.push(page)
      await settled()
      if (line === 'cut') throw new Error('cut')
      const answered = answer(page)
      await settled()
      return answered
    },
    setTimeout: (run) => {
      timers.set((made += 1), run)
      return made
    },
    clearTimeout: (timer) => void timers.delete(timer),
    beginning: () => 0,
  })
  return {
    phone,
    asked,
    say: (): ChatMessage => {
      const said = text(all.length + 1)
      all = [...all, said]
      return said
    },
    takeBack: (seq: number): ChatMessage => {
      const said = recall(all.length + 1, seq)
      all = [
        ...all.map((each) =>
          each.seq === seq ? { ...each, content: { kind: 'text' as const, body: null }, recalledAt: said.createdAt } : each,
        ),
        said,
      ]
      return said
    },
    /** A person gives a face to a message or takes it away; what the server tells of that. */
    react: (seq: number, uid: string, face: string): ReactionChange => {
      const before = entryOf(new Map(all.map((each) => [each.seq, each])), seq)
      const isOn = !before.reactions.some((reaction) => reaction.face === face && reaction.uids.includes(uid))
      const change = { id: before.id, version: before.reactionVersion + 1, face, uid, name: `人${uid}`, isOn }
      const after = assertDefined(withReactionChange(before, change), 'the next version')
      all = all.map((each) => (each.seq === seq ? { ...after, reactions: [...after.reactions] } : each))
      return change
    },
    all: () => all,
    line: (next: 'well' | 'cut') => {
      line = next
    },
    /** The moment that frames are waited for is over. */
    pass: () => {
      const [first] = timers
      if (!first) return
      timers.delete(first[0])
      first[1]()
    },
    rest: async () => {
      for (let i = 0; i < 12; i++) await settled()
    },
  }
}

const seqs = (phone: Conversation): number[] => phone.shown().view?.stretch.messages.map(({ seq }) => seq) ?? []
const whole = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('the next is taken up, one that is known is not, and one that comes too early waits until it is asked for', async () => {
  const { phone, say, pass, rest, asked } = stage(3)
  await phone.catchUp()
  const four = say()
  phone.hear(four)
  phone.hear(four)
  assert.deepEqual(seqs(phone), [1, 2, 3, 4])
  const [five, six] = [say(), say()]
  phone.hear(six)
  assert.deepEqual(seqs(phone), [1, 2, 3, 4])
  phone.hear(five)
  assert.deepEqual(seqs(phone), [1, 2, 3, 4, 5, 6])
  say()
  phone.hear(say())
  assert.equal(asked.length, 1)
  pass()
  await rest()
  assert.deepEqual(seqs(phone), whole(1, 8))
  assert.deepEqual(asked.at(-1), { after: 6, limit: 200 })
})

test('the first word of a conversation that nobody has said anything in is taken up', async () => {
  const { phone, say } = stage()
  await phone.catchUp()
  phone.hear(say())
  assert.deepEqual(seqs(phone), [1])
})

test('after a long absence the newest stands there with a gap before it, which fills while somebody scrolls up', async () => {
  const { phone, say, rest, asked } = stage(60)
  await phone.catchUp()
  assert.deepEqual(seqs(phone), whole(11, 60))
  for (let i = 0; i < 900; i++) say()
  phone.hearOf(960)
  await phone.catchUp()
  assert.deepEqual(seqs(phone), whole(911, 960))
  assert.equal(phone.shown().view?.missingBefore, 910)
  // One question for the newest page: what was missed is not carried over the line.
  assert.equal(asked.length, 2)
  for (let i = 0; i < 30; i++) await phone.before()
  await rest()
  assert.deepEqual(seqs(phone), whole(1, 960))
  assert.equal(phone.shown().view?.missingBefore, 0)
})

test('what lies far back is looked at by itself, grows both ways, and becomes one with the newest', async () => {
  const { phone, rest } = stage(400)
  await phone.catchUp()
  assert.equal(await phone.goTo(100), true)
  const looked = phone.shown().view!
  assert.ok(looked.stretch.from <= 100 && looked.stretch.to >= 100 && looked.missingAfter > 0 && looked.missingBefore > 0)
  assert.equal(phone.shown().atNewest, false)
  for (let i = 0; i < 12; i++) await phone.after()
  await rest()
  assert.deepEqual(seqs(phone).at(-1), 400)
  assert.equal(phone.shown().atNewest, true)
  assert.equal(await phone.goTo(4000), false)
})

test('what was taken back is blank, whichever came first: the recall, the message or a page that was asked for before', async () => {
  const { phone, takeBack, say } = stage(5)
  await phone.catchUp()
  phone.hear(takeBack(2))
  assert.equal(phone.shown().view?.stretch.messages[1]?.content.body, null)
  // What the device has kept from before does not bring it back.
  const late = stage(5)
  late.takeBack(2)
  late.phone.recall([1, 2, 3, 4, 5].map(text))
  assert.equal(late.phone.shown().old, true)
  await late.phone.catchUp()
  assert.equal(late.phone.shown().old, false)
  assert.equal(late.phone.shown().view?.stretch.messages[1]?.content.body, null)
  phone.hear(say())
  assert.equal(phone.shown().view?.stretch.messages[1]?.content.body, null)
})

test('a line that is down says so, keeps what is there, and goes on when it is back', async () => {
  const { phone, line, say } = stage(80)
  await phone.catchUp()
  line('cut')
  await phone.before()
  assert.equal(phone.shown().failed, 'before')
  assert.deepEqual(seqs(phone), whole(31, 80))
  say()
  await phone.catchUp()
  line('well')
  await phone.catchUp()
  await phone.before()
  assert.deepEqual(seqs(phone), whole(1, 81))
})

type Step =
  | { readonly t: 'say' | 'rest' | 'time' | 'catchUp' | 'before' | 'after' | 'newest' | 'cut' | 'heal' }
  | { readonly t: 'takeBack' | 'goTo'; readonly at: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ t: fc.constant('say' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({ t: fc.constantFrom('rest' as const, 'time' as const, 'catchUp' as const, 'before' as const, 'after' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ t: fc.constantFrom('newest' as const, 'cut' as const, 'heal' as const) }) },
  { weight: 3, arbitrary: fc.record({ t: fc.constantFrom('takeBack' as const, 'goTo' as const), at: fc.nat(300) }) },
)
/** What becomes of a frame on its way. */
const fate = fc.constantFrom('comes' as const, 'comes' as const, 'lost' as const, 'twice' as const, 'late' as const)

test('sessions with frames lost, late and doubled and a line that comes and goes: in the end the phone has what the server has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(260), fc.array(step, { maxLength: 50 }), fc.array(fate, { maxLength: 60 }), async (count, steps, fates) => {
      const { phone, say, takeBack, line, pass, rest, all } = stage(count)
      const weather = [...fates]
      const late: ChatMessage[] = []
      const deliver = (frame: ChatMessage) => {
        const now = weather.shift() ?? 'comes'
        if (now === 'late') late.push(frame)
        if (now === 'comes' || now === 'twice') phone.hear(frame)
        if (now === 'twice') phone.hear(frame)
      }
      for (const each of steps) {
        if (each.t === 'say') deliver(say())
        else if (each.t === 'takeBack') {
          const target = all().filter(({ content }) => content.kind === 'text' && content.body)[each.at]
          if (target) deliver(takeBack(target.seq))
        } else if (each.t === 'rest') await rest()
        else if (each.t === 'time') {
          pass()
          for (const frame of late.splice(0)) phone.hear(frame)
        } else if (each.t === 'catchUp') void phone.catchUp()
        else if (each.t === 'before') void phone.before()
        else if (each.t === 'after') void phone.after()
        else if (each.t === 'newest') void phone.goToNewest()
        else if (each.t === 'goTo') void phone.goTo(each.at)
        else line(each.t === 'cut' ? 'cut' : 'well')
        holds(phone, all())
      }
      line('well')
      await rest()
      for (const frame of late) phone.hear(frame)
      pass()
      await rest()
      phone.hearOf(all().length)
      await phone.catchUp()
      await phone.goToNewest()
      for (let i = 0; i < 20 && (phone.shown().view?.missingBefore ?? 0) > 0; i++) await phone.before()
      await rest()
      holds(phone, all())
      assert.deepEqual(seqs(phone), whole(1, all().length))
      const blankHere =
        phone
          .shown()
          .view?.stretch.messages.filter(({ content }) => content.body === null)
          .map(({ seq }) => seq) ?? []
      assert.deepEqual(
        blankHere,
        all().flatMap(({ seq, content }) => (content.body === null ? [seq] : [])),
      )
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300), seed: Number(process.env['PROPERTY_SEED'] ?? 20261123) },
  )
})

/** What is shown never has a hole, and nothing that is not there. */
const holds = (phone: Conversation, all: readonly ChatMessage[]): void => {
  const { view } = phone.shown()
  if (!view) return
  const { from, to, messages } = view.stretch
  assert.deepEqual(
    messages.map(({ seq }) => seq),
    whole(from, to).filter((seq) => seq <= all.length),
  )
}

test('what may not be seen any more is forgotten, and nobody asks for it', async () => {
  const { phone, asked } = stage(10)
  await phone.catchUp()
  phone.begin(7)
  assert.deepEqual(
    phone.newest(50).map(({ seq }) => seq),
    [8, 9, 10],
  )
  phone.begin(10)
  assert.deepEqual(phone.shown().view?.stretch, { from: 11, to: 10, messages: [] })
  assert.equal(asked.length, 1)
})

const reactionsAt = (phone: Conversation, seq: number) => {
  const message = phone.shown().view?.stretch.messages.find((shown) => shown.seq === seq)
  return message && { reactions: message.reactions, version: message.reactionVersion }
}

test('a reaction behind a gap has its message read anew, once however many come meanwhile', async () => {
  const { phone, react, rest, asked, all } = stage(3)
  await phone.catchUp()
  react(2, '7', '👍')
  const changes = ['8', '9', '10'].map((uid) => react(2, uid, '👍'))
  for (const change of changes) phone.hearReaction(change)
  assert.equal(reactionsAt(phone, 2)?.version, 0)
  await rest()
  assert.deepEqual(reactionsAt(phone, 2), { reactions: all()[1]?.reactions, version: 4 })
  assert.deepEqual(asked.slice(1), [{ around: 2, limit: 1 }])
})

test('where the line is cut the next change finds the gap again', async () => {
  const { phone, react, rest, line, all } = stage(3)
  await phone.catchUp()
  react(2, '7', '👍')
  line('cut')
  phone.hearReaction(react(2, '8', '👍'))
  await rest()
  assert.equal(reactionsAt(phone, 2)?.version, 0)
  line('well')
  phone.hearReaction(react(2, '9', '👍'))
  await rest()
  assert.deepEqual(reactionsAt(phone, 2), { reactions: all()[1]?.reactions, version: 3 })
})

test('a page that was answered before a reaction takes nothing away that came meanwhile', async () => {
  const { phone, react, rest, all } = stage(3)
  await phone.catchUp()
  const reading = phone.readReactions({ id: '2', seq: 2 })
  // The server answers, and the answer is on its way.
  await settled()
  phone.hearReaction(react(2, '7', '👍'))
  await reading
  await rest()
  assert.deepEqual(reactionsAt(phone, 2), { reactions: all()[1]?.reactions, version: 1 })
})

test('whatever the line loses, doubles and mixes up of many reactions, the last one leaves what the server has', async () => {
  const step = fc.record({
    uid: fc.constantFrom('7', '8', '9'),
    face: fc.constantFrom(...reactionFaces.slice(0, 3)),
    fate: fc.constantFrom('once', 'once', 'lost', 'twice', 'late' as const),
    rests: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const { phone, react, rest, all } = stage(3)
      await phone.catchUp()
      const late: ReactionChange[] = []
      for (const { uid, face, fate, rests } of steps) {
        const change = react(2, uid, face)
        if (fate === 'late') late.push(change)
        for (let n = 0; n < { once: 1, lost: 0, twice: 2, late: 0 }[fate]; n++) phone.hearReaction(change)
        if (rests) await settled()
      }
      for (const change of [...late.toReversed(), react(2, '7', '✅')]) phone.hearReaction(change)
      await rest()
      await rest()
      const { reactions, reactionVersion: version } = assertDefined(all()[1], 'the message')
      assert.deepEqual(reactionsAt(phone, 2), { reactions, version })
    }),
    { numRuns: 60 },
  )
})
