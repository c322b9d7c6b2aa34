import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Id, newId } from '../../kernel/id.ts'
import type { CountEvent } from '../../domain/counting/event.ts'
import type { CountPlan } from '../../domain/counting/plan.ts'
import { handlers } from '../routes.ts'
import { type Company, testApp } from './app.ts'
import { insert } from './company.ts'

type Json = ReturnType<typeof JSON.parse>

/** What a test says of an event; number, id and time are made where they are not said. */
export type Said = Partial<CountEvent> & Pick<CountEvent, 'kind'>

export type House = {
  readonly company: Company
  readonly admin: string
  /** Two stores, a shelf in the first, a room. */
  readonly a: Id
  readonly b: Id
  readonly shelf: Id
  readonly room: Id
  readonly model: Id
  readonly paper: Id
  readonly pens: Id
}

/** How long an exchange with a device takes, as it says: half of it is the doubt about when it saw something. */
const roundTripMs = 20

/** Companies that are counted, on the whole server. */
export const counted = async (options?: Parameters<typeof testApp>[1]) => {
  const app = await testApp(handlers, options)

  const found = async (): Promise<House> => {
    const company = await app.newCompany()
    const ids = { a: newId(), b: newId(), shelf: newId(), room: newId(), model: newId(), paper: newId(), pens: newId() }
    await app.database.inTransaction(company.orgId, async (tx) => {
      await insert(tx, 'location', [
        { id: ids.a, loc_code: 'A', loc_name: '一号库', manager_uid: company.admin },
        { id: ids.b, loc_code: 'B', loc_name: '二号库', manager_uid: company.admin },
        { id: ids.shelf, loc_code: 'A-1', loc_name: 'A架', parent_id: ids.a },
        { id: ids.room, loc_code: 'R', loc_name: '301室' },
      ])
      await insert(tx, 'model', [{ id: ids.model, goods_code: 'M1', goods_name: '笔记本电脑' }])
      await insert(tx, 'consumable', [
        { id: ids.paper, goods_code: 'C1', goods_name: '复印纸', unit: '包', barcode: '6901234567892' },
        { id: ids.pens, goods_code: 'C2', goods_name: '签字笔', unit: '支' },
      ])
    })
    return { company, admin: await company.tokenOf(company.admin), ...ids }
  }

  const ask = async (token: string, path: string, body: unknown = {}): Promise<Json> =>
    (await app.ask({ path: `/api/${path}`, body, token })).json
  /** The result of what must succeed. */
  const done = async (token: string, path: string, body: unknown = {}): Promise<Json> => {
    const answer = await ask(token, path, body)
    assert.equal(
      answer.code,
      0,
      `${path}: ${answer.msg} ${JSON.stringify(answer.details ?? '')} ${answer.code === 500 ? app.logged.at(-2) : ''}`,
    )
    return answer.result ?? answer.page
  }

  /** Puts pieces into a store; their ids in the order of their codes. */
  const stockAssets = async (house: House, to: Id, quantity: number, more: object = {}): Promise<Id[]> => {
    const id = newId()
    await done(house.admin, 'goods/gsinstockorder/submit', {
      id,
      header: { to },
      lines: [{ model: house.model, quantity: String(quantity), ...more }],
    })
    const rows = await app.database.reading(house.company.orgId, (tx) =>
      tx.query<{ id: Id }>('select item_id as id from move where org_id = $1 and document_id = $2 order by item_id', [
        house.company.orgId,
        id,
      ]),
    )
    await untilPast(house.company.orgId, id)
    await sleep(roundTripMs)
    return rows.map((row) => row.id)
  }
  /** Waits until the database's clock is past the stock-in, whose moment the server estimated: a count that opens next begins after it. */
  const untilPast = async (orgId: Id, documentId: Id): Promise<void> => {
    const readAhead = () =>
      app.database.reading(orgId, (tx) =>
        tx.query("select from asset_event where org_id = $1 and document_id = $2 and at >= clock_timestamp() - interval '1 ms' limit 1", [
          orgId,
          documentId,
        ]),
      )
    while ((await readAhead()).length > 0) await sleep(2)
  }
  /** Puts a supply into a store; what a device sees next is certain to be seen after it. */
  const stockSupply = async (house: House, to: Id, item: Id, quantity: string): Promise<Json> => {
    const stockIn = { id: newId(), header: { to }, lines: [{ item, quantity, price: '1' }] }
    const answer = await done(house.admin, 'consum/csinstockorder/submit', stockIn)
    await sleep(roundTripMs)
    return answer
  }
  const issueSupply = (house: House, from: Id, item: Id, quantity: string): Promise<Json> =>
    done(house.admin, 'consum/csoutstockorder/submit', {
      id: newId(),
      header: { from, recipient: house.company.admin, reason: '日常用品' },
      lines: [{ item, quantity }],
    })
  /** Moves a piece to another store by a document. */
  const moveAsset = (house: House, asset: Id, to: Id): Promise<Json> =>
    done(house.admin, 'goods/gsajustorder/submit', { id: newId(), header: { reason: '移库' }, lines: [{ asset, place: to }] })

  const openTask = async (
    house: House,
    plan: Omit<Partial<CountPlan>, 'scope'> & { scope?: object } = {},
    token = house.admin,
  ): Promise<Json> => {
    const { id } = await done(house.admin, 'goods/gsinventoryplan/save', {
      plan: {
        name: '年终盘点',
        methods: ['scan', 'rfid', 'hand', 'self'],
        ...plan,
        scope: { kinds: ['asset', 'consumable'], ...plan.scope },
      },
    })
    return done(token, 'goods/gsinventorytask/open', { planId: id })
  }

  /** A device that keeps its events and sends them; what is moved after a push is certain to be moved after what was seen. */
  const device = (token: string, taskId: Id) => {
    const name = randomUUID()
    const kept: CountEvent[] = []
    const keep = (...said: readonly Said[]): void => {
      for (const each of said)
        kept.push({
          id: randomUUID(),
          seq: kept.length + 1,
          round: 1,
          source: 'camera',
          at: new Date().toISOString(),
          ...each,
        } as CountEvent)
    }
    const send = (from: number, to = kept.length, more: object = {}): Promise<Json> => {
      const events = kept.slice(from - 1, to)
      const digest = createHash('sha256').update(JSON.stringify(events)).digest('hex')
      return ask(token, 'goods/gsinventorytask/push', {
        taskId,
        device: name,
        from,
        events,
        digest,
        clientAt: new Date().toISOString(),
        roundTripMs,
        ...more,
      })
    }
    let acked = 0
    const push = async (...said: readonly Said[]): Promise<Json> => {
      keep(...said)
      const answer = await send(acked + 1)
      assert.equal(answer.code, 0, `push: ${answer.msg}`)
      acked = answer.result.acked
      await sleep(roundTripMs)
      return answer.result
    }
    return { name, kept, keep, send, push }
  }

  const lines = async (token: string, taskId: Id, more: object = {}): Promise<Json[]> =>
    (await done(token, 'goods/gsinventorytask/lines', { taskId, pageSize: 1000, ...more })).list
  const verdicts = async (token: string, taskId: Id): Promise<Record<Id, string>> =>
    Object.fromEntries((await lines(token, taskId)).map(({ itemId, verdict }) => [itemId, verdict]))

  return { ...app, found, askAs: ask, done, stockAssets, stockSupply, issueSupply, moveAsset, openTask, device, lines, verdicts }
}
