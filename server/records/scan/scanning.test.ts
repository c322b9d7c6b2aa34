import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { blankCode, linkContent } from '../../../domain/labels/content.ts'
import type { ScanAnswer } from '../../../domain/scan/operations.ts'
import type { Tx } from '../../db/tx.ts'
import type { Values } from '../../db/recordTable.ts'
import { handlers } from '../../routes.ts'
import { testApp } from '../../testing/app.ts'
import { insert } from '../../testing/company.ts'
import { enterAssets } from '../assetEntry.ts'

const { ask, database, newCompany } = await testApp(handlers)
const company = await newCompany()
const elsewhere = await newCompany('别家')
const [store, office, model, ink] = [newId(), newId(), newId(), newId()]
const keeper = await company.hire('keeper', ['goodsmanager'])
const staff = await company.hire('staff', [], { employeeNo: 'E007' } as never)
const free = blankCode(new Uint8Array([1, 2, 3, 4, 5, 6, 7]))
const bound = blankCode(new Uint8Array([7, 6, 5, 4, 3, 2, 1]))
const theirs = blankCode(new Uint8Array([9, 9, 9, 9, 9, 9, 9]))
/** Puts an asset straight where it is. */
const enter = (tx: Tx, author: Id, locId: Id, goodsId: Id, pieces: readonly (readonly [id: Id, code: string, more?: Values])[]) =>
  enterAssets(
    tx,
    { documentId: newId(), author: { uid: author, departmentIds: [] }, at: Date.now(), action: 'takenOver', remark: '期初' },
    pieces.map(([id, instanceCode, more]) => ({
      id,
      values: { instanceCode, instanceName: instanceCode, goodsId, locId, ...more },
      to: `store:${locId}` as const,
    })),
  )
const [laptop, other, first, second, foreign] = [newId(), newId(), newId(), newId(), newId()]
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'location', [
    { id: store, loc_code: 'QY0001', loc_name: '一号库' },
    { id: office, loc_code: 'SAME', loc_name: '办公室' },
  ])
  await insert(tx, 'model', [{ id: model, goods_code: 'M1', goods_name: '笔记本' }])
  await insert(tx, 'consumable', [{ id: ink, goods_code: 'HC0001', goods_name: '墨盒', unit: '个', barcode: '6901234567892' }])
  await enter(tx, keeper, store, model, [
    [laptop, 'ZC1', { serialNo: 'SN-1', epc: 'E28011AA' }],
    [other, 'ZC2', { serialNo: 'ZC1' }],
    [first, 'ZC3', { serialNo: 'DOUBLE' }],
    [second, 'SAME', { serialNo: 'DOUBLE' }],
  ])
  await insert(tx, 'label_code', [
    { id: newId(), code: free, created_by: keeper },
    { id: newId(), code: bound, created_by: keeper, noun: 'asset', item_id: first, bound_by: keeper, bound_at: new Date() },
  ])
})
await database.inTransaction(elsewhere.orgId, async (tx) => {
  const [place, kind] = [newId(), newId()]
  await insert(tx, 'location', [{ id: place, loc_code: 'L', loc_name: '别处' }])
  await insert(tx, 'model', [{ id: kind, goods_code: 'M', goods_name: '别物' }])
  await enter(tx, elsewhere.admin, place, kind, [[foreign, 'ZC9']])
  await insert(tx, 'label_code', [{ id: newId(), code: theirs, created_by: elsewhere.admin }])
})

const tokens = new Map<Id, string>()
const find = async (read: string, { uid = company.admin, wants }: { uid?: Id; wants?: readonly string[] } = {}): Promise<ScanAnswer> => {
  if (!tokens.has(uid)) tokens.set(uid, await company.tokenOf(uid))
  const { json } = await ask({ path: '/api/pro/scan/find', body: { read, ...(wants && { wants }) }, token: tokens.get(uid) })
  assert.equal(json.code, 0, json.msg)
  return json.result
}
const said = (scanned: ScanAnswer): string => {
  if (scanned.t === 'found') return `${scanned.thing.noun} ${scanned.thing.row.id}`
  if (scanned.t === 'choose')
    return `choose ${scanned.things
      .map(({ noun, row }) => `${noun} ${row.id}`)
      .toSorted()
      .join(', ')}`
  return 'code' in scanned ? `${scanned.t} ${scanned.code}` : scanned.t
}
const choice = (...things: readonly [noun: string, id: Id][]) =>
  `choose ${things
    .map(([noun, id]) => `${noun} ${id}`)
    .toSorted()
    .join(', ')}`
