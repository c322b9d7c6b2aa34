import type { TagRead } from '../domain/rfid/read.ts'
import { type Expected, hear, type HeardTags, standingOf } from '../domain/rfid/session.ts'
import type { Place } from './data.ts'
import type { Request } from './load.ts'
import { printBar } from './report.ts'
import type { Preparing } from './serving.ts'

const packOf = 100_000
const reads = 2_000_000
/** A screen that shows ten times a second what was heard, at the most that readers deliver together. */
const readsEachLook = 200
/** A phone's core is so much slower than this one. */
const slower = 4

const epcOf = (n: number): string => `F5000001${n.toString(16).toUpperCase().padStart(16, '0')}`

/**
 * How many reads a phone matches in a second, with a count of 100,000 in its hand and 1,000 of them in the place, against a register of
 * everything that was heard being all that is kept. Answers how many bars were missed.
 */
export const measureTags = (): number => {
  const expected: Expected<number> = {
    ofEpc: new Map(Array.from({ length: packOf }, (_, n) => [epcOf(n), n])),
    here: new Set(Array.from({ length: 1000 }, (_, n) => epcOf(n))),
  }
  // Nine of ten belong here, the rest to others; each is heard some hundred times.
  const walk: TagRead[] = Array.from({ length: 10_000 }, (_, n) => ({
    epc: epcOf(n % 10 === 9 ? packOf + (n % 500) : n % 1000),
    rssi: -40 - (n % 47),
    atMs: n,
  }))
  const matched = perCpuSecond(() => {
    const tags: HeardTags = new Map()
    for (let n = 0; n < reads; n++) {
      const { epc, rssi, atMs } = walk[n % walk.length]!
      hear(tags, { epc, rssi: rssi!, atMs: atMs + n })
      if (n % readsEachLook === 0) standingOf(tags, expected, -70)
    }
  })
  const counted = perCpuSecond(() => {
    const times = new Map<string, number>()
    for (let n = 0; n < reads; n++) {
      const { epc } = walk[n % walk.length]!
      times.set(epc, (times.get(epc) ?? 0) + 1)
    }
  })
  const bars = [
    printBar(`tags: reads matched per CPU second of a core ${slower} times slower`, matched / slower, { atLeast: 100_000 }),
    printBar('tags: reads matched over reads only counted', matched / counted, { atLeast: 0.05 }),
  ]
  return bars.filter((met) => !met).length
}

const perCpuSecond = (run: () => void): number => {
  run()
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return reads / ((user + system) / 1e6)
}

export const tagsOfRequest = 1000

/** A thousand tags in one request, one in ten no one's; the assets get their tags in the data before. */
export const matches = async ({ orgId, admin }: Place, { database }: Preparing): Promise<Request[]> => {
  const tagged = 20_000
  await database.inTransaction(orgId, (tx) =>
    tx.query(
      `update asset a set epc = 'F5000001' || lpad(upper(to_hex(n.n)), 16, '0')
       from (select id, row_number() over (order by id) as n from asset where org_id = $1 order by id limit $2) n
       where a.org_id = $1 and a.id = n.id`,
      [orgId, tagged],
    ),
  )
  return Array.from({ length: 200 }, (_, request) => ({
    method: 'POST' as const,
    path: '/api/goods/gsgoodsinstance/match',
    body: {
      tags: Array.from({ length: tagsOfRequest }, (_each, n) => ({
        epc: epcOf(n % 10 === 9 ? packOf * 9 + n : 1 + ((request * 997 + n * 7) % tagged)),
      })),
    },
    token: admin.token,
  }))
}
