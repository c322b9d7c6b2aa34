import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { type Id, newId } from '../../../kernel/id.ts'
import { handlers } from '../../routes.ts'
import { enterPieces, foundGround } from '../../bulk/testing/register.ts'
import { testApp } from '../../testing/app.ts'
import { insert } from '../../testing/company.ts'
import { waitingFor, waitingLines } from '../../documents/waitingLines.ts'
import { mergeFollowWorker } from './handlers.ts'
import { followJob } from './merge.ts'
import { pointersTo, staysAsItIs } from './pointers.ts'

type Row = ReturnType<typeof JSON.parse>

const { ask, database, newCompany, url } = await testApp(handlers)
const company = await newCompany()
const keeper = await company.hire('keeper', ['goodsmanager'])
const tokens = {
  admin: await company.tokenOf(company.admin),
  keeper: await company.tokenOf(keeper),
  staff: await company.tokenOf(await company.hire('staff')),
}
const ground = await foundGround(database, company.orgId, keeper)

const answerTo = async (path: string, body: Row, login: keyof typeof tokens = 'admin'): Promise<Row> =>
  (await ask({ path: `/api/${path}`, body, token: tokens[login] })).json
const call = async (path: string, body: Row, login: keyof typeof tokens = 'admin'): Promise<Row> => {
  const answer = await answerTo(path, body, login)
  assert.equal(answer['code'], 0, `${path}: ${JSON.stringify(answer)}`)
  return answer['result'] ?? answer['page']
}
const info = async (path: string, id: Id): Promise<Row> =>
  (await ask({ method: 'GET', path: `/api/${path}/info/${id}`, token: tokens.admin })).json['result']
const saveRecord = async (path: string, body: Row): Promise<Id> => (await call(`${path}/save`, body))['id']
const rows = <R extends object>(text: string, ...values: unknown[]) =>
  database.reading(company.orgId, (tx) => tx.query<R>(text, [tx.orgId, ...values]))
const refusalOf = async (path: string, body: Row, reason: string): Promise<string> => {
  const answer = await answerTo(path, body)
  assert.equal(answer['reason'], reason, JSON.stringify(answer))
  return answer['msg']
}

const supplierPath = 'goods/gssupplier'
let lastNumber = 0
const supplierCalled = (supplierName: string) => saveRecord(supplierPath, { supplierCode: `S${++lastNumber}`, supplierName })
const modelCalled = (goodsName: string, more: Row = {}) =>
  saveRecord('goods/gsgoods', { goodsCode: `M${++lastNumber}`, goodsName, ...more })
const pieceOf = async (model: Id, supplierId?: Id): Promise<Id> => {
  const [piece] = await enterPieces(database, company.orgId, company.admin, { model, locId: ground.own, count: 1, remark: '' })
  if (supplierId) await call('goods/gsgoodsinstance/update', { id: piece, supplierId })
  return piece as Id
}

