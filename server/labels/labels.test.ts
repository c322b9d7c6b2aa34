import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveredTemplates } from '../../domain/labels/deliveredTemplates.ts'
import { isBlankCode, linkContent } from '../../domain/labels/content.ts'
import type { LabelTemplate } from '../../domain/labels/template.ts'
import { type Id, newId, newUuid } from '../../kernel/id.ts'
import { startJobs } from '../jobs/jobs.ts'
import { openLog } from '../log.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { printingWorkers } from './network.ts'
import { startPrinter } from './testing/printer.ts'
import { codesOn } from './testing/readCodes.ts'
import { patienceMs } from '../testing/until.ts'

const { app, ask, database, newCompany } = await testApp(handlers, { poolSize: 8 })
Object.assign(app, {
  settings: { ...app.settings, serviceReach: 'local', publicUrl: 'https://zaice.example.com' },
})

/** An organisation with a store and so many cards in it. */
const company = async (count = 3) => {
  const { orgId, admin, hire, tokenOf } = await newCompany('晨星科技')
  const [store, model, paper] = [newId(), newId(), newId()]
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'location', [{ id: store, loc_code: 'SZ-1', loc_name: '深圳一号库', manager_uid: admin }])
    await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '笔记本电脑' }])
    await insert(tx, 'consumable', [{ id: paper, goods_code: 'C1', goods_name: '复印纸', unit: '包' }])
  })
  const token = await tokenOf(admin)
  const assets = count === 0 ? [] : await received(orgId, token, { to: store }, { model, quantity: String(count) })
  const call = async (name: string, body: object = {}, by = token) => {
    const { json } = await ask({ path: `/api/goods/gslabel/${name}`, body, token: by })
    return json
  }
  const ok = async (name: string, body: object = {}, by = token) => {
    const json = await call(name, body, by)
    assert.equal(json.success, true, `${name}: ${json.msg}`)
    return json.result
  }
  const page = async () => {
    const printer = await ok('savePrinter', { name: `桌上${newId()}`, way: 'serial', language: 'tspl', dpi: 203 })
    return { templateKey: 'asset-60x40', way: 'serial', printerId: printer.id }
  }
  return { orgId, admin, hire, tokenOf, store, model, paper, assets, token, call, ok, page }
}

/** Pieces that came in by a document, with codes and names in their order. */
const received = async (orgId: Id, token: string, header: object, line: object): Promise<Id[]> => {
  const { json } = await ask({ path: '/api/goods/gsinstockorder/submit', body: { id: newId(), header, lines: [line] }, token })
  assert.equal(json.success, true, json.msg)
  return database.inTransaction(orgId, async (tx) => {
    const rows = await tx.query<{ id: Id }>('select id from asset where org_id = $1 order by id', [orgId])
    for (const [at, { id }] of rows.entries())
      await tx.query('update asset set instance_code = $3, instance_name = $4 where org_id = $1 and id = $2', [
        orgId,
        id,
        `ZC00${at + 1}`,
        `电脑${at + 1}`,
      ])
    return rows.map(({ id }) => id)
  })
}

const printsOf = (orgId: Id) =>
  database.reading(orgId, (tx) =>
    tx.query<{ item_id: Id; copy: number; label_no: number }>(
      'select item_id, copy, label_no from label_print where org_id = $1 order by printed_at, label_no',
      [orgId],
    ),
  )

/** What is kept as the state of labels is what came out, counted. */
const requireKept = async (orgId: Id) => {
  const rows = await database.reading(orgId, (tx) =>
    tx.query(
      `select 1 from (select noun, item_id, count(*)::int as n, max(copy) as copy from label_print where org_id = $1 group by 1, 2) p
       full join label_state s on s.org_id = $1 and s.noun = p.noun and s.item_id = p.item_id
       where s.copies is distinct from p.n or p.copy is distinct from p.n`,
      [orgId],
    ),
  )
  assert.deepEqual(rows, [])
}

