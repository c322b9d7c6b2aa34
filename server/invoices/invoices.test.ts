import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { callOf, insert } from '../testing/company.ts'
import { type Row, sheetSent } from '../testing/desk.ts'
import { describeInvoice } from './describe.ts'
import { invoicesShowing } from './handlers.ts'
import { listInvoices } from './list.ts'
import { digitalXml, laptops, ofdParts, pdfOf, type Sample, zipOf } from './testing/samples.ts'

/** Invoices through the whole server: taken in once, matched, remembered, linked with documents and cards, hidden and put away. */
const { ask, database, newCompany } = await testApp(handlers)
const company = await newCompany()
const [store, far, model, screen, paper] = [newId(), newId(), newId(), newId(), newId()]
const keeper = await company.hire('keeper', ['goodsmanager'])
const farKeeper = await company.hire('other', ['goodsmanager'])
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'location', [
    { id: store, loc_code: 'A', loc_name: '一号库', manager_uid: keeper },
    { id: far, loc_code: 'B', loc_name: '二号库', manager_uid: farKeeper },
  ])
  await insert(tx, 'model', [
    { id: model, goods_code: 'M1', goods_name: '笔记本电脑', spec: 'T14' },
    { id: screen, goods_code: 'M2', goods_name: '显示器' },
  ])
  await insert(tx, 'consumable', [{ id: paper, goods_code: 'C1', goods_name: '复印纸', unit: '包' }])
})
const tokens = {
  admin: await company.tokenOf(company.admin),
  keeper: await company.tokenOf(keeper),
  farKeeper: await company.tokenOf(farKeeper),
  finance: await company.tokenOf(await company.hire('finance', ['finance'])),
  auditor: await company.tokenOf(await company.hire('auditor', ['auditor'])),
  employee: await company.tokenOf(await company.hire('employee')),
}
type Login = keyof typeof tokens

let serial = 0
const nextNumber = () => `2631700000012345${String(++serial).padStart(4, '0')}`
const send = async (path: string, body: unknown, login: Login = 'admin') =>
  ask({ path: `/api/goods/gsinvoice/${path}`, body, token: tokens[login] })
const good = async (path: string, body: unknown, login: Login = 'admin'): Promise<Row> => {
  const { json, text } = await send(path, body, login)
  assert.equal(json['code'], 0, text.slice(0, 400))
  return json['result'] ?? json['page']
}
const reasonOf = async (path: string, body: unknown, login: Login = 'admin'): Promise<string> => {
  const { json, status } = await send(path, body, login)
  return json['reason'] ?? String(status)
}
const uploads = async (content: string | Buffer, name = 'invoice.xml', { id, login = 'admin' as Login }: { id?: Id; login?: Login } = {}) =>
  (await ask({ path: '/api/goods/gsinvoice/upload', token: tokens[login], ...sheetSent(name, Buffer.from(content), id ? { id } : {}) }))
    .json
const uploadSample = async (sample: Sample = {}, login: Login = 'admin'): Promise<Row> => {
  const answer = await uploads(digitalXml({ number: nextNumber(), ...sample }), 'invoice.xml', { login })
  assert.equal(answer['code'], 0, JSON.stringify(answer).slice(0, 300))
  return answer['result']['invoice']
}
const infoOf = async (id: Id, login: Login = 'admin') =>
  (await ask({ method: 'GET', path: `/api/goods/gsinvoice/info/${id}`, token: tokens[login] })).json['result']
const documents = async (kind: string, header: Row, lines: Row[], login: Login = 'admin', verb = 'submit'): Promise<Row> => {
  const id = newId()
  const area = kind.startsWith('cs') ? 'consum' : 'goods'
  const { json, text } = await ask({ path: `/api/${area}/${kind}/${verb}`, body: { id, header, lines }, token: tokens[login] })
  assert.equal(json['code'], 0, text.slice(0, 400))
  return { id, ...json['result'] }
}
const stockIn = (quantity: string, to = store, login: Login = 'admin') =>
  documents('gsinstockorder', { to }, [{ model, quantity, price: '4424.78' }], login)

