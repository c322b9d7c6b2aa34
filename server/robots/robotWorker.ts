import { inWords } from '../../domain/english/all.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import { quietMinutes, robotPerMinute } from '../../domain/robots/robot.ts'
import type { Id } from '../../kernel/id.ts'
import type { Params } from '../../kernel/refusal.ts'
import { administrators } from '../access/people.ts'
import type { App } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { undeliveredPrefix } from '../deliveries/notices.ts'
import { minuteOfDay } from '../deliveries/ringing.ts'
import { enqueue, type PieceWorker } from '../jobs/jobs.ts'
import { robotJob } from '../messaging/groups.ts'
import { notify } from '../messaging/notify.ts'
import { callRobot, type RobotAnswer, type Robot } from './robotCalls.ts'

type RobotNotice = {
  readonly key: string
  readonly words: string
  readonly params: Params
  readonly content: string
  readonly link: string
}
type RobotBatch = {
  readonly robot: Robot & { readonly id: Id; readonly name: string; readonly language: 'zh' | 'en' }
  readonly messages: readonly RobotNotice[]
}

/**
 * Sends what waits for a group, all of it as one, as often as its chat allows and not in its quiet hours. What is under way is written down
 * before it is sent: where the process dies, or nothing comes back, it may have arrived and is not sent again.
 */
export const robotWorker = ({ settings, robots }: Pick<App, 'settings' | 'robots'>): PieceWorker => ({
  kind: robotJob,
  piece: async (database, { orgId, key: id }) => {
    const batch = await database.inTransaction(orgId, (tx) => take(tx, id, robots.timeoutSeconds + 5))
    if (!batch) return false
    const { robot, messages } = batch
    const answer = await callRobot(robots, robot, {
      messages: messages.map(({ words, params, content, link }) => ({
        title: inWords(robot.language, words, params),
        content,
        ...(settings.publicUrl !== undefined && { link: `${settings.publicUrl}/#${link}` }),
      })),
      look: inWords(robot.language, '查看'),
      at: database.now(),
    })
    await database.inTransaction(orgId, (tx) => settle(tx, batch, answer))
    return false
  },
})

/** What is to be sent now; what has to wait is asked for again when it may be sent. */
const take = async (tx: Tx, id: Id, underWaySeconds: number): Promise<RobotBatch | undefined> => {
  const [robot] = await tx.query<
    Omit<RobotBatch['robot'], 'url'> & { url: string | null; wait: number; quiet_from: number | null; quiet_until: number | null }
  >(
    `select id, name, vendor, secret_url as url, secret, language, quiet_from, quiet_until,
            greatest(0, coalesce(extract(epoch from next_at - now()), 0))::float8 as wait
     from group_robot where org_id = $1 and id = $2 and is_on for update`,
    [tx.orgId, id],
  )
  if (!robot || robot.url === null) return undefined
  const { url, wait, quiet_from: from, quiet_until: until } = robot
  const silent = from !== null && until !== null ? quietMinutes({ from, until }, minuteOfDay(tx.now())) : 0
  const seconds = Math.max(wait, silent * 60)
  if (seconds > 0) {
    await callAgain(tx, id, seconds)
    return undefined
  }
  await tx.query(
    `update group_robot_message set state = case when state = 'sending' then 'unknown' else 'refused' end
     where org_id = $1 and robot_id = $2 and (state = 'sending' or state = 'waiting' and at < now() - interval '1 day')`,
    [tx.orgId, id],
  )
  const messages = await tx.query<RobotNotice & { at: string }>(
    `update group_robot_message set state = 'sending'
     where org_id = $1 and robot_id = $2 and state = 'waiting' returning key, words, params, content, link, at`,
    [tx.orgId, id],
  )
  if (messages.length === 0) return undefined
  // No one takes anything while this is under way, or may be.
  await restRobot(tx, id, underWaySeconds)
  return { robot: { ...robot, url }, messages: messages.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)) }
}

const restRobot = (tx: Tx, id: Id, seconds: number): Promise<unknown> =>
  tx.query('update group_robot set next_at = now() + make_interval(secs => $3::float8) where org_id = $1 and id = $2', [
    tx.orgId,
    id,
    seconds,
  ])

const callAgain = (tx: Tx, id: Id, seconds: number): Promise<void> =>
  enqueue(tx, { kind: robotJob, key: id, dueAt: new Date(tx.now() + seconds * 1000).toISOString() })

/** How long it waits after each time in a row that a chat did not take it. */
const pauses = [60, 300, 1800, 7200] as const

const stateAfter = { sent: 'sent', again: 'waiting', refused: 'refused', unknown: 'unknown' } as const

const settle = async (tx: Tx, { robot, messages }: RobotBatch, answer: RobotAnswer): Promise<void> => {
  await tx.query(`update group_robot_message set state = $4 where org_id = $1 and robot_id = $2 and key = any ($3) and state = 'sending'`, [
    tx.orgId,
    robot.id,
    messages.map(({ key }) => key),
    stateAfter[answer.t],
  ])
  const failures = await noteCall(tx, robot, answer)
  const seconds =
    answer.t === 'again' ? Math.max(answer.afterSeconds, pauses[Math.min(failures, pauses.length) - 1] ?? 0) : 60 / robotPerMinute
  await restRobot(tx, robot.id, seconds)
  const [more] = await tx.query(`select from group_robot_message where org_id = $1 and robot_id = $2 and state = 'waiting' limit 1`, [
    tx.orgId,
    robot.id,
  ])
  if (more) await callAgain(tx, robot.id, seconds)
  await tx.query(`delete from group_robot_message where org_id = $1 and robot_id = $2 and at < now() - interval '30 days'`, [
    tx.orgId,
    robot.id,
  ])
}

/** Writes down on the robot what came of a call, and tells where it does not get through; how many have failed in a row. */
export const noteCall = async (tx: Tx, robot: Pick<RobotBatch['robot'], 'id' | 'name'>, answer: RobotAnswer): Promise<number> => {
  const [row] = await tx.query<{ failures: number }>(
    answer.t === 'sent'
      ? 'update group_robot set delivered_at = now(), failures = 0 where org_id = $1 and id = $2 and $3::text is null returning failures'
      : 'update group_robot set failed_at = now(), failure = $3, failures = failures + 1 where org_id = $1 and id = $2 returning failures',
    [tx.orgId, robot.id, answer.t === 'sent' ? null : answer.why.slice(0, 300)],
  )
  const failures = row?.failures ?? 0
  if (failures === failuresTold) await tellFailing(tx, robot, 'why' in answer ? answer.why : '')
  return failures
}

/** From so many in a row on the administrators are told, once until it works again. */
const failuresTold = 3

const tellFailing = async (tx: Tx, { id, name }: Pick<RobotBatch['robot'], 'id' | 'name'>, reason: string): Promise<void> =>
  notify(tx, {
    uids: await administrators(tx),
    msgType: messageTypes.system,
    category: 'system',
    title: '群机器人“{name}”连续发送失败',
    params: { name },
    content: reason,
    link: '/pages/user/robots',
    merge: { kind: `${undeliveredPrefix}robot`, about: id },
  })
