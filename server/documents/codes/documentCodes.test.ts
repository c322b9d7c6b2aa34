import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAt } from '../../../kernel/day.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import type { NumberPart } from '../../../domain/rules/numbering.ts'
import { installFlow } from '../../approval/design/install.ts'
import { handlers } from '../../routes.ts'
import { testApp } from '../../testing/app.ts'
import { insert } from '../../testing/company.ts'

type Row = ReturnType<typeof JSON.parse>

const { ask, database, newCompany } = await testApp(handlers, { poolSize: 24 })
const day = dayAt(Date.now())
const month = day.slice(2, 4) + day.slice(5, 7)
const rule: readonly NumberPart[] = [
  { kind: 'code', of: 'kind' },
  { kind: 'date', form: 'yyMM' },
  { kind: 'words', text: '-' },
  { kind: 'sequence', digits: 4, restarts: true },
]

const foundHouse = async () => {
  const company = await newCompany()
  const token = await company.tokenOf(company.admin)
  const model = newId()
  await database.inTransaction(company.orgId, (tx) => insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '笔记本' }]))
  const answerTo = async (path: string, body: Row): Promise<Row> => (await ask({ path: `/api/${path}`, body, token })).json
  const call = async (path: string, body: Row): Promise<Row> => {
    const answer = await answerTo(path, body)
    assert.equal(answer['code'], 0, `${path}: ${JSON.stringify(answer)}`)
    return answer['result']
  }
  const order = (id = newId()) => ({ id, header: { reason: '更换' }, lines: [{ model, quantity: '1', price: '1.00' }] })
  const codeOf = async (id: Id): Promise<string> => {
    const [row] = await database.reading(company.orgId, (tx) =>
      tx.query<{ code: string }>('select code from document where org_id = $1 and id = $2', [tx.orgId, id]),
    )
    return row?.code ?? ''
  }
  return { company, token, answerTo, call, order, codeOf, setRule: (rules: Row) => call('operation/sysoperation/update', rules) }
}

test('documents have the delivered number until the organisation has a rule, and keep what they have', async () => {
  const { call, order, codeOf, setRule } = await foundHouse()
  const [first, second, third] = [order(), order(), order()]
  await call('goods/gspurchaseorder/save', first)
  assert.match(await codeOf(first.id), /^CG\d{22}$/)
  await setRule({ documentNumbering: rule })
  await call('goods/gspurchaseorder/save', second)
  assert.equal(await codeOf(second.id), `CG${month}-0001`)
  assert.match(await codeOf(first.id), /^CG\d{22}$/, 'a change never numbers anew')
  await call('goods/gspurchaseorder/submit', { id: second.id })
  assert.equal(await codeOf(second.id), `CG${month}-0001`, 'from draft to submitted it keeps its number')
  await setRule({ documentNumbering: null })
  await call('goods/gspurchaseorder/save', third)
  assert.match(await codeOf(third.id), /^CG\d{22}$/)
})

test('twenty writers at once each have a number of their own, without gaps', async () => {
  const { answerTo, order, codeOf, setRule } = await foundHouse()
  await setRule({ documentNumbering: rule })
  const orders = Array.from({ length: 20 }, () => order())
  const answers = await Promise.all(orders.map((one) => answerTo('goods/gspurchaseorder/submit', one)))
  assert.deepEqual(
    answers.map(({ code }) => code),
    answers.map(() => 0),
  )
  const codes = await Promise.all(orders.map(({ id }) => codeOf(id)))
  assert.deepEqual(
    codes.toSorted(),
    Array.from({ length: 20 }, (_, index) => `CG${month}-${String(index + 1).padStart(4, '0')}`),
  )
})

test('a number that is taken is passed over, and what nothing can have is refused in words', async () => {
  const { company, call, answerTo, order, codeOf, setRule } = await foundHouse()
  const [takenOrder, next] = [order(), order()]
  await call('goods/gspurchaseorder/save', takenOrder)
  await database.inTransaction(company.orgId, (tx) =>
    tx.query('update document set code = $3 where org_id = $1 and id = $2', [tx.orgId, takenOrder.id, `CG${month}-0001`]),
  )
  await setRule({ documentNumbering: rule })
  await call('goods/gspurchaseorder/save', next)
  assert.equal(await codeOf(next.id), `CG${month}-0002`)
  const wrong = await answerTo('operation/sysoperation/update', { documentNumbering: [{ kind: 'words', text: 'A' }] })
  assert.match(wrong['msg'], /须有且只有一个流水号/)
  const foreign = await answerTo('operation/sysoperation/update', {
    documentNumbering: [
      { kind: 'code', of: 'category' },
      { kind: 'sequence', digits: 3, restarts: false },
    ],
  })
  assert.notEqual(foreign['code'], 0)
})

test('applications are numbered by the rule, one after the other', async () => {
  const { company, call, order, setRule } = await foundHouse()
  await database.inTransaction(company.orgId, (tx) => installFlow(tx, 'gspurchase', company.admin))
  await setRule({
    applicationNumbering: [
      { kind: 'words', text: 'S' },
      { kind: 'sequence', digits: 3, restarts: false },
    ],
  })
  await Promise.all([call('goods/gspurchaseorder/submit', order()), call('goods/gspurchaseorder/submit', order())])
  const rows = await database.reading(company.orgId, (tx) =>
    tx.query<{ number: string }>('select number from wf_instance where org_id = $1 order by 1', [tx.orgId]),
  )
  assert.deepEqual(
    rows.map(({ number }) => number),
    ['S001', 'S002'],
  )
})

test('a new person without a number gets one, and a change of somebody gives none', async () => {
  const { call, setRule } = await foundHouse()
  const before = await call('pro/person/save', { username: 'zhang', userName: '张三' })
  await setRule({
    personNumbering: [
      { kind: 'words', text: 'G' },
      { kind: 'sequence', digits: 3, restarts: false },
    ],
  })
  const numberedPerson = await call('pro/person/save', { username: 'li', userName: '李四' })
  assert.equal(numberedPerson['employeeNo'], 'G001')
  const typedPerson = await call('pro/person/save', { username: 'wang', userName: '王五', employeeNo: 'G002' })
  assert.equal(typedPerson['employeeNo'], 'G002')
  assert.equal((await call('pro/person/save', { username: 'zhao', userName: '赵六' }))['employeeNo'], 'G003')
  assert.equal((await call('pro/person/update', { uid: before['uid'], position: '工程师' }))['employeeNo'], null)
})
