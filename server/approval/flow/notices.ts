import { type Day, dayAt } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { firstOf } from '../../../kernel/assert.ts'
import type { UserId } from '../../../domain/approval/form/form.ts'
import { titleIn } from '../../../domain/approval/flow/title.ts'
import type { Entry, Event } from '../../../domain/approval/flow/event.ts'
import type { State } from '../../../domain/approval/flow/state.ts'
import { messageTypes } from '../../../domain/messaging/operations.ts'
import { lowerText, settleNotices } from '../../messaging/collective.ts'
import { type GroupNotice, tellGroups } from '../../messaging/groups.ts'
import type { MergeRule } from '../../messaging/merge.ts'
import { announceMessages, notifyAll } from '../../messaging/notify.ts'
import { announce } from '../../messaging/outbox.ts'
import type { Tx } from '../../db/tx.ts'
import type { Head } from './store.ts'
import { type Changes, taskStatus } from './worklist.ts'

/** `title` is a sentence with the place `{title}` for what the process is called. What has no `merge` is urgent and stands by itself. */
type Notice = {
  readonly uid: UserId
  readonly title: string
  readonly content: string
  readonly link: string
  readonly merge?: Omit<MergeRule, 'about'>
  /** The person who gave the command is told as well: it is no news of what they did, but of what came of it. */
  readonly tellsActor?: true
}

/**
 * Tells everyone who some commands concern: a message in the inbox of each, at most one, and hints for the screens that show the
 * lists. No one is told what he did himself, but everyone concerned that it came to nothing outside.
 */
export const tell = async (
  tx: Tx,
  input: {
    readonly head: Head
    readonly state: State
    readonly entries: readonly Entry[]
    readonly changes: Changes
    readonly admins: readonly UserId[]
  },
): Promise<void> => {
  const { head, state, entries, changes } = input
  const actor = firstOf(entries).actor
  const notices = noticesOf(input).filter(({ uid, tellsActor }) => tellsActor || uid !== actor)
  const distinctNotices = [...new Map(notices.map((notice) => [notice.uid, notice])).values()]
  const hints = [
    { topic: 'task', uids: holdersOf(changes, state) },
    { topic: 'process', uids: entries.some(hasFailed) ? [...input.admins] : [] },
    { topic: 'process', uids: [state.initiator, ...[...changes.copies, ...changes.copiesRead].map(({ uid }) => uid)] },
  ]
  // What is over is settled first: the statements go out in this order, and none waits for the answer of another.
  await Promise.all([
    settleOld(tx, changes),
    settleCopies(tx, head.id, changes),
    entries.some(({ events }) => events.some(({ t }) => t === 'Reminded')) && tellGroups(tx, lateFor(head, dayAt(tx.now()))),
    tellAll(tx, head, state.initiator, distinctNotices),
    ...hints
      .filter(({ uids }) => uids.length > 0)
      .map(({ topic, uids }) => announce(tx, { topic, key: head.id, body: { processId: head.id, uids: [...new Set(uids)] } })),
  ])
}

/** A group hears of an approval by its number, once a day: who asked for it and who has to decide is theirs. */
const lateFor = ({ id, number }: Head, today: Day): GroupNotice => ({
  event: 'approval',
  key: `${id}/${today}`,
  words: '有审批已到时限：{number}',
  params: { number },
  link: '/pages/personal/myapprove',
})

/** What went wrong outside shows among what does not go on, for those who look after flows. */
const hasFailed = ({ events }: Entry): boolean => events.some(({ t }) => t === 'ServiceFailed' || t === 'PostingFailed')

const tellAll = (tx: Tx, head: Head, initiator: UserId, notices: readonly Notice[]): Promise<void> => {
  const ownTitle = titleIn(head.title, (words) => words, true)
  return notifyAll(
    tx,
    notices.map(({ uid, merge, content, tellsActor: _tellsActor, ...notice }) => ({
      uids: [uid],
      msgType: messageTypes.notify,
      category: 'approval',
      params: { title: uid === initiator ? ownTitle : head.title },
      content: [head.number, content].filter(Boolean).join(' · '),
      ...notice,
      ...(merge && { merge: { ...merge, about: head.id } }),
    })),
  )
}

