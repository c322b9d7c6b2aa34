import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import pg from 'pg'
import { type Field, type Noun } from '../../kernel/field.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { gsAjustOrder } from '../../domain/documents/asset/ajust.ts'
import { gsInstockOrder } from '../../domain/documents/asset/instock.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { recordKinds } from '../../domain/records/all.ts'
import { asset } from '../../domain/records/asset.ts'
import { adjustedFields } from '../../domain/records/card.ts'
import { exportColumns, importColumns } from '../../domain/records/columns.ts'
import { fromSupplier, store } from '../../domain/ledger/ledger.ts'
import type { Tx } from '../db/tx.ts'
import { tableOf, type Values } from '../db/recordTable.ts'
import { type Body, readBody } from '../documents/body.ts'
import { postEffects } from '../documents/posting/effects.ts'
import { insertDocument, readReferenceNames } from '../documents/store.ts'
import { uploadedFile } from '../testing/company.ts'
import { type Cells, desks, type Row, rowsOf } from '../testing/desk.ts'
import { pageStatement } from './assetList.ts'
import { readRecord } from './engine.ts'

const { app, newDesk, committed, list, faults } = await desks()

/** What tables hold besides the fields of their kind. */
const besides: Readonly<Record<string, readonly string[]>> = {
  asset: ['account'],
  book: ['closed_month', 'opened_at', 'opened_through'],
  person: ['admin', 'first_sign_in', 'name_unknown', 'password_hash'],
}
const everywhere = ['created_at', 'created_by', 'deleted_at', 'id', 'org_id', 'own_values', 'search', 'updated_at', 'version']

