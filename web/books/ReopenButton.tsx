import { useState } from 'react'
import { monthReopen } from '../../domain/books/operations.ts'
import { Button } from '../look/Button.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'

/** Opens the last closed month again, for a reason. */
export const ReopenButton = ({ bookId, month }: { bookId: string; month: string }) => {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { send, sending: isSending } = useSend(monthReopen)
  const reopen = async () => {
    try {
      await send({ bookId, month, reason })
    } catch {
      return
    }
    setOpen(false)
    setReason('')
  }
  return (
    <>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        {t('反结账{month}', { month })}
      </Button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('反结账{month}', { month })}
        footer={
          <Button size="large" wide kind="danger" busy={isSending} disabled={reason.trim().length < 2} onClick={() => void reopen()}>
            {t('反结账')}
          </Button>
        }
      >
        <p className="pb-3 text-small text-quiet">{t('本月计提的折旧会以相反的分录冲回，之后可以重新结账。')}</p>
        <TextArea label={t('原因')} value={reason} onChange={setReason} required />
      </Sheet>
    </>
  )
}
