import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { type Webhook, webhookList } from '../../domain/eventRules/webhookOperations.ts'
import { useAsk } from '../ask.ts'
import { subjectTitle } from '../eventRules/ruleWords.ts'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { when } from '../shell/when.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { WebhookTag } from './WebhookTag.tsx'

const openWebhook = (id?: string) => go('/pages/user/webhook', id === undefined ? {} : { id })

/** The addresses that are told what happens: which there are, and how each goes. */
export default function Webhooks() {
  const { data, error, refetch } = useAsk(webhookList, {}, { staleMs: 0 })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return (
    <Page width="form" right={<IconButton icon={Plus} label={t('新增Webhook')} onClick={() => openWebhook()} />} onRefresh={refetch}>
      {data.list.length === 0 ? (
        <Empty
          icon={WebhookIcon}
          title={t('还没有Webhook')}
          text={t('资产、单据、库存或人员有变化时，几秒内通知您的系统，例如财务、运维或门禁系统。')}
          action={{ label: t('新增Webhook'), onPress: () => openWebhook() }}
        />
      ) : (
        <Card flush>
          {data.list.map((webhook) => (
            <Cell
              key={webhook.id}
              icon={WebhookIcon}
              title={webhook.title}
              text={standingWords(webhook)}
              value={<WebhookTag webhook={webhook} />}
              onPress={() => openWebhook(webhook.id)}
            />
          ))}
        </Card>
      )}
    </Page>
  )
}

const standingWords = ({ subject, deliveredAt, waitingCount }: Webhook): string =>
  [
    subjectTitle(subject),
    deliveredAt === null ? t('还没有发送过') : t('{time}发送成功', { time: when(deliveredAt) }),
    waitingCount > 0 && t('{n}条等待发送', { n: waitingCount }),
  ]
    .filter(Boolean)
    .join(' · ')
