import pg from 'pg'
import { dayAt } from '../kernel/day.ts'
import { type Id, newId } from '../kernel/id.ts'
import type { RoleWord } from '../domain/access/roles.ts'
import { ownOrder } from '../domain/licence/offers.ts'
import { hashPassword } from '../server/access/passwords.ts'
import { createOrganisation, createPerson } from '../server/access/people.ts'
import { openSession } from '../server/access/sessions.ts'
import type { Database } from '../server/db/pool.ts'
import type { Tx } from '../server/db/tx.ts'
import { addOrder } from '../server/licence/licence.ts'
import { searchTextOf, storedGrams } from '../server/search/searchText.ts'

export type Size = { readonly assets: number; readonly moves: number; readonly organisations: number; readonly tasks: number }
export const quick: Size = { assets: 100_000, moves: 200_000, organisations: 50, tasks: 200_000 }
export const full: Size = { assets: 1_000_000, moves: 2_000_000, organisations: 50, tasks: 1_000_000 }

/** A person with a session; signs in with `password`. */
export type Somebody = { readonly uid: Id; readonly username: string; readonly token: string }
export const password = 'Bench2026'

/** An organisation to ask: who asks, and what is there. */
export type Place = {
  readonly orgId: Id
  readonly admin: Somebody
  /** Location 0 holds half of the assets, each other one the same small number. */
  readonly locations: readonly Id[]
  readonly consumables: readonly Id[]
  readonly codes: readonly string[]
}

/** `tasks` is how many tasks the large organisation gets where tasks are measured. */
export type Data = { readonly large: Place; readonly small: Place; readonly empty: Place; readonly tasks: number }

const words = [
  '联想笔记本电脑',
  '戴尔显示器',
  '惠普激光打印机',
  '会议室投影仪',
  '人体工学椅',
  '升降办公桌',
  '文件保险柜',
  '华为交换机',
  '空气净化器',
  '碎纸机',
  '扫描枪',
  '服务器机柜',
]
const smallPlace = 250

/** One large organisation among many small ones. The rows satisfy the audit: every asset came in by a move of a document. */
export const makeData = async (database: Database, url: string, size: Size, report: (line: string) => void): Promise<Data> => {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query('drop index asset_search_grams')
  const large = await makeOrganisation(database, size.assets, 5000, report)
  const small = await makeOrganisation(database, 10_000, 500, report)
  const empty = await makeOrganisation(database, 0, 100, report)
  for (let i = 3; i < size.organisations; i++) await makeOrganisation(database, 200, 50, () => undefined)
  report('indexing')
  await owner.query(`create index asset_search_grams on asset_search using gin (org_id, string_to_array(grams, e'\\t'))`)
  await owner.end()
  return { large, small, empty, tasks: size.tasks }
}