suite('the table of', async () => {
  const client = new pg.Client(app.url)
  await client.connect()
  for (const kind of recordKinds) {
    const { rows: stored } = await client.query<{ name: string; type: string; unique: boolean }>(
      `select a.attname as name, format_type(a.atttypid, null) as type, exists (
         select from pg_index i where i.indrelid = a.attrelid and i.indisunique and i.indnkeyatts = 2 and i.indkey[1] = a.attnum) and a.attname <> 'id' as unique
       from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
      [kind.table],
    )
    const declared = tableOf(kind).columns.map(({ key, name, sqlType }) => ({
      name: name.slice(1, -1),
      type: sqlType.replace(/^int$/, 'integer'),
      unique: kind.unique.includes(key),
    }))
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    test(`${kind.noun} has the columns that are declared, and no others`, () => {
      const others = [...everywhere, ...(besides[kind.noun] ?? [])]
      assert.deepEqual(stored.filter(({ name }) => !others.includes(name)).toSorted(byName), declared.toSorted(byName))
    })
  }
  await client.end()
})

const desk = await newDesk()
const { orgId, admin } = desk.company
const inTransaction = <R>(run: (tx: Tx) => Promise<R>): Promise<R> => app.database.inTransaction(orgId, run)
const made = async (path: string, body: Row): Promise<Id> => (await desk.call(`${path}/save`, body))['result']['id']

/** Two of everything that an asset refers to. */
const references: Readonly<Partial<Record<Noun, readonly Id[]>>> = Object.fromEntries(
  await Promise.all(
    (
      [
        ['model', 'goods/gsgoods', 'goodsCode', 'goodsName'],
        ['category', 'goods/gscat', 'catCode', 'catName'],
        ['supplier', 'goods/gssupplier', 'supplierCode', 'supplierName'],
        ['department', 'pro/sysdept', 'deptCode', 'deptName'],
        ['location', 'goods/gsgoodsloc', 'locCode', 'locName'],
      ] as const
    ).map(async ([noun, path, code, name]) => {
      const more = noun === 'category' ? { catKind: 'asset' } : {}
      const ids = [1, 2].map((n) => made(path, { [code]: `${noun}${n}`, [name]: `某${noun}${n}`, ...more }))
      return [noun, await Promise.all(ids)] as const
    }),
  ),
)

/** The n-th card, every field of it filled in differently from any other card's. */
const sample = async (n: number, key: string, { control }: Field): Promise<unknown> => {
  if (key === 'epc') return `AB${n}0`
  switch (control.type) {
    case 'reference':
      return references[control.to]?.[n % 2]
    case 'choice':
      return control.options[n % 2]?.value
    case 'date':
      return control.notAfter ? `2024-01-0${n}` : `2030-01-0${n}`
    case 'money':
    case 'quantity':
      return `${n}.5`
    case 'pictures':
      return [await inTransaction((tx) => uploadedFile(tx, admin))]
    default:
      return `${key}-${n}`
  }
}

const typed = Object.entries(asset.fields).filter(([, { readOnly }]) => !readOnly)
const filledIn = async (n: number): Promise<Row> =>
  Object.fromEntries(await Promise.all(typed.map(async ([key, field]) => [key, await sample(n, key, field)] as const)))
const readBack = (id: Id): Promise<Row> => inTransaction((tx) => readRecord(tx, asset, id))
const plain = (value: unknown): unknown => (typeof value === 'string' && /^\d+\.\d+$/.test(value) ? String(Number(value)) : value)
/** Which fields are not what they should be. */
const lost = (row: Values, wanted: Values): string[] =>
  Object.keys(wanted).filter((key) => JSON.stringify(plain(row[key])) !== JSON.stringify(plain(wanted[key])))

const posted = (kind: DocumentKind, body: Body): Promise<void> =>
  inTransaction(async (tx) => {
    const [id, at] = [newId(), Date.now()]
    const names = await readReferenceNames(tx, kind, body)
    const writing = { id, kind, code: `T${id}`, body, names, state: 'posted', stage: 1, complete: true, at } as const
    await insertDocument(tx, { uid: admin, departmentIds: [] }, writing, { action: 'submit' }).written
    await postEffects(tx, { id, kind, body, actor: admin, at }, 0)
  })

suite('each column of an asset', async () => {
  const card = await filledIn(1)
  const saved: Row = (await desk.call('goods/gsgoodsinstance/save', card))['result']

  test('is kept as it was typed in', () => assert.deepEqual(lost(saved, card), []))

  test('is changed as it was typed in', async () => {
    // What a document changes stays as it is.
    const other = { ...(await filledIn(2)), locId: card['locId'], value: card['value'] }
    const answer = await desk.call('goods/gsgoodsinstance/update', { id: saved['id'], ...other })
    assert.equal(answer['code'], 0, answer['msg'])
    assert.deepEqual(lost(await readBack(saved['id']), other), [])
    assert.equal((await desk.call('goods/gsgoodsinstance/update', { id: saved['id'], ...card }))['code'], 0)
  })

  test('stands in the list', async () => assert.deepEqual(lost((await list(desk, 'goods/gsgoodsinstance'))[0], card), []))

  test('is found where search reads it', async () => {
    for (const key of [...asset.searched, ...asset.searchedBy.filter((each) => each in card)]) {
      const likeQuery = saved['names'][card[key]] ?? card[key]
      assert.equal((await list(desk, 'goods/gsgoodsinstance', { likeQuery })).length, 1, key)
    }
  })

  test('narrows the list where it is a filter, with a keyword as well', () => {
    for (const key of asset.filters)
      for (const keyword of [undefined, '某'])
        for (const openOnly of [false, true]) {
          const part = {
            page: 1,
            pageSize: 10,
            offset: 0,
            after: undefined,
            order: undefined,
            continues: true,
            sorting: [],
            behind: undefined,
          }
          const query = { kind: asset, part, filters: new Map([[key, 'narrow']]), below: true, keyword, scope: undefined, openOnly }
          assert.ok(pageStatement(orgId, query).values.includes('narrow'), `${key} with ${keyword}`)
        }
  })

  test('is seen by whoever is outside the scope where it is open, and by nobody else', async () => {
    const token = await desk.company.tokenOf(await desk.company.hire('outsider'))
    const { result } = (await app.ask({ method: 'GET', path: `/api/goods/gsgoodsinstance/info/${saved['id']}`, token })).json
    const seen = Object.keys(asset.fields).filter((key) => result[key] !== null)
    assert.deepEqual(
      seen,
      asset.open?.filter((key) => saved[key] !== null),
    )
  })

  test('leaves in a file and comes back from it', async () => {
    const [headers = [], row = []] = await rowsOf((await desk.get('goods/gsgoodsinstance/export?format=csv')).bytes)
    const unreadable = exportColumns(asset).filter(({ key, label }) => key in card && !row[headers.indexOf(label)])
    assert.deepEqual(unreadable, [])
    const keys = new Map(importColumns(asset).map(({ key, label }) => [label, key]))
    const own = new Map(asset.unique.map((key) => [key, key === 'epc' ? 'AB90' : `${key}-9`]))
    const again = headers.map((label, at): string => own.get(keys.get(label) ?? '') ?? row[at] ?? '')
    await committed(desk, 'goods/gsgoodsinstance', [headers, again] satisfies Cells[])
    const [back] = (await list(desk, 'goods/gsgoodsinstance')).filter(({ id }) => id !== saved['id'])
    const imported = typed.filter(([, { control }]) => control.type !== 'pictures').map(([key]) => key)
    assert.deepEqual(lost(back, Object.fromEntries(imported.map((key) => [key, own.get(key) ?? card[key]]))), [])
  })

  test('comes on the card that a document makes', async () => {
    const values = await filledIn(3)
    const body = readBody(gsInstockOrder, {
      header: { to: values['locId'] },
      lines: [{ model: values['goodsId'], quantity: '1', price: values['value'] }],
    })
    const kind: DocumentKind = {
      ...gsInstockOrder,
      createdAssets: () => [
        { card: { ...values, goodsId: values['goodsId'] }, quantity: '1', from: fromSupplier(), to: store(values['locId']) },
      ],
    }
    await posted(kind, body)
    const [{ id }] = (await list(desk, 'goods/gsgoodsinstance', { likeQuery: 'instanceCode-3' })) as [Row]
    assert.deepEqual(lost(await readBack(id), values), [])
  })

  test('is adjusted where the declaration says so, and found by what it says then', async () => {
    const values = await filledIn(4)
    const adjusted = Object.fromEntries(adjustedFields.map(([key]) => [key, values[key]]))
    const lines = [
      Object.fromEntries([
        ['asset', saved['id']],
        ...Object.entries(gsAjustOrder.line).flatMap(([name, { changes }]) => (changes ? [[name, adjusted[changes]]] : [])),
      ]),
    ]
    await posted(gsAjustOrder, readBody(gsAjustOrder, { header: { reason: '核对' }, lines }))
    assert.deepEqual(lost(await readBack(saved['id']), adjusted), [])
    for (const key of asset.searched.filter((each) => each in adjusted))
      assert.equal((await list(desk, 'goods/gsgoodsinstance', { likeQuery: adjusted[key] })).length, 1, key)
  })

  test('is what its history says', async () => assert.deepEqual(await faults(), []))
})
