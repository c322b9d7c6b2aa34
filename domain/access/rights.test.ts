import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf, verbTitle } from './codes.ts'
import { everybodysRights, rightsOf } from './rights.ts'
import { isManagerRole } from './managerRoles.ts'
import { roleWords, type RoleWord } from './roles.ts'

const rightsIn = (word: RoleWord) => (isManagerRole(word) ? rightsOf(codesOf([word])) : everybodysRights())
const at = (word: RoleWord, group: string, title: string) =>
  rightsIn(word)
    .find((candidate) => candidate.group === group)
    ?.rights.find((right) => right.title === title)?.functions

const shown: [word: RoleWord, group: string, title: string, functions: readonly string[] | undefined][] = [
  ['ordinary_emp', '资产业务', '资产领用', ['查看', '编辑', '提交', '撤回']],
  ['ordinary_emp', '资产业务', '资产盘点', undefined],
  ['goodsmanager', '资产业务', '资产发放', ['查看他人的单据', '直接入账', '执行', '冲销', '导出', '打印']],
  ['goodsmanager', '耗材管理', '耗材入库', undefined],
  ['consummanager', '耗材管理', '耗材库存', ['查看', '导出']],
  ['finance', '资产业务', '资产采购', ['查看', '查看他人的单据', '导出', '打印']],
  ['auditor', '组织管理', '角色与权限', ['查看角色']],
  ['tenant', '组织管理', '邀请人员', ['邀请人员']],
]
for (const [word, group, title, functions] of shown)
  test(`${word} at ${title}: ${functions?.join(' ') ?? 'nothing'}`, () => assert.deepEqual(at(word, group, title), functions))

test('every role says something, and no manager’s role what everybody may', () => {
  for (const word of roleWords) assert.ok(rightsIn(word).length > 0, word)
  for (const word of roleWords.filter(isManagerRole)) assert.equal(at(word, '个人事务', '我的申请'), undefined, word)
})

test('what is shown of a role are names of codes that it has', () => {
  for (const word of roleWords) {
    const names = new Set([...codesOf([word])].map(verbTitle))
    const wrong = rightsIn(word).flatMap(({ rights }) => rights.flatMap(({ functions }) => functions.filter((name) => !names.has(name))))
    assert.deepEqual(wrong, [], word)
  }
})
