import { useState } from 'react'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { t } from '../../words.ts'

/** Asks why an approved application is to be revoked. */
export const RevocationSheet = ({ open, onClose, onSend }: { open: boolean; onClose: () => void; onSend: (reason: string) => void }) => {
  const [reason, setReason] = useState('')
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('申请作废')}
      footer={
        <Button size="large" wide disabled={reason.trim() === ''} onClick={() => onSend(reason.trim())}>
          {t('提交')}
        </Button>
      }
    >
      <Card flush className="shrink-0">
        <TextArea label={t('作废原因')} required value={reason} onChange={setReason} max={500} lines={3} />
      </Card>
      <p className="px-1 pt-2 text-small text-faint">{t('由原来同意的人依次审批；通过后这份申请标为已作废，不能恢复。')}</p>
    </Sheet>
  )
}
