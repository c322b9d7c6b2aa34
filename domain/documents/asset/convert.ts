import { sum } from '../../../kernel/decimal.ts'
import { asset, askedWhen, choice, date, location, model, money, text, type When } from '../../../kernel/field.ts'
import { refusal } from '../../../kernel/refusal.ts'
import { anywhere, intoOthers, statesAtHand, store } from '../../ledger/ledger.ts'
import { nameLength } from '../../records/define.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

const isOld: When = { field: 'side', not: ['new'] }
const isNew: When = { field: 'side', is: ['new'] }

/** Assets that become others: one is taken apart, several become one, or what was under construction is put into service. */
export const gsConvertOrder = defineDocument({
  kind: 'GsConvertOrder',
  title: '资产拆分合并',
  icon: 'workflow',
  codePrefix: 'CF',
  flowKey: 'gsconvert',
  signatories: ['经办人', '复核人'],
  confirmation: '原资产退出台账，价值由新资产承接，确定提交吗?',
  header: {
    purpose: choice('办理事项', [
      { value: 'split', label: '拆分' },
      { value: 'merge', label: '合并' },
      { value: 'capitalise', label: '在建转固' },
    ]),
    to: location('存放区域', { begins: 'own', filter: { own: true } }),
    inServiceOn: askedWhen(
      { field: 'purpose', is: ['capitalise'] },
      date('投入使用日期', { notAfter: 'today', hint: '从这一天起按新资产的分类计提折旧，不补提以前的月份' }),
    ),
    reason: text('拆分合并原因', { lines: 3 }),
    ...papers,
  },
  line: {
    asset: askedWhen(isOld, asset('资产', { filter: { states: statesAtHand } })),
    side: askedWhen(isNew, choice('新旧', [{ value: 'new', label: '新资产' }])),
    model: askedWhen(isNew, model('资产型号')),
    called: askedWhen(isNew, text('资产名称', { required: 'never', max: nameLength, hint: '不填时与型号同名' })),
    value: askedWhen(isNew, money('原值', { required: 'never', hint: '新资产的原值合计等于原资产的原值合计' })),
    serial: askedWhen(isNew, text('序列号', { required: 'never', max: 100 })),
    remark: text('备注', { required: 'never' }),
  },
  moves: (_, { asset, side }) => (asset && side !== 'new' ? [{ item: asset, quantity: '1', from: anywhere, to: intoOthers }] : []),
  createdAssets: ({ to, inServiceOn }, { side, model, called, value, serial }) =>
    side === 'new' && model
      ? [
          {
            card: { goodsId: model, ...(value && { value }), ...(called && { instanceName: called }), ...(inServiceOn && { inServiceOn }) },
            quantity: '1',
            serials: serial === undefined ? undefined : [serial],
            from: intoOthers,
            to: store(to),
          },
        ]
      : [],
  conversion: ({ inServiceOn }) => ({ inServiceOn }),
  check: ({ purpose }, lines) => {
    const oldCount = lines.filter(({ side }) => side !== 'new').length
    const newCount = lines.length - oldCount
    if (purpose === 'split' && (oldCount !== 1 || newCount < 2)) return refusal('not-a-split', '拆分要有1件原资产和至少2件新资产')
    if (purpose === 'merge' && (oldCount < 2 || newCount !== 1)) return refusal('not-a-merge', '合并要有至少2件原资产和1件新资产')
    if (oldCount < 1 || newCount < 1) return refusal('not-a-conversion', '至少要有1件原资产和1件新资产')
    const serials = lines.flatMap(({ serial }) => serial ?? [])
    const twice = serials.find((serial, index) => serials.indexOf(serial) < index)
    return twice === undefined ? undefined : refusal('serial-twice', '序列号{serial}在单据中出现多次', { serial: twice })
  },
  amount: (_, lines) => sum(lines.map(({ value = '0' }) => value)),
})
