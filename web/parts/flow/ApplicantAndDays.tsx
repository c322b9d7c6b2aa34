import type { Id } from '../../../kernel/id.ts'
import { DateField } from '../../look/DateField.tsx'
import { t } from '../../words.ts'
import { ReferenceField } from '../ReferenceField.tsx'

/** Whose applications and of which days, the last included; what does not narrow is empty. */
export type ApplicantAndDays = { readonly applicant: Id | ''; readonly from: string; readonly to: string }

export const wrongDays = ({ from, to }: ApplicantAndDays): boolean => from !== '' && to !== '' && to < from

/** These three as a call takes them. */
export const askedOf = ({ applicant, from, to }: ApplicantAndDays): { initiatorUid?: Id; from?: string; to?: string } => ({
  ...(applicant && { initiatorUid: applicant }),
  ...(from && { from }),
  ...(to && { to }),
})

/** Their rows in the sheet of a filter. */
export const ApplicantAndDaysFields = ({
  value,
  onChange,
}: {
  value: ApplicantAndDays
  onChange: (change: Partial<ApplicantAndDays>) => void
}) => (
  <>
    <ReferenceField
      control={{ type: 'reference', to: 'person', many: false }}
      label={t('申请人')}
      value={value.applicant}
      onChange={(applicant) => onChange({ applicant })}
    />
    <DateField label={t('开始日期')} value={value.from} onChange={(from) => onChange({ from })} />
    <DateField
      label={t('结束日期')}
      value={value.to}
      onChange={(to) => onChange({ to })}
      error={wrongDays(value) ? t('结束日期不能早于开始日期') : undefined}
    />
  </>
)
