import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { counted, type House, type Said } from '../testing/counted.ts'
import { uploadedFile } from '../testing/company.ts'

const { found, done, stockAssets, openTask, device, verdicts, lines, database } = await counted()
const task = 'goods/gsinventorytask'

const upload = ({ company }: House, uid: Id): Promise<string> => database.inTransaction(company.orgId, (tx) => uploadedFile(tx, uid))
const evidence = async (house: House, taskId: Id, itemId: Id) =>
  (await done(house.admin, `${task}/line`, { taskId, itemId })).evidence as { source: string; disposition: string; file: string | null }[]

test('what a plan does not let be counted this way is kept, named and not counted', async () => {
  const house = await found()
  const [one, other] = await stockAssets(house, house.a, 2)
  const { id: taskId } = await openTask(house, { methods: ['scan'] })
  const phone = device(house.admin, taskId)
  const about = (item: Id, more: Partial<Said> = {}): Said => ({ kind: 'seen', itemKind: 'asset', item, place: house.a, ...more })
  const { dispositions } = await phone.push(about(one!, { source: 'hand' }), about(other!, { source: 'typed', code: 'AS1' }))
  assert.deepEqual(dispositions, [
    [1, 'method'],
    [2, 'ok'],
  ])
  assert.deepEqual(await verdicts(house.admin, taskId), { [one!]: 'pending', [other!]: 'found' })
  assert.deepEqual(
    (await evidence(house, taskId, one!)).map(({ disposition }) => disposition),
    ['method'],
  )
})

test('a piece counts when the picture that the plan demands is there, whichever came first, and its sender uploaded it', async () => {
  const house = await found()
  const [one, other] = await stockAssets(house, house.a, 2)
  const { id: taskId } = await openTask(house, { methods: ['scan'], photo: 'always' })
  const phone = device(house.admin, taskId)
  const stranger = await house.company.hire(`stranger${newId()}`)
  const his = await upload(house, stranger)
  const mine = await upload(house, house.company.admin)
  const about = (kind: Said['kind'], item: Id, file?: string): Said => ({
    kind,
    itemKind: 'asset',
    item,
    place: house.a,
    ...(file && { file }),
  })
  const now = async (item: Id) => (await verdicts(house.admin, taskId))[item]
  await phone.push(about('seen', one!))
  assert.equal(await now(one!), 'incomplete')
  await phone.push(about('photo', one!, his))
  assert.equal(await now(one!), 'incomplete', 'a picture of somebody else')
  // Sent again as it was, it is what it was, although its picture was left out.
  assert.deepEqual((await phone.send(2)).result.dispositions, [[2, 'ok']])
  await phone.push(about('photo', one!, mine))
  assert.equal(await now(one!), 'found')
  await phone.push(about('photo', other!, mine), about('seen', other!))
  assert.equal(await now(other!), 'found')
  const [line] = await lines(house.admin, taskId, { verdicts: ['incomplete'] })
  assert.equal(line, undefined)
})

test('what a plan asks to be confirmed is asked for until it is said', async () => {
  const house = await found()
  const [piece] = await stockAssets(house, house.a, 1)
  const { id: taskId } = await openTask(house, { methods: ['scan'], confirms: ['condition'] })
  const phone = device(house.admin, taskId)
  await phone.push({ kind: 'seen', itemKind: 'asset', item: piece!, place: house.a })
  const [line] = await lines(house.admin, taskId)
  assert.deepEqual([line.verdict, line.causes.at(-1).words], ['incomplete', '没有说明完好程度'])
  await phone.push({ kind: 'seen', itemKind: 'asset', item: piece!, place: house.a, condition: '完好' })
  assert.equal((await verdicts(house.admin, taskId))[piece!], 'found')
})

test('who counts only what is his may claim no more than he shows', async () => {
  const house = await found()
  const { company } = house
  const staff = await company.hire(`staff${newId()}`)
  const assets = await stockAssets(house, house.a, 3)
  await done(house.admin, 'goods/gsoutstockorder/submit', {
    id: newId(),
    header: { recipient: staff, reason: '办公' },
    lines: assets.map((asset) => ({ model: house.model, quantity: '1', assets: [asset] })),
  })
  const { id: taskId } = await openTask(house, { methods: ['scan', 'self'] })
  const codes = new Map((await lines(house.admin, taskId)).map(({ itemId, code }) => [itemId, code]))
  const phone = device(await company.tokenOf(staff), taskId)
  const [scanned, ticked, wrong] = assets
  const said = (item: Id, code?: string): Said => ({ kind: 'seen', source: 'camera', itemKind: 'asset', item, ...(code && { code }) })
  await phone.push(said(scanned!, codes.get(scanned!)), said(ticked!), said(wrong!, codes.get(scanned!)))
  assert.deepEqual(await verdicts(house.admin, taskId), { [scanned!]: 'found', [ticked!]: 'selfOnly', [wrong!]: 'selfOnly' })
  const sources = await Promise.all(assets.map(async (asset) => (await evidence(house, taskId, asset)).map(({ source }) => source)))
  assert.deepEqual(sources, [['selfScan'], ['selfTick'], ['selfTick']])
})