test('templates: delivered ones, an own one over it, versions, and the delivered one back', async () => {
  const { ok, call } = await company(0)
  const delivered = await ok('templates', { noun: 'asset' })
  assert.ok(delivered.list.every(({ isDelivered, version }: { isDelivered: boolean; version: number }) => isDelivered && version === 0))
  const body = deliveredTemplates.get('asset-60x40')!
  const changed: LabelTemplate = { ...body, name: '我们的标签' }
  const saved = await ok('saveTemplate', { templateKey: 'asset-60x40', version: 0, template: changed })
  assert.deepEqual([saved.version, saved.name, saved.isDelivered], [1, '我们的标签', true])
  assert.equal((await call('saveTemplate', { templateKey: 'asset-60x40', version: 0, template: changed })).reason, 'changed-meanwhile')
  await ok('deleteTemplate', { templateKey: 'asset-60x40' })
  assert.equal(
    (await ok('templates', { noun: 'asset' })).list.find(({ templateKey }: { templateKey: string }) => templateKey === 'asset-60x40')
      .version,
    0,
  )
  const own = await ok('saveTemplate', { template: changed })
  assert.equal(own.isDelivered, false)
  assert.equal((await ok('saveTemplate', { templateKey: own.templateKey, version: 1, template: body })).version, 2)
})

test('bad templates are refused in words', async () => {
  const { call } = await company(0)
  const body = deliveredTemplates.get('asset-60x40')!
  const [first] = body.elements
  const change = (more: object) => ({ template: { ...body, elements: [{ ...first, ...more }] } })
  for (const [input, reason] of [
    [change({ xMm: 30 }), 'label.outside'],
    [change({ text: '{nothing}' }), 'label.unknownField'],
    [change({ text: ' ' }), 'label.emptyText'],
    [change({ sizeMm: 9 }), 'label.textHeight'],
    [change({ when: { field: 'x', is: 'filled' } }), 'label.unknownField'],
    [
      { template: { ...body, elements: [{ type: 'code', symbology: 'qr', text: '固定', xMm: 1, yMm: 1, widthMm: 20, heightMm: 20 }] } },
      'label.codeField',
    ],
    [
      { template: { ...body, elements: [{ type: 'picture', file: 'nobody/x.png', xMm: 1, yMm: 1, widthMm: 20, heightMm: 20 }] } },
      'label.picture',
    ],
    [{ template: { ...body, paper: { ...deliveredTemplates.get('asset-a4-3x8')!.paper, rows: 9 } } }, 'label.page'],
  ] as const)
    assert.equal((await call('saveTemplate', input)).reason, reason)
})

