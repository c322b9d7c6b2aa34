import { FileText, Paperclip, X } from 'lucide-react'
import { type ChangeEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Attachment } from '../../kernel/field.ts'
import { newId } from '../../kernel/id.ts'
import { CallError, fileUrl } from '../call.ts'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { Field, type FieldProps } from '../look/fields/Field.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { Tag } from '../look/Tag.tsx'
import { toast } from '../look/overlays/toast.ts'
import { isReference } from '../outbox/files/reference.ts'
import { type ShownFile, useDeviceFiles } from '../outbox/files/useDeviceFiles.ts'
import { useAddFile } from '../outbox/files/addFile.ts'
import { forgetFiles } from '../outbox/outbox.ts'
import { t } from '../words.ts'
import { sizeText } from './sizeText.ts'

/** Files of any kind, uploaded at once or kept on this device. */
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
  const [pending, setPending] = useState<readonly { readonly key: string; readonly name: string }[]>([])
  const addFile = useAddFile()
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })

  const change = (attachments: readonly Attachment[]) => {
    latest.current = attachments
    onChange(attachments)
  }
  const dropPending = (key: string) => setPending((uploads) => uploads.filter((upload) => upload.key !== key))
  const uploadAttachment = async (file: File, key: string) => {
    try {
      await addFile(file, file.name, {
        add: (path) => {
          change([...latest.current, { path, name: file.name, sizeBytes: file.size }])
          dropPending(key)
        },
        replace: (reference, path) => {
          const attachment = latest.current.find((candidate) => candidate.path === reference)
          if (!attachment) return
          const storedAttachment = path === undefined ? [] : [{ ...attachment, path }]
          change(latest.current.flatMap((candidate) => (candidate === attachment ? storedAttachment : [candidate])))
        },
      })
    } catch (problem) {
      if (!(problem instanceof CallError)) toast(t('这个文件无法上传'), 'error')
    } finally {
      dropPending(key)
    }
  }
  const add = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosenFiles = [...(event.target.files ?? [])]
    const files = chosenFiles.slice(0, max - value.length - pending.length)
    event.target.value = ''
    if (files.length < chosenFiles.length) toast(t('最多添加{max}个，多选的没有添加', { max }))
    const uploads = files.map((file) => ({ file, key: newId(), name: file.name }))
    setPending((now) => [...now, ...uploads])
    await Promise.all(uploads.map(({ file, key }) => uploadAttachment(file, key)))
  }

  const remove = async ({ path, name }: Attachment) => {
    if (!(await confirmDelete(t('确定删除{name}吗?', { name })))) return
    change(latest.current.filter((attachment) => attachment.path !== path))
    if (isReference(path)) void forgetFiles([path])
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
          {pending.map(({ key, name }) => (
            <p key={key} role="status" className="flex min-h-11 items-center gap-2 text-body text-quiet">
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

type ListProps = {
  attachments: readonly Attachment[]
  onRemove?: ((attachment: Attachment) => void) | undefined
}

/** Attached files to open, each with its size; one that does not lie on the server says so. */
export const AttachmentList = ({ attachments, onRemove }: ListProps) => {
  const describeFile = useDeviceFiles(attachments.map(({ path }) => path))
  return (
    // Its name stands beside its sign, also where values are ranged right.
    <ul className="text-left">
      {attachments.map((attachment) => (
        <AttachmentRow key={attachment.path} attachment={attachment} shownFile={describeFile(attachment.path)} onRemove={onRemove} />
      ))}
    </ul>
  )
}

type RowProps = Pick<ListProps, 'onRemove'> & { attachment: Attachment; shownFile: ShownFile }

const AttachmentRow = ({ attachment, shownFile: { address, note }, onRemove }: RowProps) => (
  <li className="flex min-h-11 items-center gap-2">
    <FileText size={20} strokeWidth={1.6} className="shrink-0 text-faint" aria-hidden />
    <a
      href={address === '' ? undefined : fileUrl(address)}
      target="_blank"
      rel="noreferrer"
      download={attachment.name}
      className="min-w-0 flex-1 truncate text-body text-accent-strong"
    >
      {attachment.name}
    </a>
    {note && <Tag>{t(note)}</Tag>}
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
)
