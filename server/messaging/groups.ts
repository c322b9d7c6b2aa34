import type { RobotEvent } from '../../domain/robots/robot.ts'
import type { Params } from '../../kernel/refusal.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue } from '../jobs/jobs.ts'

/** Something that groups hear of, if their robot is to tell it: a sentence with places, lines below it, and where it leads. */
export type GroupNotice = {
  readonly event: RobotEvent
  /** The same thing is told once, however many people hear of it by themselves. */
  readonly key: string
  readonly words: string
  readonly params?: Params
  readonly content?: string
  /** A path of the screen table with its query. */
  readonly link: string
}

/** Keeps it for every robot that tells such things; it is sent after the commit. */
export const tellGroups = async (tx: Tx, { event, key, words, params = {}, content = '', link }: GroupNotice): Promise<void> => {
  const robots = await tx.query<{ id: string }>(
    `insert into group_robot_message as new_row (org_id, robot_id, key, words, params, content, link)
     select r.org_id, r.id, $3, $4, $5, $6, $7 from group_robot r where r.org_id = $1 and r.is_on and r.secret_url is not null and $2 = any (r.events)
     on conflict do nothing returning new_row.robot_id as id`,
    [tx.orgId, event, `${event}/${key}`.slice(0, 300), words, params, content.slice(0, 2000), link],
  )
  for (const { id } of robots) await enqueue(tx, { kind: robotJob, key: id })
}

export const robotJob = 'robot'