describe('taking in', () => {
  test('XML, OFD and PDF are read in a process of their own; the file is kept by its hash', async () => {
    const number = nextNumber()
    const read = (await uploads(await zipOf(ofdParts(digitalXml({ number }))), 'a.ofd'))['result']['invoice']
    assert.deepEqual(
      [read.number, read.source, read.signature, read.total, read.coverage, read.lines[0].item, read.lines[0].matchedBy, read.notes],
      [number, 'ofd', 'intact', '15000', 'open', { noun: 'model', id: model, name: '笔记本电脑 T14' }, 'proposed', []],
    )
    const [file] = await database.inTransaction(company.orgId, (tx) =>
      tx.query<Row>(
        'select f.is_private, f.mime, f.sha256 = i.file_hash as same from invoice i join file f on f.org_id = i.org_id and f.path = i.file_path where i.id = $1',
        [read.id],
      ),
    )
    assert.deepEqual(file, { is_private: true, mime: 'application/ofd', same: true })
    const pdf = (await uploads(await pdfOf(digitalXml({ number: nextNumber() })), 'wechat-file'))['result']
    assert.deepEqual([pdf.invoice.source, pdf.file.name], ['pdf', 'wechat-file.pdf'])
  })

  test('a PDF without data says so, is kept, and is typed', async () => {
    const answer = (await uploads(await pdfOf(), 'scan.pdf'))['result']
    assert.equal(answer.invoice, null)
    assert.match(answer.words, /没有内嵌发票数据/)
    const input = {
      id: newId(),
      file: answer.file.path,
      number: nextNumber(),
      issuedOn: '2026-08-05',
      sellerName: '街角文具店',
      amount: '100.00',
      tax: '1.00',
      total: '102.00',
      lines: [{ name: '*纸制品*复印纸', quantity: '5', price: '20', amount: '100', taxRate: '1%', tax: '1' }],
    }
    const invoice = await good('save', input)
    assert.deepEqual(
      [invoice.source, invoice.lines[0].taxClass, invoice.lines[0].item.name, invoice.notes[0].words, invoice.notes[0].params.difference],
      ['typed', '纸制品', '复印纸', '金额{amount}加税额{tax}与价税合计{total}相差{difference}', '¥1.00'],
    )
    assert.equal((await good('save', input)).version, 1)
    assert.deepEqual((await good('save', { ...input, total: '101.00', version: 1 })).notes, [])
    assert.equal(await reasonOf('save', { ...input, total: '103.00', version: 1 }), 'changed-meanwhile')
  })

  test('the same number is refused with where it stands, sent twice it counts once, two at once make one', async () => {
    const number = nextNumber()
    const id = newId()
    const xml = digitalXml({ number })
    const [first, second] = [await uploads(xml, 'a.xml', { id }), await uploads(xml, 'a.xml', { id })]
    assert.deepEqual([first['result'].invoice.id, second['result'].invoice.id, second['code']], [id, id, 0])
    const twice = await uploads(digitalXml({ number, seller: '别处' }), 'b.xml', { login: 'keeper' })
    assert.equal(twice['reason'], 'invoice.twice')
    assert.match(twice['msg'], /还没有关联单据/)
    assert.equal(twice['details'].id, id)
    const order = await stockIn('3')
    await good('link', { id, documentId: order.id, uses: [{ lineNo: 1 }] })
    assert.match((await uploads(xml, 'b.xml'))['msg'], new RegExp(order.code))

    const race = nextNumber()
    const answers = await Promise.all(['x', 'y', 'z'].map((seller) => uploads(digitalXml({ number: race, seller }))))
    assert.deepEqual(answers.map((answer) => answer['reason'] ?? 'kept').toSorted(), ['invoice.twice', 'invoice.twice', 'kept'])
  })

  test('what is hostile or broken is refused in words and nothing is kept', async () => {
    const count = async () => (await good('list', {})).totalCount
    const before = await count()
    const parts = ofdParts(digitalXml({ number: nextNumber() }))
    const changedFile = await zipOf({ ...parts, 'Doc_0/Attachs/original_invoice.xml': digitalXml({ total: '1.00' }) })
    assert.match((await uploads(changedFile, 'a.ofd'))['msg'], /签发之后被改过/)
    assert.equal((await uploads(digitalXml({ prolog: '<!DOCTYPE x>' })))['reason'], 'invoice.entities')
    assert.equal((await uploads('hello'))['reason'], 'invoice.unreadable')
    assert.equal(await count(), before)
  })

  test('a buyer that is not the organisation is a warning and no refusal', async () => {
    const ownNames = { title: '在册示例科技有限公司', taxNumber: '91320500MA1X000002' }
    await ask({ path: '/api/operation/sysoperation/update', body: { invoicing: ownNames }, token: tokens.admin })
    assert.deepEqual((await uploadSample()).notes, [])
    const strange = await uploadSample({ buyer: '在册（苏州）有限公司', buyerTax: '1' })
    assert.deepEqual(
      strange.notes.map((note: Row) => note.params.own),
      [ownNames.title, ownNames.taxNumber],
    )
  })

  test('a remark keeps its lines, and the one supplier of the name of the seller is named', async () => {
    const [supplier, namesake] = [newId(), newId()]
    await database.inTransaction(company.orgId, (tx) =>
      insert(tx, 'supplier', [{ id: supplier, supplier_code: 'G1', supplier_name: '杭州联创(集团)有限公司' }]),
    )
    const remark = '合同号：HT-1 & 附件\n开户行：<建行>'
    const xml = digitalXml({ number: nextNumber(), seller: '杭州联创（集团）有限公司' }).replace(
      '<Remark></Remark>',
      '<Remark>合同号：HT-1 &amp; 附件\n开户行：&lt;建行&gt;</Remark>',
    )
    const read = (await uploads(Buffer.from(xml), 'a.xml'))['result']['invoice']
    assert.deepEqual([read.remark, read.supplier], [remark, { id: supplier, name: '杭州联创(集团)有限公司' }])
    await database.inTransaction(company.orgId, (tx) =>
      insert(tx, 'supplier', [{ id: namesake, supplier_code: 'G2', supplier_name: '杭州联创（集团）有限公司' }]),
    )
    assert.equal((await infoOf(read.id)).supplier, null)
  })
})