describe('a merge', () => {
  test('is followed by the fields that the organisation added', async () => {
    const control = { type: 'reference', to: 'supplier', many: false }
    const { key } = await call('records/ownfield/save', { noun: 'asset', label: '维保单位', control })
    const [stays, goes] = [await supplierCalled('维保甲'), await supplierCalled('维保甲 ')]
    const piece = await pieceOf(ground.model)
    await call('goods/gsgoodsinstance/update', { id: piece, ownValues: { [key]: goes } })
    await call(`${supplierPath}/merge/merge`, { into: stays, from: [goes] })
    assert.equal((await info('goods/gsgoodsinstance', piece))[key], stays)
    const found = await call('goods/gsgoodsinstance/list', { where: [{ key, is: 'in', value: [stays] }] })
    assert.deepEqual(
      found.list.map(({ id }: Row) => id),
      [piece],
    )
  })

  test('lets assets, drafts and views name the record that stays, and says so in both histories', async () => {
    const [stays, goes] = [await supplierCalled('联想'), await supplierCalled('联想 ')]
    const piece = await pieceOf(ground.model, goes)
    const draft = newId()
    await call('goods/gspurchaseorder/save', {
      id: draft,
      header: { supplier: goes, reason: '更换' },
      lines: [{ model: ground.model, quantity: '2', price: '10.00' }],
    })
    await database.inTransaction(company.orgId, (tx) =>
      insert(tx, 'saved_view', [
        {
          id: newId(),
          table_name: 'gsgoodsinstance',
          title: '视图',
          owner_uid: company.admin,
          shared: 'nobody',
          view: { where: [{ values: [goes] }] },
        },
      ]),
    )
    const preview = await call(`${supplierPath}/merge/preview`, { into: stays, from: [goes] })
    assert.deepEqual(preview['obstacles'], [])
    assert.deepEqual(
      [...preview['uses']].toSorted((a: Row, b: Row) => (a.words < b.words ? -1 : 1)),
      [
        { words: '保存的视图', count: 1 },
        { words: '未入账的单据', count: 1 },
        { words: '资产', count: 1 },
      ].toSorted((a, b) => (a.words < b.words ? -1 : 1)),
    )
    assert.deepEqual(await call(`${supplierPath}/merge/merge`, { into: stays, from: [goes] }), { into: stays, merged: 1 })

    assert.equal((await info('goods/gsgoodsinstance', piece))['supplierId'], stays)
    const [document] = await rows<{ supplier: Id }>(
      `select header ->> 'supplier' as supplier from document where org_id = $1 and id = $2`,
      draft,
    )
    assert.equal(document?.supplier, stays)
    const [view] = await rows<{ view: Row }>(`select view from saved_view where org_id = $1`)
    assert.deepEqual(view?.view, { where: [{ values: [stays] }] })
    const historyOf = async (id: Id) =>
      (await ask({ method: 'GET', path: `/api/${supplierPath}/events/${id}`, token: tokens.admin })).json['result'].map((event: Row) => [
        event.action,
        event.otherName,
      ])
    assert.deepEqual(await historyOf(stays), [['absorb', '联想']])
    assert.deepEqual(await historyOf(goes), [['merge', '联想']])
  })

  test('sent again does nothing, and a chain of merges leads to the last', async () => {
    const [a, b, c] = [await supplierCalled('甲'), await supplierCalled('乙'), await supplierCalled('丙')]
    const merge = (into: Id, from: readonly Id[]) => call(`${supplierPath}/merge/merge`, { into, from })
    assert.equal((await merge(b, [a])).merged, 1)
    assert.equal((await merge(b, [a])).merged, 0)
    await merge(c, [b])
    assert.equal((await info(supplierPath, a))['supplierName'], '丙')
    const namedRows = await call('pro/record/named', { noun: 'supplier', names: ['甲', '丙', '丁'] })
    assert.deepEqual(namedRows.found, [{ t: 'one', id: c }, { t: 'one', id: c }, { t: 'none' }])
    const piece = await pieceOf(ground.model)
    await call('goods/gsgoodsinstance/update', { id: piece, supplierId: a })
    assert.equal((await info('goods/gsgoodsinstance', piece))['supplierId'], c, 'what is written with the old id names the one that stays')
  })

  test('of two that are merged into each other at once one stays', async () => {
    const [a, b] = [await supplierCalled('东'), await supplierCalled('西')]
    const answers = await Promise.all([
      answerTo(`${supplierPath}/merge/merge`, { into: a, from: [b] }),
      answerTo(`${supplierPath}/merge/merge`, { into: b, from: [a] }),
    ])
    assert.equal(answers.filter(({ code }) => code === 0).length, 1)
    const livingRows = await rows(`select id from supplier where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null`, [a, b])
    assert.equal(livingRows.length, 1)
  })

  test('what is written meanwhile names the record that stays', async () => {
    const [stays, goes] = [await supplierCalled('南'), await supplierCalled('北')]
    const pieces = await enterPieces(database, company.orgId, company.admin, {
      model: ground.model,
      locId: ground.own,
      count: 12,
      remark: '',
    })
    await Promise.all([
      ...pieces.slice(0, 6).map((id) => answerTo('goods/gsgoodsinstance/update', { id, supplierId: goes })),
      answerTo(`${supplierPath}/merge/merge`, { into: stays, from: [goes] }),
      ...pieces.slice(6).map((id) => answerTo('goods/gsgoodsinstance/update', { id, supplierId: goes })),
    ])
    const namedRows = await rows<{ supplier_id: Id }>(
      'select distinct supplier_id from asset where org_id = $1 and id = any ($2::bigint[])',
      pieces,
    )
    assert.deepEqual(namedRows, [{ supplier_id: stays }])
  })

  test('a document in the books keeps what it says, and what follows it goes on with the record that stays', async () => {
    const [stays, goes] = [await modelCalled('屏幕'), await modelCalled('显示屏')]
    const order = newId()
    await call('goods/gspurchaseorder/submit', {
      id: order,
      header: { reason: '更换' },
      lines: [{ model: goes, quantity: '2', price: '10.00' }],
    })
    const [storedRow] = await rows<{ state: string }>('select state from document where org_id = $1 and id = $2', order)
    assert.equal(storedRow?.state, 'posted')
    await call('goods/gsgoods/merge/merge', { into: stays, from: [goes] })
    const receipt = newId()
    await call('goods/gsinstockorder/submit', {
      id: receipt,
      sourceId: order,
      header: { to: ground.own },
      lines: [{ model: goes, quantity: '1', price: '10.00', sourceLine: 1 }],
    })
    const createdRows = await rows<{ goods_id: Id }>('select goods_id from asset where org_id = $1 and goods_id = any ($2::bigint[])', [
      stays,
      goes,
    ])
    assert.deepEqual(createdRows, [{ goods_id: stays }])
    const { json } = await ask({ method: 'GET', path: `/api/goods/gspurchaseorder/info/${order}`, token: tokens.admin })
    assert.equal(json['result'].names[goes] ?? json['result'].names[`model:${goes}`], '屏幕', 'the document shows the one that stays')
  })

  test('documents in the books are found by the record that stays', async () => {
    const [stays, goes] = [await supplierCalled('新'), await supplierCalled('旧')]
    const order = newId()
    const lines = [{ model: ground.model, quantity: '1', price: '1.00' }]
    await call('goods/gspurchaseorder/submit', { id: order, header: { supplier: goes, reason: '更换', idleReason: '另有用途' }, lines })
    await call(`${supplierPath}/merge/merge`, { into: stays, from: [goes] })
    const listAnswer = await call('goods/gspurchaseorder/list', { where: [{ key: 'supplier', is: 'in', value: [stays] }] })
    assert.deepEqual(
      listAnswer.list.map(({ id }: Row) => id),
      [order],
    )
  })

  test('requests that wait for a merged model are told of what arrives of the one that stays', async () => {
    const [stays, goes] = [await modelCalled('投影仪'), await modelCalled('投影机')]
    await call('goods/gsgoodsloc/update', { id: ground.foreign, managerUid: company.admin })
    const request = newId()
    await call('goods/gsoutstockorder/save', {
      id: request,
      header: { recipient: company.admin, reason: '会议' },
      lines: [{ model: goes, quantity: '1' }],
    })
    await database.inTransaction(company.orgId, async (tx) => {
      await tx.query(
        `update document set state = 'posted', stage = 1, submitted_at = now(), posted_at = now() where org_id = $1 and id = $2`,
        [tx.orgId, request],
      )
      await tx.query('update document_line set waits_since = now() where org_id = $1 and document_id = $2', [tx.orgId, request])
    })
    await call('goods/gsgoods/merge/merge', { into: stays, from: [goes] })
    const waitingByModel = await database.reading(company.orgId, (tx) => waitingFor(tx, [stays]))
    assert.equal(waitingByModel.get(stays)?.documents, 1)
    const lines = await database.inTransaction(company.orgId, (tx) => waitingLines(tx, '0', [stays]))
    assert.deepEqual(
      lines.map((line) => [line.document_id, line.item_id]),
      [[request, stays]],
    )
    await database.inTransaction(company.orgId, async (tx) => {
      await tx.query('update document_line set waits_since = null where org_id = $1 and document_id = $2', [tx.orgId, request])
      await tx.query(
        `update document set state = 'draft', stage = 0, submitted_at = null, posted_at = null where org_id = $1 and id = $2`,
        [tx.orgId, request],
      )
    })
  })

  test('what was stored with a merged record while it was being merged follows a minute later', async () => {
    const [stays, goes] = [await modelCalled('鼠标'), await modelCalled('光电鼠标')]
    await call('goods/gsgoods/merge/merge', { into: stays, from: [goes] })
    const draft = newId()
    await call('goods/gspurchaseorder/save', {
      id: draft,
      header: { reason: '更换' },
      lines: [{ model: stays, quantity: '1', price: '1.00' }],
    })
    await database.inTransaction(company.orgId, async (tx) => {
      await tx.query(
        `update document_line set item_id = $3::bigint, data = jsonb_set(data, '{model}', to_jsonb($3::bigint::text)) where org_id = $1 and document_id = $2`,
        [tx.orgId, draft, goes],
      )
      const [job] = await tx.query<{ body: Row; id: Id }>(`select id, body from job where org_id = $1 and kind = $2 and key = $3`, [
        tx.orgId,
        followJob,
        `model ${goes}`,
      ])
      assert.ok(job)
      await mergeFollowWorker.run(tx, { orgId: tx.orgId, id: job.id, kind: followJob, key: '', body: job.body, attempts: 0 })
    })
    const [line] = await rows<{ item: Id; model: Id }>(
      `select item_id as item, data ->> 'model' as model from document_line where org_id = $1 and document_id = $2`,
      draft,
    )
    assert.deepEqual(line, { item: stays, model: stays })
  })
})

