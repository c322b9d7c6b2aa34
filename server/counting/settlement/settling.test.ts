import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { installFlow } from '../../approval/design/install.ts'
import { flows } from '../../routes.ts'
import { counted, type House } from '../../testing/counted.ts'
import { settleStep } from './settling.ts'

const counting = await counted()
const { found, done, askAs, stockAssets, stockSupply, openTask, device, lines, verdicts, database, moveAsset } = counting

const task = 'goods/gsinventorytask'

/** Does the work that a task asked for, one step after the other, as a process does whose steps may be cut off. */
const work = async ({ company }: House, code: string): Promise<void> => {
  for (let steps = 0; await database.inTransaction(company.orgId, (tx) => settleStep(tx, flows, code)); steps++) assert.ok(steps < 50)
}
const stateOf = async (house: House, id: Id): Promise<string> =>
  (await askAs(house.admin, `${task}/list`)).page.list.find((each: { id: Id }) => each.id === id).state
const rows = <R extends object>({ company }: House, text: string, values: unknown[] = []) =>
  database.reading(company.orgId, (tx) => tx.query<R>(text, [company.orgId, ...values]))
const standing = async (house: House, asset: Id): Promise<string> => {
  const [row] = await rows<{ account: string }>(house, 'select account from asset where org_id = $1 and id = $2', [asset])
  return row!.account
}
const stock = async (house: House, place: Id, item: Id): Promise<string> => {
  const [row] = await rows<{ on_hand: string }>(house, 'select on_hand from balance where org_id = $1 and account = $2 and item_id = $3', [
    `store:${place}`,
    item,
  ])
  return row?.on_hand ?? '0'
}

/** A house whose places its administrator manages. */
const managed = async (): Promise<House> => {
  const house = await found()
  const { orgId, admin } = house.company
  await database.inTransaction(orgId, (tx) => tx.query('update location set manager_uid = $2 where org_id = $1', [orgId, admin]))
  return house
}

/** Five pieces and two supplies: one piece found, one elsewhere, one nowhere, two that count nothing; paper short by three, pens two too many. */
const differing = async (plan: object = {}) => {
  const house = await managed()
  const [here, there, lost, ...others] = await stockAssets(house, house.a, 5, { price: '100' })
  await stockSupply(house, house.a, house.paper, '10')
  await stockSupply(house, house.a, house.pens, '4')
  const opened = await openTask(house, { slackMinutes: 0, ...plan })
  const phone = device(house.admin, opened.id)
  await done(house.admin, `${task}/join`, { taskId: opened.id, device: phone.name })
  await phone.push(
    ...[here, ...others].map((item) => ({ kind: 'seen', itemKind: 'asset', item: item!, place: house.a }) as const),
    { kind: 'seen', itemKind: 'asset', item: there!, place: house.b },
    { kind: 'quantity', itemKind: 'consumable', item: house.paper, place: house.a, quantity: '7' },
    { kind: 'quantity', itemKind: 'consumable', item: house.pens, place: house.a, quantity: '6' },
  )
  await done(house.admin, `${task}/review`, { taskId: opened.id })
  return { house, phone, taskId: opened.id as Id, code: opened.code as string, here: here!, there: there!, lost: lost!, others }
}
const decide = (house: House, taskId: Id, decision: string, more: object = { filter: {} }) =>
  done(house.admin, `${task}/decide`, { taskId, decision, ...more })

test('nothing is missing before the counting ended, and then what nobody saw', async () => {
  const house = await found()
  const [one] = await stockAssets(house, house.a, 1)
  const { id: taskId } = await openTask(house)
  assert.equal((await verdicts(house.admin, taskId))[one!], 'pending')
  const { numbers } = await done(house.admin, `${task}/review`, { taskId })
  assert.deepEqual(numbers.byVerdict, { missing: 1 })
})