describe('matching', () => {
  test('what was chosen is known for the next invoice of the seller, and for no farKeeper seller', async () => {
    const lines = [{ ...laptops, name: '*电子计算机*ThinkPad', spec: '特殊' }]
    const first = await uploadSample({ lines })
    assert.equal(first.lines[0].item, null)
    const invoice = await good('match', { id: first.id, lines: [{ lineNo: 1, item: { noun: 'model', id: screen } }] })
    assert.deepEqual([invoice.lines[0].item.id, invoice.lines[0].matchedBy], [screen, 'chosen'])
    const second = await uploadSample({ lines })
    assert.deepEqual([second.lines[0].item.id, second.lines[0].matchedBy], [screen, 'remembered'])
    assert.equal(await reasonOf('match', { id: first.id, lines: [{ lineNo: 9, item: null }] }), 'invoice.line')
    assert.equal(await reasonOf('match', { id: first.id, lines: [{ lineNo: 1, item: { noun: 'model', id: paper } }] }), 'reference.unknown')
  })
})

describe('links', () => {
  test('an invoice goes to several documents, a document has several invoices, never more than the line', async () => {
    const invoice = await uploadSample()
    const [one, two, three] = [await stockIn('1'), await stockIn('2'), await stockIn('1')]
    const first = await good('link', { id: invoice.id, documentId: one.id, uses: [{ lineNo: 1 }] })
    assert.deepEqual(
      [first.coverage, first.uses.map((use: Row) => [use.code, use.quantity, use.amount])],
      ['part', [[one.code, '1', '4424.78']]],
    )
    const second = await good('link', { id: invoice.id, documentId: two.id, uses: [{ lineNo: 1 }] })
    assert.equal(second.coverage, 'whole')
    assert.deepEqual(second.uses.map((use: Row) => use.amount).toSorted(), ['4424.78', '8849.56'])
    assert.equal(await reasonOf('link', { id: invoice.id, documentId: three.id, uses: [{ lineNo: 1 }] }), 'invoice.overTaken')
    const more = await uploadSample({ lines: [{ ...laptops, quantity: '1', amount: '100.00', tax: '13.00' }] })
    await good('link', { id: more.id, documentId: one.id, uses: [{ lineNo: 1 }] })
    const of = await good('of', { noun: 'document', id: one.id })
    assert.deepEqual(new Set(of.map(({ id }: Row) => id)), new Set([invoice.id, more.id]))
    assert.equal((await good('link', { id: invoice.id, documentId: one.id, uses: [] })).coverage, 'part')
  })

  test('an order and its receipt take the same line once each', async () => {
    const invoice = await uploadSample()
    const order = await documents('gspurchaseorder', { reason: '办公', idleReason: '已有安排' }, [
      { model, quantity: '3', price: '4424.78' },
    ])
    await good('link', { id: invoice.id, documentId: order.id, uses: [{ lineNo: 1 }] })
    const receipt = await stockIn('3')
    const both = await good('link', { id: invoice.id, documentId: receipt.id, uses: [{ lineNo: 1 }] })
    assert.deepEqual([both.lines[0].orderedQuantity, both.lines[0].receivedQuantity], ['3', '3'])
  })

  test('two that take the last of a line at once: one has it', async () => {
    const invoice = await uploadSample()
    const orders = await Promise.all(['3', '3', '3'].map((quantity) => stockIn(quantity)))
    const answers = await Promise.all(
      orders.map(({ id: documentId }) => reasonOf('link', { id: invoice.id, documentId, uses: [{ lineNo: 1 }] })),
    )
    assert.deepEqual(answers.toSorted(), ['200', 'invoice.overTaken', 'invoice.overTaken'])
  })

  test('the database itself refuses more than the line has', async () => {
    const invoice = await uploadSample()
    const order = await stockIn('3')
    const write = (quantity: string, amount: string) =>
      database.inTransaction(company.orgId, (tx) =>
        insert(tx, 'invoice_use', [
          {
            invoice_id: invoice.id,
            line_no: 1,
            document_id: order.id,
            item_id: model,
            is_receipt: true,
            quantity,
            amount,
            created_by: keeper,
          },
        ]),
      )
    await assert.rejects(write('4', '1'), /less than that left/)
    await assert.rejects(write('1', '13274.35'), /less than that left/)
    await write('3', '13274.34')
  })

  test('a reversed document and a deleted draft give free what they took', async () => {
    const invoice = await uploadSample()
    const order = await stockIn('3')
    await good('link', { id: invoice.id, documentId: order.id, uses: [{ lineNo: 1 }] })
    await ask({ path: '/api/goods/gsinstockorder/reverse', body: { id: order.id, reason: '错' }, token: tokens.admin })
    assert.deepEqual([(await infoOf(invoice.id)).coverage, (await infoOf(invoice.id)).uses], ['open', []])
    assert.equal(await reasonOf('link', { id: invoice.id, documentId: order.id, uses: [{ lineNo: 1 }] }), 'invoice.state')
    const draft = await documents('gsinstockorder', { to: store }, [{ model, quantity: '3' }], 'admin', 'save')
    await good('link', { id: invoice.id, documentId: draft.id, uses: [{ lineNo: 1 }] })
    await ask({ path: '/api/goods/gsinstockorder/delete', body: { ids: [draft.id] }, token: tokens.admin })
    assert.equal((await infoOf(invoice.id)).coverage, 'open')
  })

  test('what is not on the document, not invoice or red is refused in words', async () => {
    const unknown = await uploadSample({ lines: [{ ...laptops, name: '*电子计算机*平板', spec: '' }] })
    const order = await stockIn('1')
    assert.equal(await reasonOf('link', { id: unknown.id, documentId: order.id, uses: [{ lineNo: 1 }] }), 'invoice.unmatched')
    assert.equal(await reasonOf('link', { id: unknown.id, documentId: order.id, uses: [{ lineNo: 1, itemId: screen }] }), 'invoice.notOn')
    const blue = await uploadSample()
    const red = await uploadSample({
      red: { blue: blue.number },
      lines: [{ ...laptops, quantity: '-1', amount: '-4424.78', tax: '-575.22' }],
    })
    assert.deepEqual([red.isRed, red.blue.id, red.coverage, red.total], [true, blue.id, 'whole', '-5000'])
    assert.deepEqual(
      (await infoOf(blue.id)).reds.map(({ id }: Row) => id),
      [red.id],
    )
    assert.equal(await reasonOf('link', { id: red.id, documentId: order.id, uses: [{ lineNo: 1 }] }), 'invoice.red')
  })

  test('the cards of a receipt show its invoices, and a card without one is linkedInvoice by hand', async () => {
    const invoice = await uploadSample()
    const order = await stockIn('2')
    await good('link', { id: invoice.id, documentId: order.id, uses: [{ lineNo: 1 }] })
    const { assets } = await infoOf(invoice.id)
    assert.deepEqual(
      assets.map((asset: Row) => asset.isDirect),
      [false, false],
    )
    assert.deepEqual(
      (await good('of', { noun: 'asset', id: assets[0].id })).map(({ id }: Row) => id),
      [invoice.id],
    )
    const laterInvoice = await uploadSample()
    const linkedInvoice = await good('cards', { id: laterInvoice.id, assetIds: [assets[0].id] })
    assert.deepEqual([linkedInvoice.coverage, linkedInvoice.assets[0].isDirect], ['whole', true])
    assert.equal((await good('of', { noun: 'asset', id: assets[0].id })).length, 2)
    await good('cards', { id: laterInvoice.id, assetIds: [] })
    assert.equal((await infoOf(laterInvoice.id)).coverage, 'open')
  })
})

