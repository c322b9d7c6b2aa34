import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from '../../kernel/id.ts'
import { decodeEpc, encodeEpc, ownMarkOf } from '../../domain/rfid/epc.ts'
import { ReaderFault } from '../../devices/reader.ts'
import { openModule } from '../../devices/readers/module.ts'
import { writeTag } from '../../devices/tagWriter.ts'
import { commandBytes, type Fate, type FieldTag, plugInModule } from '../../devices/testing/tagModule.ts'
import { testApp } from '../testing/app.ts'
import { handlers } from '../routes.ts'
import { insert } from '../testing/company.ts'

const { newCompany, ask, database } = await testApp(handlers)

/** An organisation with pieces in one store, and how its administrator asks. */
const company = async (count = 3) => {
  const made = await newCompany()
  const token = await made.tokenOf(made.admin)
  const [store, model] = [newId(), newId()]
  const ids = Array.from({ length: count }, newId)
  await database.inTransaction(made.orgId, async (tx) => {
    await insert(tx, 'location', [{ id: store, loc_code: 'A', loc_name: '一号库', manager_uid: made.admin }])
    await insert(tx, 'model', [{ id: model, goods_code: 'M1', goods_name: '显示器' }])
  })
  const post = async (path: string, body: object, as = token) => (await ask({ path: `/api/goods/${path}`, body, token: as })).json
  for (const [n, id] of ids.entries())
    await post('gsgoodsinstance/save', { id, instanceCode: `ZC${n}`, instanceName: `显示器${n}`, goodsId: model, locId: store })
  return { ...made, ids, store, post, token }
}

test('EPCs are set aside once, in order, by a mark of one’s own, and stand on no card yet', async () => {
  const { orgId, ids, post } = await company()
  const { result } = await post('gsgoodsinstance/planTags', { ids })
  assert.deepEqual(
    result.map((row: { instanceId: string; epc: string; state: string }) => [
      row.instanceId,
      decodeEpc(row.epc, ownMarkOf(orgId)),
      row.state,
    ]),
    ids.map((id, n) => [id, { scheme: 'own-96', mark: ownMarkOf(orgId), number: String(n + 1) }, 'planned']),
  )
  assert.deepEqual((await post('gsgoodsinstance/planTags', { ids })).result, result, 'asked again the same')
  assert.equal((await post('gsgoodsinstance/openTags', {})).result.length, 3)
  const info = await ask({ method: 'GET', path: `/api/goods/gsgoodsinstance/info/${ids[0]}`, token: undefined })
  assert.equal(info.status, 401)
})

test('with a GS1 prefix they are GIAI; numbers that others typed in already are passed over', async () => {
  const { ids, post, token } = await company()
  const { json } = await ask({
    path: '/api/operation/sysoperation/update',
    body: { rfid: { scheme: 'giai-96', prefix: '6901234', filter: 0 } },
    token,
  })
  assert.deepEqual(json.result.rfid, { scheme: 'giai-96', prefix: '6901234', filter: 0 })
  const typed = encodeEpc({ scheme: 'giai-96', filter: 0, prefix: '6901234', reference: '2' })
  await post('gsgoodsinstance/update', { id: ids[2], epc: typed })
  const { result } = await post('gsgoodsinstance/planTags', { ids: ids.slice(0, 2) })
  assert.deepEqual(
    result.map(({ epc }: { epc: string }) => decodeEpc(epc)),
    [1, 3].map((n) => ({ scheme: 'giai-96', filter: 0, prefix: '6901234', reference: String(n) })),
  )
  const bad = await ask({ path: '/api/operation/sysoperation/update', body: { rfid: { scheme: 'own-96', mark: '34000000' } }, token })
  assert.match(bad.json.msg, /不能以00、E2或2C到3F开头/)
})

