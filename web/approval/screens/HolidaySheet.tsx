import { useState } from 'react'
import { calendarOperations } from '../../../domain/calendar/operations.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { today } from '../../shell/dateWords.ts'
import { useSend } from '../../send.ts'
import { t } from '../../words.ts'

/** Takes the holidays of a year from the announcement as it was published. */
export const HolidaySheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const [text, setText] = useState('')
  const { send, sending } = useSend(calendarOperations.importHolidays)
  const take = async () => {
    const result = await send({ year: Number(today().slice(0, 4)), text })
    toast(
      t('已导入{year}年：放假{off}天，上班{worked}天', { year: result.year, off: result.daysOff, worked: result.daysWorked }),
      'success',
    )
    setText('')
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('导入节假日')}
      footer={
        <Button size="large" wide busy={sending} disabled={text.trim() === ''} onClick={() => void take().catch(() => undefined)}>
          {t('导入')}
        </Button>
      }
    >
      <Card flush>
        <TextArea
          label={t('放假安排')}
          value={text}
          onChange={setText}
          hint={t('粘贴通知全文，或每行一天，如 2027-01-01 休、2027-02-07 班。一次一年，再导入会替换。')}
        />
      </Card>
    </Sheet>
  )
}
