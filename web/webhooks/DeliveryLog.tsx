import { useState } from 'react'
import { deliveryStates, webhookDeliveries, type WebhookDelivery, webhookResend } from '../../domain/eventRules/webhookOperations.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tag } from '../look/Tag.tsx'
import { usePages } from '../pages.ts'
import { useSend } from '../send.ts'
import { fullTime } from '../shell/dateWords.ts'
import { when } from '../shell/when.ts'
import { MoreRows } from '../table/MoreRows.tsx'
import { t } from '../words.ts'

const tones = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const

/** What was sent, the newest first, with what came back; a press shows the message and sends it again. */
export const DeliveryLog = ({ id }: { id: string }) => {
  const pages = usePages(webhookDeliveries, { id })
  const [open, setOpen] = useState<WebhookDelivery>()
  return (
    <Section title={t('发送记录')} flush note={t('保留30天。没有送达的在三天内自动重发，同一条记录的变化按先后发送。')}>
      {pages.status === 'ready' && pages.rows.length === 0 && <p className="px-4 py-3 text-body text-quiet">{t('还没有发送过')}</p>}
      {pages.rows.map((delivery) => (
        <Cell
          key={delivery.id}
          title={delivery.isTest ? t('测试消息') : t('{count}条变化', { count: delivery.count })}
          text={outcomeWords(delivery)}
          value={<Tag tone={tones[delivery.state]}>{t(deliveryStates[delivery.state])}</Tag>}
          onPress={() => setOpen(delivery)}
        />
      ))}
      <MoreRows pages={pages} />
      <Sheet open={open !== undefined} onClose={() => setOpen(undefined)} title={t('发送记录')} tall>
        {open && <Message delivery={open} onDone={() => setOpen(undefined)} />}
      </Sheet>
    </Section>
  )
}

const outcomeWords = ({ at, state, status, tookMs, attempts, answer, nextAt }: WebhookDelivery): string =>
  [
    when(at),
    status !== null && `HTTP ${status}`,
    tookMs !== null && `${tookMs} ms`,
    state !== 'delivered' && answer,
    state === 'waiting' && attempts > 0 && t('{time}重发', { time: fullTime(nextAt) }),
  ]
    .filter(Boolean)
    .join(' · ')

const Message = ({ delivery, onDone }: { delivery: WebhookDelivery; onDone: () => void }) => {
  const { send, sending: isSending } = useSend(webhookResend, { done: '已安排重新发送' })
  const { id, body, answer, isTest } = delivery
  const resend = async () => {
    await send({ id })
    onDone()
  }
  return (
    <>
      <h3 className="pb-1 text-small text-quiet">{t('内容')}</h3>
      <pre tabIndex={0} className="scroller max-h-96 overflow-auto rounded-control bg-sunken px-4 py-3 text-small">
        {JSON.stringify(JSON.parse(body), undefined, 2)}
      </pre>
      {answer && (
        <>
          <h3 className="pb-1 pt-3 text-small text-quiet">{t('回复')}</h3>
          <pre className="overflow-x-auto whitespace-pre-wrap rounded-control bg-sunken px-4 py-3 text-small">{answer}</pre>
        </>
      )}
      {!isTest && (
        <Button size="large" kind="secondary" wide className="mt-4" busy={isSending} onClick={() => void resend()}>
          {t('重新发送')}
        </Button>
      )}
    </>
  )
}
