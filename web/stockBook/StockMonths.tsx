import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { monthOfText, firstDayOf } from '../../domain/books/month.ts'
import { stockMonthClose, stockMonthReopen, stockMonths } from '../../domain/stockBook/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { addDays } from '../../kernel/day.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Tag } from '../look/Tag.tsx'
import { documentHref } from '../places.ts'
import { useSend } from '../send.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { when } from '../shell/when.ts'
import { go, goHref } from '../travel.ts'
import { t } from '../words.ts'

type Months = OutputOf<typeof stockMonths>

/** The months of the stock: what stands in the way of the next close, and what was closed. */
export default function StockMonths() {
  const { data, error, refetch } = useAsk(stockMonths, {})
  const mayClose = useAllowed()('csstockmonth:close')
  if (!data) return <Pending error={error} onRetry={refetch} />
  const last = data.list.find(({ isClosed }) => isClosed)
  return (
    <Page width="form" onRefresh={refetch}>
      {data.next !== null && <NextClose month={data.next} pending={data.pending} mayClose={mayClose} />}
      <Section title={t('月份')} note={t('结账后，日期在该月的耗材单据不能再入账，期末结存固定下来。不结账也可以一直使用。')}>
        {data.list.map((month) => (
          <MonthRow key={month.month} month={month} />
        ))}
      </Section>
      {last && mayClose && (
        <div className="flex justify-end pb-6">
          <ReopenMonth month={last.month} />
        </div>
      )}
    </Page>
  )
}

type NextProps = { month: string; pending: Months['pending']; mayClose: boolean }

const NextClose = ({ month, pending, mayClose }: NextProps) => {
  const { send, sending: isSending } = useSend(stockMonthClose, { done: '已结账' })
  const close = async () => {
    const isSure = await confirm({
      title: t('结账{month}?', { month }),
      text: t('期末结存会固定下来，日期在{month}或以前的耗材单据不能再入账。', { month }),
      yes: t('结账'),
    })
    if (isSure) await send({ month }).catch(() => undefined)
  }
  return (
    <Section title={t('下一个月份：{month}', { month })}>
      {pending.count > 0 && (
        <Cell
          icon={CircleAlert}
          tint="var(--bad)"
          title={t('有{count}张日期在{month}或以前的单据还没有入账，请先处理', { count: pending.count, month })}
        />
      )}
      {pending.examples.map(({ id, kind, code }) => (
        <Cell key={id} title={<span className="pl-11 text-quiet">{code}</span>} onPress={() => goHref(documentHref(kind, id))} />
      ))}
      {mayClose ? (
        <div className="p-4">
          <Button size="large" wide busy={isSending} disabled={pending.count > 0} onClick={() => void close()}>
            {t('结账{month}', { month })}
          </Button>
        </div>
      ) : (
        <p className="p-4 text-small text-quiet">{t('由系统管理员或财务结账')}</p>
      )}
    </Section>
  )
}

const MonthRow = ({ month: { month, isClosed, amount, by, at } }: { month: Months['list'][number] }) => {
  const first = firstDayOf(monthOfText(month))
  const last = addDays(firstDayOf(monthOfText(month) + 1), -1)
  return (
    <Cell
      title={month}
      text={by && at && [by, when(at)].join(' · ')}
      value={
        <span className="flex flex-wrap items-center justify-end gap-2">
          {amount !== null && <span className="tabular-nums">{moneyWords(amount)}</span>}
          <Tag tone={isClosed ? 'good' : 'plain'}>{isClosed ? t('已结账') : t('未结账')}</Tag>
        </span>
      }
      onPress={() => go('/pages/consumables/stockBook/index', { from: first, to: last })}
    />
  )
}

/** Opens the last closed month again, for a reason. */
const ReopenMonth = ({ month }: { month: string }) => {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { send, sending: isSending } = useSend(stockMonthReopen, { done: '已反结账' })
  const reopen = async () => {
    try {
      await send({ month, reason })
    } catch {
      return
    }
    setOpen(false)
    setReason('')
  }
  return (
    <>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        {t('反结账{month}', { month })}
      </Button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('反结账{month}', { month })}
        footer={
          <Button size="large" wide kind="danger" busy={isSending} disabled={reason.trim().length < 2} onClick={() => void reopen()}>
            {t('反结账')}
          </Button>
        }
      >
        <p className="pb-3 text-small text-quiet">{t('反结账后可以再补记该月的单据，之后重新结账；原来的结存和原因留档。')}</p>
        <TextArea label={t('原因')} value={reason} onChange={setReason} required />
      </Sheet>
    </>
  )
}