test('labels go out in chunks and are written down when they have come out', async () => {
  const { ok, call, assets, orgId, page, token } = await company(3)
  const start = await page()
  const job = await ok('startJob', { ...start, ids: assets, copies: 2 })
  assert.deepEqual([job.total, job.state, job.sentTo, job.doneTo], [6, 'open', 0, 0])
  const sendKey = newUuid()
  const one = await ok('nextChunk', { id: job.id, sendKey, labels: 3 })
  assert.deepEqual([one.chunk.from, one.chunk.to, one.job.state], [1, 3, 'sending'])
  // The answer was lost before anything was written.
  assert.equal((await ok('nextChunk', { id: job.id, sendKey, labels: 3 })).chunk.base64, one.chunk.base64)
  assert.match(
    Buffer.from(one.chunk.base64, 'base64').toString('latin1'),
    /^SIZE 60 mm,40 mm\r\nGAP 2 mm[\s\S]*PRINT 1,2\r\n[\s\S]*PRINT 1,1\r\n$/,
  )
  await ok('confirm', { id: job.id, doneTo: 3 })
  await ok('confirm', { id: job.id, doneTo: 3 })
  await ok('nextChunk', { id: job.id, sendKey, labels: 50 })
  assert.equal((await ok('confirm', { id: job.id, doneTo: 6 })).state, 'done')
  assert.equal((await ok('nextChunk', { id: job.id, sendKey })).chunk, null)
  assert.deepEqual(
    (await printsOf(orgId)).map(({ item_id, copy }) => [item_id, copy]),
    assets.flatMap((id) => [
      [id, 1],
      [id, 2],
    ]),
  )
  await requireKept(orgId)

  assert.equal((await call('startJob', { ...start, ids: assets.slice(0, 1) })).reason, 'label.reprint')
  const repeated = await ok('startJob', { ...start, ids: assets.slice(0, 1), reason: '标签脱落' })
  await ok('nextChunk', { id: repeated.id, sendKey })
  await ok('confirm', { id: repeated.id, doneTo: 1 })
  const { list } = await ok('history', { noun: 'asset', id: assets[0] })
  assert.deepEqual(
    list.map(({ copy, reason }: { copy: number; reason: string }) => [copy, reason]),
    [
      [3, '标签脱落'],
      [2, null],
      [1, null],
    ],
  )
  await requireKept(orgId)

  const historyPage = async (after?: string) => {
    const body = { instanceId: assets[0], pageSize: 2, ...(after !== undefined && { after }) }
    const { json } = await ask({ path: '/api/goods/gsgoodsinstance/history', body, token })
    assert.equal(json.success, true, json.msg)
    return json.page
  }
  const newest = await historyPage()
  const earlier = await historyPage(newest.next)
  const actions = [...newest.list, ...earlier.list].map(({ action }: { action: string }) => action)
  assert.deepEqual(actions.slice(0, 3), ['补打了标签', '补打了标签', '打印了标签'])
  assert.deepEqual([actions.length, newest.totalCount], [4, 4], 'the receipt is before them')
})

test('a broken line is a question and never a second label', async () => {
  const { ok, assets, orgId, page } = await company(4)
  const job = await ok('startJob', { ...(await page()), ids: assets })
  const sendKey = newUuid()
  await ok('nextChunk', { id: job.id, sendKey })
  assert.equal((await ok('fail', { id: job.id, failure: '断线' })).state, 'doubtful')
  assert.equal((await ok('nextChunk', { id: job.id, sendKey })).chunk, null)
  const resumed = await ok('resume', { id: job.id, lastOut: 3 })
  assert.deepEqual([resumed.state, resumed.doneTo, resumed.sentTo], ['open', 3, 3])
  const rest = await ok('nextChunk', { id: job.id, sendKey })
  assert.deepEqual([rest.chunk.from, rest.chunk.to], [4, 4])
  // Another page asks while the first one may be printing.
  const other = await ok('nextChunk', { id: job.id, sendKey: newUuid() })
  assert.deepEqual([other.chunk, other.job.state], [null, 'doubtful'])
  assert.equal((await ok('resume', { id: job.id, lastOut: 4 })).state, 'done')
  assert.deepEqual(
    (await printsOf(orgId)).map(({ label_no }) => label_no),
    [1, 2, 3, 4],
  )
  await requireKept(orgId)
})

