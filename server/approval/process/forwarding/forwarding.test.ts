import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../../kernel/id.ts'
import { handlers } from '../../../routes.ts'
import { testApp } from '../../../testing/app.ts'

const { ask, newCompany } = await testApp(handlers)
type Row = ReturnType<typeof JSON.parse>

/** A company with an application of an own form that its approver sees without the price. */
const openApplication = async () => {
  const company = await newCompany()
  const people = {
    admin: company.admin,
    staff: await company.hire('staff', [], { userName: '孙员工' }),
    boss: await company.hire('boss', [], { userName: '赵经理' }),
    other: await company.hire('other', [], { userName: '旁人' }),
  }
  const tokens = new Map(await Promise.all(Object.values(people).map(async (uid) => [uid, await company.tokenOf(uid)] as const)))
  const call = async (uid: Id, path: string, body: Row): Promise<Row> =>
    (await ask({ path: `/api/${path}`, body, token: tokens.get(uid) })).json
  const ok = async (uid: Id, path: string, body: Row): Promise<Row> => {
    const answer = await call(uid, path, body)
    assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
    return answer['result']
  }
  const text = { type: 'text', max: 60, lines: 1 }
  const field = (key: string, label: string) => ({ t: 'field', key, label, required: false, control: text })
  const design = {
    schema: 1,
    items: [
      field('what', '事项'),
      field('price', '报价'),
      { t: 'table', key: 'rows', label: '明细', min: 0, max: 9, columns: [field('a', '品名'), field('b', '底价')] },
    ],
  }
  const form = await ok(people.admin, 'workflow/form/save', { formName: '询价', revision: 0, design })
  await ok(people.admin, 'workflow/form/publish', { formKey: form['formKey'], revision: form['revision'] })
  const look = { flowName: '询价', flowIcon: 'send', color: '#0081ff', formKey: form['formKey'] }
  const { flowKey } = await ok(people.admin, 'workflow/createFlow', look)
  const draft = await ok(people.admin, 'workflow/definition', { flowKey, version: 'draft' })
  const [node] = draft['body']['body']
  const body = {
    ...draft['body'],
    body: [{ ...node, assignees: [{ k: 'users', ids: [people.boss] }], fields: { price: 'hide', 'rows.b': 'hide' } }],
  }
  const { revision } = await ok(people.admin, 'workflow/saveDefinition', { flowKey, revision: 1, body })
  await ok(people.admin, 'workflow/publishDefinition', { flowKey, revision })
  const { processId } = await ok(people.staff, 'workflow/startProcess', {
    flowKey,
    form: { what: '买服务器', price: '机密九千', rows: [{ a: '主机', b: '机密八千' }] },
  })
  const chat = await ok(people.boss, 'msg/msgchat/open', { uid: people.other })
  return { people, call, ok, processId, chat }
}

test('who forwards chooses fields; members of the conversation read these and nothing else; what is hidden from him cannot go along', async () => {
  const { people, call, ok, processId, chat } = await openApplication()
  const chatIds = [String(chat['chatId'])]
  const id = newId()
  const sent = { id, processId, paths: ['what', 'rows.a'], chatIds }
  await ok(people.boss, 'workflow/forward', sent)
  await ok(people.boss, 'workflow/forward', sent)
  const seen = await ok(people.other, 'workflow/forwarded', { id })
  assert.deepEqual(
    [seen['from'], seen['title'], seen['fields'], seen['tables'][0]['rows']],
    ['赵经理', '询价', [{ label: '事项', value: '买服务器', long: false }], [['主机']]],
  )
  assert.doesNotMatch(JSON.stringify(seen), /机密/)
  const { result } = await call(people.other, 'msg/card/read', { cards: [{ noun: 'forward', id }] })
  assert.match(JSON.stringify(result), /买服务器/)
  assert.doesNotMatch(JSON.stringify(result), /机密/)
  assert.equal((await call(people.staff, 'workflow/forwarded', { id }))['code'], 404)

  for (const path of ['price', 'rows.b', 'nothing'])
    assert.equal((await call(people.boss, 'workflow/forward', { ...sent, id: newId(), paths: [path] }))['reason'], 'approval.fieldHidden')
  assert.equal((await call(people.other, 'workflow/forward', { ...sent, id: newId() }))['code'], 404)
  assert.equal((await call(people.staff, 'workflow/forward', { ...sent, id: newId() }))['code'], 404)
})