test('what was decided goes into the books, and the last document closes the task', async () => {
  const { house, taskId, code, here, there, lost } = await differing()
  assert.equal((await askAs(house.admin, `${task}/settle`, { taskId })).reason, 'count.nothingDecided')
  assert.deepEqual(await decide(house, taskId, 'post', { filter: {}, reason: 'notRecordedMove' }), { decided: 4 })
  assert.deepEqual(await done(house.admin, `${task}/settle`, { taskId }), { lines: 4 })
  await work(house, code)
  assert.equal(await stateOf(house, taskId), 'closed')
  assert.deepEqual(await Promise.all([here, there, lost].map((asset) => standing(house, asset))), [
    `store:${house.a}`,
    `store:${house.b}`,
    'loss:',
  ])
  assert.deepEqual([await stock(house, house.a, house.paper), await stock(house, house.a, house.pens)], ['7', '6'])
  const documents = await done(house.admin, `${task}/documents`, { taskId })
  assert.deepEqual(
    documents.map(({ kind, state, lines: n }: { kind: string; state: string; lines: number }) => [kind, state, n]),
    [
      ['GsInventoryOrder', 'posted', 2],
      ['CsAjustOrder', 'posted', 2],
    ],
  )
})

test('what somebody else has goes to him by a transfer that the count makes', async () => {
  const house = await managed()
  const [piece] = await stockAssets(house, house.a, 1)
  const [one, other] = await Promise.all(['one', 'other'].map((name) => house.company.hire(`${name}${newId()}`)))
  await done(house.admin, 'goods/gsoutstockorder/submit', {
    id: newId(),
    header: { recipient: one, reason: '办公' },
    lines: [{ model: house.model, quantity: '1', assets: [piece] }],
  })
  assert.equal(await standing(house, piece!), `person:${one}`)
  const { id: taskId, code } = await openTask(house, { slackMinutes: 0, confirms: ['holder'] })
  const phone = device(house.admin, taskId)
  await done(house.admin, `${task}/join`, { taskId, device: phone.name })
  await phone.push({ kind: 'seen', itemKind: 'asset', item: piece!, holder: other! })
  await done(house.admin, `${task}/review`, { taskId })
  assert.equal((await verdicts(house.admin, taskId))[piece!], 'otherHolder')
  assert.deepEqual(await decide(house, taskId, 'post'), { decided: 1 })
  await done(house.admin, `${task}/settle`, { taskId })
  await work(house, code)
  const documents = await done(house.admin, `${task}/documents`, { taskId })
  assert.deepEqual(
    documents.map(({ kind, state }: { kind: string; state: string }) => [kind, state]),
    [['GsTransOrder', 'posted']],
  )
  assert.equal(await standing(house, piece!), `person:${other}`)
  assert.equal(await stateOf(house, taskId), 'closed')
})

test('settling twice, at the same moment, and cut off at any step, makes each document once (K5)', async () => {
  const { house, taskId, code, lost } = await differing()
  await decide(house, taskId, 'post')
  await Promise.all([done(house.admin, `${task}/settle`, { taskId }), done(house.admin, `${task}/settle`, { taskId })])
  const cutOff = new Error('killed')
  for (let round = 0; round < 5; round++) {
    await assert.rejects(
      database.inTransaction(house.company.orgId, async (tx) => {
        await settleStep(tx, flows, code)
        throw cutOff
      }),
      cutOff,
    )
    await Promise.all([1, 2, 3].map(() => database.inTransaction(house.company.orgId, (tx) => settleStep(tx, flows, code))))
    await done(house.admin, `${task}/settle`, { taskId }).catch(() => undefined)
  }
  assert.equal(await stateOf(house, taskId), 'closed')
  assert.deepEqual([await standing(house, lost), await stock(house, house.a, house.paper)], ['loss:', '7'])
  assert.equal((await rows(house, `select from document where org_id = $1 and header ->> 'task' = $2`, [code])).length, 2)
})

