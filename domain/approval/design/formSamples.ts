import type { FieldType } from '../../../kernel/field.ts'
import type { FormDesign, FormField, FormTable } from '../form/formDesign.ts'

/** Forms to begin with. Their words become the organisation's own. */
export type FormSample = { readonly key: string; readonly title: string; readonly text: string; readonly design: FormDesign }

const field = (key: string, label: string, control: FieldType, rest: Partial<FormField> = {}): FormField => ({
  t: 'field',
  key,
  label,
  required: true,
  control,
  ...rest,
})
const optional = { required: false }
const line: FieldType = { type: 'text', max: 60, lines: 1 }
const text: FieldType = { type: 'text', max: 500, lines: 3 }
const oneOf = (...labels: string[]): FieldType => ({
  type: 'choice',
  many: false,
  options: labels.map((label, index) => ({ value: `option${index + 1}`, label })),
})
const table = (key: string, label: string, columns: FormField[]): FormTable => ({ t: 'table', key, label, columns, min: 1, max: 50 })
const attachments = field('attachments', '附件', { type: 'attachments', max: 9 }, optional)

export const formSamples: readonly FormSample[] = [
  {
    key: 'general',
    title: '通用审批',
    text: '事由、说明和附件',
    design: { schema: 1, items: [field('subject', '事由', line), field('detail', '详细说明', text), attachments] },
  },
  {
    key: 'expense',
    title: '费用报销',
    text: '报销明细自动合计',
    design: {
      schema: 1,
      items: [
        field('reason', '报销事由', text),
        table('items', '报销明细', [
          field('kind', '费用类型', oneOf('交通', '住宿', '餐饮', '办公用品', '其他')),
          field('other', '其他说明', line, { visible: { f: 'kind', op: 'eq', v: 'option5' } }),
          field('day', '发生日期', { type: 'date' }),
          field('price', '金额', { type: 'money' }),
          field('pictures', '票据照片', { type: 'pictures', max: 3 }, optional),
        ]),
        field('amount', '报销总额', { type: 'money' }, { required: false, formula: { sum: 'items.price' } }),
        attachments,
      ],
    },
  },
  {
    key: 'purchase',
    title: '采购申请',
    text: '按单价和数量计算金额',
    design: {
      schema: 1,
      items: [
        field('reason', '采购原因', text),
        field('wanted', '期望到货日期', { type: 'date' }, optional),
        table('items', '采购明细', [
          field('name', '名称', line),
          field('spec', '规格型号', line, optional),
          field('quantity', '数量', { type: 'quantity', places: 2 }),
          field('price', '单价', { type: 'money' }),
          field('total', '金额', { type: 'money' }, { required: false, formula: { op: '*', a: { f: 'quantity' }, b: { f: 'price' } } }),
        ]),
        field('amount', '采购总额', { type: 'money' }, { required: false, formula: { sum: 'items.total' } }),
        field('supplier', '建议供应商', { type: 'reference', to: 'supplier', many: false }, optional),
        attachments,
      ],
    },
  },
  {
    key: 'trip',
    title: '出差申请',
    text: '行程明细和预计费用',
    design: {
      schema: 1,
      items: [
        field('reason', '出差事由', text),
        field('with', '同行人', { type: 'reference', to: 'person', many: true }, optional),
        table('legs', '行程', [
          field('from', '出发地', line),
          field('to', '目的地', line),
          field('period', '起止日期', { type: 'period', unit: 'days' }),
          field('vehicle', '交通工具', oneOf('火车', '飞机', '汽车', '其他')),
        ]),
        field('days', '出差天数', { type: 'quantity', places: 1 }, { required: false, formula: { sum: 'legs.period' } }),
        field('amount', '预计费用', { type: 'money' }, optional),
      ],
    },
  },
  {
    key: 'leave',
    title: '请假申请',
    text: '按半天计算请假天数',
    design: {
      schema: 1,
      items: [
        { t: 'note', key: 'note', label: '', text: '请在离开前提交；病假请附病历照片。' },
        field('kind', '请假类型', oneOf('年假', '事假', '病假', '婚假', '产假', '其他')),
        field('period', '请假时间', { type: 'period', unit: 'halfDays' }),
        field('reason', '请假事由', text),
        field('agent', '工作交接人', { type: 'reference', to: 'person', many: false }, optional),
        attachments,
      ],
    },
  },
  {
    key: 'seal',
    title: '用印申请',
    text: '印章、文件和份数',
    design: {
      schema: 1,
      items: [
        field('file', '文件名称', line),
        field('seal', '印章', oneOf('公章', '合同章', '财务章', '法人章')),
        field('copies', '份数', { type: 'whole', min: 1, max: 999 }),
        field('outside', '外带印章', { type: 'flag' }, optional),
        field('back', '归还日期', { type: 'date' }, { visible: { f: 'outside', op: 'eq', v: true } }),
        field('why', '用印事由', text),
        attachments,
      ],
    },
  },
]
