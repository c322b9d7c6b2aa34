import { Building2, ChevronRight, Copy, Search, Send } from 'lucide-react'
import { addressBookDepartments } from '../../domain/addressBook/operations.ts'
import { newsList, newsStates } from '../../domain/news/operations.ts'
import { useAsk } from '../ask.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Grid } from '../look/Grid.tsx'
import { Page } from '../look/Page.tsx'
import { Bone, Skeleton } from '../look/Skeleton.tsx'
import { menuIcon } from '../workbench/menuIcon.ts'
import { NewsRowView } from '../news/NewsRowView.tsx'
import { openNews } from '../news/openNews.ts'
import { useResources } from '../screen.ts'
import { screenAt } from '../screens.ts'
import { isSet, useSession } from '../session/session.ts'
import { go, goHref } from '../travel.ts'
import { t } from '../words.ts'

/** What people do with one another: the office, the news and the colleagues. What waits for them stands on the workbench. */
export default function Collaboration() {
  const news = useAsk(newsList, latest, { staleMs: 30_000 })
  return (
    <Page onRefresh={() => news.refetch()}>
      <div className="space-y-3 wide:grid wide:grid-cols-[1fr_22rem] wide:items-start wide:gap-4 wide:space-y-0">
        <div className="min-w-0 space-y-3">
          <Office />
          <Card flush>
            <Heading title={t('新闻公告')} onMore={() => go('/pages/news/newslist')} />
            {news.isError && (
              <button type="button" onClick={() => void news.refetch()} className="min-h-14 w-full px-4 pb-3 text-body text-accent-strong">
                {t('加载失败，点击重试')}
              </button>
            )}
            {!news.isError && !news.data && <Skeleton rows={3} />}
            {!news.isError && news.data && news.data.list.length === 0 && (
              <p className="px-4 pb-8 pt-4 text-center text-body text-quiet">{t('还没有新闻公告')}</p>
            )}
            {!news.isError &&
              news.data &&
              news.data.list.length > 0 &&
              news.data.list.map((row) => (
                <div key={row.newsId} className="border-b border-line last:border-none">
                  <NewsRowView row={row} onOpen={() => openNews(row)} />
                </div>
              ))}
          </Card>
        </div>
        <Colleagues />
      </div>
    </Page>
  )
}

const latest = { page: 1, pageSize: 4, state: newsStates.published, queryReadRecord: true, queryUser: true } as const

const Heading = ({ title, onMore }: { title: string; onMore: () => void }) => (
  <div className="flex items-center justify-between pl-4 pr-1">
    <h2 className="text-title font-semibold">{title}</h2>
    <button type="button" onClick={onMore} className="flex h-12 items-center px-3 text-small text-quiet">
      {t('查看全部')}
      <ChevronRight size={16} aria-hidden />
    </button>
  </div>
)

/** What one asks of colleagues and hears from them, then the office part of the menu, as the server gives it. */
const Office = () => {
  const resources = useResources()
  const entries = (resources ?? []).filter(
    ({ parentCode, mobilePath, alwaysShow, supportMobile }) =>
      parentCode === 'office' && isSet(alwaysShow) && isSet(supportMobile) && screenAt(mobilePath ?? '') !== undefined,
  )
  return (
    <Card className="!p-3">
      <h2 className="px-1 pb-1 text-title font-semibold">{t('协同办公')}</h2>
      <Grid
        items={[
          { key: 'apply', title: t('发起申请'), icon: Send, onPress: () => go('/pages/flow/flowindex') },
          { key: 'copies', title: t('抄送我的'), icon: Copy, color: '#00a86b', onPress: () => go('/pages/personal/flowCopy') },
          ...entries.map((entry, index) => ({
            key: entry.resourceCode,
            title: t(entry.resourceName),
            icon: menuIcon(entry.mobileIcon ?? entry.icon),
            color: officeColors[index % officeColors.length],
            onPress: () => goHref(entry.mobilePath ?? ''),
          })),
        ]}
      />
    </Card>
  )
}

/** The office is one group with one colour in the menu; here each entry has its own, so that one is found without reading. */
const officeColors = ['#0081ff', '#e5484d', '#00a86b', '#ff8a00', '#7a5af8', '#12a3b5', '#3e63dd'] as const

/** The way into the address book: search, the whole organisation, and one's own departments. */
const Colleagues = () => {
  const { departments, operationName, operationAvatar } = useSession()
  const all = useAsk(addressBookDepartments, {}, { staleMs: 300_000 })
  const people = all.data?.filter(({ parentId }) => parentId === null).reduce((sum, { userCount }) => sum + userCount, 0)
  const countOf = (deptId: string) => all.data?.find((department) => department.deptId === deptId)?.userCount
  return (
    <Card flush>
      <Heading title={t('通讯录')} onMore={() => go('/pages/addressbook/address-book')} />
      <button
        type="button"
        onClick={() => go('/pages/addressbook/address-book')}
        className="mx-4 mb-2 flex h-11 w-[calc(100%-2rem)] items-center gap-2 rounded-control bg-sunken px-3 text-body text-faint"
      >
        <Search size={18} aria-hidden />
        {t('搜索同事')}
      </button>
      <Cell
        {...(operationAvatar ? { start: <Avatar name={operationName} src={operationAvatar} size={36} /> } : { icon: Building2 })}
        title={operationName}
        value={people === undefined ? <Bone className="h-4 w-8" /> : t('{count}人', { count: people })}
        onPress={() => go('/pages/addressbook/level-address-book')}
      />
      {departments.map(({ deptId, deptName }) => (
        <Cell
          key={deptId}
          start={<span className="flex size-9 items-center justify-center text-faint">└</span>}
          title={deptName}
          value={countOf(deptId) === undefined ? '' : t('{count}人', { count: countOf(deptId) ?? 0 })}
          onPress={() => go('/pages/addressbook/member', { deptId, deptName })}
        />
      ))}
    </Card>
  )
}