test('a cancelled count leaves no trace in the books; one with documents is not cancelled', async () => {
  const { house, taskId, lost } = await differing()
  await decide(house, taskId, 'post')
  const before = await rows(house, 'select * from balance where org_id = $1 order by account, item_id')
  await done(house.admin, `${task}/cancel`, { taskId, reason: '重来' })
  assert.deepEqual(await rows(house, 'select * from balance where org_id = $1 order by account, item_id'), before)
  assert.deepEqual([await stateOf(house, taskId), await standing(house, lost)], ['cancelled', `store:${house.a}`])
  assert.equal((await askAs(house.admin, `${task}/settle`, { taskId })).reason, 'count.state')
  const other = await differing()
  await decide(other.house, other.taskId, 'post')
  await done(other.house.admin, `${task}/settle`, { taskId: other.taskId })
  await database.inTransaction(other.house.company.orgId, (tx) => settleStep(tx, flows, other.code))
  assert.equal((await askAs(other.house.admin, `${task}/cancel`, { taskId: other.taskId })).reason, 'count.hasDocuments')
})

test('a piece that went away after it was decided on comes back to be decided again; the others are settled', async () => {
  const { house, taskId, code, there, lost } = await differing()
  await decide(house, taskId, 'post')
  await done(house.admin, `${task}/settle`, { taskId })
  await moveAsset(house, lost, house.b)
  await work(house, code)
  assert.equal(await standing(house, lost), `store:${house.b}`)
  assert.equal(await standing(house, there), `store:${house.b}`)
  // A document explains why it was not there: that is no difference any more.
  assert.equal((await verdicts(house.admin, taskId))[lost], 'movedOut')
  assert.equal(await stateOf(house, taskId), 'closed')
})

test('where the store holds less than is missing by now, the line is counted anew and no document fails (Q5)', async () => {
  const { house, taskId, code } = await differing()
  await decide(house, taskId, 'post')
  const issue = { header: { from: house.a, recipient: house.company.admin, reason: '办公' }, lines: [{ item: house.paper, quantity: '8' }] }
  await done(house.admin, 'consum/csoutstockorder/submit', { id: newId(), ...issue })
  await done(house.admin, `${task}/settle`, { taskId })
  await work(house, code)
  assert.equal(await stateOf(house, taskId), 'review')
  assert.deepEqual([await stock(house, house.a, house.paper), await stock(house, house.a, house.pens)], ['2', '6'])
  const [line] = (await lines(house.admin, taskId)).filter(({ itemId }: { itemId: Id }) => itemId === house.paper)
  assert.equal(line.decision, 'recount')
  assert.deepEqual(await done(house.admin, `${task}/recount`, { taskId }), { round: 2, lines: 1 })
})

test('a document that is refused gives its lines back to be decided, and is not submitted again', async () => {
  const { house, taskId, code, lost } = await differing()
  await database.inTransaction(house.company.orgId, (tx) => installFlow(tx, 'gsinventory', house.company.admin))
  const keeper = await house.company.hire(`keeper${newId()}`, ['goodsmanager'])
  await database.inTransaction(house.company.orgId, (tx) =>
    tx.query('update location set manager_uid = $2 where org_id = $1 and id = $3', [house.company.orgId, keeper, house.a]),
  )
  await decide(house, taskId, 'post')
  await done(house.admin, `${task}/settle`, { taskId })
  await work(house, code)
  assert.equal(await stateOf(house, taskId), 'settling')
  const [made] = await done(house.admin, `${task}/documents`, { taskId })
  assert.equal(made.state, 'inApproval')
  assert.equal((await askAs(house.admin, `${task}/close`, { taskId })).reason, 'count.underApproval')
  const token = await house.company.tokenOf(keeper)
  const [open] = await rows<{ id: Id }>(house, 'select id from wf_task where org_id = $1 and status = 1 and assignee_uid = $2', [keeper])
  const seen = await counting.ask({ method: 'GET', path: `/api/workflow/getTaskById/${open!.id}`, token })
  await done(token, 'workflow/flowReject', { taskId: open!.id, formRev: seen.json.result.form.formRev, comment: '再找找' })
  await work(house, code)
  assert.equal(await stateOf(house, taskId), 'review')
  assert.equal(await standing(house, lost), `store:${house.a}`)
  const undecided = await lines(house.admin, taskId, { undecided: true, differing: true })
  assert.equal(undecided.length, 2)
  assert.equal((await askAs(house.admin, 'goods/gsinventoryorder/submit', { id: made.id })).reason, 'made-by-count')
  const header = { name: '改', place: house.a }
  const rewritten = { id: made.id, version: made.version ?? 9, header, lines: [{ asset: lost, result: 'found' }] }
  assert.equal((await askAs(house.admin, 'goods/gsinventoryorder/update', rewritten)).reason, 'made-by-count')
})

