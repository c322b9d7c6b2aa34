import { CheckCheck, NotebookPen, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { type LogRow, type LogTemplate, logOperations } from '../../domain/worklog/operations.ts'
import { spanOf } from '../../domain/worklog/period.ts'
import { useAsk } from '../ask.ts'
import { usePages } from '../pages.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { choose, confirm } from '../look/overlays/confirm.ts'
import { IconButton } from '../look/IconButton.tsx'
import { WriteIconButton } from '../look/WriteIconButton.tsx'
import { List } from '../look/List.tsx'
import { Notice } from '../look/Notice.tsx'
import { Page } from '../look/Page.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { Tag } from '../look/Tag.tsx'
import { Beside } from '../panel/Beside.tsx'
import { type Panel, usePanel } from '../panel/usePanel.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { ExportButton } from '../forms/ExportButton.tsx'
import { when } from '../shell/when.ts'
import { useSearch } from '../screen.ts'
import { useSend } from '../send.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { useLogTemplates } from './logAnswers.ts'
import { LogStandings } from './LogStandings.tsx'
import { periodWords } from './periodWords.ts'

type View = 'mine' | 'toMe' | 'standings'

/** Work logs: one's own, those that others sent, and who has not handed in. */
export default function Logs() {
  const { view: askedView } = useSearch('/pages/mylog/myloglist')
  const [view, setView] = useState<View>(askedView === 'toMe' || askedView === 'standings' ? askedView : 'mine')
  const [templateId, setTemplateId] = useState('')
  const [keyword, setKeyword] = useState('')
  const [unread, setUnread] = useState(false)
  const panel = usePanel<LogRow>(({ id }) => ({ what: 'log', id }))
  const { data: counts } = useAsk(logOperations.counts, {})
  const templates = useLogTemplates()
  const mayDesign = useAllowed()('mylogtemplate:save')
  const list = templates?.list ?? []
  const ownTemplates = list.filter(({ mine }) => mine)
  const overseenTemplates = list.filter(({ standings, state, period }) => standings && state === 'active' && period !== 'none')

  const change = (next: View) => {
    setView(next)
    if (next === 'standings' && panel.opened) panel.close()
  }
  const question = {
    ...(templateId && { templateId }),
    ...(keyword && { likeQuery: keyword }),
    ...(view === 'toMe' && unread && { unread: true }),
  }
  return (
    <Beside panel={panel}>
      <Page
        scroll={false}
        right={
          <>
            {mayDesign && <IconButton icon={Settings2} label={t('日志模板')} onClick={() => go('/pages/mylog/logtemplate', {})} />}
            {view === 'toMe' && <ReadAllButton />}
            {view !== 'standings' && templateId !== '' && (
              <ExportButton
                operation={logOperations.export}
                asked={{ ...question, view }}
                title={t(list.find(({ id }) => id === templateId)?.name ?? '')}
              />
            )}
            {ownTemplates.length > 0 && (
              <Button size="small" icon={NotebookPen} onClick={() => void write(ownTemplates)}>
                {t('写日志')}
              </Button>
            )}
          </>
        }
        below={
          <>
            <Tabs
              label={t('日志')}
              value={view}
              onChange={change}
              tabs={[
                { value: 'mine', label: t('我写的') },
                { value: 'toMe', label: t('发给我的'), count: counts?.unread },
                ...(overseenTemplates.length > 0 ? [{ value: 'standings' as const, label: t('提交情况') }] : []),
              ]}
            />
            {view !== 'standings' && (
              <div className="flex flex-wrap items-center gap-2 px-4 pb-2 wide:px-5">
                <div className="min-w-48 flex-1">
                  <SearchBox value={keyword} onSearch={setKeyword} placeholder={t('搜索姓名或内容')} />
                </div>
                <Filters
                  list={list}
                  templateId={templateId}
                  onTemplate={setTemplateId}
                  unread={view === 'toMe' ? unread : undefined}
                  onUnread={setUnread}
                />
              </div>
            )}
          </>
        }
      >
        {view === 'standings' ? (
          <LogStandings templates={overseenTemplates} />
        ) : (
          <Listed
            key={view}
            view={view}
            question={question}
            due={view === 'mine' ? (counts?.due ?? []) : []}
            panel={panel}
            empty={emptyWords(view, keyword !== '' || templateId !== '' || unread, ownTemplates, mayDesign)}
          />
        )}
      </Page>
    </Beside>
  )
}

/** Begins a log; where there are several templates, of the chosen one. */
const write = async (templates: readonly LogTemplate[]): Promise<void> => {
  const [only, second] = templates
  const templateId =
    only && !second
      ? only.id
      : await choose(
          t('写日志'),
          templates.map(({ id, name }) => ({ value: id, label: t(name) })),
        )
  if (templateId) go('/pages/mylog/logedit', { templateId })
}

const ReadAllButton = () => {
  const { send, sending } = useSend(logOperations.read, { done: '已全部标为已读' })
  const readAll = async () => {
    if (await confirm({ title: t('将收到的日志全部标为已读？') })) await send({ all: true }).catch(() => undefined)
  }
  return <WriteIconButton icon={CheckCheck} label={t('全部已读')} busy={sending} onClick={() => void readAll()} />
}

type FilterProps = {
  list: readonly LogTemplate[]
  templateId: string
  onTemplate: (id: string) => void
  unread: boolean | undefined
  onUnread: (unread: boolean) => void
}

const Filters = ({ list, templateId, onTemplate, unread, onUnread }: FilterProps) => (
  <div className="plain-scrollbar flex gap-2 overflow-x-auto">
    {unread !== undefined && <Chip chosen={unread} onPress={() => onUnread(!unread)} label={t('未读')} />}
    {list.map(({ id, name }) => (
      <Chip key={id} chosen={id === templateId} onPress={() => onTemplate(id === templateId ? '' : id)} label={t(name)} />
    ))}
  </div>
)

const Chip = ({ chosen, onPress, label }: { chosen: boolean; onPress: () => void; label: string }) => (
  <button
    type="button"
    aria-pressed={chosen}
    onClick={onPress}
    className={`reach h-8 shrink-0 rounded-full px-3.5 text-small transition ${chosen ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken text-ink'}`}
  >
    {label}
  </button>
)

const emptyWords = (view: View, isNarrowed: boolean, ownTemplates: readonly LogTemplate[], mayDesign: boolean) => {
  if (isNarrowed) return { title: t('没有找到'), text: t('换个词试试') }
  if (view === 'toMe') return { title: t('还没有发给您的日志'), text: t('同事提交给您的日报、周报和月报会出现在这里。') }
  if (ownTemplates.length > 0) return { title: t('还没有写过日志'), text: t('写下做过的事和接下来的计划，发给需要知道的人。') }
  return mayDesign
    ? {
        title: t('还没有日志模板'),
        text: t('启用日报、周报和月报，员工就可以开始写。'),
        action: { label: t('设置日志模板'), onPress: () => go('/pages/mylog/logtemplate', {}) },
      }
    : { title: t('还没有需要写的日志'), text: t('管理员启用日志模板后，可以在这里写。') }
}

type ListedProps = {
  view: 'mine' | 'toMe'
  question: Readonly<Record<string, unknown>>
  due: readonly {
    template: { id: string; name: string; period: LogTemplate['period'] }
    periodKey: string
    late: boolean
    draftId: string | null
  }[]
  panel: Panel<LogRow>
  empty: Parameters<typeof List>[0]['empty']
}

const Listed = ({ view, question, due, panel, empty }: ListedProps) => {
  const pages = usePages(logOperations.list, { view, ...question })
  return (
    <List
      pages={pages}
      keyOf={({ id }) => id}
      beside={panel.table}
      header={due.length > 0 && <Due due={due} />}
      row={(row) => <Row row={row} own={view === 'mine'} onPress={() => panel.table.onOpen(row)} />}
      empty={empty}
    />
  )
}

/** What is still to be written: each that can still be in time, and those that cannot together. */
const Due = ({ due }: Pick<ListedProps, 'due'>) => {
  const late = due.filter((log) => log.late)
  const onlyLate = late.length === 1 ? late[0] : undefined
  const open = ({ template, periodKey, draftId }: ListedProps['due'][number]) =>
    go('/pages/mylog/logedit', draftId ? { id: draftId } : { templateId: template.id, day: spanOf(template.period, periodKey)?.from })
  const words = ({ template, periodKey }: ListedProps['due'][number]) =>
    t('{name}（{period}）', { name: t(template.name), period: periodWords(template.period, periodKey) })
  const pick = async () => {
    const lastFirst = late.toReversed()
    const choice = await choose(
      t('过了截止时间的日志'),
      lastFirst.map((log, index) => ({ value: String(index), label: words(log) })),
    )
    const log = lastFirst[Number(choice)]
    if (log) open(log)
  }
  return (
    <div className="pb-1 pt-2">
      {due
        .filter((log) => !log.late)
        .map((log) => (
          <Notice
            key={log.template.id + log.periodKey}
            text={t('{log}还没有交', { log: words(log) })}
            action={log.draftId ? t('继续写') : t('去写')}
            onPress={() => open(log)}
          />
        ))}
      {late.length > 0 && (
        <Notice
          text={t('有{n}篇日志过了截止时间还没有交', { n: late.length })}
          action={t('补交')}
          onPress={() => void (onlyLate ? open(onlyLate) : pick())}
        />
      )}
    </div>
  )
}

const Row = ({ row, own, onPress }: { row: LogRow; own: boolean; onPress: () => void }) => (
  <button type="button" onClick={onPress} className="pressable flex w-full items-start gap-3 px-4 py-3 text-left">
    <span className="relative shrink-0">
      <Avatar name={row.author.userName} src={row.author.avatar ?? undefined} size={40} />
      {!row.read && <span className="absolute -right-0.5 -top-0.5 size-2.5 rounded-full bg-bad ring-2 ring-card" aria-label={t('未读')} />}
    </span>
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-x-2 big-text:flex-wrap">
        <span className={`min-w-0 truncate text-body ${row.read ? '' : 'font-semibold'}`}>
          {own ? t(row.template.name) : row.author.userName}
        </span>
        <span className="min-w-0 flex-1 truncate text-small text-quiet big-text:basis-full">
          {[...(own ? [] : [t(row.template.name)]), periodWords(row.template.period, row.periodKey)].filter(Boolean).join(' · ')}
        </span>
        <span className="shrink-0 text-small text-faint">{when(row.sentAt ?? row.updatedAt)}</span>
      </span>
      <span className="mt-0.5 block truncate text-small text-quiet">{row.summary || t('还没有填写')}</span>
      <span className="mt-1 flex items-center gap-2 text-small text-faint">
        {row.state === 'draft' ? (
          <Tag tone="warn">{t('草稿')}</Tag>
        ) : (
          <>
            {row.late && <Tag tone="bad">{t('迟交')}</Tag>}
            <span>{t('{n}/{all} 人已读', { n: row.readCount, all: row.receiverCount })}</span>
            {row.likeCount > 0 && <span>{t('{n} 赞', { n: row.likeCount })}</span>}
            {row.commentCount > 0 && <span>{t('{n} 评论', { n: row.commentCount })}</span>}
          </>
        )}
      </span>
    </span>
  </button>
)
