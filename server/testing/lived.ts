import { addDays, dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { addMonths } from '../../kernel/month.ts'
import type { Form } from '../../domain/approval/form/form.ts'
import { kindNamed } from '../../domain/documents/all.ts'
import { roleCodeOf } from '../../domain/access/roles.ts'
import { createOrganisation, createPerson } from '../access/people.ts'
import { documentFlows } from '../approval/process/documentFlows.ts'
import { installFlow } from '../approval/design/install.ts'
import { command } from '../approval/flow/run.ts'
import { actorOf } from '../approval/form/actor.ts'
import { closeMonth, runPiece } from '../books/closing.ts'
import { openPiece, startBook } from '../books/opening.ts'
import type { SignedIn } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import { documentPort } from '../documents/approval.ts'
import { advance } from '../documents/receipts/advance.ts'
import { saveDraft, submit } from '../documents/engine.ts'
import { reverse } from '../documents/reverse.ts'
import type { Flows } from '../documents/flows.ts'
import { callOf, insert, uploadedFile } from './company.ts'

const documents = documentPort((): Flows => flows)
const flows = documentFlows(documents)

/** A book that was started two months ago, its first month closed. */
const keptBook = async (call: SignedIn): Promise<Id> => {
  const { tx, session } = call
  const bookId = newId()
  const startsOn = addMonths(`${dayAt(Date.now()).slice(0, 7)}-01`, -2)
  await insert(tx, 'book', [{ id: bookId, book_name: '账面', regime: 'enterprise', starts_on: startsOn }])
  await insert(tx, 'depreciation_rule', [
    { id: newId(), rule_name: '一般', book_id: bookId, method: 'straightLine', life_months: 36, residual_rate: '5' },
  ])
  await startBook(call, { bookId })
  while (await openPiece(tx, bookId, session.uid));
  await closeMonth(call, { bookId, month: startsOn.slice(0, 7) })
  const period = await onlyRow(tx.query<{ id: Id }>('select id from book_period where org_id = $1 and book_id = $2', [tx.orgId, bookId]))
  while (await runPiece(tx, period.id));
  return bookId
}

/** An organisation that has lived: bought, received, issued, lent, repaired, counted, reversed, approved, rejected, and has some of it under way. */
export const livedCompany = async (database: Database) => {
  const orgId = newId()
  const ids = { storeA: newId(), storeB: newId(), model: newId(), paper: newId(), dept: newId() }
  const inside = <R>(run: Parameters<typeof database.inTransaction<R>>[1]) => database.inTransaction(orgId, run)
  const { keeper, boss, staff } = await inside(async (tx) => {
    await createOrganisation(tx, { name: '审计公司' })
    await insert(tx, 'department', [{ id: ids.dept, dept_code: 'D', dept_name: '研发部' }])
    const keeper = await createPerson(tx, {
      username: `keeper${orgId}`,
      userName: '王库管',
      roles: ['tenant', 'goodsmanager', 'consummanager'],
    })
    const boss = await createPerson(tx, { username: `boss${orgId}`, userName: '赵总', deptId: ids.dept })
    const staff = await createPerson(tx, { username: `staff${orgId}`, userName: '李明', deptId: ids.dept })
    await tx.query('update department set manager_uid = $2 where org_id = $1 and id = $3', [orgId, boss, ids.dept])
    await insert(tx, 'location', [
      { id: ids.storeA, loc_code: 'A', loc_name: '一号库', manager_uid: keeper },
      { id: ids.storeB, loc_code: 'B', loc_name: '二号库', parent_id: ids.storeA },
    ])
    await insert(tx, 'category', [{ id: newId(), cat_code: 'A', cat_name: '设备' }])
    await insert(tx, 'model', [{ id: ids.model, goods_code: 'M1', goods_name: '笔记本电脑' }])
    await insert(tx, 'consumable', [{ id: ids.paper, goods_code: 'C1', goods_name: '复印纸', unit: '包' }])
    return { keeper, boss, staff }
  })
  const by = <R>(uid: Id, kind: string, run: (call: SignedIn) => Promise<R>, posts = uid === keeper) =>
    inside((tx) =>
      run(callOf(tx, uid, [`${kind.toLowerCase()}:${posts ? 'post' : 'submit'}`], { roleCodes: [roleCodeOf('ordinary_emp', orgId)] })),
    )
  const submits = (uid: Id, kind: string, header: object, lines: object[], sourceId?: Id) =>
    by(uid, kind, (call) =>
      submit(
        call,
        flows,
        {
          kind: kindNamed(kind),
          id: newId(),
          raw: { header: header as Record<string, unknown>, lines: lines as Record<string, unknown>[], sourceId },
        },
        {},
      ),
    )
  const decides = async (uid: Id, processId: Id, action: 'approve' | 'reject', patch?: Form) =>
    by(uid, '', async (call) => {
      const [task] = await call.tx.query<{ id: Id; rev: number }>(
        'select t.id, i.form_rev as rev from wf_task t join wf_instance i using (org_id) where t.org_id = $1 and i.id = t.instance_id and t.instance_id = $2 and t.assignee_uid = $3 and t.status = 1',
        [orgId, processId, uid],
      )
      const opinion = { taskId: task!.id, formRev: task!.rev, comment: '好' }
      await command(
        { tx: call.tx, documents, actor: actorOf(call.session) },
        { taskId: task!.id },
        action === 'approve' ? { t: 'approve', ...opinion, ...(patch && { patch }) } : { t: 'reject', ...opinion },
      )
    })

  const order = await submits(keeper, 'GsPurchaseOrder', { reason: '添置' }, [{ model: ids.model, quantity: '6', price: '5000' }])
  const stockIn = await submits(
    keeper,
    'GsInstockOrder',
    { to: ids.storeA, boughtOn: addDays(dayAt(Date.now()), -100) },
    [{ model: ids.model, quantity: '5', price: '5000', sourceLine: 1 }],
    order.id,
  )
  const laptops = await database.reading(orgId, async (tx) =>
    (await tx.query<{ id: Id }>('select id from asset where org_id = $1 order by id', [orgId])).map(({ id }) => id),
  )
  const issue = await submits(keeper, 'GsOutstockOrder', { recipient: staff, reason: '办公' }, [
    { model: ids.model, quantity: '1', assets: [laptops[0]] },
  ])
  await submits(keeper, 'GsBorrowOrder', { borrower: boss, dueOn: '2027-01-01', reason: '出差' }, [
    { model: ids.model, quantity: '1', assets: [laptops[1]] },
  ])
  const repair = await submits(keeper, 'GsRepairOrder', { reason: '屏幕' }, [{ asset: laptops[2] }])
  const back = await submits(keeper, 'GsRepairOrder', { reason: '键盘' }, [{ asset: laptops[3] }])
  await by(keeper, 'GsRepairOrder', (call) => advance(call, kindNamed('GsRepairOrder'), { id: back.id, key: 'finished' }))
  await submits(keeper, 'GsInventoryOrder', { name: '年终盘点', place: ids.storeA }, [{ asset: laptops[3], result: 'found' }])
  await submits(keeper, 'CsInstockOrder', { to: ids.storeA }, [{ item: ids.paper, quantity: '10', price: '3' }])
  await submits(keeper, 'CsInstockOrder', { to: ids.storeA }, [{ item: ids.paper, quantity: '3', price: '7' }])
  const handed = await submits(keeper, 'CsOutstockOrder', { from: ids.storeA, recipient: staff, reason: '打印' }, [
    { item: ids.paper, quantity: '4' },
  ])
  await by(keeper, 'CsOutstockOrder', (call) => reverse(call, kindNamed('CsOutstockOrder'), handed.id, '错了'))
  await submits(keeper, 'CsAllocateOrder', { from: ids.storeA, to: ids.storeB, reason: '补货' }, [{ item: ids.paper, quantity: '2' }])
  await by(keeper, 'CsInstockOrder', (call) =>
    saveDraft(call, {
      kind: kindNamed('CsInstockOrder'),
      id: newId(),
      raw: { header: { to: ids.storeA }, lines: [{ item: ids.paper, quantity: '1' }] },
    }),
  )

  await inside(async (tx) => {
    await installFlow(tx, 'outstock', keeper)
    await installFlow(tx, 'csoutstock', keeper)
  })
  const asking = () => submits(staff, 'GsOutstockOrder', { recipient: staff, reason: '新人' }, [{ model: ids.model, quantity: '1' }])
  const approved = await asking()
  await decides(boss, approved.processId!, 'approve')
  await decides(keeper, approved.processId!, 'approve', { lines: [{ model: ids.model, quantity: '1', assets: [laptops[4]!] }] })
  const rejected = await asking()
  await decides(boss, rejected.processId!, 'reject')
  const waiting = await submits(staff, 'CsOutstockOrder', { from: ids.storeA, recipient: staff, reason: '打印' }, [
    { item: ids.paper, quantity: '2' },
  ])
  const comment = { t: 'comment' as const, body: '请核对数量', mentions: [keeper] }
  await by(boss, '', (call) =>
    command({ tx: call.tx, documents, actor: actorOf(call.session) }, { processId: approved.processId! }, comment),
  )
  const file = await inside(async (tx) => {
    await insert(tx, 'licence_order', [
      {
        id: newId(),
        purchase_type: '购买',
        start_date: '2026-01-01',
        end_date: '2036-12-31',
        order_state: 1,
        period_name: '十年',
        price: '9800',
        asset_scope: 500,
      },
    ])
    await insert(tx, 'wf_delegation', [{ id: newId(), principal_uid: boss, agent_uid: keeper, valid: '[2026-01-01, 2026-01-05)' }])
    return uploadedFile(tx, staff)
  })
  const book = await by(keeper, '', (call) => keptBook(call))
  return { orgId, ...ids, file, book, keeper, boss, staff, order, stockIn, issue, repair, approved, rejected, waiting, laptops, handed }
}

export type Lived = Awaited<ReturnType<typeof livedCompany>>