test('what is due: never printed, or said to be something else since', async () => {
  const { ok, assets, orgId, page, store } = await company(3)
  assert.deepEqual(await ok('dueCount', { noun: 'asset' }), { never: 3, changed: 0 })
  const job = await ok('startJob', { ...(await page()), ids: assets })
  await ok('nextChunk', { id: job.id, sendKey: newUuid() })
  await ok('confirm', { id: job.id, doneTo: 2 })
  assert.deepEqual(await ok('dueCount', { noun: 'asset' }), { never: 1, changed: 0 })
  const change = (text: string, ...values: unknown[]) => database.inTransaction(orgId, (tx) => tx.query(text, [orgId, ...values]))
  await change('update asset set remark = $3 where org_id = $1 and id = $2', assets[0], '不在标签上')
  assert.deepEqual(await ok('dueCount', { noun: 'asset' }), { never: 1, changed: 0 })
  await change('update asset set instance_name = $3 where org_id = $1 and id = $2', assets[0], '新名字')
  assert.deepEqual(
    (await ok('due', { noun: 'asset', why: 'changed' })).list.map(({ id, title, why }: { id: Id; title: string; why: string }) => [
      id,
      title,
      why,
    ]),
    [[assets[0], '新名字（ZC001）', 'changed']],
  )
  // The place is on the label by its name.
  await change('update location set loc_name = $3 where org_id = $1 and id = $2', store, '改名的库')
  assert.deepEqual(await ok('dueCount', { noun: 'asset' }), { never: 1, changed: 2 })
  assert.deepEqual((await ok('due', { noun: 'asset', locId: store, limit: 2 })).list.length, 2)
  assert.equal((await ok('due', { noun: 'location' })).list.length, 1)
  assert.equal((await ok('due', { noun: 'consumable', why: 'never' })).list.length, 1)
})

test('the register is narrowed to the assets whose labels are due, with a keyword, sorted and page by page as well', async () => {
  const { assets, token, ok, page, orgId, hire, tokenOf } = await company(4)
  const list = async (more: object, by = token): Promise<[codes: string[], count: number]> => {
    const { json } = await ask({
      path: '/api/goods/gsgoodsinstance/list',
      body: { sidx: 'instanceCode', order: 'asc', ...more },
      token: by,
    })
    assert.equal(json.success, true, json.msg)
    return [json.page.list.map(({ instanceCode }: { instanceCode: string }) => instanceCode), json.page.totalCount]
  }
  const job = await ok('startJob', { ...(await page()), ids: assets.slice(0, 3) })
  await ok('nextChunk', { id: job.id, sendKey: newUuid() })
  await ok('confirm', { id: job.id, doneTo: 3 })
  const change = (text: string, ...values: unknown[]) => database.inTransaction(orgId, (tx) => tx.query(text, [orgId, ...values]))
  await change('update asset set instance_name = $3 where org_id = $1 and id = $2', assets[0], '换了名字')
  for (const [more, expected] of [
    [{ label: 'due' }, ['ZC001', 'ZC004']],
    [{ label: 'never' }, ['ZC004']],
    [{ label: 'changed' }, ['ZC001']],
    [{ label: 'due', likeQuery: '笔记本' }, ['ZC001', 'ZC004']],
    [{ label: 'never', likeQuery: '笔记本' }, ['ZC004']],
    [{ label: 'due', likeQuery: '没有这个' }, []],
    [{ label: 'due', state: 'idle' }, ['ZC001', 'ZC004']],
    [{ label: 'due', state: 'inUse' }, []],
    [{ label: '' }, ['ZC001', 'ZC002', 'ZC003', 'ZC004']],
  ] as const)
    assert.deepEqual(await list(more), [expected, expected.length], JSON.stringify(more))
  const [first, more] = [await list({ label: 'due', pageSize: 1 }), await list({ label: 'due', pageSize: 1, page: 2 })]
  assert.deepEqual(
    [first, more],
    [
      [['ZC001'], 2],
      [['ZC004'], 2],
    ],
  )
  assert.deepEqual(await list({ label: 'due' }, await tokenOf(await hire('nobody'))), [[], 0])
  // One that is not there any more needs no label.
  await change(`update asset set state = 'lost' where org_id = $1 and id = $2`, assets[3])
  assert.deepEqual(await list({ label: 'due' }), [['ZC001'], 1])
  await change(`update asset set state = 'idle' where org_id = $1 and id = $2`, assets[3])
})

