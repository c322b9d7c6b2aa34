import { skeletonRows } from '../../domain/rules/constants.ts'
import { t } from '../words.ts'

/** A grey bar where text will be. Give the size by `className`. */
export const Bone = ({ className = 'h-4 w-full' }: { className?: string }) => (
  <span className={`block animate-pulse rounded-chip bg-sunken ${className}`} />
)

/** Rows where a list will be (12). */
export const Skeleton = ({ rows = skeletonRows, picture = true }: { rows?: number; picture?: boolean }) => (
  <div role="status" aria-label={t('加载中')} className="overflow-hidden rounded-card bg-card">
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="flex items-center gap-3 px-4 py-3">
        {picture && <Bone className="size-12 shrink-0 rounded-control" />}
        <div className="flex-1 space-y-2">
          <Bone className={`h-4 ${titleWidths[row % titleWidths.length]}`} />
          <Bone className="h-3 w-4/5" />
        </div>
      </div>
    ))}
  </div>
)

const titleWidths = ['w-3/5', 'w-2/5', 'w-1/2']
