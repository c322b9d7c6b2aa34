import { CloudCheck, CloudOff, CloudUpload, MapPin } from 'lucide-react'
import { relativeTime } from '../../domain/rules/relativeTime.ts'
import type { Count } from './device/count.ts'
import { t } from '../words.ts'
import { placeName } from './outcome.ts'

/** How far it is, and whether everything has left the device: what a person glances at for hours. */
export const CountHead = ({ count, onUploads, onPlace }: { count: Count; onUploads: () => void; onPlace: () => void }) => {
  const { tally, index, joined } = count
  const [done, total] = [tally.done(), tally.total]
  const placeTally = joined.place === undefined ? undefined : tally.ofPlace(joined.place)
  return (
    <div className="shrink-0 px-4 pb-2 wide:px-0">
      <div className="flex items-end justify-between gap-3">
        <p
          role="status"
          aria-label={t('已盘 {done} / 共 {total}', { done, total })}
          className="flex min-w-0 items-baseline gap-1.5 tabular-nums"
        >
          <span className="text-small text-quiet">{t('已盘')}</span>
          <span className="text-[2.75rem] font-semibold leading-none tracking-tight">{done}</span>
          <span className="text-title text-quiet">/ {total}</span>
          {tally.absent() > 0 && <span className="truncate text-small text-warn">{t('没找到 {count}', { count: tally.absent() })}</span>}
        </p>
        <UploadState count={count} onPress={onUploads} />
      </div>
      <div className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden>
        <div className="h-full rounded-full bg-good transition-[width]" style={{ width: `${total === 0 ? 0 : (done / total) * 100}%` }} />
      </div>
      {index.head.places.length > 0 && (
        <button
          type="button"
          onClick={onPlace}
          className={`pressable mt-2.5 flex h-11 w-full items-center gap-2 rounded-control px-3 text-left ${joined.place === undefined ? 'bg-warn-soft text-warn' : 'bg-accent-soft text-accent-strong'}`}
        >
          <MapPin size={18} className="shrink-0" aria-hidden />
          <span className="min-w-0 flex-1 truncate text-body font-medium">
            {joined.place === undefined ? t('选择所在区域，或扫区域标签') : placeName(index, joined.place)}
          </span>
          {placeTally && placeTally.total > 0 && (
            <span className="shrink-0 text-small tabular-nums">
              {placeTally.left > 0 ? t('这里还差{left}', { left: placeTally.left }) : t('这里已盘完')}
            </span>
          )}
          <span className="shrink-0 text-small">{joined.place === undefined ? t('选择') : t('切换')}</span>
        </button>
      )}
    </div>
  )
}

const uploadState = (number: number, hasProblem: boolean): keyof typeof uploadLooks => {
  if (number === 0) return 'all'
  return hasProblem ? 'stuck' : 'waiting'
}
const uploadLooks = {
  all: { icon: CloudCheck, look: 'bg-good-soft text-good' },
  stuck: { icon: CloudOff, look: 'bg-warn-soft text-warn' },
  waiting: { icon: CloudUpload, look: 'bg-accent-soft text-accent-strong' },
}

/** Whether anything waits, and since when. */
const UploadState = ({ count: { waiting, problem }, onPress }: { count: Count; onPress: () => void }) => {
  const number = waiting.events + waiting.pictures
  const { icon: Icon, look } = uploadLooks[uploadState(number, Boolean(problem))]
  return (
    <button
      type="button"
      onClick={onPress}
      className={`reach relative flex min-h-8 shrink-0 items-center gap-1.5 rounded-full px-3 text-small ${look}`}
    >
      <Icon size={16} aria-hidden />
      <span>{uploadWords(waiting)}</span>
    </button>
  )
}

export const uploadWords = ({ events, pictures, oldestMs }: Count['waiting']): string => {
  const count = events + pictures
  if (count === 0) return t('全部已上传')
  const now = Date.now()
  if (oldestMs === undefined || now - oldestMs < 60_000) return t('{count}条待上传', { count })
  const { words, params } = relativeTime(oldestMs, now)
  return t('{count}条待上传，最早{when}', { count, when: t(words, params) })
}
