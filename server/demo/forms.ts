import { addDays, dayAt } from '../../kernel/day.ts'
import type { Definition } from '../../domain/approval/flow/definition.ts'
import type { Form } from '../../domain/approval/form/form.ts'
import { saveApplication } from '../approval/process/drafts.ts'
import { createFlow, publishForm, saveForm } from '../approval/design/forms.ts'
import { publishDraft, saveDraft } from '../approval/design/install.ts'
import { startProcess } from '../approval/flow/run.ts'
import { actorOf } from '../approval/form/actor.ts'
import { documents } from '../routes.ts'
import type { Company } from './company.ts'
import { actThen, decides } from './demoActor.ts'
import { purchaseForm, purchaseSteps } from './purchaseForm.ts'
import { onlyRow } from '../db/rows.ts'

/** Designs a form and its flow; then people apply with it, and some of it is decided. */
export const applyWithForms = async (company: Company): Promise<void> => {
  const flowKey = await publishPurchaseFlow(company)
  const applies: Applies = (username, hour, form) =>
    actThen(company, { who: username, daysAgo: 1, hour }, ({ tx, session }) =>
      startProcess({ tx, documents, actor: actorOf(session) }, { flowKey, form }),
    )
  await applyForBooksAndServers(company, applies)
  await applyForMeetingsAndOutings(company, applies)
  await saveApplication(company.tx, company.person('staff'), {
    flowKey,
    revision: 0,
    form: { reason: '新同事工位配件', kind: 'office', lines: [{ item: '显示器支架', quantity: '4', price: '189' }] },
  })
}

/** A person applies yesterday at that hour. */
type Applies = (username: string, hour: number, form: Form) => ReturnType<typeof startProcess>

const publishPurchaseFlow = async (company: Company): Promise<string> => {
  const { tx, person } = company
  const admin = person('admin')
  const { formKey, revision } = await saveForm(tx, { ...purchaseForm, revision: 0 }, admin, 'zh')
  await publishForm(tx, { formKey, revision, note: '首次发布', byUid: admin })
  const flowKey = await createFlow(tx, { formKey, flowName: '采购申请', flowIcon: 'shopping-cart', color: '#7c3aed' }, admin)
  const draft = await onlyRow(
    tx.query<{ body: Definition }>('select body from wf_draft where org_id = $1 and flow_key = $2', [tx.orgId, flowKey]),
  )
  const steps = {
    ...draft.body,
    policy: { ...draft.body.policy, summaryFields: ['reason', 'kind'] },
    startFields: { account: 'hide' },
    body: purchaseSteps([person('sunlihua'), admin]),
  }
  await publishDraft(tx, {
    flowKey,
    revision: (await saveDraft(tx, { flowKey, revision: 1, body: steps, byUid: admin })).revision,
    note: '首次发布',
    byUid: admin,
  })
  return flowKey
}

/** Two applications that the first to be asked approves. */
const applyForBooksAndServers = async (company: Company, applies: Applies): Promise<void> => {
  const { supplier } = company
  const today = dayAt(company.now)
  const application = await applies('staff', 17, {
    reason: '团队读书角补充书籍',
    kind: 'office',
    needed: addDays(today, 10),
    lines: [{ item: '技术图书', spec: '系统设计与性能', quantity: '12', price: '89' }],
  })
  await decides(company, 'boss', application, { verdict: 'approve', comment: '同意，注意登记借阅' })
  const large = await applies('staff2', 17.25, {
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
  await decides(company, 'boss', large, { verdict: 'approve', comment: '压测需要，请财务审核预算' })
}

/** An application that waits, and one that is refused. */
const applyForMeetingsAndOutings = async (company: Company, applies: Applies): Promise<void> => {
  const today = dayAt(company.now)
  await applies('staff', 17.5, {
    reason: '会议室更换白板和翻页笔',
    kind: 'office',
    needed: addDays(today, 5),
    lines: [
      { item: '移动白板', spec: '120 × 90 cm', quantity: '2', price: '420' },
      { item: '翻页笔', spec: '充电款', quantity: '3', price: '118' },
    ],
  })
  const refusal = await applies('staff', 17.75, {
    reason: '部门团建活动物料',
    kind: 'service',
    lines: [{ item: '活动物料包', quantity: '30', price: '66' }],
  })
  await decides(company, 'boss', refusal, { verdict: 'reject', comment: '团建费用请走行政统一安排' })
}
