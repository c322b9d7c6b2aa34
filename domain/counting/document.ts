import { asset, askedWhen, choice, location, model, money, text, type When } from '../../kernel/field.ts'
import { refusal } from '../../kernel/refusal.ts'
import { anywhere, gone, loss, statesAtHand, statesGone, store, surplus } from '../ledger/ledger.ts'
import { nameLength } from '../records/define.ts'
import { defineDocument } from '../documents/define.ts'
import { ofCountTask, papers } from '../documents/papers.ts'

const has = (...is: readonly string[]): When => ({ field: 'result', is })
const piece: When = { field: 'result', not: ['surplus'] }

/**
 * A count: what was looked for, what was found. What is missing leaves the register as a loss; what was lost or disposed of and is there comes
 * back; a thing without a card gets one.
 */
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
  signatories: ['盘点人', '监盘人'],
  keptBy: 'managers',
  isObservation: true,
  placeOffer: { title: '盘点', field: 'place' },
  header: {
    name: text('盘点名称', { max: 60 }),
    task: ofCountTask,
    place: location('盘点区域', { filter: { own: true } }),
    remark: text('备注', { required: 'never', lines: 3 }),
    ...papers,
  },
  line: {
    asset: askedWhen(piece, asset('资产', { filter: { states: [...statesAtHand, ...statesGone] } })),
    result: choice('盘点结果', [
      { value: 'found', label: '已盘到' },
      { value: 'moved', label: '位置不符' },
      { value: 'missing', label: '盘亏' },
      { value: 'back', label: '失而复得' },
      { value: 'surplus', label: '盘盈' },
    ]),
    model: askedWhen(has('surplus'), model('资产型号')),
    called: askedWhen(has('surplus'), text('资产名称', { required: 'never', max: nameLength, hint: '不填时与型号同名' })),
    price: askedWhen(has('surplus'), money('重置成本', { required: 'never', hint: '按现在重新购置同样的资产要花的钱入账' })),
    serial: askedWhen(has('surplus'), text('序列号', { required: 'never', max: 100 })),
    foundAt: askedWhen(has('moved', 'back', 'surplus'), location('实际区域')),
    remark: text('备注', { required: 'never' }),
  },
  moves: (_, { asset, result, foundAt }) => {
    if (asset && result === 'missing') return [{ item: asset, quantity: '1', from: anywhere, to: loss }]
    return asset && result === 'back' && foundAt ? [{ item: asset, quantity: '1', from: gone, to: store(foundAt) }] : []
  },
  cardChanges: (_, { asset, result, foundAt }) => (asset && result === 'moved' && foundAt ? [{ asset, card: { locId: foundAt } }] : []),
  createdAssets: (_, { result, model, called, price, serial, foundAt }) =>
    result === 'surplus' && model && foundAt
      ? [
          {
            card: { goodsId: model, value: price, ...(called && { instanceName: called }) },
            quantity: '1',
            serials: serial === undefined ? undefined : [serial],
            from: surplus,
            to: store(foundAt),
          },
        ]
      : [],
  check: (_, lines) => {
    const serials = lines.flatMap(({ serial }) => serial ?? [])
    const twice = serials.find((serial, index) => serials.indexOf(serial) < index)
    return twice === undefined ? undefined : refusal('serial-twice', '序列号{serial}在单据中出现多次', { serial: twice })
  },
})
