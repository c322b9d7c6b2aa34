import { Page } from '../../look/Page.tsx'
import { useSearch } from '../../screen.ts'
import { back } from '../../travel.ts'
import { NewsArticle } from '../news/NewsArticle.tsx'

/** One announcement. */
export default function AnnouncementDetail() {
  const { newsId = '' } = useSearch('/pages/annotation/annotationDetail')
  return (
    <Page scroll={false}>
      <NewsArticle newsId={newsId} onGone={() => void back()} />
    </Page>
  )
}
