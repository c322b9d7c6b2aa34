import { Camera } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { type OwnAnswer, ownAnswers, type OwnLine } from '../../domain/counting/selfCountOperations.ts'
import { CallError, fileUrl } from '../call.ts'
import { Button } from '../look/Button.tsx'
import type { Busy } from '../look/holdButton.ts'
import { Card } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Picture } from '../look/Picture.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { Tag } from '../look/Tag.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { toast } from '../look/overlays/toast.ts'
import { smaller } from '../forms/smaller.ts'
import { uploadOrKeep } from '../outbox/files/addFile.ts'
import { t } from '../words.ts'
import { useBusy } from '../writing.ts'

/** What one piece is answered with. */
export type OwnPieceInput = { answer: OwnAnswer; scanned?: string; file?: string; note?: string }

/** `waits`: the answer is on this device and not sent yet. */
type ShownLine = OwnLine & { waits: boolean }

/** One piece that its holder counts: he has it, by a photo where one is wanted; he does not; or something about it is wrong. */
export const OwnPiece = ({ line, answer }: { line: ShownLine; answer: (input: OwnPieceInput) => Promise<boolean> }) => {
  const [asking, setAsking] = useState<'absent' | 'wrong'>()
  const [busy, setBusy] = useBusy()
  const say = async (input: OwnPieceInput) => {
    setBusy(true)
    const saved = await answer(input)
    setBusy(false)
    return saved
  }
  const photo = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    setBusy(true)
    try {
      await say({ answer: 'here', file: await uploadOrKeep(await smaller(file), file.name) })
    } catch (problem) {
      if (!(problem instanceof CallError)) toast(t('这张图片无法上传'), 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <Card>
        <div className="flex items-start gap-3">
          <Picture src={line.image ? fileUrl(line.image) : undefined} alt="" className="size-14" />
          <div className="min-w-0 flex-1">
            <p className="truncate text-body font-medium">{line.name}</p>
            <p className="truncate text-small text-quiet">{[line.code, line.place].filter(Boolean).join(' · ')}</p>
            {line.note && <p className="mt-1 text-small text-quiet">{line.note}</p>}
            {line.waits && <p className="mt-1 text-small text-accent-strong">{t('等待发送')}</p>}
          </div>
          {line.answer && (
            <Tag tone={tones[line.answer]}>{t(line.proof === 'tick' || !line.proof ? ownAnswers[line.answer] : proofs[line.proof])}</Tag>
          )}
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {!line.photoWanted && (
            <Button
              kind={line.answer === 'here' ? 'secondary' : 'primary'}
              size="small"
              busy={busy}
              onClick={() => void say({ answer: 'here' })}
            >
              {t('在我这里')}
            </Button>
          )}
          <PhotoButton isWanted={line.photoWanted} isBusy={busy === true} onPhoto={(event) => void photo(event)} />
          <Button kind="plain" size="small" onClick={() => setAsking('absent')}>
            {t('不在我这里')}
          </Button>
          <Button kind="plain" size="small" onClick={() => setAsking('wrong')}>
            {t('信息有误')}
          </Button>
        </div>
      </Card>
      <WhySheet
        asking={asking}
        onClose={() => setAsking(undefined)}
        onSaid={async (note) => {
          if (asking && (await say({ answer: asking, note }))) setAsking(undefined)
        }}
        busy={busy}
      />
    </li>
  )
}

type PhotoButtonProps = { isWanted: boolean; isBusy: boolean; onPhoto: (event: ChangeEvent<HTMLInputElement>) => void }

/** Takes a photo. Where one is wanted, it is the only way to say that the piece is there. */
const PhotoButton = ({ isWanted, isBusy, onPhoto }: PhotoButtonProps) => {
  const photoId = useId()
  return (
    <label
      htmlFor={photoId}
      className="pressable inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-control bg-sunken px-3 text-small focus-within:outline-2 focus-within:outline-accent"
    >
      {isBusy ? <Spinner size={16} /> : <Camera size={16} aria-hidden />}
      {isWanted ? t('在我这里，拍照') : <span className="sr-only">{t('拍照')}</span>}
      <input id={photoId} type="file" accept="image/*" capture="environment" className="sr-only" onChange={onPhoto} />
    </label>
  )
}

const tones = { here: 'good', absent: 'bad', wrong: 'warn' } as const
const proofs = { photo: '已拍照', scan: '已扫码' } as const

type WhyProps = { asking: 'absent' | 'wrong' | undefined; onClose: () => void; onSaid: (note: string) => Promise<void>; busy: Busy }

/** Why a piece is not with its holder, or what about it is wrong. */
const WhySheet = ({ asking, onClose, onSaid, busy }: WhyProps) => {
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [last, setLast] = useState(asking)
  if (asking && asking !== last) {
    setLast(asking)
    setReason('')
    setNote('')
  }
  const absent = (asking ?? last) === 'absent'
  const words = [absent ? t(reason) : '', note.trim()].filter(Boolean).join('：')
  return (
    <Sheet
      open={asking !== undefined}
      onClose={onClose}
      title={absent ? t('不在我这里') : t('信息有误')}
      footer={
        <Button size="large" wide busy={busy} disabled={absent ? reason === '' : note.trim() === ''} onClick={() => void onSaid(words)}>
          {t('提交')}
        </Button>
      }
    >
      <Card flush>
        {absent && (
          <Choice
            label={t('原因')}
            value={reason}
            onChange={setReason}
            required
            options={whyAbsent.map((label) => ({ value: label, label }))}
          />
        )}
        <TextArea
          label={absent ? t('说明') : t('哪里有误')}
          value={note}
          onChange={setNote}
          required={!absent}
          placeholder={absent ? t('例如还给了谁、什么时候') : t('例如型号不对、实际在哪里')}
          max={120}
        />
      </Card>
    </Sheet>
  )
}

const whyAbsent = ['已经归还', '交给了同事', '从未领用', '已经损坏', '已经丢失', '其他'] as const