describe('a merge is refused in words', () => {
  test('of categories of different sorts, and into one below', async () => {
    const category = (catCode: string, catKind: string, parentId?: Id) =>
      saveRecord('goods/gscat', { catCode, catName: catCode, catKind, ...(parentId && { parentId }) })
    const [assets, supplies] = [await category('Z1', 'asset'), await category('H1', 'consumable')]
    const below = await category('Z11', 'asset', assets)
    assert.match(await refusalOf('goods/gscat/merge/merge', { into: assets, from: [supplies] }, 'merge.otherSort'), /类别不同/)
    assert.match(await refusalOf('goods/gscat/merge/merge', { into: below, from: [assets] }, 'merge.below'), /移出来/)
    await call('goods/gscat/merge/merge', { into: assets, from: [below] })
  })

  test('of supplies and places that have stock', async () => {
    const [stays, goes] = [
      await saveRecord('consum/csconsum', { goodsCode: 'P1', goodsName: '纸', unit: '包' }),
      await saveRecord('consum/csconsum', { goodsCode: 'P2', goodsName: '复印纸', unit: '箱', barcode: '6901234567892' }),
    ]
    await pieceOf(ground.model)
    assert.match(await refusalOf('goods/gsgoodsloc/merge/merge', { into: ground.foreign, from: [ground.own] }, 'merge.used'), /库存/)
    await call('consum/csconsum/merge/merge', { into: stays, from: [goes] })
    for (const read of ['P2', '6901234567892']) {
      const scanAnswer = await call('pro/scan/find', { read })
      assert.equal(scanAnswer.thing?.row.id, stays, read)
    }
    const another = await saveRecord('consum/csconsum', { goodsCode: 'P3', goodsName: '笔' })
    await call('consum/csinstockorder/submit', {
      id: newId(),
      header: { to: ground.own },
      lines: [{ item: another, quantity: '5', price: '1.00' }],
    })
    assert.match(await refusalOf('consum/csconsum/merge/merge', { into: stays, from: [another] }, 'merge.stock'), /库存/)
  })

  test('of one into itself, and of one that is not there', async () => {
    const only = await supplierCalled('独')
    await refusalOf(`${supplierPath}/merge/merge`, { into: only, from: [only] }, 'merge.itself')
    const goneAnswer = await answerTo(`${supplierPath}/merge/merge`, { into: only, from: [newId()] })
    assert.notEqual(goneAnswer['code'], 0)
  })

  test('to those who may not write the records', async () => {
    const [a, b] = [await supplierCalled('一'), await supplierCalled('二')]
    const status = async (login: keyof typeof tokens, path: string) =>
      (await ask({ path: `/api/${path}/merge/preview`, body: { into: a, from: [b] }, token: tokens[login] })).status
    assert.equal(await status('staff', supplierPath), 403)
    assert.equal(await status('keeper', 'consum/csconsum'), 403)
  })
})

