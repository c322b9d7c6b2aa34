import { Empty } from '../../look/Empty.tsx'
import { Page } from '../../look/Page.tsx'
import { useSearch } from '../../screen.ts'
import { back } from '../../travel.ts'
import { t } from '../../words.ts'
import { NewsArticle } from './NewsArticle.tsx'

/** One news item. `publisher` and `avatar` stand at its head until the item itself is there. */
export default function NewsDetail() {
  const { newsId, publisher, avatar } = useSearch('/pages/news/newsdetail')
  return (
    <Page scroll={false}>
      {newsId ? (
        <NewsArticle newsId={newsId} publisher={publisher} avatar={avatar} onGone={() => void back()} />
      ) : (
        <Empty title={t('没有找到这条新闻')} />
      )}
    </Page>
  )
}