test('blank labels are printed, bound by scanning, and stand for one thing at a time', async () => {
  const { ok, call, assets, paper, orgId } = await company(2)
  const job = await ok('startJob', { templateKey: 'blank-a4-3x8', blanks: 30, way: 'pdf' })
  assert.equal(job.total, 30)
  const labels = await database.reading(orgId, (tx) => tx.query<{ code: string }>('select code from label_code where org_id = $1', [orgId]))
  assert.equal(new Set(labels.map(({ code }) => code)).size, 30)
  assert.ok(labels.every(({ code }) => isBlankCode(code)))
  const { code } = labels[0]!
  assert.deepEqual(await ok('codeInfo', { code }), { code, noun: null, id: null, title: null })
  await ok('bindCode', { code: `B:${code.toLowerCase()}`, noun: 'asset', id: assets[0] })
  assert.equal((await ok('codeInfo', { code })).title, '电脑1（ZC001）')
  await ok('bindCode', { code, noun: 'asset', id: assets[0] })
  assert.equal((await call('bindCode', { code, noun: 'consumable', id: paper })).reason, 'label.bound')
  assert.deepEqual(await ok('dueCount', { noun: 'asset' }), { never: 1, changed: 0 })
  await ok('unbindCode', { code })
  await ok('bindCode', { code, noun: 'consumable', id: paper })
  assert.equal((await call('codeInfo', { code: '00000000' })).reason, 'label.unknownCode')
  assert.equal((await call('codeInfo', { code: `${code.slice(0, 7)}${code[7] === '0' ? '1' : '0'}` })).reason, 'label.unknownCode')
})

test('a sheet as PDF from any cell on, and what is wrong with labels before they are printed', async () => {
  const { ok, assets, orgId, token } = await company(3)
  await database.inTransaction(orgId, (tx) =>
    tx.query('update asset set instance_name = $3 where org_id = $1 and id = $2', [orgId, assets[1], '李𠮷的电脑']),
  )
  const check = await ok('check', { templateKey: 'asset-a4-3x8', ids: assets })
  assert.deepEqual(
    [check.labels, check.printed, check.problems.map(({ id, words }: { id: Id; words: string }) => [id, words])],
    [3, 0, [[assets[1], '字体里没有这些字：𠮷，打印时用□代替']]],
  )
  const job = await ok('startJob', { templateKey: 'asset-a4-3x8', ids: assets, way: 'pdf', startCell: 23 })
  const { bytes, status } = await ask({ method: 'GET', path: `/api/goods/gslabel/pdf?id=${job.id}`, token })
  assert.equal(status, 200)
  assert.equal(bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length, 2)
  assert.equal((await ok('confirm', { id: job.id, doneTo: 3 })).state, 'done')
  assert.equal((await ok('check', { templateKey: 'asset-a4-3x8', ids: assets })).printed, 3)
  const page = await ask({ method: 'GET', path: '/api/goods/gslabel/calibration?templateKey=asset-a4-3x8', token })
  assert.match(page.bytes.toString('latin1'), /^%PDF/)
  const { list } = await ok('values', { noun: 'asset', ids: assets.slice(0, 1) })
  assert.equal(list[0].values.link, linkContent('https://zaice.example.com', { noun: 'asset', code: 'ZC001' }))
  assert.equal(list[0].values.link, 'HTTPS://ZAICE.EXAMPLE.COM/Q/ZC001')
})

