import { join } from 'node:path'
import pg from 'pg'
import { type Id, newId } from '../kernel/id.ts'
import { asset } from '../domain/records/asset.ts'
import { tableOfRecord } from '../domain/records/table.ts'
import type { SortOrder } from '../domain/tables/view.ts'
import { organisationKind } from '../server/db/organisationKind.ts'
import { type Database, openDatabase } from '../server/db/pool.ts'
import { cursorOf, orderOf, sortedPartOf, sortValues } from '../server/tables/order.ts'
import { storedStandingsOf } from '../server/tables/records.ts'
import { copyDatabase, dropDatabase, settle } from './databases.ts'
import type { Place } from './data.ts'
import { overHttp, percentile, type Request, type Run, together } from './load.ts'
import { printBar } from './report.ts'
import { type Measuring, serve } from './serving.ts'

const clients = 4
const turns = 4
const secondsEach = 0.7
const rowsAtOnce = 100_000

/** An own field and the fixed column that holds the same values. */
const fields = {
  text: { ownKey: 'x1', fixedKey: 'serialNo', control: { type: 'text', max: 100, lines: 1 }, column: 'text' },
  number: { ownKey: 'x2', fixedKey: 'value', control: { type: 'money' }, column: 'number' },
  day: { ownKey: 'x3', fixedKey: 'boughtOn', control: { type: 'date' }, column: 'day' },
  reference: { ownKey: 'x4', fixedKey: 'goodsId', control: { type: 'reference', to: 'supplier', many: false }, column: 'ref' },
} as const
type FieldName = keyof typeof fields

/** The same question of an own field and of the fixed column that `by` names. */
type Question = { readonly words: string; readonly bodies: (key: (of: FieldName) => string, isOwn: boolean) => Promise<object> }

/**
 * The register narrowed and sorted by own fields beside the same by the fixed columns that hold the same values, in turns. Answers how many bars
 * were missed.
 */
export const measureOwnFields = async ({ url, dir, data: { large }, say }: Measuring): Promise<number> => {
  const copy = await copyDatabase(url, 'bench_own_fields')
  const owner = new pg.Client({ connectionString: copy })
  await owner.connect()
  const suppliers = await fillIn(owner, large).finally(() => owner.end())
  await settle(copy)
  say('Own fields')

  const questions = await questionsOf(copy, large, suppliers)
  const server = await serve(copy, join(dir, 'own-fields'))
  const answers = await overHttp(server.port, clients, ({ status, body }) =>
    status === 200 && /"code":0/.test(body.slice(0, 40)) ? undefined : `${status} ${body.slice(0, 200)}`,
  )
  let missed = 0
  try {
    for (const { words, bodies } of questions) {
      const requestOf = async (isOwn: boolean) => requestTo(large, await bodies((of) => fields[of][isOwn ? 'ownKey' : 'fixedKey'], isOwn))
      const [ownRequest, fixedRequest] = [await requestOf(true), await requestOf(false)]
      const [ownRuns, fixedRuns]: [Run[], Run[]] = [[], []]
      for (let turn = 0; turn <= turns; turn++) {
        const [ownRun, fixedRun] = [await answers.run(repeating(ownRequest)), await answers.run(repeating(fixedRequest))]
        if (turn === 0) continue
        ownRuns.push(ownRun)
        fixedRuns.push(fixedRun)
      }
      const [ofOwn, ofFixed] = [together(ownRuns), together(fixedRuns)]
      for (const failure of [...ofOwn.failures, ...ofFixed.failures].slice(0, 1)) say(`${words}: ${failure}`)
      const [p50, fixedP50] = [percentile(ofOwn.times, 0.5), percentile(ofFixed.times, 0.5)]
      const title = `own fields, ${words}: ${p50.toFixed(1)} ms, fixed column ${fixedP50.toFixed(1)} ms; p50 over it`
      if (!printBar(title, p50 / fixedP50, { atMost: 1.5 }) || ofOwn.failures.length > 0) missed++
    }
  } finally {
    answers.end()
    await server.stop()
    await dropDatabase(copy)
  }
  return missed
}

