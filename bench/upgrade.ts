import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { openDatabase } from '../server/db/pool.ts'
import { flowKey, republish } from './approvals.ts'
import { copyDatabase, dropDatabase, settle } from './databases.ts'
import { runningProcesses } from './processes.ts'
import { type Connection, connection } from './load.ts'
import { printBar } from './report.ts'
import { dataIn, type Measuring, serve } from './serving.ts'

const processes = 10_000

/** Moves all running processes of a flow to its next version in one go, by the call and the job behind it. Answers how many bars were missed. */
export const measureUpgrade = async ({ url, dir, data: { empty: place } }: Measuring): Promise<number> => {
  const copy = await copyDatabase(url, 'bench_upgrade')
  const database = openDatabase({ url: copy, poolSize: 4 })
  await runningProcesses(place, { database, url: copy, dir }, processes - 1)
  await republish(place, database, (definition) => ({ ...definition, name: `${definition.name}2` }))
  await database.close()
  await settle(copy)
  const server = await serve(copy, join(dir, 'upgrade'))
  const client: Connection = await connection(server.port)
  const ask = async <D>(call: string, body: object): Promise<D> =>
    dataIn<D>(await client.ask({ method: 'POST', path: `/api/workflow/${call}`, body, token: place.admin.token }))
  const started = performance.now()
  const { upgradeId, total } = await ask<{ upgradeId: string | null; total: number }>('upgradeFlow', { flowKey })
  if (total !== processes || upgradeId === null) throw new Error(`${total} processes are to be upgraded, not ${processes}`)
  let upgrade: Upgrade
  do {
    await sleep(200)
    upgrade = (await ask<{ upgrade: Upgrade }>('upgradeProgress', { id: upgradeId })).upgrade
  } while (upgrade.finishedAt === null)
  const seconds = (performance.now() - started) / 1000
  client.end()
  await server.stop()
  await dropDatabase(copy)
  if (upgrade.moved !== processes)
    throw new Error(`${upgrade.refused} of ${processes} were not upgraded: ${JSON.stringify(upgrade.reasons[0])}`)
  return printBar(`upgrade of ${processes} running processes, processes/s`, processes / seconds, { atLeast: 200 }) ? 0 : 1
}

type Upgrade = { moved: number; refused: number; finishedAt: string | null; reasons: readonly unknown[] }
