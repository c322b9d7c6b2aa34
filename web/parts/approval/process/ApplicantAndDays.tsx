import { useState } from 'react'
import type { Id } from '../../../../kernel/id.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { DateField } from '../../../look/DateField.tsx'
import { Sheet } from '../../../look/Sheet.tsx'
import { t } from '../../../words.ts'
import { ReferenceField } from '../../ReferenceField.tsx'

/** Whose applications and of which days, the last included; what does not narrow is empty. */
export type ApplicantAndDays = { readonly applicant: Id | ''; readonly from: string; readonly to: string }

/** These three as a call takes them. */
export const askedOf = ({ applicant, from, to }: ApplicantAndDays): { initiatorUid?: Id; from?: string; to?: string } => ({
  ...(applicant && { initiatorUid: applicant }),
  ...(from && { from }),
  ...(to && { to }),
})

type Props<F extends ApplicantAndDays> = {
  open: boolean
  filter: F
  /** What a reset leaves. */
  cleared: F
  onClose: () => void
  onChange: (filter: F) => void
}

/** The sheet in which a list is narrowed; what is typed counts when it is confirmed. Give it a new `key` when it opens. */
export const NarrowingSheet = <F extends ApplicantAndDays>({ open, filter, cleared, onClose, onChange }: Props<F>) => {
  const [draft, setDraft] = useState(filter)
  const finish = (next: F) => {
    onChange(next)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('筛选')}
      footer={
        <>
          <Button size="large" kind="secondary" wide onClick={() => finish(cleared)}>
            {t('重置')}
          </Button>
          <Button size="large" wide disabled={wrongDays(draft)} onClick={() => finish(draft)}>
            {t('确定')}
          </Button>
        </>
      }
    >
      <Card flush className="shrink-0">
        <ReferenceField
          control={{ type: 'reference', to: 'person', many: false }}
          label={t('申请人')}
          value={draft.applicant}
          onChange={(applicant) => setDraft({ ...draft, applicant })}
        />
        <DateField label={t('开始日期')} value={draft.from} onChange={(from) => setDraft({ ...draft, from })} />
        <DateField
          label={t('结束日期')}
          value={draft.to}
          onChange={(to) => setDraft({ ...draft, to })}
          error={wrongDays(draft) ? t('结束日期不能早于开始日期') : undefined}
        />
      </Card>
    </Sheet>
  )
}

const wrongDays = ({ from, to }: ApplicantAndDays): boolean => from !== '' && to !== '' && to < from
