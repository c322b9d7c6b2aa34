import type { DiskSpace } from '../../domain/disk/operations.ts'
import { sizeWords } from './sizeWords.ts'
import { t } from '../words.ts'

/** How full a space is: its files, their older versions and the bin, each in its colour, and in words. */
export const QuotaBar = ({ space }: { space: DiskSpace }) => {
  const { quotaBytes, usedBytes, versionBytes, trashBytes, reservedBytes } = space
  const parts = [
    { title: t('文件'), bytes: Math.max(0, usedBytes - versionBytes - trashBytes), colour: 'bg-accent' },
    { title: t('历史版本'), bytes: versionBytes, colour: 'bg-[#8e4ec6]' },
    { title: t('回收站'), bytes: trashBytes, colour: 'bg-warn' },
  ]
  const isFull = quotaBytes !== null && usedBytes + reservedBytes >= quotaBytes * 0.95
  return (
    <div className="px-1 pb-4 pt-3">
      {quotaBytes !== null && (
        <div className="mb-2 flex h-2 overflow-hidden rounded-full bg-sunken" aria-hidden>
          {parts.map(({ title, bytes, colour }) => (
            <span
              key={title}
              className={`${colour} ${bytes > 0 ? 'min-w-0.5' : ''}`}
              style={{ width: `${Math.min(100, (bytes / Math.max(1, quotaBytes)) * 100)}%` }}
            />
          ))}
        </div>
      )}
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-small text-quiet">
        <span className={isFull ? 'font-medium text-bad' : ''}>
          {quotaBytes === null
            ? t('已用 {used}', { used: sizeWords(usedBytes) })
            : t('已用 {used}，共 {quota}', { used: sizeWords(usedBytes), quota: sizeWords(quotaBytes) })}
          {isFull && ` · ${t('快满了，可清空回收站腾出空间')}`}
        </span>
        {parts
          .filter(({ bytes }) => bytes > 0)
          .map(({ title, bytes, colour }) => (
            <span key={title} className="inline-flex items-center gap-1.5">
              <span className={`size-2 rounded-full ${colour}`} aria-hidden />
              {title} {sizeWords(bytes)}
            </span>
          ))}
        {reservedBytes > 0 && <span>{t('上传中 {bytes}', { bytes: sizeWords(reservedBytes) })}</span>}
      </p>
    </div>
  )
}
