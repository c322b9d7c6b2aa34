import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveredTemplate } from '../../../../domain/paper/slipTemplate.ts'
import { newId } from '../../../../kernel/id.ts'
import { desks, type Row } from '../../../testing/desk.ts'

const { app, newDesk, faults } = await desks()

test('an organisation prints a kind of document in its own way, tries it before, and goes back to the delivered one', async () => {
  const desk = await newDesk()
  const ok = async (path: string, body: unknown): Promise<Row> => {
    const answer = await desk.call(path, body)
    assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
    return answer['result']
  }
  const place = await ok('goods/gsgoodsloc/save', { locCode: 'L1', locName: 'A座' })
  const model = await ok('goods/gsgoods/save', { goodsCode: 'M1', goodsName: '笔记本' })
  const template = {
    ...deliveredTemplate,
    title: '固定资产验收单',
    size: 'A5',
    facts: [
      { key: 'department', isShown: false },
      { key: 'postedAt', isShown: true },
    ],
    columns: [
      { key: 'quantity', isShown: true },
      { key: 'price', isShown: false },
      { key: 'gone', isShown: true },
    ],
    hasCode: false,
    hasTotal: false,
    note: '验收合格后签字。',
    signatories: ['验收人', '监督人'],
  }
  assert.equal(await ok('pro/sliptemplate/try', { kind: 'GsInstockOrder', template }), null)
  const id = newId()
  await ok('goods/gsinstockorder/submit', { id, header: { to: place['id'] }, lines: [{ model: model['id'], quantity: '2', price: '50' }] })
  const tried = await ok('pro/sliptemplate/try', { kind: 'GsInstockOrder', template })
  const [delivered] = await ok('pro/slip/list', { ids: [id] })
  await ok('pro/sliptemplate/save', { kind: 'GsInstockOrder', template })
  const [printed] = await ok('pro/slip/list', { ids: [id] })
  assert.deepEqual(tried['paper'], printed['paper'])
  const { paper } = printed
  assert.deepEqual(
    [paper.title, paper.size, paper.note, paper.hidesCode, paper.total, paper.signing.map(({ label }: Row) => label)],
    ['固定资产验收单', 'A5', '验收合格后签字。', true, undefined, ['验收人', '监督人']],
  )
  assert.deepEqual(
    paper.facts.map(({ label }: Row) => label).filter((label: string) => ['完成时间', '单号', '部门'].includes(label)),
    ['完成时间', '单号'],
  )
  const labels = (slip: Row): string[] => slip.paper.tables[0].columns.map(({ label }: Row) => label)
  assert.deepEqual(
    [labels(delivered).includes('单价'), labels(printed).includes('单价'), labels(printed)[0]],
    [true, false, labels(delivered).find((label) => label.includes('数量'))],
  )
  const [asked] = await ok('pro/slip/list', { ids: [id], size: 'A4' })
  assert.equal(asked.paper.size, 'A4')
  const pdf = await app.ask({ path: '/api/pro/slip/pdf', body: { ids: [id] }, token: await desk.company.tokenOf(desk.company.admin) })
  assert.equal(pdf.bytes.subarray(0, 5).toString(), '%PDF-')

  const stale = await desk.call('pro/sliptemplate/save', { kind: 'GsInstockOrder', template, version: 7 })
  assert.equal(stale['reason'], 'changed-meanwhile')
  await ok('pro/sliptemplate/save', { kind: 'GsInstockOrder', template: null, version: 1 })
  const [restored] = await ok('pro/slip/list', { ids: [id] })
  assert.deepEqual({ ...restored.paper, foot: '' }, { ...delivered.paper, foot: '' })
  const employee = await desk.company.tokenOf(await desk.company.hire('li'))
  assert.equal((await app.ask({ path: '/api/pro/sliptemplate/list', body: {}, token: employee })).status, 403)
  assert.deepEqual(await faults(), [])
})

test('a slip prints own fields of the cards on its lines where its template asks, as far as its reader may see them', async () => {
  const desk = await newDesk()
  const ok = async (path: string, body: unknown): Promise<Row> => {
    const answer = await desk.call(path, body)
    assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
    return answer['result']
  }
  const addField = async (label: string, control: object, more: object = {}): Promise<string> =>
    (await ok('records/ownfield/save', { noun: 'asset', label, control, ...more }))['key']
  const power = await addField('功率', { type: 'quantity', places: 2 })
  const expert = await addField('负责专家', { type: 'reference', to: 'person', many: false })
  const grade = await addField('密级', { type: 'text', max: 20, lines: 1 }, { isOpen: true })
  const place = await ok('goods/gsgoodsloc/save', { locCode: 'L1', locName: 'A座', managerUid: desk.company.admin })
  const model = await ok('goods/gsgoods/save', { goodsCode: 'M1', goodsName: '示波器' })
  const holder = await desk.company.hire('li')
  const stranger = await desk.company.hire('wang')
  const assets: string[] = []
  for (const [index, ownValues] of [{ [power]: '1.5', [expert]: holder, [grade]: '内部' }, { [power]: '20' }].entries())
    assets.push(
      (await ok('goods/gsgoodsinstance/save', { goodsId: model['id'], locId: place['id'], instanceName: `${index}`, ownValues }))['id'],
    )
  const templateWith = (...keys: string[]) => ({ ...deliveredTemplate, columns: keys.map((key) => ({ key, isShown: true })) })

  const issue = newId()
  await ok('goods/gsoutstockorder/submit', {
    id: issue,
    header: { recipient: holder, reason: '上课' },
    lines: [{ model: model['id'], quantity: '2', assets }],
  })
  await ok('pro/sliptemplate/save', { kind: 'GsOutstockOrder', template: templateWith(`assets$${power}`, `assets$${expert}`) })
  const [plain] = await ok('pro/slip/list', { ids: [issue] })
  const columnsOf = (slip: Row): [string[], string[][]] => {
    const [table] = slip.paper.tables
    return [table.columns.map(({ label }: Row) => label).slice(0, 2), table.rows.map((row: string[]) => row.slice(0, 2))]
  }
  assert.deepEqual(columnsOf(plain), [['功率', '负责专家'], [['1.5、20', 'li']]])

  const transfer = newId()
  await ok('goods/gstransorder/submit', { id: transfer, header: { receiver: stranger, reason: '交接' }, lines: [{ asset: assets[0] }] })
  await ok('pro/sliptemplate/save', { kind: 'GsTransOrder', template: templateWith(`asset$${power}`, `asset$${grade}`, `asset$x999`) })
  const [transferSlip] = await ok('pro/slip/list', { ids: [transfer] })
  assert.deepEqual(columnsOf(transferSlip), [['功率', '密级'], [['1.5', '内部']]])
  // Who received both prints what he still holds: the other card is not his to see any more.
  const token = await desk.company.tokenOf(holder)
  const { json } = await app.ask({ path: '/api/pro/slip/list', body: { ids: [issue] }, token })
  assert.equal(columnsOf(json['result'][0])[1][0]?.[0], '20')
  assert.ok(!JSON.stringify(json).includes('负责专家'))
  // A template that names no card prints as before.
  await ok('pro/sliptemplate/save', { kind: 'GsTransOrder', template: deliveredTemplate, version: 1 })
  const [plainSlip] = await ok('pro/slip/list', { ids: [transfer] })
  assert.ok(!JSON.stringify(plainSlip.paper.tables).includes('内部'))
  assert.deepEqual(await faults(), [])
})
