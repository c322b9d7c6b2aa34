import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatHead, ChatMessage } from '../../../domain/chat/operations.ts'
import { type Inbox, isBegun, withHead, withMessage, withoutHead, withRead } from './inbox.ts'

const me = '1'
const head = (chatId: string, more: Partial<ChatHead> = {}): ChatHead => ({
  chatId,
  kind: 'group',
  name: chatId,
  avatar: null,
  partner: null,
  subject: null,
  lastSeq: 10,
  lastAt: '2026-11-23T01:00:00Z',
  preview: null,
  unread: 0,
  mentioned: null,
  readSeq: 10,
  fromSeq: 0,
  isCleared: false,
  toSeq: null,
  mute: false,
  pinnedAt: null,
  role: 'member',
  isMember: true,
  isDissolved: false,
  memberCount: 3,
  membersVersion: 1,
  ...more,
})
const said = (
  chatId: string,
  seq: number,
  senderUid: string,
  mentions: readonly { from: number; to: number; uid: string }[] = [],
): ChatMessage => ({
  id: `${chatId} ${seq}`,
  chatId,
  seq,
  senderUid,
  senderName: '王小雨',
  senderAvatar: null,
  reply: null,
  reactions: [],
  reactionVersion: 0,
  recalledAt: null,
  recalledBy: null,
  content: { kind: 'text', body: { text: '@所有人 好', mentions: [...mentions] } },
  createdAt: '2026-11-23T02:00:00Z',
})
const inbox: Inbox = {
  list: [head('p', { pinnedAt: '2026-11-01T00:00:00Z', lastAt: '2026-11-01T00:00:00Z' }), head('a'), head('m', { mute: true })],
  totalUnread: 0,
}
const of = (now: Inbox | undefined, chatId: string) => now?.list.find((each) => each.chatId === chatId)

test('what somebody says comes to the top below what is pinned, counts once, and only where it is not muted at the tab', () => {
  const first = withMessage(inbox, said('m', 11, '2'), me)!
  assert.deepEqual([first.list.map(({ chatId }) => chatId), of(first, 'm')?.unread, first.totalUnread], [['p', 'm', 'a'], 1, 0])
  const second = withMessage(first, said('a', 11, '2'), me)!
  assert.deepEqual([of(second, 'a')?.unread, second.totalUnread], [1, 1])
  assert.equal(withMessage(second, said('a', 11, '2'), me), second)
})

test('one’s own words, wherever they were written, leave nothing unread', () => {
  const before = withMessage(inbox, said('a', 11, '2', [{ from: 0, to: 4, uid: 'all' }]), me)!
  assert.equal(of(before, 'a')?.mentioned, 'all')
  const after = withMessage(before, said('a', 12, me), me)!
  assert.deepEqual([of(after, 'a')?.unread, of(after, 'a')?.mentioned, of(after, 'a')?.readSeq, after.totalUnread], [0, null, 12, 0])
})

test('whoever is named himself is told so, whatever is said to all after', () => {
  const one = withMessage(inbox, said('a', 11, '2', [{ from: 0, to: 4, uid: me }]), me)!
  const two = withMessage(one, said('a', 12, '2', [{ from: 0, to: 4, uid: 'all' }]), me)!
  assert.equal(of(two, 'a')?.mentioned, 'me')
})

test('what the list does not know, what comes after a hole and what changes more is for the server to say', () => {
  assert.equal(withMessage(inbox, said('x', 1, '2'), me), undefined)
  assert.equal(withMessage(inbox, said('a', 12, '2'), me), undefined)
  const recall: ChatMessage = { ...said('a', 11, '2'), content: { kind: 'recall', body: { targetId: '5', targetSeq: 5 } } }
  assert.equal(withMessage(inbox, recall, me), undefined)
})

test('what is read, muted or gone is taken off the number at the tab, which never falls below nothing', () => {
  const full = withMessage(withMessage(inbox, said('a', 11, '2'), me)!, said('p', 11, '2'), me)!
  assert.equal(full.totalUnread, 2)
  assert.equal(withRead(full, 'a', 11).totalUnread, 1)
  assert.equal(withRead(full, 'a', 9), full)
  assert.equal(withHead(full, { ...of(full, 'a')!, mute: true }).totalUnread, 1)
  assert.equal(withoutHead(withoutHead(full, 'a'), 'p').totalUnread, 0)
  assert.equal(withoutHead({ list: full.list, totalUnread: 0 }, 'a').totalUnread, 0)
})

for (const [what, more, begun] of [
  ['with somebody, opened only', { kind: 'pair', lastSeq: 0 }, false],
  ['about a thing, opened only', { kind: 'subject', lastSeq: 0 }, false],
  ['with somebody, pinned', { kind: 'pair', lastSeq: 0, pinnedAt: '2026-11-23T01:00:00Z' }, true],
  ['with somebody, who said something', { kind: 'pair', lastSeq: 1 }, true],
  ['a group in which nobody has said anything', { kind: 'group', lastSeq: 0 }, true],
] as const)
  test(`what the list shows: ${what}`, () => assert.equal(isBegun(head('1', more)), begun))
