import { addDays, dayAt } from '../../kernel/day.ts'
import type { Definition, Form, Node } from '../../domain/approval/definition.ts'
import type { FormDesign, FormField } from '../../domain/approval/form-design.ts'
import { approval, assetManagers, copying, headOfDepartment } from '../../domain/approval/templates/define.ts'
import { saveApplication } from '../approval/formDrafts.ts'
import { createFlow, publishForm, saveForm } from '../approval/forms.ts'
import { publishDraft, saveDraft } from '../approval/install.ts'
import { actorOf, startProcess } from '../approval/run.ts'
import { documents } from '../routes.ts'
import type { Company } from './company.ts'
import { decides } from './doing.ts'

/** Designs a form and its flow; then people apply with it, and some of it is decided. */
export const applyWithForms = async (company: Company): Promise<void> => {
  const { tx, person, supplier, now } = company
  const admin = person('admin')
  const { formKey, revision } = await saveForm(
    tx,
    { formName: '采购申请单', note: '办公用品、设备和服务的采购', revision: 0, design: purchase },
    admin,
    'zh',
  )
  await publishForm(tx, formKey, revision, '首次发布', admin)
  const flowKey = await createFlow(tx, { formKey, flowName: '采购申请', flowIcon: 'shopping-cart', color: '#7c3aed' }, admin)
  const [draft] = await tx.query<{ body: Definition }>('select body from wf_draft where org_id = $1 and flow_key = $2', [tx.orgId, flowKey])
  const steps = {
    ...draft!.body,
    policy: { ...draft!.body.policy, summaryFields: ['reason', 'kind'] },
    startFields: { account: 'hide' },
    body: bodyFor([person('sunlihua'), admin]),
  }
  await publishDraft(tx, flowKey, (await saveDraft(tx, flowKey, 1, steps, admin)).revision, '首次发布', admin)

  const today = dayAt(now)
  const applies = (who: string, form: Form) => startProcess(tx, documents, actorOf(company.as(who).session), { flowKey, form })
  const done = await applies('staff', {
    reason: '团队读书角补充书籍',
    kind: 'office',
    needed: addDays(today, 10),
    lines: [{ item: '技术图书', spec: '系统设计与性能', quantity: '12', price: '89' }],
  })
  await decides(company, 'boss', done, 'approve', '同意，注意登记借阅')
  const large = await applies('staff2', {
    reason: '性能测试环境扩容',
    kind: 'device',
    needed: addDays(today, 14),
    urgent: true,
    urgentWhy: '下月版本压测前需要到位',
    supplier: supplier('GYS002'),
    lines: [
      { item: '测试服务器', spec: '2U / 64 核 / 256G', quantity: '2', price: '28600' },
      { item: '万兆交换机', spec: '24 口', quantity: '1', price: '6450' },
      { item: '光模块', spec: '10G SFP+', quantity: '8', price: '185.5' },
    ],
  })
  await decides(company, 'boss', large, 'approve', '压测需要，请财务审核预算')
  await applies('staff', {
    reason: '会议室更换白板和翻页笔',
    kind: 'office',
    needed: addDays(today, 5),
    lines: [
      { item: '移动白板', spec: '120 × 90 cm', quantity: '2', price: '420' },
      { item: '翻页笔', spec: '充电款', quantity: '3', price: '118' },
    ],
  })
  const refused = await applies('staff', {
    reason: '部门团建活动物料',
    kind: 'service',
    lines: [{ item: '活动物料包', quantity: '30', price: '66' }],
  })
  await decides(company, 'boss', refused, 'reject', '团建费用请走行政统一安排')
  await saveApplication(tx, person('staff'), {
    flowKey,
    revision: 0,
    form: { reason: '新同事工位配件', kind: 'office', lines: [{ item: '显示器支架', quantity: '4', price: '189' }] },
  })
}

const field = (key: string, label: string, control: FormField['control'], more: Partial<FormField> = {}): FormField => ({
  t: 'field',
  key,
  label,
  required: true,
  control,
  ...more,
})
const line: FormField['control'] = { type: 'text', max: 60, lines: 1 }
const optional = { required: false }

const purchase: FormDesign = {
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

/** The head agrees; from 5000 on finance says what it is booked on; the asset managers get a copy. */
const bodyFor = (finance: string[]): Node[] => [
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
  copying('copy', '抄送资产管理员', [assetManagers]),
]