test('a network printer gets its labels by itself; a line that breaks is asked about, one that never opened is tried again', async () => {
  const { ok, call, assets, orgId, hire, tokenOf } = await company(60)
  const paper = await startPrinter()
  const keeper = await tokenOf(await hire(`k${newId()}`, ['goodsmanager']))
  const input = { name: '仓库打印机', way: 'network', language: 'tspl', dpi: 203, address: paper.address }
  assert.equal((await call('savePrinter', input, keeper)).reason, 'label.networkPrinter')
  assert.equal((await call('savePrinter', { ...input, address: '169.254.169.254:80' })).reason, 'label.printerReach')
  const printer = await ok('savePrinter', input)
  const log = openLog('silent')
  const jobs = startJobs(database, log, printingWorkers(app))
  try {
    const until = async (id: Id, state: string) => {
      for (const end = Date.now() + patienceMs; Date.now() < end;) {
        const job = await ok('job', { id })
        if (job.state === state) return job
        jobs.wake()
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      return assert.fail(`The job is not ${state}: ${JSON.stringify(await ok('job', { id }))}`)
    }
    const job = await ok('startJob', { templateKey: 'asset-60x40', ids: assets, way: 'network', printerId: printer.id })
    await until(job.id, 'done')
    assert.deepEqual(paper.faults, [])
    assert.equal(paper.labels.length, 60)
    assert.equal(paper.connections(), 2)
    assert.deepEqual(await codesOn(paper.labels[59]!, false), ['HTTPS://ZAICE.EXAMPLE.COM/Q/ZC0060'])
    assert.equal((await printsOf(orgId)).length, 60)

    paper.breakAfter(4)
    const second = await ok('startJob', {
      templateKey: 'asset-60x40',
      ids: assets.slice(0, 10),
      way: 'network',
      printerId: printer.id,
      reason: '换新',
    })
    const doubtful = await until(second.id, 'doubtful')
    assert.equal(doubtful.failure, '与打印机的连接断开了')
    assert.equal(paper.labels.length, 64)
    await ok('resume', { id: second.id, lastOut: 4 })
    await until(second.id, 'done')
    assert.equal(paper.labels.length, 70)
    assert.equal((await printsOf(orgId)).length, 70)
    await requireKept(orgId)
  } finally {
    await jobs.stop()
  }
})

test('whoever manages one place prints no labels of another one, and nobody else goes on with a printing', async () => {
  const { ok, call, assets, hire, tokenOf, page } = await company(1)
  const start = await page()
  const keeper = await tokenOf(await hire(`k${newId()}`, ['goodsmanager']))
  assert.equal((await call('startJob', { ...start, ids: assets }, keeper)).reason, 'label.notYours')
  const supplies = await tokenOf(await hire(`c${newId()}`, ['consummanager']))
  assert.equal((await call('values', { noun: 'asset', ids: assets }, supplies)).success, false)
  const job = await ok('startJob', { ...start, ids: assets })
  for (const name of ['job', 'confirm', 'cancel'])
    assert.equal((await call(name, { id: job.id, ...(name === 'confirm' && { doneTo: 1 }) }, keeper)).success, false, name)
  assert.equal((await ok('cancel', { id: job.id })).state, 'cancelled')
})

test('a label says own fields of the thing, and is due again once one of them changes', async () => {
  const { assets, ok, page, token } = await company(2)
  const [piece] = assets
  const must = async (path: string, body: object) => {
    const { json } = await ask({ path: `/api/${path}`, body, token })
    assert.equal(json.success, true, json.msg)
    return json.result
  }
  const { key } = await must('records/ownfield/save', { noun: 'asset', label: 'MAC地址', control: { type: 'text', max: 60, lines: 1 } })
  await must('goods/gsgoodsinstance/update', { id: piece, ownValues: { [key]: 'AA-01' } })
  const body = deliveredTemplates.get('asset-60x40')!
  const elements = body.elements.map((element) => ('text' in element ? { ...element, text: `{${key}}` } : element))
  const { templateKey } = await ok('saveTemplate', { template: { ...body, name: '网络标签', elements } })
  const { list } = await ok('values', { noun: 'asset', ids: assets })
  assert.deepEqual(
    list.map(({ values }: { values: Record<string, string> }) => values[key]),
    ['AA-01', undefined],
  )
  const job = await ok('startJob', { ...(await page()), templateKey, ids: [piece] })
  await ok('nextChunk', { id: job.id, sendKey: newUuid() })
  await ok('confirm', { id: job.id, doneTo: 1 })
  assert.deepEqual(await ok('dueCount', { noun: 'asset' }), { never: 1, changed: 0 })
  await must('goods/gsgoodsinstance/update', { id: piece, ownValues: { [key]: 'AA-02' } })
  assert.deepEqual(await ok('dueCount', { noun: 'asset' }), { never: 1, changed: 1 })
})
