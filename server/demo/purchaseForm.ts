import type { Node } from '../../domain/approval/flow/definition.ts'
import type { FormDesign, FormField } from '../../domain/approval/form/formDesign.ts'
import { approval, assetManagers, copyStep, headOfDepartment } from '../../domain/approval/flow/templates/define.ts'

/** The head agrees; from 5000 on finance says what it is booked on; the asset managers get a copy. */
export const purchaseSteps = (finance: string[]): Node[] => [
  headOfDepartment(),
  {
    t: 'branch',
    id: 'size',
    name: '按采购总额',
    kind: 'xor',
    arms: [
      {
        id: 'large',
        name: '5000 元及以上',
        when: { f: 'total', op: 'ge', v: '5000' },
        body: [approval('finance', '财务审核', [{ k: 'users', ids: finance }], { fields: { account: 'required', supplier: 'write' } })],
      },
      { id: 'small', name: '5000 元以下', body: [] },
    ],
  },
  copyStep('copy', '抄送资产管理员', [assetManagers]),
]

const field = (key: string, label: string, control: FormField['control'], options: Partial<FormField> = {}): FormField => ({
  t: 'field',
  key,
  label,
  required: true,
  control,
  ...options,
})
const line: FormField['control'] = { type: 'text', max: 60, lines: 1 }
const optional = { required: false }

const design: FormDesign = {
  schema: 1,
  items: [
    {
      t: 'group',
      key: 'basics',
      label: '基本信息',
      items: [
        field('reason', '采购事由', line),
        field('kind', '采购类别', {
          type: 'choice',
          many: false,
          options: [
            { value: 'office', label: '办公用品' },
            { value: 'device', label: '设备' },
            { value: 'service', label: '服务' },
          ],
        }),
        field('needed', '需要日期', { type: 'date' }, optional),
        field('urgent', '加急', { type: 'flag' }, optional),
        field('urgentWhy', '加急原因', { type: 'text', max: 200, lines: 3 }, { visible: { f: 'urgent', op: 'eq', v: true } }),
        field('supplier', '建议供应商', { type: 'reference', to: 'supplier', many: false }, { required: false, visible: { f: 'kind', op: 'eq', v: 'device' } }), // prettier-ignore
      ],
    },
    {
      t: 'table',
      key: 'lines',
      label: '采购明细',
      min: 1,
      max: 50,
      columns: [
        field('item', '物品', line),
        field('spec', '规格', line, optional),
        field('quantity', '数量', { type: 'quantity', places: 2 }),
        field('price', '单价', { type: 'money' }),
        field('sum', '金额', { type: 'money' }, { required: false, formula: { op: '*', a: { f: 'quantity' }, b: { f: 'price' } } }),
      ],
    },
    field('total', '采购总额', { type: 'money' }, { required: false, formula: { sum: 'lines.sum' } }),
    field('files', '附件', { type: 'attachments', max: 9 }, { required: false, hint: '报价单、合同等' }),
    field('account', '预算科目', line, { required: false, hint: '由财务填写' }),
  ],
}

/** The form of the demo organisation's own flow. Its words have their English, so that a foreign visitor reads it. */
export const purchaseForm = { formName: '采购申请单', note: '办公用品、设备和服务的采购', design }