/** What autovacuum does to a table that has grown: without it keys are checked as they were when it was small. */
const analyzeTable = async (table: string) => {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(`analyze ${table}`)
  await owner.end()
}

test('twenty thousand assets follow within seconds', async () => {
  const [stays, goes] = [await supplierCalled('大'), await supplierCalled('大（旧）')]
  const parts = Array.from({ length: 20 }, () => Array.from({ length: 1000 }, () => newId()))
  await database.inTransaction(company.orgId, async (tx) => {
    for (const ids of parts)
      await tx.query(
        `insert into asset (org_id, id, instance_code, instance_name, goods_id, supplier_id, deleted_at)
         select $1, i, 'T' || i, '件', $3, $4, now() from unnest($2::bigint[]) as i`,
        [tx.orgId, ids, ground.model, goes],
      )
  })
  await analyzeTable('asset')
  await database.inTransaction(company.orgId, async (tx) => {
    for (const ids of parts)
      await tx.query(
        `insert into asset_event (org_id, id, asset_id, action, changes)
         select $1, i, i, 'entered', '{"account": [null, "supplier:"]}' from unnest($2::bigint[]) as i`,
        [tx.orgId, ids],
      )
  })
  const began = process.hrtime.bigint()
  await call(`${supplierPath}/merge/merge`, { into: stays, from: [goes] })
  const seconds = Number(process.hrtime.bigint() - began) / 1e9
  const [leftRow] = await rows<{ n: number }>('select count(*)::int as n from asset where org_id = $1 and supplier_id = $2', goes)
  assert.equal(leftRow?.n, 0)
  assert.ok(seconds < 60, `${seconds} s`)
})