test('a card says what was read back, its history as well, once however often it is told', async () => {
  const { ids, post, token } = await company()
  const [{ epc }] = (await post('gsgoodsinstance/planTags', { ids: [ids[0]] })).result
  assert.equal((await post('gsgoodsinstance/tagWritten', { instanceId: ids[0], epc })).result.state, 'written')
  const before = await post('gsgoodsinstance/match', { tags: [{ epc }] })
  assert.equal(before.result.found[0].row.epc, null, 'a tag that is being written is known by what is planned')
  for (let n = 0; n < 2; n++) {
    const { result } = await post('gsgoodsinstance/tagVerified', { instanceId: ids[0], epc, tid: 'E2801170' })
    assert.deepEqual([result.state, result.epc, result.tid], ['verified', epc, 'E2801170'])
  }
  const history = (await post('gsgoodsinstance/history', { instanceId: ids[0] })).page.list
  assert.deepEqual(
    history.slice(0, -1).map(({ changes }: { changes: object[] }) => changes),
    [[{ field: 'epc', label: 'RFID标签号', before: null, after: epc }]],
  )
  const { result } = await post('gsgoodsinstance/match', { tags: [{ epc, tid: 'E2801170' }, { epc: 'E28011700000020A1B2C3D4E' }] })
  assert.deepEqual([result.found[0].row.id, result.found[0].copied, result.unknown], [ids[0], false, ['E28011700000020A1B2C3D4E']])
  assert.equal((await post('gsgoodsinstance/match', { tags: [{ epc, tid: 'E2801171' }] })).result.found[0].copied, true, 'another chip')
  assert.deepEqual((await post('gsgoodsinstance/planTags', { ids: [ids[0]] })).result[0].state, 'verified', 'it keeps what it has')
  const [again] = (await post('gsgoodsinstance/planTags', { ids: [ids[0]], anew: true })).result
  assert.equal(again.state, 'planned')
  assert.notEqual(again.epc, epc)
  assert.equal(
    (await post('gsgoodsinstance/match', { tags: [{ epc }] })).result.found[0].row.id,
    ids[0],
    'the old tag speaks until the new one is read back',
  )
  await post('gsgoodsinstance/tagVerified', { instanceId: ids[0], epc: again.epc })
  assert.deepEqual((await post('gsgoodsinstance/match', { tags: [{ epc }] })).result.unknown, [epc])
  assert.ok(token)
})

test('nobody says of a piece what was not set aside for it, nor of one that is not theirs', async () => {
  const { ids, post, hire, tokenOf } = await company()
  const [first, second] = (await post('gsgoodsinstance/planTags', { ids: ids.slice(0, 2) })).result
  assert.match((await post('gsgoodsinstance/tagVerified', { instanceId: first.instanceId, epc: second.epc })).msg, /不是为显示器0准备的/)
  const keeper = await tokenOf(await hire('keeper1', ['goodsmanager']))
  const staff = await tokenOf(await hire('staff1'))
  assert.match((await post('gsgoodsinstance/planTags', { ids: [ids[2]] }, keeper)).msg, /管理员/)
  assert.match((await post('gsgoodsinstance/tagVerified', { instanceId: first.instanceId, epc: first.epc }, keeper)).msg, /管理员/)
  assert.notEqual((await post('gsgoodsinstance/planTags', { ids: [ids[2]] }, staff)).code, 0)
  await post('gsgoodsinstance/tagVerified', { instanceId: first.instanceId, epc: first.epc })
  const seen = (await post('gsgoodsinstance/match', { tags: [{ epc: first.epc }] }, staff)).result.found[0].row
  assert.deepEqual([seen.instanceName, seen.restricted, seen.epc], ['显示器0', true, null])
  assert.deepEqual((await post('gsgoodsinstance/openTags', {}, keeper)).result, [], 'what is open elsewhere is not theirs to see')
})

test('two who plan at once set nothing aside twice', async () => {
  const { ids, post } = await company(20)
  const all = await Promise.all(
    [ids.slice(0, 15), ids.slice(5), ids.toReversed()].map((some) => post('gsgoodsinstance/planTags', { ids: some })),
  )
  const epcOf = new Map<string, Set<string>>()
  for (const { result } of all)
    for (const { instanceId, epc } of result) epcOf.set(instanceId, (epcOf.get(instanceId) ?? new Set()).add(epc))
  assert.equal(new Set([...epcOf.values()].map((epcs) => [...epcs].join())).size, 20)
})

const blank = 'E28011700000020A1B2C3D4E'