/** The person who has dealt with a task, or does not have to any more, has no news of it left unread. */
const settleOld = async (tx: Tx, { tasks }: Changes): Promise<void> => {
  const over = tasks.flatMap(({ id, status, assignee, had }) => {
    const isGone = status !== undefined && status > taskStatus.open
    return [...(isGone && assignee ? [assignee] : []), ...(had ? [had] : [])].map((uid) => [uid, id] as const)
  })
  if (over.length === 0) return
  const uids = over.map(([uid]) => uid)
  const ids = over.map(([, id]) => id)
  const formerHolders = tasks.flatMap(({ had }) => had ?? [])
  const [settledRows, loweredRows] = await Promise.all([
    tx.query<{ uid: Id }>(settleText, [tx.orgId, uids, over.map(([, id]) => taskLink(id)), ids]),
    formerHolders.length > 0 ? tx.query<{ uid: Id }>(lowerText(waitingTasks), [tx.orgId, formerHolders, ids]) : [],
  ])
  const changedUids = new Set([...settledRows, ...loweredRows].map(({ uid }) => uid))
  if (changedUids.size > 0) await announceMessages(tx, [...changedUids])
}

/**
 * Messages that say how many tasks wait say no more than do, for those who decided in these processes. It reads as many tasks as wait for a
 * person, so it runs for many decisions together and in none of them.
 */
export const lowerTaskCounts = async (tx: Tx, processIds: readonly Id[]): Promise<void> => {
  const deciders = await tx.query<{ uid: Id }>(
    `select distinct assignee_uid as uid from wf_task
     where org_id = $1 and instance_id = any ($2::bigint[]) and status > ${taskStatus.open} and assignee_uid is not null`,
    [tx.orgId, processIds],
  )
  if (deciders.length === 0) return
  const rows = await tx.query<{ uid: Id }>(lowerText(waitingTasks), [tx.orgId, deciders.map(({ uid }) => uid), []])
  if (rows.length > 0) await announceMessages(tx, [...new Set(rows.map(({ uid }) => uid))])
}

/** Copies that were read are no news any more: neither by themselves nor in the number of several. */
const settleCopies = async (tx: Tx, processId: Id, { copiesRead }: Changes): Promise<void> => {
  if (copiesRead.length === 0) return
  await settleNotices(
    tx,
    copiesRead.map(({ uid }) => uid),
    [processId],
    unreadCopies,
  )
}

/** Whose work list changed: who has a task now, had one, or had it before it moved. */
const holdersOf = (changes: Changes, state: State): Id[] => {
  const holderNow = new Map(state.steps.flatMap((step) => step.tasks.map((task) => [task.id, task.user] as const)))
  return changes.tasks.flatMap(({ id, assignee, had }) => [assignee, holderNow.get(id), had].filter((uid) => uid !== undefined))
}

type NoticeInput = Parameters<typeof tell>[1]

const noticesOf = ({ head, state, entries, changes, admins }: NoticeInput): Notice[] => {
  const events = entries.flatMap((entry) => entry.events)
  const laterNotices = events.flatMap((event) => {
    const teller = tellers[event.t] as Teller<Event> | undefined
    return teller?.(event, { head, state, admins }) ?? []
  })
  const names = new Map(state.steps.flatMap((step) => step.tasks.map((task) => [task.id, task] as const)))
  const handedTasks = new Map(events.flatMap(handedOn))
  const raisedEvent = events.find((event) => event.t === 'AskedAgain')
  const repetition =
    raisedEvent?.t === 'AskedAgain' ? { title: '数量或金额调高，请重新审批：{title}', comment: raisedEvent.comment } : undefined
  const taskNotices = changes.tasks.flatMap(({ id, status, openedAt, handedOn: handedOnFrom }): Notice[] => {
    const task = names.get(id)
    if (!task || task.status !== 'open' || (status !== taskStatus.open && !openedAt && !handedOnFrom)) return []
    const { title, comment } = handedTasks.get(id) ?? repetition ?? { title: '待审批：{title}', comment: '' }
    return [{ uid: task.user, title, content: comment || head.summary, link: taskLink(id), merge: merges.task }]
  })
  const sparedNotices = changes.tasks.flatMap(({ cancelWhy, had }): Notice[] =>
    cancelWhy === 'rescued' && had
      ? [{ uid: had, title: '管理员已处理，无需您再审批：{title}', content: head.summary, link: progressLink(head), merge: merges.taken }]
      : [],
  )
  return [...sparedNotices, ...laterNotices, ...taskNotices]
}

