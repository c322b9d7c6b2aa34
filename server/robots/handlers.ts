import { inWords } from '../../domain/english/all.ts'
import { secretAfter } from '../../domain/access/savedSecret.ts'
import { type GroupRobot, robotDelete, robotList, robotSave, robotTest } from '../../domain/robots/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { RobotEvent, RobotVendor, RobotWorld } from '../../domain/robots/robot.ts'
import type { Id } from '../../kernel/id.ts'
import { type Params, refuse } from '../../kernel/refusal.ts'
import { handle, handleOneByOne, type Handler, type OneByOne, type ParsedInput, type SignedIn } from '../call.ts'
import { requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue } from '../jobs/jobs.ts'
import { robotJob } from '../messaging/groups.ts'
import { NotFound } from '../httpError.ts'
import { callRobot, type RobotAnswer, type Robot, connectionFaults } from './robotCalls.ts'
import { noteCall } from './robotWorker.ts'

type Row = {
  id: Id
  name: string
  vendor: RobotVendor
  ending: string | null
  isSigned: boolean
  events: RobotEvent[]
  language: 'zh' | 'en'
  quiet_from: number | null
  quiet_until: number | null
  isOn: boolean
  deliveredAt: string | null
  failedAt: string | null
  failure: string | null
  failures: number
  waiting: number
  version: number
}

const robotsOf = async (tx: Tx, id: Id | null = null): Promise<GroupRobot[]> => {
  const rows = await tx.query<Row>(
    `select id, name, vendor, right(secret_url, 4) as ending, coalesce(secret, '') <> '' as "isSigned", events, language, quiet_from, quiet_until,
            is_on as "isOn", delivered_at as "deliveredAt", failed_at as "failedAt", failure, failures, version,
            (select count(*)::int from group_robot_message m where m.org_id = $1 and m.robot_id = r.id and m.state in ('waiting', 'sending')) as waiting
     from group_robot r where r.org_id = $1 and ($2::bigint is null or r.id = $2) order by r.id`,
    [tx.orgId, id],
  )
  return rows.map(({ quiet_from: from, quiet_until: until, ...row }) => ({
    ...row,
    quiet: from === null || until === null ? null : { from, until },
  }))
}

const oneOf = async (tx: Tx, id: Id): Promise<GroupRobot> => {
  const [robot] = await robotsOf(tx, id)
  if (!robot) throw new NotFound()
  return robot
}

const robotsAtMost = 20

/** The robots of groups, as an administrator sets them up; a test names whose they are. */
export const robotHandlers = (world?: RobotWorld): readonly Handler[] => [
  handle(robotList, async ({ tx }) => ({ list: await robotsOf(tx) })),
  handle(robotSave, (call, input) => saveRobot(call, input, world ?? call.app.robots)),
  handle(robotDelete, deleteRobot),
  handleOneByOne(robotTest, (call, { id }) => testRobot(call, id, world ?? call.app.robots)),
]

const saveRobot = async ({ tx }: SignedIn, input: SaveInput, world: RobotWorld): Promise<GroupRobot> => {
  const { id, version, url, isOn } = input
  const vendor = url === undefined || url === '' ? undefined : world.vendorOf(url)
  if (url && vendor === undefined) refuse('robot.address', '这不是钉钉、企业微信或飞书群机器人的地址')
  if (version === 0) {
    await insertRobot(tx, input, vendor)
    return oneOf(tx, id)
  }
  await changeRobot(tx, input, vendor)
  // What waits goes on, under the new address and outside of the new quiet hours.
  if (isOn) await enqueue(tx, { kind: robotJob, key: id })
  return oneOf(tx, id)
}

type SaveInput = ParsedInput<typeof robotSave>