describe('rights', () => {
  test('who has the code sees what nobody linkedInvoice; what is linkedInvoice is for those of its place', async () => {
    const invoice = await uploadSample()
    for (const login of ['keeper', 'farKeeper', 'finance', 'auditor'] as const)
      assert.equal((await infoOf(invoice.id, login))?.id, invoice.id, login)
    assert.equal((await ask({ method: 'GET', path: `/api/goods/gsinvoice/info/${invoice.id}`, token: tokens.employee })).status, 403)
    const order = await stockIn('3', far)
    await good('link', { id: invoice.id, documentId: order.id, uses: [{ lineNo: 1 }] })
    const sees = async (login: Login) => (await good('list', { pageSize: 500 }, login)).list.some(({ id }: Row) => id === invoice.id)
    assert.deepEqual([await sees('keeper'), await sees('farKeeper'), await sees('admin')], [false, true, true])
    assert.equal((await ask({ method: 'GET', path: `/api/goods/gsinvoice/info/${invoice.id}`, token: tokens.keeper })).status, 404)
    assert.equal(await reasonOf('delete', { id: invoice.id }, 'keeper'), 'request.unknown')
    assert.equal((await send('delete', { id: invoice.id }, 'auditor')).status, 403)
    const card = (await infoOf(invoice.id)).assets[0]
    assert.equal((await send('of', { noun: 'asset', id: card.id }, 'keeper')).status, 404)
    assert.equal((await send('of', { noun: 'document', id: order.id }, 'keeper')).status, 404)
    assert.equal((await good('of', { noun: 'asset', id: card.id }, 'farKeeper')).length, 1)
  })

  test('who sees no money sees no amount, asks by none and opens no file', async () => {
    const invoice = await uploadSample()
    await database.inTransaction(company.orgId, async (tx) => {
      const call = callOf(tx, keeper, ['gsinvoice:list'], { hiddenFields: new Set(['value']) })
      const masked = await describeInvoice(call, invoice.id)
      assert.deepEqual([masked.total, masked.file, masked.lines[0]?.amount, masked.lines[0]?.quantity], [null, null, null, '3'])
      // Whole figures: the digits of an id hold any four of them.
      const amount = /(?<!\d)(?:15000|13274|4424|1725)(?!\d)/
      assert.doesNotMatch(JSON.stringify(masked), amount)
      assert.doesNotMatch(JSON.stringify(await listInvoices(tx, call.session, { pageSize: 500 })), amount)
      await assert.rejects(async () => listInvoices(tx, call.session, { sort: [{ key: 'total' }] }))
      assert.equal((await invoicesShowing(tx, call.session, [invoice.id])).size, 0)
    })
  })

  test('an auditor of one organisation finds nothing of another', async () => {
    const stranger = await newCompany()
    const invoice = await uploadSample()
    const token = await stranger.tokenOf(stranger.admin)
    assert.equal((await ask({ method: 'GET', path: `/api/goods/gsinvoice/info/${invoice.id}`, token })).status, 404)
    const mine = await ask({
      path: '/api/goods/gsinvoice/upload',
      token,
      ...sheetSent('a.xml', Buffer.from(digitalXml({ number: invoice.number }))),
    })
    assert.equal(mine.json['code'], 0)
  })
})