/** How tasks came to who has them now, where a person brought it about. */
const handedOn = (event: Event): (readonly [Id, { title: string; comment: string }])[] => {
  if (event.t === 'TaskMoved' && !event.asOwner) return [[event.task, { title: movedTitles[event.kind], comment: event.comment }]]
  if (event.t === 'SignAdded') return event.tasks.map(({ id }) => [id, { title: '请您加签：{title}', comment: event.comment }])
  return []
}

const movedTitles: Readonly<Record<Extract<Event, { t: 'TaskMoved' }>['kind'], string>> = {
  transfer: '转交给您：{title}',
  delegate: '委派给您：{title}',
  return: '委派已交回：{title}',
  reassign: '改派给您：{title}',
  timeout: '超时转交给您：{title}',
  away: '外出期间请您代为审批：{title}',
  back: '代理结束，交还给您：{title}',
}

type Context = { readonly head: Head; readonly state: State; readonly admins: readonly UserId[] }
type Teller<E> = (event: E, context: Context) => Notice[]
type Tellers = { [T in Event['t']]?: Teller<Extract<Event, { t: T }>> }

const taskLink = (id: Id): string => `/pages/flow/formApprove?taskId=${id}`
const progressLink = ({ id }: Head): string => `/pages/flow/progress?processId=${id}`

const outcomeTitles = {
  approved: '已通过：{title}',
  rejected: '已驳回：{title}',
  withdrawn: '已撤回：{title}',
  terminated: '已终止：{title}',
} as const

/** What may come often becomes one message while it is unread. */
const merges = {
  task: { kind: 'task', crowd: { from: 5, title: '您有 {n} 项新的待审批', link: '/pages/personal/myapprove' } },
  reminder: { kind: 'reminder', crowd: { from: 5, title: '您有 {n} 项审批已到时限', link: '/pages/personal/myapprove' } },
  copy: { kind: 'copy', crowd: { from: 5, title: '有 {n} 项新的抄送给您', link: '/pages/personal/flowCopy' } },
  comment: { kind: 'comment', several: '{n} 条新评论：{title}' },
  ended: { kind: 'ended', crowd: { from: 5, title: '您有 {n} 项申请已通过', link: '/pages/personal/myapply' } },
  suspended: { kind: 'suspended' },
  taken: { kind: 'taken', crowd: { from: 5, title: '您有 {n} 项审批已转给他人', link: '/pages/personal/myapprove' } },
} as const satisfies Record<string, Omit<MergeRule, 'about'>>

/** Whose application it is, and who handed it in for that person. */
const applicantsOf = ({ initiator, proxy }: State): UserId[] => [initiator, ...(proxy === undefined ? [] : [proxy])]