const link = (noun: 'asset' | 'location' | 'consumable' | 'person' | 'blank', code: string) =>
  linkContent('https://zaice.example', { noun, code })

const table: [title: string, read: string, expected: string, wants?: readonly string[]][] = [
  ['our address of an asset', link('asset', 'ZC3'), `asset ${first}`],
  ['a serial number', 'SN-1', `asset ${laptop}`],
  ['a serial number in another case', 'sn-1', `asset ${laptop}`],
  ['a tag', 'e28011aa', `asset ${laptop}`],
  ['an id', laptop, `asset ${laptop}`],
  ['JSON', JSON.stringify({ instanceId: laptop }), `asset ${laptop}`],
  ['our address of a place', link('location', 'QY0001'), `location ${store}`],
  ['a place by its bare code', 'qy0001', `location ${store}`],
  ['our address of a consumable', link('consumable', 'HC0001'), `consumable ${ink}`],
  ['a consumable’s barcode', '6901234567892', `consumable ${ink}`],
  ['the same barcode as GS1', ']d20106901234567892', `consumable ${ink}`],
  ['a badge', link('person', 'e007'), `person ${staff}`],
  ['an employee number alone', 'E007', 'unknown E007'],
  ['an asset’s code that is another’s serial number', 'ZC1', choice(['asset', laptop], ['asset', other])],
  ['a serial number of two', 'DOUBLE', choice(['asset', first], ['asset', second])],
  ['a code that is an asset’s and a place’s', 'SAME', choice(['asset', second], ['location', office])],
  ['the same where a place is wanted', 'SAME', `location ${office}`, ['location']],
  ['an asset where a place is wanted', 'ZC3', 'unknown ZC3', ['location']],
  ['a blank label', link('blank', free), `blank ${free}`],
  ['a label that was bound', link('blank', bound), `asset ${first}`],
  ['a label bound to something else than is wanted', link('blank', bound), `unknown ${bound}`, ['consumable']],
  ['a blank label of another organisation', link('blank', theirs), 'foreign'],
  ['an asset of another organisation by its id', JSON.stringify({ instanceId: foreign }), 'foreign'],
  ['an asset of another organisation by its code, which anybody could guess', 'ZC9', 'unknown ZC9'],
  ['a blank label that was read wrong', `B:${free.slice(0, 7)}${free.endsWith('0') ? '1' : '0'}`, 'damaged'],
  ['what nobody knows', 'NOPE', 'unknown NOPE'],
  ['an address of elsewhere', 'https://elsewhere.example/shop', 'unknown https://elsewhere.example/shop'],
]
for (const [title, read, expected, wants] of table)
  test(`scanned: ${title}`, async () => assert.equal(said(await find(read, { ...(wants && { wants }) })), expected))

test('who may not bind a blank label hears so, and whoever sees a card in part gets it in part', async () => {
  const may = async (uid: Id) => {
    const scanned = await find(link('blank', free), { uid })
    return scanned.t === 'blank' && scanned.mayBind
  }
  assert.deepEqual([await may(company.admin), await may(staff)], [true, false])
  const seen = await find('ZC3', { uid: staff })
  assert.equal(seen.t === 'found' && seen.thing.row['restricted'], true)
})

test('nothing of another organisation is told but that it is theirs', async () => {
  const { json } = await ask({
    path: '/api/pro/scan/find',
    body: { read: JSON.stringify({ instanceId: foreign }) },
    token: await company.tokenOf(company.admin),
  })
  assert.deepEqual(json.result, { t: 'foreign' })
})
