import { Page } from '../look/Page.tsx'
import { useScreen, useSearch } from '../screen.ts'
import { back } from '../travel.ts'
import { NewsArticle } from './NewsArticle.tsx'

/** One news item. `publisher` and `avatar` stand at its head until the item itself is there. */
export default function NewsDetail() {
  const { newsId = '', publisher, avatar } = useSearch('/pages/news/newsdetail')
  const { beside } = useScreen()
  return (
    <Page scroll={false}>
      <NewsArticle newsId={newsId} publisher={publisher} avatar={avatar} onGone={() => (beside ? beside.goOn() : void back())} />
    </Page>
  )
}
