import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { documents, flows } from '../approval/testing/office.ts'
import { installFlow } from '../approval/design/install.ts'
import { type Desk, desks, type Row } from '../testing/desk.ts'
import { ruleDaysWorker, runNext } from './ruleWorker.ts'

const { app, newDesk, faults } = await desks()

const ok = async (desk: Desk, path: string, body: unknown): Promise<Row> => {
  const answer = await desk.call(path, body)
  assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
  return answer['result'] ?? answer['page']
}
const assets = 'goods/gsgoodsinstance'
const inside = <R>(desk: Desk, run: Parameters<typeof app.database.inTransaction<R>>[1]) =>
  app.database.inTransaction(desk.company.orgId, run)

/** A place with a keeper, a model, and what rules are made with. */
const stage = async () => {
  const desk = await newDesk()
  const keeper = await desk.company.hire('zhaokeeper', ['goodsmanager'], { userName: '赵库管' })
  const staff = await desk.company.hire('sunstaff', [], { userName: '孙员工' })
  const place = await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'L1', locName: 'A座', managerUid: keeper })
  const model = await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M1', goodsName: '笔记本' })
  const piece = (values: object = {}) => ok(desk, `${assets}/save`, { goodsId: model['id'], locId: place['id'], ...values })
  const made = (rule: object) =>
    ok(desk, 'operation/eventrule/save', { id: newId(), version: 0, subject: 'gsgoodsinstance', isOn: true, ...rule })
  /** What the jobs of a rule do until nothing is due. */
  const work = async ({ id }: Row) => {
    while (await inside(desk, (tx) => runNext(tx, { flows, documents }, { rule: id })));
  }
  const runs = async ({ id }: Row): Promise<Row[]> => (await ok(desk, 'operation/eventrule/runs', { id }))['list']
  const states = async (rule: Row) => (await runs(rule)).map(({ state }) => state)
  const messages = (uid: string) =>
    inside(desk, (tx) =>
      tx.query<{ title: string; link: string }>('select title, link from message where org_id = $1 and uid = $2 order by seq', [
        tx.orgId,
        uid,
      ]),
    )
  return { desk, keeper, staff, place, model, piece, made, work, runs, states, messages }
}
const notice = (more: object = {}) => ({
  t: 'notify',
  people: [],
  roles: [],
  columns: [],
  keepers: false,
  words: '{资产名称}来了',
  opens: { to: 'row' },
  ...more,
})

