import { Plus, Trash2, Webhook } from 'lucide-react'
import { useState } from 'react'
import { serviceOperations, type ServiceRow } from '../../../domain/approval/operations/services.ts'
import { useAsk } from '../../ask.ts'
import { useSend } from '../../send.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import type { Busy } from '../../look/holdButton.ts'
import { Card } from '../../look/Card.tsx'
import { confirmDelete } from '../../look/overlays/confirm.ts'
import { Empty } from '../../look/Empty.tsx'
import { WriteIconButton } from '../../look/WriteIconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { ServiceGuide } from '../flow/ServiceGuide.tsx'
import { ServiceSheet } from '../flow/ServiceSheet.tsx'
import { useMay } from '../../shell/May.tsx'
import { t } from '../../words.ts'

/** The services of others that flows may ask. */
export default function Services() {
  const [edited, setEdited] = useState<ServiceRow | 'new'>()
  const may = useMay(['workflow:design'])
  const { data, error, refetch } = useAsk(serviceOperations.list, {})
  const { send: remove, sending: removing } = useSend(serviceOperations.delete, { done: '已删除' })
  if (!data) return <Pending error={error} onRetry={refetch} />

  const drop = async ({ serviceKey, name }: ServiceRow) => {
    if (!(await confirmDelete(t('确定删除{name}吗?', { name })))) return
    try {
      await remove({ serviceKey })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <Page
      width="page"
      onRefresh={refetch}
      right={
        may && (
          <Button size="small" icon={Plus} onClick={() => setEdited('new')}>
            {t('新建')}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 pt-2 wide:grid-cols-[minmax(0,1fr)_27rem] wide:items-start">
        {data.list.length === 0 ? (
          <Empty
            icon={Webhook}
            title={t('还没有登记外部服务')}
            text={t('登记贵单位其他系统的地址，流程走到“外部服务”环节时会把申请发给它，并收回它的答复。')}
            {...(may && { action: { label: t('登记外部服务'), onPress: () => setEdited('new') } })}
          />
        ) : (
          <ul className="flex min-w-0 flex-col gap-3">
            {data.list.map((service) => (
              <li key={service.serviceKey}>
                <ServiceCard
                  service={service}
                  busy={removing}
                  {...(may && { onOpen: () => setEdited(service), onDrop: () => void drop(service) })}
                />
              </li>
            ))}
          </ul>
        )}
        <ServiceGuide />
      </div>
      {edited && (
        <ServiceSheet
          key={edited === 'new' ? '' : edited.serviceKey}
          known={edited === 'new' ? undefined : edited}
          taken={data.list.map(({ serviceKey }) => serviceKey)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  )
}

const ServiceCard = ({ service, busy, onOpen, onDrop }: { service: ServiceRow; busy: Busy; onOpen?: () => void; onDrop?: () => void }) => {
  const { serviceKey, name, url, headerNames, timeoutSeconds, flows } = service
  return (
    <Card flush className="flex items-start">
      <button
        type="button"
        onClick={onOpen}
        disabled={!onOpen}
        className="pressable flex min-w-0 flex-1 items-start gap-3 p-4 pr-0 text-left"
      >
        <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent">
          <Webhook size={18} aria-hidden />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 truncate text-title font-semibold">{name}</span>
            <span className="font-mono text-small text-faint">{serviceKey}</span>
          </span>
          <span className="mt-1 block break-all font-mono text-small text-quiet">{url}</span>
          <span className="mt-2 block text-small text-faint">
            {[
              t('最多等{count}秒', { count: timeoutSeconds }),
              headerNames.length > 0 && t('请求头：{names}', { names: headerNames.join(', ') }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className="mt-2 flex flex-wrap gap-1.5 text-small">
            {flows.length === 0 && <span className="text-faint">{t('还没有流程使用')}</span>}
            {flows.map(({ flowKey, flowName }) => (
              <span key={flowKey} className="inline-flex h-7 max-w-full items-center rounded-full bg-sunken px-2.5">
                <span className="truncate">{t(flowName)}</span>
              </span>
            ))}
          </span>
        </span>
      </button>
      {onDrop && (
        <span className="p-1.5">
          <WriteIconButton
            icon={Trash2}
            iconSize={18}
            label={t('删除{name}', { name })}
            className="text-quiet"
            busy={busy}
            onClick={onDrop}
          />
        </span>
      )}
    </Card>
  )
}
