import { join } from 'node:path'
import { openDatabase } from '../server/db/pool.ts'
import { type Somebody, signedIn } from './data.ts'
import { overHttp, percentile, type Request } from './load.ts'
import { printBar } from './report.ts'
import { dataIn, type Measuring, serve } from './serving.ts'

const rounds = 40

/** What people type, by what it is. */
const typed = (codes: readonly string[]): Readonly<Record<string, string>> => ({
  'one character': '联',
  'two characters': '联想',
  pinyin: 'bijiben',
  initials: 'lxbjb',
  'a serial number': `SN${7919 * Math.floor(codes.length / 3)}`,
  'a code in lower case': codes[Math.floor(codes.length / 2)]!.toLowerCase(),
  'digits within codes': '4567',
  'two words': '投影仪 库房7',
  'two words that meet nowhere': '联想 投影仪',
  'a word that occurs everywhere': '库房',
  'a word that occurs nowhere': '蓝牙耳机',
  'how a name does not go on': '笔记本支架',
})

/**
 * Ctrl K over HTTP, one question after the other, in the large register: of an administrator, of the keeper of some places, of an employee.
 * Answers how many bars were missed.
 */
export const measureFind = async ({ url, dir, data: { large }, say }: Measuring): Promise<number> => {
  const database = openDatabase({ url, poolSize: 2 })
  const readers: Record<string, Somebody> = { administrator: large.admin }
  await database.inTransaction(large.orgId, async (tx) => {
    readers['keeper'] = await signedIn(tx, 'keeper', ['goodsmanager'])
    readers['employee'] = await signedIn(tx, 'employee', [])
    await tx.query('update location set manager_uid = $3 where org_id = $1 and id = any ($2::bigint[])', [
      tx.orgId,
      large.locations.slice(2, 6),
      readers['keeper'].uid,
    ])
  })
  await database.close()
  const atMostMs = large.codes.length > 100_000 ? 60 : 20
  const server = await serve(url, join(dir, 'find'))
  const client = await overHttp(server.port, 1, (answer) => {
    dataIn(answer)
    return undefined
  })
  let missed = 0
  for (const [reader, { token }] of Object.entries(readers)) {
    say(`Ctrl K of ${reader}`)
    for (const [title, text] of Object.entries(typed(large.codes))) {
      const request: Request = { method: 'POST', path: '/api/pro/find', body: { text }, token }
      const times = (count: number) => {
        let left = count
        return client.run(() => (left-- > 0 ? request : undefined))
      }
      await times(3)
      const run = await times(rounds)
      const besides = `p99 ${percentile(run.times, 0.99).toFixed(1)}`
      if (!printBar(`p50 of Ctrl K, ms, ${reader}, ${title} (${besides})`, percentile(run.times, 0.5), { atMost: atMostMs })) missed++
    }
  }
  await client.end()
  await server.stop()
  return missed
}
