import { asset, date, person, text } from '../../../kernel/field.ts'
import { refusal } from '../../../kernel/refusal.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** Borrowed assets that are kept longer: nothing goes anywhere, the day on which they are due does. */
export const gsRenewOrder = defineDocument({
  kind: 'GsRenewOrder',
  title: '资产续借',
  icon: 'calendar-clock',
  codePrefix: 'XJ',
  flowKey: 'gsrenewFlow',
  signatories: ['借出人', '借用人'],
  subject: 'borrower',
  forEmployees: true,
  directTitle: '直接续借',
  cardOffer: { title: '续借', states: ['lent'] },
  isExclusive: true,
  header: {
    borrower: person('借用人', { begins: 'self' }),
    dueOn: date('新的归还日期', { notBefore: 'tomorrow', changes: 'dueOn' }),
    reason: text('续借原因', { lines: 3, offered: 'renew_reason' }),
    ...papers,
  },
  line: {
    asset: asset('资产', { filter: { state: 'lent', mine: true, match: 'borrower' } }),
    remark: text('备注', { required: 'never' }),
  },
  cardChanges: ({ dueOn }, { asset }) => [{ asset, card: { dueOn } }],
  checkCard: ({ borrower, dueOn }, { label, holderUid, dueOn: present, state }) => {
    if (state !== 'lent' || holderUid !== borrower) return refusal('not-lent', '{asset}不在借用人名下，不能续借', { asset: label })
    return present !== null && dueOn <= present
      ? refusal('not-later', '{asset}现在的归还日期是{day}，新的日期要比它晚', { asset: label, day: present })
      : undefined
  },
})
