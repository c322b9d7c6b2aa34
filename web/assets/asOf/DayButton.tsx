import { Calendar } from 'lucide-react'
import { useState } from 'react'
import type { Day } from '../../../kernel/day.ts'
import { Button } from '../../look/Button.tsx'
import { DateField } from '../../look/fields/DateField.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { today } from '../../shell/dateWords.ts'
import { t } from '../../words.ts'

/** The day that a list is about, in the head of its screen; a press asks for another. */
export const DayButton = ({ day, onChange }: { day: Day; onChange: (day: Day) => void }) => {
  const [draft, setDraft] = useState<Day | ''>()
  const close = () => setDraft(undefined)
  const take = () => {
    if (draft) onChange(draft)
    close()
  }
  return (
    <>
      <Button kind="plain" size="small" icon={Calendar} onClick={() => setDraft(day)}>
        {day}
      </Button>
      <Sheet
        open={draft !== undefined}
        onClose={close}
        title={t('哪一天')}
        footer={
          <Button size="large" wide disabled={!draft} onClick={take}>
            {t('查看')}
          </Button>
        }
      >
        <DateField label={t('日期')} value={draft ?? ''} max={today()} onChange={setDraft} required />
      </Sheet>
    </>
  )
}