const tellers: Tellers = {
  Ended: ({ outcome, comment }, { head, state }) =>
    applicantsOf(state).map((uid) => ({
      uid,
      title: outcomeTitles[outcome],
      content: comment || head.summary,
      link: progressLink(head),
      ...(outcome === 'approved' && { merge: merges.ended }),
    })),
  Returned: ({ comment }, { head, state }) =>
    applicantsOf(state).map((uid) => ({ uid, title: '已退回：{title}', content: comment || head.summary, link: progressLink(head) })),
  Rescued: ({ how, reason }, { head, state }) => [
    {
      uid: state.initiator,
      title: how === 'skip' ? '管理员跳过了一个环节：{title}' : '管理员转到了另一个环节：{title}',
      content: reason,
      link: progressLink(head),
    },
  ],
  Copied: ({ users, comment }, { head }) =>
    users.map(({ user }) => ({
      uid: user,
      title: '抄送给您：{title}',
      content: comment || head.summary,
      link: progressLink(head),
      merge: merges.copy,
    })),
  Urged: ({ tasks, comment }, { head, state }) => holdersAmong(state, tasks, { title: '催办：{title}', content: comment || head.summary }),
  Reminded: ({ tasks }, { head, state }) =>
    holdersAmong(state, tasks, { title: '已到时限，请处理：{title}', content: head.summary, merge: merges.reminder }),
  Commented: ({ by, mentions, body }, { head, state }) => [
    ...(by === state.initiator
      ? []
      : [{ uid: state.initiator, title: '新评论：{title}', content: body, link: progressLink(head), merge: merges.comment }]),
    ...mentions.map((uid) => ({ uid, title: '提到了您：{title}', content: body, link: progressLink(head) })),
  ],
  Suspended: ({ reason }, { head, state }) => [
    { uid: state.initiator, title: '已暂停：{title}', content: reason, link: progressLink(head), merge: merges.suspended },
  ],
  Resumed: ({ reason }, { head, state }) => [
    { uid: state.initiator, title: '已恢复：{title}', content: reason || head.summary, link: progressLink(head), merge: merges.suspended },
    ...state.steps.flatMap((step) =>
      step.tasks
        .filter(({ status }) => status === 'open')
        .map(({ id, user }) => ({
          uid: user,
          title: '已恢复：{title}',
          content: reason || head.summary,
          link: taskLink(id),
          merge: merges.task,
        })),
    ),
  ],
  TaskMoved: ({ kind, from, asOwner, comment }, { head }) =>
    asOwner || (kind !== 'reassign' && kind !== 'timeout')
      ? []
      : [
          {
            uid: from,
            title: kind === 'timeout' ? '超时未处理，已转交：{title}' : '已改派给他人：{title}',
            content: comment || head.summary,
            link: progressLink(head),
            merge: merges.taken,
          },
        ],
  ServiceFailed: ({ step, error }, { head, state, admins }) =>
    state.steps.some(({ id }) => id === step)
      ? admins.map((uid) => ({ uid, title: '外部服务失败：{title}', content: error, link: progressLink(head), tellsActor: true }))
      : [],
  PostingFailed: (_, { head, state, admins }) =>
    [...new Set([...admins, state.initiator])].map((uid) => ({
      uid,
      title: '已通过但未能入账：{title}',
      content: head.summary,
      link: progressLink(head),
      tellsActor: true,
    })),
}

const holdersAmong = (state: State, ids: readonly Id[], notice: Pick<Notice, 'title' | 'content' | 'merge'>): Notice[] =>
  state.steps.flatMap((step) =>
    step.tasks
      .filter(({ id, status }) => status === 'open' && ids.includes(id))
      .map(({ id, user }) => ({ uid: user, link: taskLink(id), ...notice })),
  )

const waitingTasks = {
  kinds: [merges.task.kind, merges.reminder.kind],
  open: `from wf_task w where w.org_id = $1 and w.assignee_uid = o.uid and w.status = ${taskStatus.open} and w.id <> all ($3::bigint[])`,
}

/** Messages that lead to these tasks are read, and that many wait, where none waits any more. What another person is just changing is left to that person. */
const settleText = `
  update message m set read_at = now() where m.org_id = $1 and m.id in (
    select o.id from message o
    where o.org_id = $1 and o.uid = any ((select $2::bigint[])::bigint[]) and o.read_at is null
      and (exists (select from unnest($2::bigint[], $3::text[]) as t (uid, link) where t.uid = o.uid and t.link = o.link)
        or o.about is null and o.notice in ('task', 'reminder') and (
          -- The newest of them: the order keeps the database from reading the whole table until it meets one.
          select w.id from wf_task w where w.org_id = $1 and w.assignee_uid = o.uid and w.status = ${taskStatus.open} and w.id <> all ($4::bigint[])
          order by w.opened_at desc, w.id desc limit 1) is null)
    order by o.id for update of o skip locked)
  returning m.uid`

const unreadCopies = {
  kinds: [merges.copy.kind],
  open: 'from wf_cc c where c.org_id = $1 and c.uid = o.uid and c.read_at is null and c.instance_id <> all ($3::bigint[])',
}