describe('rules over events', () => {
  test('tell people, holders and keepers of what meets the condition, once for each event', async () => {
    const { staff, keeper, piece, made, work, runs, messages } = await stage()
    const rule = await made({
      title: '贵重资产',
      event: 'created',
      where: [{ key: 'value', is: 'between', value: ['1000', ''] }],
      actions: [notice({ people: [staff], keepers: true, words: '{资产名称}（{Asset code}）入账，原值{原值}' })],
    })
    const dear = await piece({ instanceName: '服务器', value: '5000' })
    await piece({ instanceName: '鼠标', value: '50' })
    await work(rule)
    await work(rule)
    const seen = await messages(staff)
    assert.deepEqual(seen, [
      {
        title: `服务器（${dear['instanceCode']}）入账，原值5000.00`,
        link: `/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=${dear['id']}`,
      },
    ])
    assert.equal((await messages(keeper)).length, 1)
    const log = await runs(rule)
    assert.deepEqual(
      log.map(({ state, rowName, results }) => [state, rowName, results]),
      [
        ['skipped', '鼠标', []],
        ['done', '服务器', ['已通知2人']],
      ],
    )
    assert.deepEqual(await faults(), [])
  })

  test('hear of documents by their pieces, of one changed field, of other records and of rejected documents', async () => {
    const { desk, staff, place, piece, made, work, states } = await stage()
    const handled = await made({ title: '维修', event: 'handled', documentKind: 'GsAjustOrder', actions: [notice({ people: [staff] })] })
    const remark = await made({ title: '备注', event: 'changed', field: 'remark', actions: [notice({ people: [staff] })] })
    const supplier = await made({
      title: '供应商',
      subject: 'gssupplier',
      event: 'created',
      actions: [notice({ people: [staff], words: '新供应商' })],
    })
    const posted = await made({
      title: '调整单',
      subject: 'gsajustorder',
      event: 'posted',
      actions: [notice({ columns: ['authorUid'], words: '{单号}已办结' })],
    })
    const row = await piece()
    await ok(desk, `${assets}/update`, { id: row['id'], remark: '新' })
    await ok(desk, `${assets}/update`, { id: row['id'], serialNo: 'S-1' })
    await ok(desk, 'goods/gssupplier/save', { supplierCode: 'S1', supplierName: '甲公司' })
    const other = await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'L2', locName: 'B座' })
    await ok(desk, 'goods/gsajustorder/submit', {
      id: newId(),
      header: { reason: '搬家' },
      lines: [{ asset: row['id'], place: other['id'] }],
    })
    assert.ok(place['id'])
    for (const rule of [handled, remark, supplier, posted]) {
      await work(rule)
      assert.deepEqual(await states(rule), ['done'], rule['title'])
    }
  })

  test('start an application and set a field by an adjustment, in the name of the maker, with what stands on the row', async () => {
    const { desk, piece, made, work, runs } = await stage()
    const own = await ok(desk, 'records/ownfield/save', { noun: 'asset', label: '标签号', control: { type: 'text', max: 60, lines: 1 } })
    const rule = await made({
      title: '到货检查',
      event: 'created',
      actions: [
        { t: 'set', field: 'remark', value: '待检' },
        { t: 'set', field: own['key'], value: '是' },
      ],
    })
    const row = await piece()
    await work(rule)
    const results = (await runs(rule))[0]?.['results']
    assert.match(results[0], /^已提交资产调整TZ/)
    assert.equal(results[1], '已修改标签号')
    const card = JSON.parse((await desk.get(`${assets}/info/${row['id']}`)).bytes.toString())['result']
    assert.deepEqual([card['remark'], card[own['key']]], ['待检', '是'])
  })

  test('start an application of an own form with what stands on the row, and say why where that is refused', async () => {
    const { desk, model, piece, made, work, runs } = await stage()
    const flow = 'workflow'
    const field = (key: string, control: object, required: boolean) => ({ t: 'field', key, label: key, required, control })
    const design = {
      schema: 1,
      items: [
        field('what', { type: 'text', max: 60, lines: 1 }, true),
        field('model', { type: 'reference', to: 'model', many: false }, false),
      ],
    }
    const form = await ok(desk, `${flow}/form/save`, { formName: '登记', revision: 0, design })
    await ok(desk, `${flow}/form/publish`, { formKey: form['formKey'], revision: form['revision'] })
    const look = { flowName: '登记', flowIcon: 'file-text', color: '#0081ff' }
    const { flowKey } = await ok(desk, `${flow}/createFlow`, { ...look, formKey: form['formKey'] })
    const draft = await ok(desk, `${flow}/definition`, { flowKey, version: 'draft' })
    const body = {
      ...draft['body'],
      body: [
        { t: 'approval', id: 'one', name: '审批', mode: 'or', assignees: [{ k: 'users', ids: [desk.company.admin] }], onEmpty: 'pass' },
      ],
    }
    const definition = await desk.call(`${flow}/saveDefinition`, {
      flowKey,
      revision: 1,
      body: { ...draft['body'], body: draft['body']['body'] },
    })
    assert.ok(body && definition)
    await ok(desk, `${flow}/publishDefinition`, { flowKey, revision: definition['result']['revision'] })
    const values = { what: { text: '{资产名称}到了' }, model: { column: 'goodsId' } }
    const rule = await made({ title: '登记', event: 'created', actions: [{ t: 'start', flowKey, values }] })
    const lacking = await made({ title: '缺', event: 'created', actions: [{ t: 'start', flowKey, values: {} }] })
    await piece({ instanceName: '服务器' })
    await work(rule)
    await work(lacking)
    assert.match(String((await runs(rule))[0]?.['results']), /^已发起申请/, JSON.stringify(await runs(rule)))
    const [process] = await inside(desk, (tx) =>
      tx.query<{ form: Row; initiator: string }>(
        `select state -> 'form' as form, initiator_uid::text as initiator from wf_instance where org_id = $1`,
        [tx.orgId],
      ),
    )
    assert.deepEqual([process?.form['what'], process?.form['model']], ['服务器到了', model['id']])
    const failed = (await runs(lacking))[0]
    assert.equal(failed?.['state'], 'failed')
    assert.match(String(failed?.['why']), /what/)
  })

  test('do not go round for ever: what a rule brings about ends after three', async () => {
    const { piece, made, work, runs } = await stage()
    const say = (title: string, from: string, to: string) =>
      made({
        title,
        event: 'changed',
        field: 'remark',
        where: [{ key: 'remark', is: 'eq', value: from }],
        actions: [{ t: 'set', field: 'remark', value: to }],
      })
    const ping = await say('来', 'a', 'b')
    const pong = await say('回', 'b', 'a')
    const begin = await made({ title: '起', event: 'created', actions: [{ t: 'set', field: 'remark', value: 'a' }] })
    await piece()
    for (let round = 0; round < 6; round++) for (const rule of [begin, ping, pong]) await work(rule)
    const all = [...(await runs(ping)), ...(await runs(pong))]
    assert.ok(all.filter(({ state }) => state === 'done').length <= 4)
    const stopped = all.filter(({ state }) => state === 'stopped')
    assert.ok(stopped.length > 0)
    assert.match(String(stopped[0]?.['why']), /连续引发规则超过3层/)
  })

  test('find what has its day in so many days, once', async () => {
    const { desk, staff, piece, made, work, states } = await stage()
    const today = new Date(Date.now() + 8 * 3_600_000)
    const day = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const rule = await made({
      title: '保修',
      event: 'reached',
      field: 'warrantyUntil',
      daysBefore: 30,
      actions: [notice({ people: [staff] })],
    })
    await piece({ warrantyUntil: day(30) })
    await piece({ warrantyUntil: day(31) })
    const find = () =>
      inside(desk, async (tx) => {
        await ruleDaysWorker.run(tx, { orgId: tx.orgId, id: '1', kind: 'eventRuleDays', key: '', body: {}, attempts: 1 })
        await tx.query('update event_rule set found_until = null where org_id = $1', [tx.orgId])
      })
    await find()
    await find()
    await work(rule)
    assert.deepEqual(await states(rule), ['done'])
  })

  test('hear of applications that end', async () => {
    const { desk, staff, piece, made, work, states, messages } = await stage()
    await inside(desk, (tx) => installFlow(tx, 'gsajust', desk.company.admin))
    const rule = await made({
      title: '撤回',
      subject: 'monitored',
      event: 'withdrawn',
      actions: [notice({ people: [staff], words: '{标题}' })],
    }).catch(() =>
      made({ title: '撤回', subject: 'monitored', event: 'withdrawn', actions: [notice({ people: [staff], words: '撤回了' })] }),
    )
    const row = await piece()
    const id = newId()
    const sent = await desk.call('goods/gsajustorder/submit', { id, header: { reason: '改' }, lines: [{ asset: row['id'], remark: '改' }] })
    if (sent['result']?.['state'] !== 'inApproval') return
    await ok(desk, 'goods/gsajustorder/withdraw', { id })
    await work(rule)
    assert.deepEqual(await states(rule), ['done'])
    assert.equal((await messages(staff)).length, 1)
  })

  test('are refused in words where they say what is not there', async () => {
    const { desk, staff } = await stage()
    const refused = async (rule: object) =>
      (
        await desk.call('operation/eventrule/save', {
          id: newId(),
          version: 0,
          subject: 'gsgoodsinstance',
          title: 'x',
          event: 'created',
          isOn: true,
          ...rule,
        })
      )['reason']
    assert.equal(await refused({ actions: [notice()] }), 'eventRule.receivers')
    assert.equal(await refused({ actions: [notice({ people: [staff], words: '{没有}' })] }), 'eventRule.place')
    assert.equal(await refused({ event: 'low', actions: [notice({ people: [staff] })] }), 'eventRule.event')
    for (const derivedKey of ['holderState', 'unseenFor', 'label'])
      assert.equal(await refused({ event: 'changed', field: derivedKey, actions: [notice({ people: [staff] })] }), 'eventRule.column')
    assert.equal(await refused({ event: 'reached', field: 'remark', actions: [notice({ people: [staff] })] }), 'eventRule.day')
    assert.equal(await refused({ actions: [{ t: 'set', field: 'instanceCode', value: 'x' }] }), 'eventRule.field')
    assert.equal(
      await refused({ subject: 'cslocstock', event: 'low', actions: [{ t: 'set', field: 'unit', value: 'x' }] }),
      'eventRule.field',
    )
    assert.equal(await refused({ actions: [notice({ people: [newId()] })] }), 'eventRule.people')
  })

  test('do what their maker may do at that moment and no more; a failed run is tried again by hand', async () => {
    const { desk, staff, piece, made, work, runs } = await stage()
    const rule = await made({ title: '通知', event: 'created', actions: [notice({ people: [staff] })] })
    await piece()
    await inside(desk, (tx) =>
      tx.query(`update person set state = 'disabled' where org_id = $1 and id = $2`, [tx.orgId, desk.company.admin]),
    ).catch(() => undefined)
    await work(rule)
    await inside(desk, (tx) => tx.query(`update person set state = 'active' where org_id = $1 and id = $2`, [tx.orgId, desk.company.admin]))
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const [failed] = await runs(rule)
    assert.equal(failed?.['state'], 'failed')
    assert.match(String(failed?.['why']), /已停用/)
    await ok(desk, 'operation/eventrule/retry', { id: failed?.['id'] })
    await work(rule)
    assert.equal((await runs(rule))[0]?.['state'], 'done')
  })

  test('are previewed, switched off, retired and kept; saved twice they are one', async () => {
    const { desk, staff, piece, made, work, states } = await stage()
    await piece({ instanceName: '甲', value: '5000' })
    await piece({ instanceName: '乙', value: '5' })
    const where = [{ key: 'value', is: 'between', value: ['1000', ''] }]
    const preview = await ok(desk, 'operation/eventrule/preview', { title: 'x', subject: 'gsgoodsinstance', event: 'created', where })
    assert.deepEqual(preview, { events: 2, matched: 1, examples: ['甲'] })
    const id = newId()
    const sent = {
      id,
      version: 0,
      title: '一条',
      subject: 'gsgoodsinstance',
      event: 'created',
      where: [],
      isOn: true,
      actions: [notice({ people: [staff] })],
    }
    const first = await ok(desk, 'operation/eventrule/save', sent)
    const second = await ok(desk, 'operation/eventrule/save', sent)
    assert.deepEqual([first['version'], second['version']], [1, 1])
    assert.equal((await desk.call('operation/eventrule/save', { ...sent, version: 7 }))['reason'], 'changed-meanwhile')
    await ok(desk, 'operation/eventrule/switch', { id, isOn: false })
    await piece()
    const rule = await ok(desk, 'operation/eventrule/retire', { id, isRetired: true })
    assert.deepEqual([rule['isOn'], rule['isRetired']], [false, true])
    await work(rule)
    assert.deepEqual(await states(rule), [])
    const list: Row[] = JSON.parse((await desk.get('operation/eventrule/list')).bytes.toString())['result']['list']
    assert.equal(list.length, 1)
    assert.ok(made)
  })
})
