import { FileText, Paperclip, X } from 'lucide-react'
import { type ChangeEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Attachment } from '../../kernel/field.ts'
import { CallError, fileUrl } from '../call.ts'
import { upload } from './fileUpload.ts'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { Field, type FieldProps } from '../look/fields/Field.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { sizeText } from './sizeText.ts'

/** Files of any kind, uploaded at once. */
export const AttachmentUpload = ({
  label,
  value,
  onChange,
  error,
  hint,
  required,
  disabled,
  max,
}: FieldProps<readonly Attachment[]> & { max: number }) => {
  const id = useId()
  const [pending, setPending] = useState<readonly string[]>([])
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })

  const add = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])]
    const files = chosen.slice(0, max - value.length - pending.length)
    event.target.value = ''
    if (files.length < chosen.length) toast(t('最多添加{max}个，多选的没有添加', { max }))
    setPending((uploads) => [...uploads, ...files.map(({ name }) => name)])
    await Promise.all(
      files.map(async (file) => {
        try {
          const path = await upload(file, file.name)
          latest.current = [...latest.current, { path, name: file.name, sizeBytes: file.size }]
          onChange(latest.current)
        } catch (problem) {
          if (!(problem instanceof CallError)) toast(t('这个文件无法上传'), 'error')
        } finally {
          setPending((uploads) => uploads.filter((_, index) => index !== uploads.indexOf(file.name)))
        }
      }),
    )
  }

  const remove = async ({ path, name }: Attachment) => {
    if (await confirmDelete(t('确定删除{name}吗?', { name }))) onChange(latest.current.filter((attachment) => attachment.path !== path))
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
        <div className="py-1">
          <AttachmentList attachments={value} onRemove={disabled ? undefined : (attachment) => void remove(attachment)} />
          {pending.map((name, index) => (
            <p key={`${name}${index}`} role="status" className="flex min-h-11 items-center gap-2 text-body text-quiet">
              <Spinner /> {name}
            </p>
          ))}
          {!disabled && value.length + pending.length < max && (
            <label
              htmlFor={id}
              className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-input text-accent-strong focus-within:outline-2 focus-within:outline-accent"
            >
              <Paperclip size={18} aria-hidden />
              {t('添加附件')}
              <input id={id} type="file" multiple onChange={(event) => void add(event)} className="sr-only" />
            </label>
          )}
        </div>
      )}
    </Field>
  )
}

/** Attached files to open, each with its size. */
export const AttachmentList = ({
  attachments,
  onRemove,
}: {
  attachments: readonly Attachment[]
  onRemove?: ((attachment: Attachment) => void) | undefined
}) => (
  // Its name stands beside its sign, also where values are ranged right.
  <ul className="text-left">
    {attachments.map((attachment) => (
      <li key={attachment.path} className="flex min-h-11 items-center gap-2">
        <FileText size={20} strokeWidth={1.6} className="shrink-0 text-faint" aria-hidden />
        <a
          href={fileUrl(attachment.path)}
          target="_blank"
          rel="noreferrer"
          download={attachment.name}
          className="min-w-0 flex-1 truncate text-body text-accent-strong"
        >
          {attachment.name}
        </a>
        <span className="shrink-0 text-small text-faint">{sizeText(attachment.sizeBytes)}</span>
        {onRemove && (
          <button
            type="button"
            aria-label={t('移除{name}', { name: attachment.name })}
            onClick={() => onRemove(attachment)}
            className="-mr-3 flex size-11 items-center justify-center text-faint"
          >
            <X size={16} aria-hidden />
          </button>
        )}
      </li>
    ))}
  </ul>
)