describe('the list and the trash', () => {
  test('it is asked by its columns, sorted, added up and exported', async () => {
    const invoice = await uploadSample({ seller: '独一无二电子有限公司' })
    const where = [{ key: 'sellerName', is: 'contains', value: '独一无二' }]
    assert.deepEqual(
      (await good('list', { where })).list.map(({ id }: Row) => id),
      [invoice.id],
    )
    const page = await good('list', { likeQuery: 'dywe', sort: [{ key: 'total', descending: true }] })
    assert.deepEqual(
      page.list.map(({ id }: Row) => id),
      [invoice.id],
    )
    const { json } = await ask({
      path: '/api/table/sums',
      body: { table: 'gsinvoice', selection: { asked: { where }, except: [] } },
      token: tokens.admin,
    })
    assert.equal(Number(json['result']?.sums?.total), 15000, JSON.stringify(json))
    const csv = await ask({ path: '/api/goods/gsinvoice/export', body: { where, format: 'csv' }, token: tokens.admin })
    assert.match(csv.text, /独一无二电子有限公司/)
    const pages = [await good('list', { pageSize: 2 })]
    pages.push(await good('list', { pageSize: 2, after: pages[0]?.next }))
    assert.equal(new Set(pages.flatMap((page) => page.list.map(({ id }: Row) => id))).size, 4)
  })

  test('what is linkedInvoice stays; what is deleted is in the trash, its number is free, and it comes back unless that is taken', async () => {
    const invoice = await uploadSample()
    const order = await stockIn('3')
    await good('link', { id: invoice.id, documentId: order.id, uses: [{ lineNo: 1 }] })
    assert.equal(await reasonOf('delete', { id: invoice.id }), 'invoice.used')
    await good('link', { id: invoice.id, documentId: order.id, uses: [] })
    await good('delete', { id: invoice.id })
    assert.equal((await good('trash', {})).list[0].id, invoice.id)
    const twin = await uploadSample({ number: invoice.number })
    assert.equal(await reasonOf('restore', { id: invoice.id }), 'invoice.twice')
    await good('delete', { id: twin.id })
    await good('restore', { id: invoice.id })
    const actions = (await infoOf(invoice.id)).events.map(({ action }: Row) => action)
    assert.deepEqual(actions, ['restore', 'delete', 'unlink', 'link', 'upload'])
  })
})
