import { datetime, text } from '../../../kernel/field.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** Punches that a person could not make: each becomes one when it is approved, and says where it came from. */
export const oaMakeupOrder = defineDocument({
  kind: 'OaMakeupOrder',
  title: '补卡申请',
  icon: 'calendar-check',
  codePrefix: 'BK',
  flowKey: 'oamakeup',
  forEmployees: true,
  hasPrivateFiles: true,
  header: { reason: text('补卡原因', { lines: 3 }), ...papers },
  line: { at: datetime('补卡时间') },
  bookEntries: (_, { at }) => [{ book: 'punch', at }],
})
