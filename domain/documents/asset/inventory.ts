import { asset, choice, location, text } from '../../../kernel/field.ts'
import { refusal } from '../../../kernel/refusal.ts'
import { anywhere, loss, statesAtHand } from '../../ledger/account.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** A count: what was looked for, what was found. What is missing leaves the register as a loss. */
export const gsInventoryOrder = defineDocument({
  kind: 'GsInventoryOrder',
  title: '资产盘点',
  icon: 'scan-barcode',
  frequent: true,
  form: { name: 'gsinventorydetail-pedit', title: '盘点单' },
  pages: [
    { name: 'rfid-inventory', title: 'RFID盘点' },
    { name: 'gsinventory-instance-detail', title: '盘点资产明细' },
    { name: 'gsinventoryprofit', title: '盘盈盘亏' },
    { name: 'gsinventoryplan', title: '盘点计划' },
    { name: 'gsinventoryplan-edit', title: '编辑盘点计划' },
    { name: 'gsinventorytask', title: '盘点任务' },
    { name: 'gsinventorylines', title: '盘点明细' },
    { name: 'gsinventoryshare', title: '分派盘点' },
    { name: 'gsinventoryunknown', title: '未知编码' },
    { name: 'gsinventoryreport', title: '盘点报告' },
  ],
  codePrefix: 'PD',
  flowKey: 'gsinventory',
  keptBy: 'managers',
  observes: true,
  offeredAt: { title: '盘点', field: 'place' },
  header: {
    name: text('盘点名称', { max: 60 }),
    place: location('盘点区域', { filter: { own: true } }),
    remark: text('备注', { required: 'never', lines: 3 }),
    ...papers,
  },
  line: {
    asset: asset('资产', { filter: { states: statesAtHand } }),
    result: choice('盘点结果', [
      { value: 'found', label: '已盘到' },
      { value: 'moved', label: '位置不符' },
      { value: 'missing', label: '盘亏' },
    ]),
    foundAt: location('实际区域', { required: 'never' }),
    remark: text('备注', { required: 'never' }),
  },
  moves: (_, { asset, result }) => (result === 'missing' ? [{ item: asset, quantity: '1', from: anywhere, to: loss }] : []),
  sets: (_, { asset, result, foundAt }) => (result === 'moved' && foundAt ? [{ asset, card: { locId: foundAt } }] : []),
  check: (_, lines) => {
    const nowhere = lines.findIndex(({ result, foundAt }) => result === 'moved' && !foundAt)
    return nowhere < 0 ? undefined : refusal('found-nowhere', '第{line}行请选择实际区域', { line: nowhere + 1 })
  },
})
