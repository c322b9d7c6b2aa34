import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import type { Desk, Row } from '../testing/desk.ts'
import { monthOfText } from '../../domain/books/month.ts'
import { readUnlikeInvoices } from './invoicedCosts.ts'
import { app, faults, furnish, monthName, monthStart, ok, submit } from './testing/bookCompany.ts'

let serial = 0
/** An invoice that somebody typed in, of one line. */
const typeInvoice = (desk: Desk, { amount, tax, quantity = '1' }: { amount: string; tax: string; quantity?: string }): Promise<Row> =>
  ok(desk, 'goods/gsinvoice/save', {
    number: `2631700000099${String(++serial).padStart(7, '0')}`,
    issuedOn: monthStart(0),
    sellerName: '联创',
    amount,
    tax,
    total: String(Number(amount) + Number(tax)),
    lines: [{ name: '笔记本', quantity, amount, tax }],
  })
const valuesOf = async (desk: Desk, id: string): Promise<{ difference: string | null; shares: [string, string][] }> => {
  const { list, invoices } = await ok(desk, 'goods/gsvalue/asset', { id })
  return { difference: list[0]['invoiceDifference'], shares: invoices.map(({ amount, tax }: Row) => [amount, tax]) }
}
const unlikeInvoices = async (months: () => Promise<Row>): Promise<Row | undefined> =>
  (await months())['obstacles'].find(({ kind }: Row) => kind === 'invoices')

test('pieces of a receipt share its invoices by the prices of their lines, to the fen; what differs is told before the close', async () => {
  const { desk, model, place, start, months } = await furnish({ startsBefore: 0 })
  await start()
  const receipt = await desk.call('goods/gsinstockorder/submit', {
    id: newId(),
    header: { to: place['id'] },
    lines: [
      { model: model['id'], quantity: '2', price: '1000' },
      { model: model['id'], quantity: '1', price: '2000' },
    ],
  })
  assert.equal(receipt['code'], 0, receipt['msg'])
  const pieces: Row[] = (await desk.call('goods/gsgoodsinstance/list', { pageSize: 10 }))['page']['list']
  const [cheap, dear] = ['1000', '2000'].map((value) => pieces.find((piece) => Number(piece['value']) === Number(value))?.['id'])
  assert.deepEqual(await valuesOf(desk, cheap), { difference: null, shares: [] })
  assert.equal(await unlikeInvoices(months), undefined)

  const link = async (invoice: Row, quantity: string) =>
    ok(desk, 'goods/gsinvoice/link', {
      id: invoice['id'],
      documentId: receipt['result']['id'],
      uses: [{ lineNo: 1, itemId: model['id'], quantity }],
    })
  await link(await typeInvoice(desk, { amount: '3000', tax: '390', quantity: '2' }), '2')
  assert.deepEqual(await valuesOf(desk, cheap), { difference: '250.00', shares: [['750.00', '97.50']] })
  assert.deepEqual((await unlikeInvoices(months))?.['count'], 3)
  await link(await typeInvoice(desk, { amount: '1000', tax: '130' }), '1')
  assert.deepEqual(await valuesOf(desk, dear), {
    difference: '0.00',
    shares: [
      ['1500.00', '195.00'],
      ['500.00', '65.00'],
    ],
  })
  assert.equal(await unlikeInvoices(months), undefined)
  assert.deepEqual(await faults(), [])
})

test('an invoice of cards explains an addition; its tax may be a part of the cost, and it is shared by the costs of the cards', async () => {
  const { desk, enter, start } = await furnish({ startsBefore: 1, regime: 'government' })
  const [asset, secondAsset] = [
    await enter({ value: '1130', boughtOn: monthStart(3) }),
    await enter({ value: '2260', boughtOn: monthStart(3) }),
  ]
  await start()
  const bought = await typeInvoice(desk, { amount: '3000', tax: '390' })
  await ok(desk, 'goods/gsinvoice/cards', { id: bought['id'], assetIds: [asset['id'], secondAsset['id']] })
  assert.deepEqual(await valuesOf(desk, asset['id']), { difference: '0.00', shares: [['1000.00', '130.00']] })
  assert.equal((await submit(desk, 'gsvalueorder', { reason: '扩容' }, { asset: secondAsset['id'], addition: '113' }))['code'], 0)
  assert.equal((await valuesOf(desk, secondAsset['id']))['difference'], '113.00')
  const secondInvoice = await typeInvoice(desk, { amount: '100', tax: '13' })
  await ok(desk, 'goods/gsinvoice/cards', { id: secondInvoice['id'], assetIds: [secondAsset['id']] })
  assert.equal((await valuesOf(desk, secondAsset['id']))['difference'], '0.00')
})

test('all assets of a month are compared with their invoices, so many at a time', async () => {
  const { desk, book, model, place, start } = await furnish({ startsBefore: 0 })
  await start()
  const receipt = await submit(desk, 'gsinstockorder', { to: place['id'] }, { model: model['id'], quantity: '5', price: '1000' })
  const bought = await typeInvoice(desk, { amount: '6000', tax: '780', quantity: '5' })
  const uses = [{ lineNo: 1, itemId: model['id'], quantity: '5' }]
  await ok(desk, 'goods/gsinvoice/link', { id: bought['id'], documentId: receipt['result']['id'], uses })
  for (const atOnce of [1, 2, 5, 6]) {
    const unlikeAssets = await app.database.reading(desk.company.orgId, (tx) =>
      readUnlikeInvoices(tx, { id: book['id'], regime: 'enterprise' }, monthOfText(monthName(0)), atOnce),
    )
    assert.equal(new Set(unlikeAssets.map(({ id }) => id)).size, 5, `${atOnce} at a time`)
  }
})
