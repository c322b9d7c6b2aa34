import { Empty } from '../../look/Empty.tsx'
import { Page } from '../../look/Page.tsx'
import { useSearch } from '../../screen.ts'
import { back } from '../../travel.ts'
import { t } from '../../words.ts'
import { NewsArticle } from '../news/NewsArticle.tsx'

/** One announcement. */
export default function AnnouncementDetail() {
  const { newsId } = useSearch('/pages/annotation/annotationDetail')
  return (
    <Page scroll={false}>
      {newsId ? <NewsArticle newsId={newsId} onGone={() => void back()} /> : <Empty title={t('没有找到这条公告')} />}
    </Page>
  )
}
