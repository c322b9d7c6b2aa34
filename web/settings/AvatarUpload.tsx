import { Camera } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { CallError } from '../call.ts'
import { upload } from '../forms/fileUpload.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { assertDefined } from '../../kernel/assert.ts'

type Props = {
  name: string
  value: string
  /** What a tap does, for the person who does not see the picture. */
  label?: string
  onChange: (path: string) => Promise<unknown>
}

/** The picture of a person or a company: a tap takes or chooses another one, which is cut to a square and uploaded. `onChange` gets the stored path. */
export const AvatarUpload = ({ name, value, label = '更换头像', onChange }: Props) => {
  const id = useId()
  const [busy, setBusy] = useState(false)

  const change = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    setBusy(true)
    try {
      await onChange(await upload(await squareOf(file), 'avatar.jpg'))
    } catch (problem) {
      if (!(problem instanceof CallError)) toast(t('这张图片无法使用'), 'error')
    } finally {
      setBusy(false)
    }
  }

  return (
    <label htmlFor={id} className="relative block cursor-pointer rounded-full focus-within:outline-2 focus-within:outline-accent">
      <Avatar name={name} src={value} size={96} />
      {busy && (
        <span className="absolute inset-0 flex items-center justify-center rounded-full bg-black/40 text-white">
          <Spinner size={28} />
        </span>
      )}
      <span className="absolute -bottom-0.5 -right-0.5 flex size-8 items-center justify-center rounded-full border-2 border-page bg-[#0071e3] text-white">
        <Camera size={16} aria-hidden />
      </span>
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={busy}
        aria-label={t(label)}
        onChange={(event) => void change(event)}
        className="sr-only"
      />
    </label>
  )
}

const sidePx = 512

/** The middle of a picture as a square JPEG. */
const squareOf = async (file: File): Promise<Blob> => {
  const bitmap = await createImageBitmap(file)
  const side = Math.min(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(side, sidePx)
  canvas.height = canvas.width
  const context = assertDefined(canvas.getContext('2d'), 'what draws')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn.'))), 'image/jpeg', 0.9),
  )
}
