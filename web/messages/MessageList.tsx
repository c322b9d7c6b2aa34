import { type ReactNode, useState } from 'react'
import { messageList, type MessageRow, messageUpdate } from '../../domain/messaging/operations.ts'
import type { MessageCategory } from '../../domain/rules/messageCategories.ts'
import { messagePageSize } from '../../domain/rules/constants.ts'
import { usePages } from '../pages.ts'
import { useSend } from '../send.ts'
import { List } from '../look/List.tsx'
import { Page } from '../look/Page.tsx'
import { SwipeActions } from '../look/SwipeActions.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { Beside } from '../panel/Beside.tsx'
import { usePanel } from '../panel/usePanel.ts'
import { messageLook } from './messageLook.ts'
import { NamesIn } from '../people/PersonName.tsx'
import { when } from '../shell/when.ts'
import { useWide } from '../screen.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

/** What asks again after messages were read. */
type ReadFilter = 'all' | 'unread' | 'read'

type Props = {
  category?: MessageCategory | undefined
  msgType?: number | undefined
  /** At the head of the screen, with what is done with all of them. */
  title?: string
  right?: ReactNode
}

/** Messages with their read states. A tap reads one and opens what it leads to; on a wide window it is read beside the list. */
export const MessageList = ({ category, msgType, title, right }: Props) => {
  const wide = useWide()
  const [filter, setFilter] = useState<ReadFilter>('all')
  const { send } = useSend(messageUpdate)
  const pages = usePages(
    messageList,
    { ...(category && { category }), ...(msgType && { msgType }), ...(filter !== 'all' && { readState: filter === 'read' ? 1 : 0 }) },
    { pageSize: messagePageSize },
  )
  const panel = usePanel<MessageRow>(({ id }) => ({ what: 'message', id }))
  const mark = (row: MessageRow, readState: 0 | 1) => void send({ id: row.id, readState })
  const open = (row: MessageRow) => {
    if (wide || row.link === null) return panel.table.onOpen(row)
    if (row.readState === 0) mark(row, 1)
    goHref(row.link)
  }
  return (
    <Beside panel={panel}>
      <Page scroll={false} title={title} right={right}>
        <List
          pages={pages}
          keyOf={(row) => row.id}
          beside={panel.table}
          header={
            <div className="pb-3 pt-1">
              <Tabs
                look="pill"
                label={t('阅读状态')}
                value={filter}
                onChange={setFilter}
                tabs={[
                  { value: 'all', label: t('全部') },
                  { value: 'unread', label: t('未读') },
                  { value: 'read', label: t('已读') },
                ]}
              />
            </div>
          }
          row={(row) => (
            <SwipeActions
              actions={[
                row.readState === 0
                  ? { label: t('标为已读'), tone: 'accent', onPress: () => mark(row, 1) }
                  : { label: t('标为未读'), onPress: () => mark(row, 0) },
              ]}
            >
              <Row row={row} onOpen={() => open(row)} />
            </SwipeActions>
          )}
          empty={
            filter === 'unread'
              ? { title: t('没有未读消息'), text: t('都看过了。') }
              : { title: t('还没有消息'), text: t('审批、资产和公告的消息会出现在这里。') }
          }
        />
      </Page>
    </Beside>
  )
}

const Row = ({ row, onOpen }: { row: MessageRow; onOpen: () => void }) => {
  const { icon: Icon, color } = messageLook(row.category)
  const unread = row.readState === 0
  return (
    <button type="button" onClick={onOpen} className="pressable flex w-full items-start gap-3 px-4 py-3.5 text-left">
      <span
        className="relative flex size-11 shrink-0 items-center justify-center rounded-[0.875rem]"
        style={{ color, backgroundColor: `color-mix(in srgb, ${color} 13%, transparent)` }}
      >
        <Icon size={22} strokeWidth={1.9} aria-hidden />
        {unread && (
          <span
            className="absolute -right-0.5 -top-0.5 size-2.5 rounded-full border-2 border-card bg-[#d92b35]"
            role="img"
            aria-label={t('未读')}
          />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span className={`min-w-0 flex-1 line-clamp-2 text-body ${unread ? 'font-semibold' : 'text-quiet'}`}>
            <NamesIn text={row.title} />
          </span>
          <time className="shrink-0 text-small text-faint">{when(row.createdAt)}</time>
        </span>
        {row.content && (
          <span className="mt-1 line-clamp-2 whitespace-pre-line text-small text-quiet">
            <NamesIn text={row.content} />
          </span>
        )}
      </span>
    </button>
  )
}