/** An organisation with so many assets and consumables, a million of each consumable in each of its first twenty places. */
export const makeOrganisation = async (
  database: Database,
  assets: number,
  consumables: number,
  report: (line: string) => void,
): Promise<Place> => {
  const orgId = newId()
  const admin = await database.inTransaction(orgId, async (tx) => {
    await organised(tx, '测量公司')
    return signedIn(tx, 'admin', ['tenant', 'goodsmanager', 'consummanager'])
  })
  const locations = Array.from({ length: 1 + Math.max(4, Math.floor(assets / 2 / smallPlace)) }, newId)
  const items = Array.from({ length: consumables }, newId)
  const models = words.map(() => newId())
  const opening = newId()
  await database.inTransaction(
    orgId,
    async (tx) => {
      await tx.query(
        `insert into location (org_id, id, loc_code, loc_name, search, manager_uid)
         select $1, id, 'L' || n, '库房' || n, 'l' || n, case n when 1 then $3::bigint end from unnest($2::bigint[]) with ordinality as u (id, n)`,
        [orgId, locations, admin.uid],
      )
      await tx.query(
        `insert into model (org_id, id, goods_code, goods_name) select $1, id, 'M' || n, w from unnest($2::bigint[], $3::text[]) with ordinality as u (id, w, n)`,
        [orgId, models, words],
      )
      await tx.query(
        `insert into consumable (org_id, id, goods_code, goods_name, unit) select $1, id, 'C' || n, '复印纸' || n, '包' from unnest($2::bigint[]) with ordinality as u (id, n)`,
        [orgId, items],
      )
      await tx.query(
        `insert into document (org_id, id, kind, code, state, stage, author_uid, header, body_hash, posted_at) values ($1, $2, 'GsInstockOrder', 'RK0', 'posted', 1, $3, '{}', '', now())`,
        [orgId, opening, admin.uid],
      )
      // Every consumable lies in twenty places, a million of each.
      await tx.query(
        `insert into balance (org_id, account, item_id, item_kind, on_hand, value, seq)
         select $1, 'store:' || l, i, 'consumable', 1000000, 2000000, 1 from unnest($2::bigint[]) i cross join unnest($3::bigint[]) l`,
        [orgId, items, locations.slice(0, 20)],
      )
      await tx.query(
        `insert into move (org_id, id, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost, to_seq, to_after, business_date, actor_uid)
         select $1, $5::bigint + row_number() over (), $4, 0, row_number() over (), 'consumable', i, 'supplier:', 'store:' || l, 1000000, 2000000, 1, 1000000, current_date, $6
         from unnest($2::bigint[]) i cross join unnest($3::bigint[]) l`,
        [orgId, items, locations.slice(0, 20), opening, idBlock(items.length * 20), admin.uid],
      )
    },
    { statementSeconds: 300 },
  )
  const codes: string[] = []
  for (let done = 0; done < assets; done += 5000) {
    const count = Math.min(5000, assets - done)
    const rows = Array.from({ length: count }, (_, index) => {
      const n = done + index
      const code = `ZC${String(n).padStart(8, '0')}`
      codes.push(code)
      const search = searchTextOf([words[n % words.length]!, code, `SN${n * 7919}`])
      const location = n % 2 === 0 ? locations[0]! : locations[1 + (Math.floor(n / 2) % (locations.length - 1))]!
      return {
        id: newId(),
        move: newId(),
        code,
        name: words[n % words.length],
        model: models[n % models.length],
        serial: `SN${n * 7919}`,
        location,
        search,
        grams: storedGrams(search),
        line: n + 1,
      }
    })
    await database.inTransaction(orgId, (tx) => insertAssets(tx, opening, admin.uid, rows), { statementSeconds: 300 })
    if (done % 50_000 === 0 && assets >= 50_000) report(`${done + count} of ${assets} assets`)
  }
  return { orgId, admin, locations, consumables: items, codes }
}

const insertAssets = async (tx: Tx, opening: Id, actor: Id, rows: readonly Record<string, unknown>[]): Promise<void> => {
  const shape = `jsonb_to_recordset($2::jsonb) as a (id bigint, move bigint, code text, name text, model bigint, serial text, location bigint, search text, grams text, line int)`
  const json = JSON.stringify(rows)
  await tx.query(
    `insert into asset (org_id, id, instance_code, instance_name, goods_id, serial_no, loc_id, account, state, value, search)
     select $1, id, code, name, model, serial, location, 'store:' || location, 'idle', 100, search from ${shape}`,
    [tx.orgId, json],
  )
  await tx.query(`insert into asset_search (org_id, asset_id, grams) select $1, id, grams from ${shape}`, [tx.orgId, json])
  await tx.query(
    `insert into balance (org_id, account, item_id, item_kind, on_hand, value, seq) select $1, 'store:' || location, id, 'asset', 1, 100, 1 from ${shape}`,
    [tx.orgId, json],
  )
  await tx.query(
    `insert into move (org_id, id, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost, to_seq, to_after, business_date, actor_uid)
     select $1, move, $3, 0, line, 'asset', id, 'supplier:', 'store:' || location, 1, 100, 1, 1, current_date, $4 from ${shape}`,
    [tx.orgId, json, opening, actor],
  )
  await tx.query('update asset_register set n = n + $2 where org_id = $1', [tx.orgId, rows.length])
}

/** The first of so many ids that no one else gets: from a time before the product, a block of its own for each call. */
export const idBlock = (count: number): Id => {
  const first = blocks
  blocks += BigInt(count) + 1n
  return first.toString()
}
/** The organisation of this transaction, with a licence for the whole run. */
export const organised = async (tx: Tx, name: string): Promise<void> => {
  await createOrganisation(tx, { name })
  await addOrder(tx, ownOrder(dayAt(Date.now())), '测量')
}

let blocks = 1n

/** A person of the organisation with a session that lasts the whole run. */
export const signedIn = async (tx: Tx, name: string, roles: readonly RoleWord[], deptId?: Id): Promise<Somebody> => {
  const username = `${name}${newId()}`
  const uid = await createPerson(tx, { username, userName: name, passwordHash, roles, ...(deptId && { deptId }) })
  return { uid, username, token: await openSession(tx, { uid, client: 'app', platform: 'bench' }) }
}
const passwordHash = await hashPassword(password)
