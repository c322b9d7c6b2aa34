import type pg from 'pg'
import type { Id } from '../../../kernel/id.ts'

export type Machine = { readonly host: string; readonly port: number }

/** A machine of the cluster that keeps no rows or is not there was named; the message says which there are. */
export class NoSuchMachine extends Error {}

type Placement = Machine & { readonly shardId: string; readonly isAlone: boolean }

/** Where all rows of an organisation stand, and whether those of others stand in the same part. */
const placementOf = async (client: pg.Client, orgId: Id): Promise<Placement> => {
  const { rows } = await client.query<Placement>(
    `select s.shardid as "shardId", s.shardminvalue = s.shardmaxvalue as "isAlone", n.nodename as host, n.nodeport as port
     from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
     where s.shardid = get_shard_id_for_distribution_column('organisation', $1::bigint)`,
    [orgId],
  )
  const [row] = rows
  if (!row) throw new Error(`No machine keeps the organisation ${orgId}.`)
  return row
}

/** The machines that keep rows of organisations. */
const machinesOf = async (client: pg.Client): Promise<readonly Machine[]> => {
  const { rows } = await client.query<Machine>(
    `select nodename as host, nodeport as port from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary' order by 1, 2`,
  )
  return rows
}

const isSame = (a: Machine, b: Machine): boolean => a.host === b.host && a.port === b.port

/**
 * Gives an organisation a part of its own in every table and moves it to another machine. Who writes goes on: rows are copied while changes
 * follow, and writing waits for the last of them only. A second run goes on where one broke off.
 */
export const moveOrganisation = async (
  client: pg.Client,
  orgId: Id,
  { target, onStep }: { readonly target: Machine; readonly onStep?: (line: string) => void },
): Promise<void> => {
  const machines = await machinesOf(client)
  if (!machines.some((machine) => isSame(machine, target)))
    throw new NoSuchMachine(
      `There is no such machine. These keep organisations: ${machines.map(({ host, port }) => `${host}:${port}`).join(', ')}.`,
    )
  if (!(await placementOf(client, orgId)).isAlone) {
    onStep?.('Giving it a part of its own in every table')
    await client.query(
      `select isolate_tenant_to_new_shard('organisation', $1::bigint, 'CASCADE', shard_transfer_mode => 'force_logical')`,
      [orgId],
    )
  }
  const from = await placementOf(client, orgId)
  if (isSame(from, target)) return
  onStep?.(`Moving it from ${from.host}:${from.port}`)
  await client.query(`select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, shard_transfer_mode => 'force_logical')`, [
    from.shardId,
    from.host,
    from.port,
    target.host,
    target.port,
  ])
}
