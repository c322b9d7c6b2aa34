import { Plus } from 'lucide-react'
import { useState } from 'react'
import { newsList, type NewsRow, newsStates } from '../../domain/news/operations.ts'
import { usePages } from '../pages.ts'
import { IconButton } from '../look/IconButton.tsx'
import { List } from '../look/List.tsx'
import { Page } from '../look/Page.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { Beside } from '../panel/Beside.tsx'
import { usePanel } from '../panel/usePanel.ts'
import { May, useMay } from '../shell/May.tsx'
import { NewsRowView } from './NewsRowView.tsx'
import { openNews } from './openNews.ts'
import { useWide } from '../screen.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

type View = 'all' | 'news' | 'notice' | 'draft' | 'withdrawn'

/** News and announcements, or with `noticesOnly` announcements alone. Who writes them sees drafts too. */
export const NewsBrowser = ({ noticesOnly = false }: { noticesOnly?: boolean }) => {
  const wide = useWide()
  const writes = useMay(['newannnews:save'])
  const [view, setView] = useState<View>(noticesOnly ? 'notice' : 'all')
  const [search, setSearch] = useState('')
  const viewedType = view === 'news' || view === 'notice' ? view : undefined
  const newsType = noticesOnly ? 'notice' : viewedType
  const pages = usePages(newsList, {
    state: view === 'draft' || view === 'withdrawn' ? newsStates[view] : newsStates.published,
    ...(newsType && { newsType }),
    ...(search && { likeQuery: search }),
    queryReadRecord: true,
    queryUser: true,
  })
  const panel = usePanel<NewsRow>(
    ({ newsId }) => ({ what: noticesOnly ? 'notice' : 'news', id: newsId }),
    ({ newsId }) => newsId,
  )
  const open = (row: NewsRow) => (wide || noticesOnly ? panel.table.onOpen(row) : openNews(row))
  const tabs: { value: View; label: string }[] = [
    ...(noticesOnly
      ? []
      : [
          { value: 'all' as const, label: t('全部') },
          { value: 'news' as const, label: t('新闻') },
        ]),
    { value: 'notice', label: t('公告') },
    ...(writes
      ? [
          { value: 'draft' as const, label: t('草稿') },
          { value: 'withdrawn' as const, label: t('已撤下') },
        ]
      : []),
  ]
  return (
    <Beside panel={panel}>
      <Page
        scroll={false}
        right={
          <May codes={['newannnews:save']}>
            <IconButton icon={Plus} label={t('写新闻公告')} onClick={() => go('/pages/news/newannnews-fedit')} />
          </May>
        }
        below={
          <div className="flex flex-col gap-1 px-4 pb-2 wide:px-5">
            <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索标题')} />
            {tabs.length > 1 && (
              <div className="-mx-2 wide:-mx-5">
                <Tabs label={t('类型')} value={view} onChange={setView} tabs={tabs} />
              </div>
            )}
          </div>
        }
      >
        <List
          pages={pages}
          keyOf={(row) => row.newsId}
          beside={panel.table}
          row={(row) => <NewsRowView row={row} onOpen={() => open(row)} />}
          empty={
            search
              ? { title: t('没有找到“{search}”', { search }), text: t('换一个词再试。') }
              : { title: t(emptyWords[view].title), text: t(emptyWords[view].text) }
          }
        />
      </Page>
    </Beside>
  )
}

const noPublished = { title: '还没有新闻公告', text: '发布后会显示在这里。' }
const emptyWords: Readonly<Record<View, { title: string; text: string }>> = {
  all: noPublished,
  news: noPublished,
  notice: { title: '还没有公告', text: '发布后会显示在这里。' },
  draft: { title: '没有草稿', text: '写好而未发布的内容会保存在这里。' },
  withdrawn: { title: '没有撤下的内容', text: '撤下的内容会移到这里，可以重新发布。' },
}