test('each table that stays as it is is there, and every key to a record follows or stays for a reason', async () => {
  const query = <R extends object>(text: string, values: readonly unknown[]) =>
    database.reading(company.orgId, (tx) => tx.query<R>(text, values))
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    [],
  )
  const names = new Set(tables.map(({ name }) => name))
  assert.deepEqual(
    Object.keys(staysAsItIs).filter((name) => !names.has(name)),
    [],
  )
  const keysOf = async (table: string) =>
    (await pointersTo(query, table)).filter(({ type }) => type === 'id').map((pointer) => `${pointer.table}.${pointer.column}`)
  const shared = ['chat.subject_id', 'file_scope.ref_id', 'label_code.item_id', 'label_state.item_id']
  assert.deepEqual(
    await keysOf('category'),
    [
      ...shared,
      'account_rule.cat_id',
      'allowance.cat_id',
      'category.parent_id',
      'consumable.cat_id',
      'depreciation_rule.cat_id',
      'model.cat_id',
      'standard.cat_id',
    ].toSorted(),
  )
  assert.deepEqual(
    await keysOf('location'),
    [...shared, 'att_place.location_id', 'clearance.store_id', 'location.parent_id', 'location_user.loc_id'].toSorted(),
  )
})

test('names that are alike are proposed', async () => {
  const [a, b] = [await supplierCalled('华强（深圳）有限公司'), await supplierCalled('华强(深圳) 股份有限公司')]
  const { groups } = await call(`${supplierPath}/merge/alike`, {})
  assert.ok(groups.some((group: Row[]) => group.length === 2 && group.every(({ id }) => id === a || id === b)))
})
