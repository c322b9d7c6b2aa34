import { department, quantity, text } from '../../../kernel/field.ts'
import { column, defineRecord } from '../define.ts'

/** Which share of the depreciation of an asset a department or a cost object bears; what is left of it stays with the department of the asset. */
export const costShare = defineRecord({
  noun: 'cost_share',
  table: 'cost_share',
  title: '折旧分摊比例',
  path: 'goods/gscostshare',
  idName: 'shareId',
  nameField: 'assetCode',
  fields: {
    assetCode: column(text('资产编码', { max: 60 }), { searched: true, sorted: true }),
    deptId: department('承担部门', { required: 'never', hint: '不填时由资产的使用部门承担' }),
    costObject: column(
      text('成本对象', { required: 'never', max: 60, hint: '项目、经费来源、产品或课题；凭证要导入总账的，填总账中的项目编码' }),
      {
        searched: true,
        sorted: true,
      },
    ),
    share: column(quantity('分摊比例（%）', { min: 0.01, places: 2, hint: '一项资产合计不超过100；不足的部分由资产的使用部门承担' }), {
      sorted: true,
    }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  filters: ['deptId'],
  columns: ['assetCode', 'deptId', 'costObject', 'share'],
  usedBy: [],
  keptBy: ['finance'],
  screens: {
    list: '/pages/goods/GsCostShare/gscostsharelist',
    form: '/pages/goods/GsCostShare/gscostshareedit',
    formTitle: '编辑折旧分摊比例',
    icon: 'network',
    group: 'gs_books',
  },
})
