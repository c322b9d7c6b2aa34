import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import type { Row } from '../testing/desk.ts'

const { ask, database, newCompany } = await testApp(handlers)

test('positions are those that people who are there have, with how many, in a department and below it', async () => {
  const company = await newCompany()
  const [college, laboratory] = [newId(), newId()]
  await database.inTransaction(company.orgId, async (tx) => {
    await insert(tx, 'department', [
      { id: college, dept_code: 'D1', dept_name: '理学院' },
      { id: laboratory, dept_code: 'D2', dept_name: '物理实验室', parent_id: college },
    ])
    await insert(tx, 'person', [
      { id: newId(), username: `p${newId()}`, user_name: '甲', position: '教授', dept_id: college },
      { id: newId(), username: `p${newId()}`, user_name: '乙', position: '教授', dept_id: laboratory },
      { id: newId(), username: `p${newId()}`, user_name: '丙', position: '教授' },
      { id: newId(), username: `p${newId()}`, user_name: '丁', position: '实验员', dept_id: laboratory },
      { id: newId(), username: `p${newId()}`, user_name: '戊', position: '实验员', dept_id: laboratory, state: 'disabled' },
      { id: newId(), username: `p${newId()}`, user_name: '己', dept_id: laboratory },
    ])
  })
  const token = await company.tokenOf(company.admin)
  const positionsOf = async (body: object) => (await ask({ path: '/api/pro/person/positions', body, token })).json.result
  const { list, people } = await positionsOf({})
  assert.deepEqual(list, [{ name: '教授', people: 3 }, { name: '实验员', people: 1 }]) // prettier-ignore
  assert.equal(people, 6)
  const ofLaboratory = await positionsOf({ deptId: laboratory })
  assert.deepEqual(ofLaboratory.list.map(({ name, people }: Row) => `${name} ${people}`).toSorted(), ['实验员 1', '教授 1'])
  assert.equal(ofLaboratory.people, 3)
  const { list: ofCollege } = await positionsOf({ deptId: college })
  assert.equal(ofCollege.find(({ name }: Row) => name === '教授').people, 2)
})
