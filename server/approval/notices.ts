import type { Id } from '../../kernel/id.ts'
import type { UserId } from '../../domain/approval/definition.ts'
import type { Entry, Event } from '../../domain/approval/event.ts'
import type { State } from '../../domain/approval/state.ts'
import { messageTypes } from '../../domain/operations/messages.ts'
import { notify } from '../messaging/notify.ts'
import { announce } from '../messaging/outbox.ts'
import type { Tx } from '../db/tx.ts'
import type { Head } from './store.ts'
import { type Changes, taskStatus } from './worklist.ts'

type Notice = { readonly uid: UserId; readonly title: string; readonly content: string; readonly link: string }

/**
 * Tells everybody whom some commands concern: a message in the inbox of each, at most one, and hints for the screens that show the
 * lists. Nobody is told what he did himself.
 */
export const tell = async (
  tx: Tx,
  telling: {
    readonly head: Head
    readonly state: State
    readonly entries: readonly Entry[]
    readonly changes: Changes
    readonly admins: readonly UserId[]
  },
): Promise<void> => {
  const { head, state, entries, changes } = telling
  const actor = entries[0]!.actor
  const notices = noticesOf(telling).filter(({ uid }) => uid !== actor)
  const once = [...new Map(notices.map((notice) => [notice.uid, notice])).values()]
  const hints = [
    { topic: 'task', uids: holdersOf(changes, state) },
    { topic: 'process', uids: [state.initiator, ...[...changes.copies, ...changes.copiesRead].map(({ uid }) => uid)] },
  ]
  await Promise.all([
    ...once.map(({ uid, ...notice }) => notify(tx, { uids: [uid], msgType: messageTypes.notify, category: 'approval', ...notice })),
    ...hints
      .filter(({ uids }) => uids.length > 0)
      .map(({ topic, uids }) => announce(tx, { topic, key: head.id, body: { instanceId: head.id, uids: [...new Set(uids)] } })),
  ])
}

/** Whose work list changed: who has a task now, had one, or had it before it moved. */
const holdersOf = (changes: Changes, state: State): Id[] => {
  const holderNow = new Map(state.steps.flatMap((step) => step.tasks.map((task) => [task.id, task.user] as const)))
  return changes.tasks.flatMap(({ id, assignee, had }) => [assignee, holderNow.get(id), had].filter((uid) => uid !== undefined))
}

type Telling = Parameters<typeof tell>[1]

const noticesOf = ({ head, state, entries, changes, admins }: Telling): Notice[] => {
  const events = entries.flatMap((entry) => entry.events)
  const later = events.flatMap((event) => {
    const teller = tellers[event.t] as Teller<Event> | undefined
    return teller?.(event, { head, state, admins }) ?? []
  })
  const names = new Map(state.steps.flatMap((step) => step.tasks.map((task) => [task.id, task] as const)))
  const asked = changes.tasks.flatMap(({ id, status, openedAt, handedOn }): Notice[] => {
    const task = names.get(id)
    if (!task || task.status !== 'open' || (status !== taskStatus.open && !openedAt && !handedOn)) return []
    return [{ uid: task.user, title: `待审批：${head.title}`, content: head.summary, link: taskLink(id) }]
  })
  return [...later, ...asked]
}

type Context = { readonly head: Head; readonly state: State; readonly admins: readonly UserId[] }
type Teller<E> = (event: E, context: Context) => Notice[]
type Tellers = { [T in Event['t']]?: Teller<Extract<Event, { t: T }>> }

const taskLink = (id: Id): string => `/pages/flow/formApprove?taskId=${id}`
const progressLink = ({ id }: Head): string => `/pages/flow/progress?instanceId=${id}`

const outcomeWords = { approved: '已通过', rejected: '已驳回', withdrawn: '已撤回', terminated: '已终止' } as const

const tellers: Tellers = {
  Ended: ({ outcome, comment }, { head, state }) => [
    { uid: state.initiator, title: `${outcomeWords[outcome]}：${head.title}`, content: comment || head.summary, link: progressLink(head) },
  ],
  Returned: ({ comment }, { head, state }) => [
    { uid: state.initiator, title: `已退回：${head.title}`, content: comment || head.summary, link: progressLink(head) },
  ],
  Copied: ({ users, comment }, { head }) =>
    users.map(({ user }) => ({ uid: user, title: `抄送给您：${head.title}`, content: comment || head.summary, link: progressLink(head) })),
  Urged: ({ tasks, comment }, { head, state }) => holdersAmong(state, tasks, `催办：${head.title}`, comment || head.summary),
  Reminded: ({ tasks }, { head, state }) => holdersAmong(state, tasks, `即将超时：${head.title}`, head.summary),
  Commented: ({ by, mentions, body }, { head, state }) => [
    ...(by === state.initiator ? [] : [{ uid: state.initiator, title: `新评论：${head.title}`, content: body, link: progressLink(head) }]),
    ...mentions.map((uid) => ({ uid, title: `提到了您：${head.title}`, content: body, link: progressLink(head) })),
  ],
  Suspended: ({ reason }, { head, state }) => [
    { uid: state.initiator, title: `已暂停：${head.title}`, content: reason, link: progressLink(head) },
  ],
  PostingFailed: (_, { head, state, admins }) =>
    [...new Set([...admins, state.initiator])].map((uid) => ({
      uid,
      title: `已通过但未能入账：${head.title}`,
      content: head.summary,
      link: progressLink(head),
    })),
}

const holdersAmong = (state: State, ids: readonly Id[], title: string, content: string): Notice[] =>
  state.steps.flatMap((step) =>
    step.tasks
      .filter(({ id, status }) => status === 'open' && ids.includes(id))
      .map(({ id, user }) => ({ uid: user, title, content, link: taskLink(id) })),
  )
