import { listedChoice, period, text } from '../../../kernel/field.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** Kinds of leave, as they are delivered. */
export const leaveKinds = [
  { value: 'annual', label: '年假' },
  { value: 'personal', label: '事假' },
  { value: 'sick', label: '病假' },
  { value: 'rest', label: '调休' },
  { value: 'marriage', label: '婚假' },
  { value: 'birth', label: '产假、陪产假' },
  { value: 'funeral', label: '丧假' },
  { value: 'other', label: '其他' },
] as const

/** Time off: nothing is asked of attendance then. */
export const oaLeaveOrder = defineDocument({
  kind: 'OaLeaveOrder',
  title: '请假申请',
  icon: 'calendar-days',
  codePrefix: 'QJ',
  flowKey: 'oaleave',
  forEmployees: true,
  hasPrivateFiles: true,
  header: {
    leaveKind: listedChoice('请假类型', 'leave_kind', leaveKinds),
    reason: text('请假原因', { lines: 3 }),
    ...papers,
  },
  line: { time: period('请假时间', { unit: 'hours' }) },
  bookEntries: ({ leaveKind }, { time }) => [{ book: 'leave', kind: leaveKind, from: time.from, to: time.to }],
})