test('what differs is counted once more by somebody else; both rounds stay, and the last one counts (K10)', async () => {
  const { house, taskId, there, lost } = await differing()
  const other = await house.company.hire(`other${newId()}`, ['goodsmanager'])
  const first = await rows(house, 'select * from count_result where org_id = $1 and task_id = $2 and item_id = any ($3::bigint[])', [
    taskId,
    [there, lost],
  ])
  await decide(house, taskId, 'recount', {
    lines: [there, lost].map((itemId) => ({ itemId, account: `store:${house.a}` })),
  })
  const same = await askAs(house.admin, `${task}/recount`, { taskId, personId: house.company.admin })
  assert.equal(same.reason, 'count.sameCounter')
  assert.deepEqual(await done(house.admin, `${task}/recount`, { taskId, personId: other }), { round: 2, lines: 2 })
  const token = await house.company.tokenOf(other)
  const pack = await done(token, `${task}/pack`, { taskId })
  assert.ok(pack.columns[8].some((flags: number) => flags & 1))
  for (const column of [6, 10]) assert.ok(pack.columns[column].every((told: unknown) => told === null))
  const phone = device(token, taskId)
  await done(token, `${task}/join`, { taskId, device: phone.name })
  await phone.push({ kind: 'seen', itemKind: 'asset', item: there, place: house.a, round: 2 })
  await done(house.admin, `${task}/review`, { taskId })
  const said = await verdicts(house.admin, taskId)
  assert.deepEqual([said[there], said[lost]], ['found', 'missing'])
  const kept = await rows(
    house,
    'select * from count_result where org_id = $1 and task_id = $2 and item_id = any ($3::bigint[]) and round = 1',
    [taskId, [there, lost]],
  )
  const asItWas = (each: object) => ({ ...each, decision: null, decided_by: null, decided_at: null, updated_at: null })
  assert.deepEqual(kept.map(asItWas), first.map(asItWas))
})

test('where nobody is named for it, a line is not counted again by whoever counted it before (K10)', async () => {
  const { house, taskId, phone, there, lost } = await differing()
  const all = [there, lost].map((itemId) => ({ itemId, account: `store:${house.a}` }))
  await decide(house, taskId, 'recount', { lines: all })
  await done(house.admin, `${task}/recount`, { taskId })
  const packed = async (token: string): Promise<Id[]> => (await done(token, `${task}/pack`, { taskId })).columns[1]
  const keeper = await house.company.tokenOf(await house.company.hire(`keeper${newId()}`, ['tenant']))
  assert.deepEqual(new Set(await packed(keeper)), new Set([there, lost]))
  // The piece that he found elsewhere is not for him again; the one that he never saw is.
  assert.deepEqual(await packed(house.admin), [lost])
  const his = await phone.push(
    { kind: 'seen', itemKind: 'asset', item: there, place: house.a, round: 2 },
    { kind: 'seen', itemKind: 'asset', item: lost, place: house.a, round: 2 },
  )
  assert.deepEqual(
    his.dispositions.map(([, disposition]: [number, string]) => disposition),
    ['again', 'ok'],
  )
  assert.deepEqual(await verdicts(house.admin, taskId).then((said) => [said[there], said[lost]]), ['pending', 'found'])
  const other = device(keeper, taskId)
  await done(keeper, `${task}/join`, { taskId, device: other.name })
  const answer = await other.push({ kind: 'seen', itemKind: 'asset', item: there, place: house.a, round: 2 })
  assert.equal(answer.dispositions[0][1], 'ok')
  assert.equal((await verdicts(house.admin, taskId))[there], 'found')
})

