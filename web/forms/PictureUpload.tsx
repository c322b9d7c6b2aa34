import { Camera, X } from 'lucide-react'
import { type ChangeEvent, type MouseEvent, useId } from 'react'
import { maxImages } from '../../domain/rules/constants.ts'
import { fileUrl } from '../call.ts'
import { Field, type FieldProps } from '../look/fields/Field.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { t } from '../words.ts'
import { useDeviceFiles } from '../outbox/files/useDeviceFiles.ts'
import { Gallery } from './Gallery.tsx'
import { usePictures } from './usePictures.ts'

/**
 * Pictures taken or chosen and uploaded at once; at most three unless `max` says otherwise. The value is the stored paths, and references to
 * pictures that wait on this device.
 */
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
  const { previews, room, addFromPage, addFromHost, remove } = usePictures({ value, onChange, max })
  const describeFile = useDeviceFiles(value)
  const addresses = value.map((path) => describeFile(path).address)
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
              <Gallery paths={addresses} index={index} className="size-20" />
              <Standing words={describeFile(path).note} />
              {!disabled && <RemoveButton onPress={() => void remove(path)} />}
            </li>
          ))}
          {previews.map((preview) => (
            <PendingPicture key={preview} preview={preview} />
          ))}
          {!disabled && room > 0 && (
            <li>
              <AddPicture many={max > 1} onPress={(event) => void addFromHost(event)} onPick={(event) => void addFromPage(event)} />
            </li>
          )}
        </ul>
      )}
    </Field>
  )
}

const RemoveButton = ({ onPress }: { onPress: () => void }) => (
  <button
    type="button"
    aria-label={t('删除图片')}
    onClick={onPress}
    className="absolute -right-3 -top-3 flex size-11 items-center justify-center"
  >
    <span className="flex size-5.5 items-center justify-center rounded-full bg-[rgb(28_32_38/0.85)] text-white">
      <X size={14} aria-hidden />
    </span>
  </button>
)

/** How it stands with a picture that does not lie on the server. */
const Standing = ({ words }: { words: string | undefined }) =>
  words && (
    <span className="pointer-events-none absolute inset-x-0 bottom-0 rounded-b-control bg-[rgb(28_32_38/0.85)] py-0.5 text-center text-tiny text-white">
      {t(words)}
    </span>
  )

/** A picture that is being uploaded. */
const PendingPicture = ({ preview }: { preview: string }) => (
  <li className="relative size-20 overflow-hidden rounded-control bg-sunken">
    <img src={fileUrl(preview)} alt="" className="size-full object-cover opacity-50" />
    <span role="status" aria-label={t('正在上传')} className="absolute inset-0 flex items-center justify-center text-ink">
      <Spinner size={24} />
    </span>
  </li>
)

type AddPictureProps = {
  many: boolean
  onPress: (event: MouseEvent) => void
  onPick: (event: ChangeEvent<HTMLInputElement>) => void
}

const AddPicture = ({ many, onPress, onPick }: AddPictureProps) => {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex size-20 cursor-pointer flex-col items-center justify-center gap-1 rounded-control border border-dashed border-faint/60 text-tiny text-quiet focus-within:outline-2 focus-within:outline-accent active:bg-sunken"
    >
      <Camera size={24} strokeWidth={1.6} aria-hidden />
      {t('添加图片')}
      <input id={id} type="file" accept="image/*" multiple={many} onClick={onPress} onChange={onPick} className="sr-only" />
    </label>
  )
}
