import { useState } from 'react'
import { Button } from '../look/Button.tsx'
import type { Busy } from '../look/holdButton.ts'
import { Card } from '../look/Card.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { KeepsFiles } from '../outbox/files/addFile.ts'
import { PictureUpload } from '../forms/PictureUpload.tsx'
import { t } from '../words.ts'

export type FieldWords = { readonly note: string; readonly photo: string | undefined }

type Props = {
  open: boolean
  onClose: () => void
  photoWanted: boolean
  busy: Busy
  onSend: (words: FieldWords) => Promise<void>
}

/** What a punch away from all places says of itself. */
export const FieldSheet = ({ open, onClose, photoWanted, busy, onSend }: Props) => {
  const [note, setNote] = useState('')
  const [photos, setPhotos] = useState<readonly string[]>([])
  const isReady = note.trim() !== '' && (!photoWanted || photos.length > 0)
  const send = async () => {
    await onSend({ note: note.trim(), photo: photos[0] })
    setNote('')
    setPhotos([])
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('外勤打卡')}
      footer={
        <Button size="large" wide busy={busy} disabled={!isReady} onClick={() => void send()}>
          {t('打卡')}
        </Button>
      }
    >
      <Card flush>
        <TextArea label={t('外勤事由')} value={note} onChange={setNote} placeholder={t('去哪里，做什么')} required />
        <KeepsFiles value>
          <PictureUpload label={t('现场照片')} value={photos} onChange={setPhotos} max={1} required={photoWanted} />
        </KeepsFiles>
      </Card>
      <p className="px-1 pt-2 text-small text-quiet">{t('外勤打卡会记录这一刻的准确位置，只有您、部门负责人和考勤管理员能看到。')}</p>
    </Sheet>
  )
}