test('a piece that was seen elsewhere and moved by a document afterwards is counted again: nobody knows whether it went along', async () => {
  const house = await managed()
  const [piece] = await stockAssets(house, house.a, 1)
  const { id: taskId } = await openTask(house, { slackMinutes: 0 })
  const phone = device(house.admin, taskId)
  await done(house.admin, `${task}/join`, { taskId, device: phone.name })
  await phone.push({ kind: 'seen', itemKind: 'asset', item: piece!, place: house.b })
  assert.equal((await verdicts(house.admin, taskId))[piece!], 'elsewhere')
  await moveAsset(house, piece!, house.room)
  assert.equal((await verdicts(house.admin, taskId))[piece!], 'recount')
})

test('where the plan asks for it, nothing is posted that was counted once', async () => {
  const { house, taskId } = await differing({ recount: true })
  const answer = await askAs(house.admin, `${task}/decide`, { taskId, decision: 'post', filter: {} })
  assert.equal(answer.reason, 'count.recountFirst')
})

test('what cannot be posted as it is is refused by name, and left out of many', async () => {
  const { house, taskId, here } = await differing()
  const answer = await askAs(house.admin, `${task}/decide`, {
    taskId,
    decision: 'post',
    lines: [{ itemId: here, account: `store:${house.a}` }],
  })
  assert.equal(answer.reason, 'count.notPostable')
  assert.deepEqual(await decide(house, taskId, 'post', { filter: { verdicts: ['found', 'missing'] } }), { decided: 1 })
})

test('an unknown code becomes what somebody says it is: a piece whose label was lost, a thing without a card, or none of ours', async () => {
  const house = await managed()
  const [one, two] = await stockAssets(house, house.a, 2, { price: '100' })
  const opened = await openTask(house, { slackMinutes: 0, scope: { kinds: ['asset'] } as never })
  const taskId: Id = opened.id
  const phone = device(house.admin, taskId)
  await done(house.admin, `${task}/join`, { taskId, device: phone.name })
  await phone.push(
    { kind: 'seen', itemKind: 'asset', item: one!, place: house.a },
    { kind: 'unknown', code: 'FADED', place: house.a },
    { kind: 'unknown', code: 'GUEST', place: house.a },
  )
  await done(house.admin, `${task}/review`, { taskId })
  assert.equal((await verdicts(house.admin, taskId))[two!], 'missing')
  const { list } = { list: await done(house.admin, `${task}/unknown`, { taskId }).then((page) => page.list) }
  const idOf = (code: string): Id => list.find((each: { code: string }) => each.code === code).id
  await done(house.admin, `${task}/resolve`, { taskId, id: idOf('FADED'), becomes: 'linked', assetId: two })
  assert.equal((await verdicts(house.admin, taskId))[two!], 'found')
  await done(house.admin, `${task}/resolve`, { taskId, id: idOf('GUEST'), becomes: 'foreign' })
  const thing = { modelId: house.model, name: '旧电脑', placeId: house.b, price: '900', serial: 'S1' }
  await done(house.admin, `${task}/resolve`, { taskId, becomes: 'surplus', surplus: thing })
  await done(house.admin, `${task}/settle`, { taskId })
  await work(house, opened.code)
  const [card] = await rows<{ account: string; value: string }>(
    house,
    `select account, value from asset where org_id = $1 and instance_name = '旧电脑'`,
  )
  assert.deepEqual(card, { account: `store:${house.b}`, value: '900' })
  assert.equal(await stateOf(house, taskId), 'closed')
})

test('what arrives after a task is closed changes nothing of it (K7)', async () => {
  const { house, phone, taskId, code, lost } = await differing()
  await decide(house, taskId, 'ignore')
  await done(house.admin, `${task}/close`, { taskId })
  const report = await done(house.admin, `${task}/report`, { taskId })
  const pushed = await phone.push({ kind: 'seen', itemKind: 'asset', item: lost, place: house.a })
  assert.equal(pushed.dispositions.at(-1)[1], 'late')
  await moveAsset(house, lost, house.b)
  await work(house, code)
  assert.deepEqual(await done(house.admin, `${task}/report`, { taskId }), report)
})
