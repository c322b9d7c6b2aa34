import { refuse } from '../../../kernel/refusal.ts'
import type { CommandOf } from './command.ts'
import { refuseGone, refuseNotYours } from './ownTask.ts'
import { humanAt } from './plan.ts'
import { all, emit, fact, isAdmin, type Run, takeId } from './run.ts'
import { findTask, isLive, openTasks } from './state.ts'

/** The same task is urged at most once in this time. */
export const urgeEveryMinutes = 30

export const urge = (run: Run, command: CommandOf<'urge'>): void => {
  const { actor, at, taskIds } = command
  const holds = openTasks(run.state).some(({ task }) => task.user === actor)
  if (actor !== run.state.initiator && actor !== run.state.proxy && !holds && !isAdmin(run, actor))
    refuse('approval.urgeNotAllowed', '只有发起人和处理人可以催办')
  const open = openTasks(run.state).filter(({ task }) => (taskIds ? taskIds.includes(task.id) : task.user !== actor))
  if (open.length === 0) refuse('approval.nothingToUrge', '没有可以催办的任务')
  const urgeable = open.filter(({ task }) => !task.urgedAt || Date.parse(at) - Date.parse(task.urgedAt) >= urgeEveryMinutes * 60_000)
  if (urgeable.length === 0) refuse('approval.urgedAlready', '{minutes}分钟内已经催办过', { minutes: urgeEveryMinutes })
  emit(run, { t: 'Urged', tasks: urgeable.map(({ task }) => task.id), by: actor, comment: command.comment ?? '', at })
}

export const copy = (run: Run, command: CommandOf<'copy'>): void => {
  const mine = openTasks(run.state).filter(({ task }) => task.user === command.actor)
  const ownEntry = mine.find(({ step }) => humanAt(run.plan, step.node).ops.cc)
  if (!ownEntry && command.actor !== run.state.initiator && !isAdmin(run, command.actor))
    refuse('approval.copyNotAllowed', '您不能抄送这个流程')
  const users = [...new Set(command.users)]
  if (users.length === 0) refuse('approval.nobodyChosen', '请选择人员')
  const copies = all(users, (user) => {
    if (!fact(run, { k: 'user', user }).active) refuse('approval.inactive', '所选人员已停用')
    return { user, why: { rule: 'users' as const } }
  })
  emit(run, { t: 'Copied', node: ownEntry?.step.node ?? null, users: copies, by: command.actor, comment: command.comment ?? '' })
}

export const comment = (run: Run, command: CommandOf<'comment'>): void => {
  const { actor, body, mentions = [], attachments = [] } = command
  const isInvolved = actor === run.state.initiator || isAdmin(run, actor) || openTasks(run.state).some(({ task }) => task.user === actor)
  if (!isInvolved && !fact(run, { k: 'participant', user: actor })) refuse('approval.notParticipant', '您没有参与这个流程')
  if (body.trim() === '' && attachments.length === 0) refuse('approval.commentEmpty', '请填写内容')
  emit(run, { t: 'Commented', comment: takeId(run), by: actor, body, mentions: [...new Set(mentions)], attachments })
}

export const deleteComment = (run: Run, command: CommandOf<'deleteComment'>): void => {
  const author = fact(run, { k: 'commentAuthor', comment: command.comment })
  if (author === null) refuse('approval.commentGone', '评论不存在或已删除')
  if (author !== command.actor && !isAdmin(run, command.actor)) refuse('approval.notYourComment', '只能删除自己的评论')
  emit(run, { t: 'CommentDeleted', comment: command.comment, by: command.actor })
}

export const markRead = (run: Run, command: CommandOf<'markRead'>): void => {
  if (command.taskId === undefined) {
    if (!run.state.unread.includes(command.actor)) refuse('approval.nothingUnread', '没有未读的抄送')
    return emit(run, { t: 'CopyRead', user: command.actor })
  }
  const taskFound = findTask(run.state, command.taskId)
  if (!taskFound || !isLive(taskFound.task)) return refuseGone()
  if (taskFound.task.user !== command.actor) refuseNotYours()
  if (taskFound.task.read) refuse('approval.alreadyRead', '已经读过了')
  emit(run, { t: 'TaskRead', task: command.taskId })
}
