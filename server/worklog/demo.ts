import { assertDefined } from '../../kernel/assert.ts'
import { dayAt } from '../../kernel/day.ts'
import { newId, type Id } from '../../kernel/id.ts'
import { type LogPeriod, periodOf, spanOf } from '../../domain/worklog/period.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import { onlyRow } from '../db/rows.ts'
import { commentLog, likeLog } from './comments.ts'
import { publishStandard } from './designing.ts'
import { sendLog } from './logs.ts'
import { workOf } from './prefill.ts'
import type { Company } from '../demo/company.ts'

type DemoLog = readonly [who: string, done: string, plan: string, help?: string]

/** What people of one department wrote on the last workdays, the last day first. */
const days: readonly (readonly DemoLog[])[] = [
  [
    ['staff', '完成资产卡片在手机上的新布局\n修复扫码后返回丢失筛选条件的问题', '接入标签打印预览'],
    ['staff2', '盘点包接口改为一次返回，体积减半\n补充并发上传的测试', '排查上海分公司上传慢的问题', '需要网络组协助抓包'],
  ],
  [
    ['staff', '梳理领用流程的字段权限，和产品确认三处文案', '开始资产卡片改版'],
    ['staff2', '合并盘点差异的原因判断，旧数据已回归', '优化盘点包接口'],
  ],
  [
    ['staff', '整理设计走查清单，关闭 7 项', '领用流程字段权限'],
    ['staff2', '修复借用续借日期多算一天的问题\n评审采购申请表单', '盘点差异的原因判断'],
  ],
  [
    ['staff', '列表改为虚拟滚动，一万行不再卡顿', '设计走查'],
    ['staff2', '数据库升级演练，耗时 18 分钟，无丢失', '处理续借日期的反馈'],
  ],
]

const weekly: readonly DemoLog[] = [
  ['staff', '资产卡片改版完成 80%\n列表性能优化上线', '标签打印预览联调\n无障碍走查'],
  ['staff2', '盘点接口重构上线\n数据库升级演练两次', '上海分公司上传问题定位并修复', '需要一台与现场相同的手持机'],
  ['boss', '应用研发部本周交付 12 项，延期 1 项\n完成两名新同事的设备领用', '确定下季度设备预算'],
]

/** The standard logs, and what people of the research department wrote with them. */
export const writeLogs = async (company: Company): Promise<void> => {
  const { tx } = company
  const minutes = 40
  await publishStandard(company.as('admin', company.ago(minutes)))
  await tx.query(`update log_template set created_at = created_at - make_interval(days => $2) where org_id = $1`, [tx.orgId, minutes])
  const daily = await templateNamed(company, '日报')
  const weeks = await templateNamed(company, '周报')
  const calendar = await workCalendarOf(tx)
  const workdays = Array.from({ length: 20 }, (_, index) => index + 1).filter((daysAgo) => calendar.isWorkday(dayAt(company.ago(daysAgo))))
  for (const [at, written] of [...days.entries()].toReversed())
    for (const log of written)
      await writes(company, { templateId: daily, period: 'day', daysAgo: assertDefined(workdays[at], 'a workday') }, log)
  const lastFriday = (new Date(company.ago(0)).getUTCDay() + 2) % 7 || 7
  for (const log of weekly) {
    const id = await writes(company, { templateId: weeks, period: 'week', daysAgo: lastFriday }, log)
    if (log[0] !== 'staff2') continue
    await likeLog(company.as('boss', company.ago(lastFriday, 19)), id, true)
    await commentLog(company.as('boss', company.ago(lastFriday, 19)), id, '手持机我来协调，周三前到位。', [])
  }
  await tx.query(
    `update message m set created_at = e.sent_at, read_at = case when e.sent_at < now() - interval '3 days' then e.sent_at + interval '2 hours' end
     from log_entry e where m.org_id = $1 and m.category = 'worklog' and e.org_id = $1 and e.id = m.about`,
    [tx.orgId],
  )
  await tx.query(
    `update log_receiver r set read_at = e.sent_at + interval '2 hours' from log_entry e
     where r.org_id = $1 and e.org_id = $1 and e.id = r.entry_id and e.sent_at < now() - interval '3 days'`,
    [tx.orgId],
  )
}

const templateNamed = async ({ tx }: Company, name: string): Promise<Id> =>
  (await onlyRow(tx.query<{ id: Id }>('select id from log_template where org_id = $1 and name = $2', [tx.orgId, name]))).id

const writes = async (
  company: Company,
  { templateId, period, daysAgo }: { readonly templateId: Id; readonly period: LogPeriod; readonly daysAgo: number },
  [who, done, plan, help]: DemoLog,
): Promise<Id> => {
  const call = company.as(who, company.ago(daysAgo, 17))
  const periodKey = periodOf(period, dayAt(call.at))
  const span = assertDefined(spanOf(period, periodKey), 'the span of a period')
  const id = newId()
  const work = await workOf(company.tx, call.session.uid, span)
  const form = { done, plan, ...(help !== undefined && { help }) }
  const receivers = who === 'boss' ? [company.as('admin').session.uid] : []
  await sendLog(call, { id, templateId, periodKey, version: 0, form, receivers, work })
  return id
}
