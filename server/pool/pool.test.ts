import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { kindNamed } from '../../domain/documents/all.ts'
import { testDatabase } from '../db/testing.ts'
import { submit } from '../documents/engine.ts'
import type { Flows } from '../documents/flows.ts'
import { reverse } from '../documents/reverse.ts'
import { callOf, foundCompany } from '../testing/company.ts'
import { listPool, offerPieces, withdrawOffer } from './pool.ts'
import { listSavings } from './savings.ts'

/** Keepers offer idle pieces to colleagues; what is taken in place of a purchase is kept with its price. */
const { database, newOrganisation } = await testDatabase()
const { orgId, storeA, storeB, keeper, staff, model } = await foundCompany(database, await newOrganisation())
const run = <R>(work: Parameters<typeof database.inTransaction<R>>[1]) => database.inTransaction(orgId, work)
const flows = { requireStarter: async () => {}, installed: async () => false } as unknown as Flows
const submits = (name: string, header: Record<string, unknown>, line: Record<string, unknown>) =>
  run((tx) =>
    submit(
      callOf(tx, keeper, [`${name.toLowerCase()}:post`]),
      flows,
      { kind: kindNamed(name), id: newId(), raw: { header, lines: [line] } },
      {},
    ),
  )
const pieces = async (to: Id, quantity: string): Promise<Id[]> => {
  const { id } = await submits('GsInstockOrder', { to }, { model, quantity, price: '1000' })
  const rows = await run((tx) =>
    tx.query<{ id: Id }>('select item_id as id from move where org_id = $1 and document_id = $2 order by 1', [orgId, id]),
  )
  return rows.map((row) => row.id)
}
const keeps = { locations: [storeA] }
const pool = (uid: Id, codes: string[] = []) => run((tx) => listPool(callOf(tx, uid, codes, keeps), {}))
const reason = (name: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === name
const at = { recipient: staff, reason: '办公' }

test('a keeper offers what is idle in a place of his, with a word about it, and takes it back', async () => {
  const [one = '', two = ''] = await pieces(storeA, '2')
  const [foreign = ''] = await pieces(storeB, '1')
  const offer = (id: Id, note?: string) => run((tx) => offerPieces(callOf(tx, keeper, [], keeps), { ids: [id], note }))
  await offer(one, '九成新')
  await offer(two)
  await offer(one, '八成新')
  await assert.rejects(offer(foreign), reason('not-your-location'))
  const { list } = await pool(staff)
  assert.deepEqual(
    list.map(({ id, note, isMine, isAsked, place }) => ({ id, note, isMine, isAsked, place })),
    [
      { id: one, note: '八成新', isMine: false, isAsked: false, place: '一号库' },
      { id: two, note: '', isMine: false, isAsked: false, place: '一号库' },
    ],
  )
  assert.equal((await pool(keeper, ['gspool:offer'])).list[0]?.isMine, true)
  await run((tx) => withdrawOffer(callOf(tx, keeper, [], keeps), { id: two }))
  assert.deepEqual(
    (await pool(staff)).list.map(({ id }) => id),
    [one],
  )

  const { id: issueId } = await submits('GsOutstockOrder', { ...at, avoidedPrice: '4800' }, { model, quantity: '1', assets: [one] })
  assert.deepEqual((await pool(staff)).list, [])
  await assert.rejects(offer(one), reason('pool.state'))
  const readSavings = () => run((tx) => listSavings(callOf(tx, keeper, [], keeps)))
  const { total, pieces: count, list: savings } = await readSavings()
  assert.deepEqual([total, count, savings[0]?.assetId, savings[0]?.person], ['4800', 1, one, '李明'])
  await run((tx) => reverse(callOf(tx, keeper, []), kindNamed('GsOutstockOrder'), issueId, '弄错了'))
  assert.deepEqual([(await readSavings()).total, (await readSavings()).pieces, (await readSavings()).list.length], ['0', 0, 2])
  assert.deepEqual((await pool(staff)).list, [], 'an offer ends with the first move of its piece')
})

test('who keeps other places reads nothing of what was saved here', async () => {
  const { list, total } = await run((tx) => listSavings(callOf(tx, staff, [], { locations: [storeB] })))
  assert.deepEqual([list, total], [[], '0'])
})
