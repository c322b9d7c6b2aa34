import { models, supplies, type DemoModel } from './catalogue.ts'
import type { Plan } from './company.ts'
import { suppliers } from './suppliers.ts'

const some = (codes: Readonly<Record<string, number>>): DemoModel[] =>
  models.flatMap((model) => {
    const pieces = codes[model.code]
    return pieces === undefined ? [] : [{ ...model, pieces }]
  })

/** Organisation two: another company on the same server, which must never see the first. */
export const otherPlan: Omit<Plan, 'orders'> = {
  name: '白鹭商贸有限公司（演示）',
  prefix: 'BL',
  firstPhone: 8101,
  departments: [
    ['D01', '白鹭商贸', undefined, 'other'],
    ['D02', '运营部', 'D01', 'bailu.chen'],
  ],
  people: [
    {
      username: 'other',
      name: '顾明哲',
      gender: 'male',
      department: 'D01',
      position: '总经理',
      roles: ['tenant', 'goodsmanager', 'consummanager'],
    },
    { username: 'bailu.chen', name: '陈露', gender: 'female', department: 'D02', position: '运营经理' },
    { username: 'bailu.wu', name: '吴桐', gender: 'female', department: 'D02', position: '运营专员' },
    { username: 'bailu.he', name: '贺军', gender: 'male', department: 'D02', position: '仓储主管' },
  ],
  places: [
    ['BL', '白鹭办公楼', undefined, 'other', '厦门市思明区软件园二期 18 号'],
    ['BL-S', '白鹭仓库', 'BL', 'other', '1 层'],
  ],
  suppliers: suppliers.filter(([code]) => ['GYS001', 'GYS003', 'GYS007'].includes(code)),
  models: some({ 'NB-T14': 8, 'MN-24': 6, 'CH-ERG': 10, 'PR-LJ': 2 }),
  supplies: supplies.filter(([code]) => ['ZH001', 'WJ001', 'WJ009', 'PJ001', 'PJ007'].includes(code)),
}

/** Organisation three: tries the product out. */
export const trialPlan: Omit<Plan, 'orders'> = {
  name: '海棠设计工作室（试用）',
  prefix: 'HT',
  firstPhone: 8201,
  departments: [['D01', '海棠设计', undefined, 'trial']],
  people: [
    {
      username: 'trial',
      name: '苏海棠',
      gender: 'female',
      department: 'D01',
      position: '创始人',
      roles: ['tenant', 'goodsmanager', 'consummanager'],
    },
    { username: 'haitang.lin', name: '林墨', gender: 'male', department: 'D01', position: '设计师' },
  ],
  places: [['HT', '海棠工作室', undefined, 'trial', '成都市锦江区春熙路 8 号']],
  suppliers: suppliers.filter(([code]) => code === 'GYS001'),
  models: some({ 'NB-MBP': 3, 'MN-27': 3 }),
  supplies: supplies.filter(([code]) => code === 'ZH001'),
}