const questionsOf = async (copy: string, large: Place, suppliers: readonly Id[]): Promise<readonly Question[]> => {
  const database = openDatabase({ url: copy, poolSize: 1 })
  try {
    return await questionsIn(database, large, suppliers)
  } finally {
    await database.close()
  }
}

const questionsIn = async (database: Database, large: Place, suppliers: readonly Id[]): Promise<readonly Question[]> => {
  const models = await database.reading(large.orgId, (tx) =>
    tx.query<{ id: Id }>('select id from model where org_id = $1 order by id', [tx.orgId]),
  )
  const middles = new Map<string, string>()
  for (const [name, { ownKey, fixedKey }] of Object.entries(fields))
    for (const key of name === 'text' || name === 'reference' ? [ownKey] : [ownKey, fixedKey])
      for (const descending of [false, true]) {
        const by = { key, descending }
        middles.set(JSON.stringify(by), await database.reading(large.orgId, (tx) => middle(tx, by, large)))
      }
  const codes = { key: 'instanceCode', descending: false }
  middles.set(JSON.stringify(codes), await database.reading(large.orgId, (tx) => middle(tx, codes, large)))

  const plain = (words: string, body: (key: (of: FieldName) => string, isOwn: boolean) => object): Question => ({
    words,
    bodies: (key, isOwn) => Promise.resolve(body(key, isOwn)),
  })
  const sorts = (['number', 'day'] as const).flatMap((name) =>
    [false, true].flatMap((descending): Question[] => {
      const way = descending ? 'descending' : 'ascending'
      return [
        plain(`by ${name}, ${way}`, (key) => ({ sort: [{ key: key(name), descending }] })),
        plain(`by ${name}, ${way}, from the middle`, (key) => {
          const by = { key: key(name), descending }
          return { sort: [by], after: middles.get(JSON.stringify(by)) }
        }),
      ]
    }),
  )
  // No fixed text or reference is sorted as it stands: codes are the nearest.
  const byCode = (name: FieldName) => (isOwn: boolean) => ({ key: isOwn ? fields[name].ownKey : 'instanceCode', descending: false })
  return [
    plain('a text that one has', (key) => ({ where: [{ key: key('text'), is: 'eq', value: `SN${7919 * 4321}` }] })),
    plain('a part of a text', (key) => ({ where: [{ key: key('text'), is: 'contains', value: String(7919 * 4321) }] })),
    plain('numbers of a range', (key) => ({ where: [{ key: key('number'), is: 'between', value: ['100', '101'] }] })),
    plain('days of a month', (key) => ({ where: [{ key: key('day'), is: 'between', value: ['2020-03-01', '2020-03-31'] }] })),
    plain('days of a month, by number', (key) => ({
      where: [{ key: key('day'), is: 'between', value: ['2020-03-01', '2020-03-31'] }],
      sort: [{ key: key('number') }],
    })),
    // As of a fixed column without an index of what is empty, which most of them are.
    plain('no day', (key, isOwn) => ({ where: [{ key: isOwn ? key('day') : 'warrantyUntil', is: 'empty' }] })),
    plain('one that is referred to', (key, isOwn) => ({
      where: [{ key: key('reference'), is: 'in', value: [isOwn ? suppliers[3] : models[3]?.id] }],
    })),
    plain('one that is referred to, by day', (key, isOwn) => ({
      where: [{ key: key('reference'), is: 'in', value: [isOwn ? suppliers[3] : models[3]?.id] }],
      sort: [{ key: key('day'), descending: true }],
    })),
    ...sorts,
    ...(['text', 'reference'] as const).flatMap((name) => [
      plain(`by ${name}`, (_, isOwn) => ({ sort: [byCode(name)(isOwn)] })),
      plain(`by ${name}, from the middle`, (_, isOwn) => {
        const by = byCode(name)(isOwn)
        return { sort: [by], after: middles.get(JSON.stringify(by)) }
      }),
    ]),
  ]
}

