import type { FormDesign, FormField } from '../approval/form/formDesign.ts'
import type { DueRule } from './due.ts'
import type { LogPeriod } from './period.ts'

/** A template that organisations may take as it is, and then change. */
export type StandardLog = {
  readonly key: 'daily' | 'weekly' | 'monthly'
  readonly name: string
  readonly period: LogPeriod
  readonly due: DueRule
  readonly remindMinutes: number
  readonly design: FormDesign
}

/** Into which field what was done is filled in, and which one becomes the beginning of the next period. */
export const doneField = 'done'
export const planField = 'plan'

const text = (key: string, label: string, required: boolean, hint?: string): FormField => ({
  t: 'field',
  key,
  label,
  required,
  control: { type: 'text', max: 2000, lines: 6 },
  ...(hint !== undefined && { hint }),
})

const standardDesign = (doneTitle: string, plan: string, furtherFields: readonly FormField[] = []): FormDesign => ({
  schema: 1,
  items: [
    text(doneField, doneTitle, true),
    text(planField, plan, false),
    ...furtherFields,
    text('help', '需要的帮助', false, '遇到的问题，需要谁协调'),
    { t: 'field', key: 'pictures', label: '图片', required: false, control: { type: 'pictures', max: 9 } },
    { t: 'field', key: 'files', label: '附件', required: false, control: { type: 'attachments', max: 9 } },
  ],
})

export const standardLogs: readonly StandardLog[] = [
  {
    key: 'daily',
    name: '日报',
    period: 'day',
    due: { workdaysAfter: 0, minutes: 20 * 60 },
    remindMinutes: 120,
    design: standardDesign('今日完成', '明日计划'),
  },
  {
    key: 'weekly',
    name: '周报',
    period: 'week',
    due: { workdaysAfter: 0, minutes: 18 * 60 },
    remindMinutes: 120,
    design: standardDesign('本周完成', '下周计划'),
  },
  {
    key: 'monthly',
    name: '月报',
    period: 'month',
    due: { workdaysAfter: 2, minutes: 18 * 60 },
    remindMinutes: 24 * 60,
    design: standardDesign('本月完成', '下月计划', [text('review', '总结与改进', false)]),
  },
]
