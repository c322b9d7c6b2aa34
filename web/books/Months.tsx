import { useEffect } from 'react'
import { type BookMonth, monthClose } from '../../domain/books/operations.ts'
import { book } from '../../domain/records/books/book.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { Notice } from '../look/Notice.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Tag } from '../look/Tag.tsx'
import { useSend } from '../send.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { when } from '../shell/when.ts'
import { go, goHref } from '../travel.ts'
import { t } from '../words.ts'
import { BookPicker } from './BookPicker.tsx'
import { BookStart } from './BookStart.tsx'
import { Obstacles } from './Obstacles.tsx'
import { ReopenButton } from './ReopenButton.tsx'
import { type BookState, lastClosed, useBook, useBookMonths } from './useBook.ts'

/** The months of a book for its accountant: what stands in the way, the next close, and the last closed month. */
export default function Months() {
  const { bookId, options, choose, error, refetch } = useBook()
  const months = useBookMonths(bookId)
  if (!options) return <Pending error={error} onRetry={refetch} />
  if (bookId === undefined) return <NoBook />
  const { data } = months
  if (!data) return <Pending error={months.error} onRetry={months.refetch} />
  return (
    <Page width="form" onRefresh={months.refetch}>
      <BookPicker options={options} bookId={bookId} onChoose={choose} />
      {data.isStarted ? (
        <StartedBook bookId={bookId} state={data} onRefresh={months.refetch} />
      ) : (
        <BookStart bookId={bookId} state={data} onRefresh={months.refetch} />
      )}
    </Page>
  )
}

const NoBook = () => {
  const mayMake = useAllowed()('gsbook:save')
  return (
    <Page>
      <Empty
        title={t('还没有账簿')}
        text={t('建立账簿、设好折旧规则后，就可以按月计提折旧并结账。')}
        {...(mayMake && { action: { label: t('新建账簿'), onPress: () => goHref(book.screens.form) } })}
      />
    </Page>
  )
}

type BookProps = { bookId: string; state: BookState; onRefresh: () => Promise<unknown> }

const refreshMs = 1500

/** Asks again while a run is under way. */
const useRunning = (isRunning: boolean, refresh: () => Promise<unknown>): void => {
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void refresh(), refreshMs)
    return () => clearInterval(timer)
  }, [isRunning, refresh])
}

const StartedBook = ({ bookId, state, onRefresh }: BookProps) => {
  const isOpening = state.openingProgress < 100
  useRunning(isOpening || state.next === null, onRefresh)
  return (
    <>
      {isOpening && <Notice text={t('期初资产正在进入账簿：{progress}%', { progress: state.openingProgress })} />}
      {state.next !== null && <NextClose bookId={bookId} state={state} month={state.next} />}
      <Section title={t('月份')}>
        {state.list.map((month) => (
          <MonthRow key={month.month} bookId={bookId} month={month} />
        ))}
      </Section>
      <LastClosed bookId={bookId} state={state} />
    </>
  )
}

const NextClose = ({ bookId, state, month }: Omit<BookProps, 'onRefresh'> & { month: string }) => {
  const { send, sending: isSending } = useSend(monthClose)
  const mayClose = useAllowed()('gsvalue:close')
  const isBlocked = state.obstacles.some(({ blocks }) => blocks)
  const close = async () => {
    const isSure = await confirm({
      title: t('结账{month}?', { month }),
      text: t('系统计提本月折旧；结账后，日期在本月的单据不能再入账。'),
      yes: t('结账'),
    })
    if (isSure) await send({ bookId, month }).catch(() => undefined)
  }
  return (
    <Section title={t('下一个月份：{month}', { month })}>
      <Obstacles list={state.obstacles} month={month} />
      {mayClose && (
        <div className="p-4">
          <Button size="large" wide busy={isSending} disabled={isBlocked} onClick={() => void close()}>
            {t('结账{month}', { month })}
          </Button>
        </div>
      )}
    </Section>
  )
}

const stateWords = { open: '未结账', running: '计算中', closed: '已结账', undoing: '反结账中' } as const
const stateTones = { open: 'plain', running: 'accent', closed: 'good', undoing: 'warn' } as const

const MonthRow = ({ bookId, month }: { bookId: string; month: BookMonth }) => (
  <Cell
    title={month.month}
    text={month.by && month.at && [month.by, when(month.at)].join(' · ')}
    value={
      <span className="flex flex-wrap items-center justify-end gap-2">
        {month.state === 'closed' && <span className="tabular-nums">{t('折旧{amount}', { amount: moneyWords(month.depreciation) })}</span>}
        <Tag tone={stateTones[month.state]}>
          {t(stateWords[month.state])}
          {(month.state === 'running' || month.state === 'undoing') && ` ${month.progress}%`}
        </Tag>
      </span>
    }
    onPress={() => go('/pages/goods/GsBook/values', { bookId, month: month.month })}
  />
)

/** What may be done with the last closed month. */
const LastClosed = ({ bookId, state }: Omit<BookProps, 'onRefresh'>) => {
  const lastMonth = lastClosed(state)
  const mayClose = useAllowed()('gsvalue:close')
  if (!lastMonth) return null
  return (
    <div className="flex flex-wrap justify-end gap-2 pb-6">
      <Button kind="secondary" onClick={() => go('/pages/goods/GsBook/movements', { bookId, to: lastMonth.month })}>
        {t('增减变动表')}
      </Button>
      {mayClose && state.next !== null && <ReopenButton bookId={bookId} month={lastMonth.month} />}
    </div>
  )
}