/** The cursor in the middle of the register in some order. */
const middle = async (tx: Parameters<typeof organisationKind>[0], by: SortOrder, { codes }: Place): Promise<string> => {
  const kind = await organisationKind(tx, asset)
  const { sorting } = sortedPartOf(tableOfRecord(kind), storedStandingsOf(kind, 'r'), { sort: [by] })
  const [row] = await tx.query<{ id: string; sortedBy: (string | null)[] }>(
    `select r.id, ${sortValues(sorting)} from asset r where r.org_id = $1 and r.deleted_at is null order by ${orderOf(sorting, 'r.id')} offset $2 limit 1`,
    [tx.orgId, Math.floor(codes.length / 2)],
    'anew',
  )
  if (!row) throw new Error('the register has no middle')
  return cursorOf(tableOfRecord(kind), sorting, { values: row.sortedBy, id: row.id })
}

/** Writes the same values into fixed columns and own fields, set by set: the triggers would take a row at a time. Answers the suppliers. */
const fillIn = async (owner: pg.Client, { orgId, admin }: Place): Promise<readonly Id[]> => {
  const suppliers = Array.from({ length: 12 }, newId)
  await owner.query(`select set_config('app.org', $1, false)`, [orgId])
  await owner.query(
    `insert into supplier (org_id, id, supplier_code, supplier_name, search)
     select $1, id, 'S' || n, '供应商' || n, '' from unnest($2::bigint[]) with ordinality as u (id, n)`,
    [orgId, suppliers],
  )
  for (const [label, { ownKey, control, column }] of Object.entries(fields))
    await owner.query(
      `insert into own_field (org_id, noun, key, label, control, value_column, position, created_by)
       values ($1, 'asset', $2, $3, $4, $5, 1, $6)`,
      [orgId, ownKey, label, JSON.stringify(control), column, admin.uid],
    )
  await owner.query('alter table asset disable trigger user')
  const { rows } = await owner.query<{ id: Id }>(
    'select id from (select id, row_number() over (order by id) as n from asset where org_id = $1) a where n % $2 = 0 order by id',
    [orgId, rowsAtOnce],
  )
  const ends = ['0', ...rows.map(({ id }) => id)]
  for (const from of ends)
    await owner.query(
      `with a as materialized (
         select a.id, (row_number() over (order by a.id)) as n, a.serial_no from asset a where a.org_id = $1 and a.id > $2 order by a.id limit $3
       ), v as materialized (
         select id, serial_no, case when n % 7 <> 0 then ((n * 7919) % 200000) / 10.0 end as value,
           case when n % 11 <> 0 then date '2018-01-01' + ((n * 31) % 2900)::int end as bought_on, ($4::bigint[])[1 + n % 12] as supplier
         from a
       )
       update asset t set value = v.value, bought_on = v.bought_on, warranty_until = v.bought_on, own_values = jsonb_strip_nulls(jsonb_build_object(
         'x1', v.serial_no, 'x2', trim_scale(v.value)::text, 'x3', v.bought_on, 'x4', v.supplier::text))
       from v where t.org_id = $1 and t.id = v.id`,
      [orgId, from, rowsAtOnce, suppliers],
    )
  await owner.query('alter table asset enable trigger user')
  for (const { ownKey, column } of Object.values(fields)) {
    const type = { text: 'text', number: 'numeric', day: 'date', ref: 'bigint' }[column]
    await owner.query(
      `insert into own_value (org_id, noun, key, record_id, ${column}_value, is_unique)
       select a.org_id, 'asset', $2, a.id, (a.own_values ->> $2)::${type}, false from asset a where a.org_id = $1 and a.own_values ? $2`,
      [orgId, ownKey],
    )
  }
  return suppliers
}

const requestTo = (of: Place, body: object): Request => ({
  method: 'POST',
  path: '/api/goods/gsgoodsinstance/list',
  body: { pageSize: 50, ...body },
  token: of.admin.token,
})

const repeating = <T>(item: T): (() => T | undefined) => {
  const end = performance.now() + secondsEach * 1000
  return () => (performance.now() > end ? undefined : item)
}
