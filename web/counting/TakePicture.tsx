import { Camera } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { Spinner } from '../look/Spinner.tsx'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'

/** Takes a picture and hands it on as small as a screen needs it, without what cameras write into files. */
export const TakePicture = ({ taken, onTaken }: { taken: number; onTaken: (picture: Blob) => Promise<void> }) => {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    setBusy(true)
    try {
      await onTaken(await redrawn(file))
    } catch {
      toast(t('这张照片无法识别'), 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <label
      htmlFor={id}
      className="mb-4 flex h-14 w-full cursor-pointer items-center justify-center gap-2 rounded-card border border-dashed border-faint/60 bg-card text-body text-accent-strong focus-within:outline-2 focus-within:outline-accent active:bg-sunken"
    >
      {busy ? <Spinner size={20} /> : <Camera size={20} aria-hidden />}
      {taken === 0 ? t('拍照') : t('已拍{taken}张，再拍一张', { taken })}
      <input id={id} type="file" accept="image/*" capture="environment" onChange={(event) => void take(event)} className="sr-only" />
    </label>
  )
}

const longestPx = 1600

const redrawn = async (file: File): Promise<Blob> => {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, longestPx / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.82))
  if (!blob) throw new Error('the picture cannot be drawn')
  return blob
}
