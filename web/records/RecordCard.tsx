import type { ReactNode } from 'react'
import type { RecordRow } from '../../domain/records/operations.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Picture } from '../look/Picture.tsx'
import { aboutOf, together } from '../../domain/records/aboutRecord.ts'
import { recordLook } from './recordLook.ts'
import { t } from '../words.ts'
import { StateTag } from './stateTag.tsx'

type Props = {
  kind: RecordKind
  row: RecordRow
  onPress: () => void
  extra?: ReactNode
  /** Stands before the picture. */ start?: ReactNode
  /** Where several are picked: whether this one is. */ picked?: boolean | undefined
  /** Fields that go without saying here. */ evident?: readonly string[]
}

/** One record of a list: picture, name, what tells it apart, and how it stands. */
export const RecordCard = ({ kind, row, onPress, extra, start, picked, evident }: Props) => {
  const { title, picture, pictureLook } = recordLook(kind, row)
  const text = together(aboutOf(kind, row, evident))
  return (
    <button
      type="button"
      aria-pressed={picked}
      onClick={onPress}
      className="pressable flex min-h-16 w-full items-center gap-3 px-4 py-3 text-left"
    >
      {start}
      {pictureLook === 'face' && <Avatar name={title} src={picture} size={44} />}
      {pictureLook === 'thing' && <Picture src={picture} alt="" className="size-13" />}
      <span className="min-w-0 flex-1">
        <span className="flex items-center justify-between gap-3">
          <span className="truncate text-body font-medium">{title}</span>
          <StateTag kind={kind} row={row} />
        </span>
        {text && <span className="mt-0.5 line-clamp-2 break-keep wrap-anywhere text-small text-quiet">{text}</span>}
        {row.why && <span className="mt-0.5 block truncate text-small text-accent-strong">{t('{label}：{value}', { ...row.why })}</span>}
        {extra}
      </span>
    </button>
  )
}