test('a job that breaks off at any step is run again until the tag and the card say the same', async () => {
  const { ids, post } = await company(3)
  const fates: readonly Fate[] = ['done', 'goneBefore', 'goneHalf', 'goneAfter', 'refused']
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ fate: fc.constantFrom(...fates), lost: fc.constantFrom('nothing', 'written', 'verified') }), { maxLength: 4 }),
      fc.constantFrom(...ids),
      async (tries, instanceId) => {
        const [planned] = (await post('gsgoodsinstance/planTags', { ids: [instanceId], anew: true })).result
        const tag: FieldTag = { epc: blank, rssi: -40, tid: 'E2801170AAAABBBBCCCCDDDD' }
        const run = async (fate: Fate, lost: string) => {
          const module = plugInModule({
            field: [tag, { epc: 'E2000000000000000000FFFF', rssi: -70 }],
            fate: (each) => (each === commandBytes.write ? fate : 'done'),
          })
          const reader = await openModule(module.port)
          try {
            const tell = (step: string) => async (tid?: string) => {
              // The phone dies before the server hears of it, or before it hears the answer.
              if (lost === step) throw new ReaderFault('gone')
              const { code } = await post(step === 'written' ? 'gsgoodsinstance/tagWritten' : 'gsgoodsinstance/tagVerified', {
                instanceId,
                epc: planned.epc,
                ...(tid && { tid }),
              })
              assert.equal(code, 0)
            }
            return await writeTag(
              reader,
              { epc: planned.epc, own: true, ofAnother: async () => undefined, written: tell('written'), verified: tell('verified') },
              0,
            )
          } catch (fault) {
            if (!(fault instanceof ReaderFault)) throw fault
            return { t: 'broken' }
          } finally {
            await reader.close()
          }
        }
        for (const { fate, lost } of tries) await run(fate, lost)
        const cardBefore = (await post('gsgoodsinstance/match', { tags: [{ epc: planned.epc }] })).result.found[0].row
        if (cardBefore.epc === planned.epc) assert.equal(tag.epc, planned.epc, 'no card says what no tag carries')
        assert.deepEqual(await run('done', 'nothing'), { t: 'verified' })
        assert.equal(tag.epc, planned.epc)
        const { found } = (await post('gsgoodsinstance/match', { tags: [{ epc: tag.epc, tid: tag.tid }] })).result
        assert.deepEqual([found[0].row.id, found[0].row.epc, found[0].copied], [instanceId, planned.epc, false])
      },
    ),
    { numRuns: 15 },
  )
})

test('a tag of another piece is never written over', async () => {
  const { ids, post } = await company()
  const [mine, other] = (await post('gsgoodsinstance/planTags', { ids: ids.slice(0, 2) })).result
  const tag: FieldTag = { epc: other.epc, rssi: -40 }
  const module = plugInModule({ field: [tag] })
  const reader = await openModule(module.port)
  const ofAnother = async (epc: string) => {
    const [found] = (await post('gsgoodsinstance/match', { tags: [{ epc }] })).result.found
    return found && found.row.id !== mine.instanceId ? found.row.instanceName : undefined
  }
  const outcome = await writeTag(
    reader,
    { epc: mine.epc, own: true, ofAnother, written: async () => 0, verified: async () => assert.fail() },
    0,
  )
  assert.deepEqual(outcome, { t: 'another', name: '显示器1' })
  assert.equal(tag.epc, other.epc)
  assert.ok(!module.commands.includes(commandBytes.write))
  await reader.close()
})

test('tags are planned, written and read back beside work that refers to the pieces', async () => {
  const { orgId, ids, post } = await company(1)
  await database.inTransaction(orgId, async (tx) => {
    // As a document that names the piece keeps it until it is written.
    await tx.query('select from asset where org_id = $1 and id = any ($2::bigint[]) for key share', [orgId, ids])
    const [{ epc }] = (await post('gsgoodsinstance/planTags', { ids })).result
    for (const path of ['tagWritten', 'tagVerified'])
      assert.equal((await post(`gsgoodsinstance/${path}`, { instanceId: ids[0], epc })).code, 0, path)
  })
})
