import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import { subscriptionList, type ViewSubscription } from '../../domain/subscriptions/operations.ts'
import { sendingRhythms } from '../../domain/subscriptions/sendingTime.ts'
import { useAsk } from '../ask.ts'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tag } from '../look/Tag.tsx'
import { useSearch } from '../screen.ts'
import { when } from '../shell/when.ts'
import { t } from '../words.ts'
import { SubscriptionForm } from './SubscriptionForm.tsx'

/** The caller's views and dashboards that are sent regularly, and how the last sending went; one that the address names is about to be. */
export default function Subscriptions() {
  const { view: viewId = null, dashboard: dashboardId = null, title = '' } = useSearch('/pages/user/subscriptions')
  const isNamed = viewId !== null || dashboardId !== null
  const { data, error, refetch } = useAsk(subscriptionList, {}, { staleMs: 0 })
  const [open, setOpen] = useState<ViewSubscription | 'new' | undefined>(isNamed ? 'new' : undefined)
  if (!data) return <Pending error={error} onRetry={refetch} />
  const close = () => setOpen(undefined)
  return (
    <Page
      width="form"
      onRefresh={refetch}
      right={isNamed && <IconButton icon={Plus} label={t('添加定期发送')} onClick={() => setOpen('new')} />}
    >
      {data.list.length === 0 ? (
        <Empty
          icon={CalendarClock}
          title={t('还没有定期发送')}
          text={t('在报表或任何表格的汇总、视图菜单，或仪表板的“更多”里选择“定期发送”。')}
        />
      ) : (
        <Card flush>
          {data.list.map((subscription) => (
            <Cell
              key={subscription.id}
              icon={CalendarClock}
              tint="#3370ff"
              title={subscription.title || t('视图或仪表板已不能查看')}
              text={standingOf(subscription)}
              value={<Standing subscription={subscription} />}
              onPress={() => setOpen(subscription)}
            />
          ))}
        </Card>
      )}
      <Sheet open={open !== undefined} onClose={close} title={t('定期发送')} tall>
        {open !== undefined && (
          <SubscriptionForm
            key={open === 'new' ? 'new' : open.id}
            subscription={open === 'new' ? undefined : open}
            subject={open === 'new' ? { viewId, dashboardId, title } : open}
            onDone={close}
          />
        )}
      </Sheet>
    </Page>
  )
}

const Standing = ({ subscription: { isOn, failure } }: { subscription: ViewSubscription }) => {
  if (!isOn) return <Tag>{t('已停用')}</Tag>
  return failure === null ? <Tag tone="good">{t('使用中')}</Tag> : <Tag tone="bad">{t('发送失败')}</Tag>
}

/** When it is sent, and the last sending. */
const standingOf = ({ tableTitle, rhythm, hour, sentAt, sentCount }: ViewSubscription): string =>
  [
    tableTitle === '' ? t('仪表板') : t(tableTitle),
    `${t(sendingRhythms[rhythm])} ${String(hour).padStart(2, '0')}:00`,
    sentAt === null ? t('还没有发送过') : t('{time}发给{n}个接收人', { time: when(sentAt), n: sentCount }),
  ]
    .filter(Boolean)
    .join(' · ')
