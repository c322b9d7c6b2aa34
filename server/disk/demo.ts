import { makeFolder } from './nodeChanges.ts'
import { shareNode } from './shares.ts'
import { putBytes } from './uploads.ts'
import type { Id } from '../../kernel/id.ts'
import type { SignedIn } from '../call.ts'
import type { Company } from '../demo/company.ts'
import { firstOf } from '../../kernel/assert.ts'

/** A small disk: what everyone reads, what a department works on, what a person keeps for himself and shares, a supplier's contract. */
export const fillDisk = async (company: Company): Promise<void> => {
  const { tx } = company
  const [admin, staff] = [company.as('admin'), company.as('staff')]
  const folder = async (call: SignedIn, parentId: Id, name: string): Promise<Id> => (await makeFolder(call, parentId, name, 'open')).id
  const text = (call: SignedIn, parentId: Id, name: string, ...lines: string[]): Promise<Id> =>
    putBytes(call, parentId, name, Buffer.from(lines.join('\n') + '\n'))

  const rules = await folder(admin, tx.orgId, '制度与模板')
  await text(
    admin,
    rules,
    '资产管理办法.md',
    '# 资产管理办法',
    '',
    '1. 资产由综合管理部统一登记，使用人负责保管。',
    '2. 领用、借用、转移、报修都在“在册”办理，不接受口头申请。',
    '3. 离职前应归还或移交名下全部资产。',
  )
  await text(admin, rules, '低值易耗品目录.csv', '名称,单位,每人每季上限', '签字笔,支,5', '便利贴,本,2', '文件夹,个,6')
  await putBytes(admin, await folder(admin, tx.orgId, '公司照片'), '新办公楼.webp', company.pictures.scene('building'))

  const team = firstOf(company.as('boss').session.departmentIds)
  const plan = await folder(company.as('boss'), team, '季度计划')
  await text(company.as('boss'), plan, '设备需求.csv', '设备,数量,用途', '测试手机,4,兼容性测试', '27寸显示器,3,新同事')

  const ownFolder = await folder(staff, staff.session.uid, '出差资料')
  await text(staff, ownFolder, '行程.txt', '周一 上海分公司，带投影仪一台', '周三 返回杭州')
  await text(staff, staff.session.uid, '备忘.txt', '下周归还借用的相机')
  await shareNode(staff, { nodeId: ownFolder, to: 'person', toIds: [company.person('boss')], right: 'read' })

  await text(
    admin,
    company.supplier('GYS001'),
    '2026年框架协议要点.md',
    '# 框架协议要点',
    '',
    '- 供货周期：下单后 7 个工作日',
    '- 质保：整机三年，上门服务',
    '- 付款：验收后 30 天',
  )
}
