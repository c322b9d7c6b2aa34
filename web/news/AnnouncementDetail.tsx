import { Page } from '../look/Page.tsx'
import { useScreen, useSearch } from '../screen.ts'
import { back } from '../travel.ts'
import { NewsArticle } from './NewsArticle.tsx'

/** One announcement. */
export default function AnnouncementDetail() {
  const { newsId = '' } = useSearch('/pages/annotation/annotationDetail')
  const { beside } = useScreen()
  return (
    <Page scroll={false}>
      <NewsArticle newsId={newsId} onGone={() => (beside ? beside.goOn() : void back())} />
    </Page>
  )
}