const insertRobot = async (
  tx: Tx,
  { id, name, url, secret, events, language, quiet, isOn }: SaveInput,
  vendor: RobotVendor | undefined,
): Promise<void> => {
  if (vendor === undefined) return refuse('robot.address', '请填写群机器人的地址')
  if ((await robotsOf(tx)).length >= robotsAtMost) return refuse('robot.many', '最多设置{max}个群机器人', { max: robotsAtMost })
  await tx.query(
    `insert into group_robot (org_id, id, name, vendor, secret_url, secret, events, language, quiet_from, quiet_until, is_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    [tx.orgId, id, name, vendor, url, secret || null, [...new Set(events)], language, quiet?.from ?? null, quiet?.until ?? null, isOn],
  )
}

/** Writes over a robot; an address or a secret that was not entered stays. */
const changeRobot = async (
  tx: Tx,
  { id, version, name, url, secret, events, language, quiet, isOn }: SaveInput,
  vendor: RobotVendor | undefined,
): Promise<void> => {
  const [before] = await tx.query<{ version: number; url: string | null; secret: string | null }>(
    'select version, secret_url as url, secret from group_robot where org_id = $1 and id = $2 for update',
    [tx.orgId, id],
  )
  if (!before) throw new NotFound()
  requireUnchanged('群机器人', version, before.version)
  const secretNow = secretAfter({
    saved: before.secret,
    entered: secret === '' ? null : secret,
    from: before.url ?? undefined,
    to: url || (before.url ?? ''),
  })
  await tx.query(
    `update group_robot set name = $3, vendor = coalesce($4, vendor), secret_url = coalesce($5, secret_url),
            secret = $6, events = $7, language = $8, quiet_from = $9, quiet_until = $10,
            is_on = $11, failures = 0, version = version + 1
     where org_id = $1 and id = $2`,
    [
      tx.orgId,
      id,
      name,
      vendor ?? null,
      url || null,
      secretNow,
      [...new Set(events)],
      language,
      quiet?.from ?? null,
      quiet?.until ?? null,
      isOn,
    ],
  )
}

const deleteRobot = async ({ tx }: SignedIn, { id }: ParsedInput<typeof robotDelete>): Promise<OutputOf<typeof robotDelete>> => {
  const deleted = await tx.query('delete from group_robot where org_id = $1 and id = $2 returning 1', [tx.orgId, id])
  return { deleted: deleted.length }
}

/** Says something in a group, and what came of it. */
const testRobot = async ({ at, language, inTransaction }: OneByOne, id: Id, world: RobotWorld): Promise<OutputOf<typeof robotTest>> => {
  const robot = await inTransaction((tx) => lockTestedRobot(tx, id))
  const message = {
    title: inWords(robot.language, '在册群机器人测试'),
    content: inWords(robot.language, '机器人“{name}”已连通，选定的通知会发到本群。', { name: robot.name }),
  }
  const answer = await callRobot(world, robot, { messages: [message], look: inWords(robot.language, '查看'), at })
  await inTransaction((tx) => noteCall(tx, robot, answer))
  return { sent: answer.t === 'sent', why: answer.t === 'sent' ? null : inWords(language, ...whyNot(answer)) }
}

type TestedRobot = Robot & { id: Id; name: string; language: 'zh' | 'en' }

/** The robot that is tested. Counted like what is sent: no one fills a group by pressing it. */
const lockTestedRobot = async (tx: Tx, id: Id): Promise<TestedRobot> => {
  const [row] = await tx.query<Omit<TestedRobot, 'url'> & { url: string | null; is_soon: boolean }>(
    `select id, name, vendor, secret_url as url, secret, language, coalesce(next_at > now(), false) as is_soon
     from group_robot where org_id = $1 and id = $2 for update`,
    [tx.orgId, id],
  )
  if (!row) throw new NotFound()
  if (row.url === null) return refuse('robot.address', '请填写群机器人的地址')
  if (row.is_soon) return refuse('robot.often', '刚刚发送过，请稍后再试')
  await tx.query(`update group_robot set next_at = now() + interval '3 seconds' where org_id = $1 and id = $2`, [tx.orgId, id])
  return { ...row, url: row.url }
}

/** Why the group did not hear it, for people. */
const whyNot = (answer: Exclude<RobotAnswer, { t: 'sent' }>): [words: string, params?: Params] => {
  if (answer.t === 'unknown') return ['没有回应，可能没有送达']
  return connectionFaults.includes(answer.why) ? ['连不上对方的服务器，请检查网络'] : ['对方回答：{why}', { why: answer.why }]
}
