import { Camera, X } from 'lucide-react'
import { type ChangeEvent, type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { maxImages } from '../../domain/rules/constants.ts'
import { host } from '../../hosts/here.ts'
import { CallError, fileUrl } from '../call.ts'
import { upload } from './fileUpload.ts'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { Field, type FieldProps } from '../look/fields/Field.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { faultWords } from '../shell/faultWords.ts'
import { Gallery } from './Gallery.tsx'
import { smaller } from './smaller.ts'

/** Pictures taken or chosen and uploaded at once; at most three unless `max` says otherwise. The value is the stored paths. */
export const PictureUpload = ({
  label,
  value,
  onChange,
  error,
  hint,
  required,
  disabled,
  max = maxImages,
}: FieldProps<readonly string[]> & { max?: number }) => {
  const id = useId()
  const [pending, setPending] = useState<readonly string[]>([])
  const [hostFails, setHostFails] = useState(false)
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })

  const fromPage = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    return add(files)
  }
  /** The host's own choice; where that fails, the page's takes over from then on. */
  const fromHost = async (event: MouseEvent) => {
    const { choosePictures } = host
    if (!choosePictures || hostFails) return
    event.preventDefault()
    try {
      await add(await choosePictures(max - value.length - pending.length))
    } catch (error) {
      const words = faultWords(error, t('没有打开相册，请再点一次'))
      setHostFails(true)
      toast(words, 'error')
    }
  }
  const add = async (chosen: readonly File[]) => {
    const files = chosen.slice(0, max - value.length - pending.length)
    if (files.length < chosen.length) toast(t('最多添加{max}个，多选的没有添加', { max }))
    const previews = files.map((file) => URL.createObjectURL(file))
    setPending((uploads) => [...uploads, ...previews])
    await Promise.all(
      files.map(async (file, index) => {
        try {
          const path = await upload(await smaller(file), file.name)
          latest.current = [...latest.current, path]
          onChange(latest.current)
        } catch (problem) {
          if (!(problem instanceof CallError)) toast(t('这张图片无法上传'), 'error')
        } finally {
          const preview = previews[index]!
          setPending((uploads) => uploads.filter((upload) => upload !== preview))
          URL.revokeObjectURL(preview)
        }
      }),
    )
  }

  const remove = async (path: string) => {
    if (await confirmDelete(t('确定删除这张图片吗?'))) onChange(latest.current.filter((picture) => picture !== path))
  }

  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      required={required}
      group
      right={
        <span className="text-tiny text-faint">
          {value.length}/{max}
        </span>
      }
    >
      {() => (
        <ul className="flex flex-wrap gap-3 py-2">
          {value.map((path, index) => (
            <li key={path} className="relative">
              <Gallery paths={value} index={index} className="size-20" />
              {!disabled && (
                <button
                  type="button"
                  aria-label={t('删除图片')}
                  onClick={() => void remove(path)}
                  className="absolute -right-3 -top-3 flex size-11 items-center justify-center"
                >
                  <span className="flex size-5.5 items-center justify-center rounded-full bg-[rgb(28_32_38/0.85)] text-white">
                    <X size={14} aria-hidden />
                  </span>
                </button>
              )}
            </li>
          ))}
          {pending.map((preview) => (
            <li key={preview} className="relative size-20 overflow-hidden rounded-control bg-sunken">
              <img src={fileUrl(preview)} alt="" className="size-full object-cover opacity-50" />
              <span role="status" aria-label={t('正在上传')} className="absolute inset-0 flex items-center justify-center text-ink">
                <Spinner size={24} />
              </span>
            </li>
          ))}
          {!disabled && value.length + pending.length < max && (
            <li>
              <label
                htmlFor={id}
                className="flex size-20 cursor-pointer flex-col items-center justify-center gap-1 rounded-control border border-dashed border-faint/60 text-tiny text-quiet focus-within:outline-2 focus-within:outline-accent active:bg-sunken"
              >
                <Camera size={24} strokeWidth={1.6} aria-hidden />
                {t('添加图片')}
                <input
                  id={id}
                  type="file"
                  accept="image/*"
                  multiple={max > 1}
                  onClick={(event) => void fromHost(event)}
                  onChange={(event) => void fromPage(event)}
                  className="sr-only"
                />
              </label>
            </li>
          )}
        </ul>
      )}
    </Field>
  )
}
