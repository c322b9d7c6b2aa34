import { Pin } from 'lucide-react'
import type { NewsRow } from '../../domain/news/operations.ts'
import { Picture } from '../look/Picture.tsx'
import { Tag } from '../look/Tag.tsx'
import { t } from '../words.ts'
import { newsPictures } from './newsPictures.ts'
import { when } from '../shell/when.ts'

/** One news item in a list: title, what it is about, who published it and when, its first picture. What is unread stands out. */
export const NewsRowView = ({ row, onOpen }: { row: NewsRow; onOpen: () => void }) => {
  const [picture] = newsPictures(row.pic)
  const unread = row.state === 2 && row.readRecordEntities.length === 0
  return (
    <button type="button" onClick={onOpen} className="pressable flex w-full items-start gap-3 px-4 py-3.5 text-left">
      <span className="flex min-h-16 min-w-0 flex-1 flex-col">
        <span className={`line-clamp-2 text-body ${unread ? 'font-semibold' : ''}`}>
          {row.pinned && <Pin size={14} className="mr-1 inline align-[-0.125rem] text-warn" aria-label={t('置顶')} />}
          {row.title}
        </span>
        {row.summary && <span className="mt-0.5 line-clamp-1 text-small text-quiet">{row.summary}</span>}
        <span className="mt-auto flex flex-wrap items-center gap-x-2 pt-2 text-small text-faint">
          {row.state !== 2 && <Tag tone={row.state === 1 ? 'warn' : 'plain'}>{row.state === 1 ? t('草稿') : t('已撤下')}</Tag>}
          {row.newsType === 'notice' && <Tag tone="accent">{t('公告')}</Tag>}
          <span className="truncate">{row.userEntity.userName}</span>
          <time className="shrink-0">{when(row.publishedAt ?? row.createdAt)}</time>
          {unread && <span className="size-2 shrink-0 rounded-full bg-[#d92b35]" role="img" aria-label={t('未读')} />}
        </span>
      </span>
      {picture && <Picture src={picture} alt="" className="h-18 w-26" />}
    </button>
  )
}
