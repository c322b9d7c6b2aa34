import { CircleCheckBig, CircleX, Download } from 'lucide-react'
import type { ImportStatus } from '../../domain/bulk/transferOperations.ts'
import { Button } from '../look/Button.tsx'
import { t } from '../words.ts'

/** An import that is under way. */
export const Progress = ({ status: { doneCount, rowCount }, onCancel }: { status: ImportStatus; onCancel: () => void }) => {
  const percent = rowCount === 0 ? 0 : Math.min(100, Math.round((doneCount / rowCount) * 100))
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 px-6">
      <p role="status" className="text-title font-semibold">
        {rowCount === 0 ? t('正在导入') : t('正在导入 {done} / {count}', { done: doneCount, count: rowCount })}
      </p>
      <div
        role="progressbar"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={t('导入进度')}
        className="h-2.5 w-full max-w-80 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-accent transition-[width] duration-500" style={{ width: `${Math.max(4, percent)}%` }} />
      </div>
      <p className="text-center text-small text-quiet">{t('可以离开这个页面，导入会继续；要么全部导入，要么一行也不导入。')}</p>
      <Button kind="secondary" onClick={onCancel}>
        {t('取消导入')}
      </Button>
    </div>
  )
}

/** One that has ended without writing anything. */
export const Failed = ({ onAgain }: { onAgain: () => void }) => (
  <div className="flex flex-1 flex-col items-center justify-center gap-3 px-6 text-center">
    <span className="flex size-20 items-center justify-center rounded-full bg-bad-soft text-bad">
      <CircleX size={38} strokeWidth={1.8} aria-hidden />
    </span>
    <p role="status" className="text-title font-semibold">
      {t('没有导入')}
    </p>
    <p className="text-small text-quiet">{t('导入被取消或中断，没有写入任何数据。')}</p>
    <Button className="mt-4" size="large" onClick={onAgain}>
      {t('重新导入')}
    </Button>
  </div>
)

/** One that is done, and what it left out. */
export const Done = ({
  status,
  busy,
  onRejects,
  onClose,
}: {
  status: ImportStatus
  busy: boolean
  onRejects: () => void
  onClose: () => void
}) => (
  <div className="flex flex-1 flex-col items-center justify-center gap-3 text-center">
    <span className="flex size-20 items-center justify-center rounded-full bg-good-soft text-good">
      <CircleCheckBig size={38} strokeWidth={1.8} aria-hidden />
    </span>
    <p role="status" className="text-title font-semibold">
      {t('已导入 {count} 项', { count: status.doneCount || status.rowCount })}
    </p>
    {status.skippedCount > 0 && (
      <>
        <p className="px-6 text-small text-quiet">
          {t('有 {count} 行没有导入。下载后改好，再导入一次即可。', { count: status.skippedCount })}
        </p>
        <Button kind="secondary" icon={Download} busy={busy} onClick={onRejects}>
          {t('下载未导入的行')}
        </Button>
      </>
    )}
    <Button className="mt-4" size="large" onClick={onClose}>
      {t('完成')}
    </Button>
  </div>
)
