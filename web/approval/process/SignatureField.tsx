import { Eraser, PenLine, Trash2, Undo2, X } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { CallError, fileUrl } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { confirmDelete } from '../../look/overlays/confirm.ts'
import { Field } from '../../look/fields/Field.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { isReference } from '../../outbox/files/reference.ts'
import { useDeviceFiles } from '../../outbox/files/useDeviceFiles.ts'
import { useStoreFile } from '../../outbox/files/addFile.ts'
import { forgetFiles } from '../../outbox/outbox.ts'
import { t } from '../../words.ts'
import { useOpinionSettings, useSaveSignature } from './opinionSettings.ts'
import { boundsOf, draw, isWritten, type Stroke } from './strokes.ts'

type Props = {
  value: string | undefined
  onChange: (path: string | undefined) => void
  required: boolean
  error?: string | undefined
  /** Another person signs than who is signed in: nothing is offered or kept. */
  guest?: boolean
}

/** A signature written by finger or pen, or the one used last; the value is its stored path, or a reference where it waits on this device. */
export const SignatureField = ({ value, onChange, required, error, guest = false }: Props) => {
  const [isWriting, setWriting] = useState(false)
  const { data: settings } = useOpinionSettings()
  const { mutate: save } = useSaveSignature()
  const describeFile = useDeviceFiles(value === undefined ? [] : [value])
  const remove = () => {
    onChange(undefined)
    if (isReference(value)) void forgetFiles([value])
  }
  const last = guest ? undefined : settings?.signature
  const forget = async () => {
    if (await confirmDelete(t('不再保存这个签名?'), t('已经签署的审批不受影响。'))) save(null)
  }
  return (
    <Field label={t('签名')} required={required} error={error} group>
      {() => (
        <div className="flex flex-wrap items-center gap-3 py-2">
          {value && (
            <span className="relative rounded-control border border-line bg-white p-2">
              <img src={srcOf(describeFile(value).address)} alt={t('签名')} className="h-16 max-w-48 object-contain" />
              <button
                type="button"
                aria-label={t('不签名')}
                onClick={remove}
                className="absolute -right-4 -top-4 flex size-11 items-center justify-center"
              >
                <span className="flex size-5.5 items-center justify-center rounded-full bg-[rgb(28_32_38/0.85)] text-white">
                  <X size={14} aria-hidden />
                </span>
              </button>
            </span>
          )}
          <Button kind="secondary" icon={PenLine} aria-haspopup="dialog" onClick={() => setWriting(true)}>
            {value ? t('重新签名') : t('手写签名')}
          </Button>
          {!value && last && (
            <span className="flex items-center">
              <button
                type="button"
                onClick={() => onChange(last)}
                className="flex min-h-11 items-center gap-2 rounded-control px-2 text-body font-medium text-accent-strong transition hover:bg-accent-soft active:opacity-60"
              >
                <span className="rounded-chip border border-line bg-white px-1.5 py-1">
                  <img src={fileUrl(last)} alt="" className="h-8 max-w-24 object-contain" />
                </span>
                {t('使用上次签名')}
              </button>
              <IconButton icon={Trash2} iconSize={18} label={t('删除上次签名')} className="text-quiet" onClick={() => void forget()} />
            </span>
          )}
          <Pad
            open={isWriting}
            onClose={() => setWriting(false)}
            onDone={(path) => {
              if (!guest && !isReference(path)) save(path)
              onChange(path)
              setWriting(false)
            }}
          />
        </div>
      )}
    </Field>
  )
}

/** An address that is not known yet is none. */
const srcOf = (address: string): string | undefined => (address === '' ? undefined : fileUrl(address))

const Pad = ({ open, onClose, onDone }: { open: boolean; onClose: () => void; onDone: (path: string) => void }) => {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const [busy, setBusy] = useState(false)
  const storeFile = useStoreFile()
  const finish = async () => {
    setBusy(true)
    try {
      onDone(await storeFile(await pictureOf(strokes), 'signature.png'))
      setStrokes([])
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('手写签名')}
      footer={
        <Button
          size="large"
          wide
          busy={busy}
          disabled={!isWritten(strokes)}
          onClick={() => void finish().catch(() => toast(t('签名无法保存'), 'error'))}
        >
          {t('完成')}
        </Button>
      }
    >
      <Paper strokes={strokes} onStrokes={setStrokes} />
      <div className="flex justify-between pt-2">
        <Button kind="plain" icon={Undo2} disabled={strokes.length === 0} onClick={() => setStrokes(strokes.slice(0, -1))}>
          {t('撤销一笔')}
        </Button>
        <Button kind="plain" icon={Eraser} disabled={strokes.length === 0} onClick={() => setStrokes([])}>
          {t('清空')}
        </Button>
      </div>
    </Sheet>
  )
}

/** The sheet of paper; a finger on it draws and moves nothing else. */
const Paper = ({ strokes, onStrokes }: { strokes: readonly Stroke[]; onStrokes: (strokes: readonly Stroke[]) => void }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const current = useRef<Stroke>(undefined)
  useEffect(() => paint(canvas.current, strokes), [strokes])

  const pointsOf = (event: PointerEvent<HTMLCanvasElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const events = event.nativeEvent.getCoalescedEvents?.() ?? []
    return (events.length > 0 ? events : [event.nativeEvent]).map(({ clientX, clientY, timeStamp }) => ({
      x: clientX - left,
      y: clientY - top,
      at: timeStamp,
    }))
  }
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!current.current) return
    current.current = [...current.current, ...pointsOf(event)]
    paint(canvas.current, [...strokes, current.current])
  }
  const end = () => {
    const stroke = current.current
    current.current = undefined
    if (stroke) onStrokes([...strokes, stroke])
  }
  return (
    <div className="relative shrink-0 overflow-hidden rounded-card bg-white" data-base-ui-swipe-ignore="">
      <span aria-hidden className="absolute inset-x-6 bottom-14 border-b border-dashed border-[#d0d5dd]" />
      {strokes.length === 0 && (
        <span aria-hidden className="absolute inset-x-0 bottom-5 text-center text-small text-[#667085]">
          {t('请在横线上方书写')}
        </span>
      )}
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('签名区域')}
        className="relative block h-56 w-full touch-none cursor-crosshair"
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          current.current = pointsOf(event).slice(-1)
          paint(canvas.current, [...strokes, current.current])
        }}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      />
    </div>
  )
}

const paint = (paper: HTMLCanvasElement | null, strokes: readonly Stroke[]): void => {
  const context = paper?.getContext('2d')
  if (!paper || !context) return
  const scale = devicePixelRatio || 1
  if (paper.width !== Math.round(paper.clientWidth * scale)) {
    paper.width = Math.round(paper.clientWidth * scale)
    paper.height = Math.round(paper.clientHeight * scale)
  }
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.clearRect(0, 0, paper.clientWidth, paper.clientHeight)
  context.strokeStyle = ink
  draw(context, strokes)
}

const ink = '#101828'
/** Sharp on paper as well. */
const pictureScale = 3

/** The strokes as a PNG no larger than they are. */
const pictureOf = async (strokes: readonly Stroke[]): Promise<Blob> => {
  const bounds = boundsOf(strokes)
  if (!bounds) throw new Error('nothing was written')
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(bounds.width * pictureScale)
  canvas.height = Math.ceil(bounds.height * pictureScale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.setTransform(pictureScale, 0, 0, pictureScale, -bounds.left * pictureScale, -bounds.top * pictureScale)
  context.strokeStyle = ink
  draw(context, strokes)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no picture')
  return blob
}
