import { Laptop, Smartphone, Trash2 } from 'lucide-react'
import { pushDelete, type PushDevice, pushDevices } from '../../domain/push/operations.ts'
import { useAsk } from '../ask.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { IconButton } from '../look/IconButton.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { when } from '../shell/when.ts'

/** Where a person is called: each device with what came of it last; one that is not his any more is taken away. */
export const PushDevices = () => {
  const { data = [] } = useAsk(pushDevices, {})
  const { send } = useSend(pushDelete, { done: '已移除' })
  if (data.length === 0) return null
  const remove = async (id: string) => {
    if (await confirmDelete(t('不再推送到这台设备？'))) await send({ id }).catch(() => undefined)
  }
  return (
    <Section title={t('接收推送的设备')} note={t('退出登录后，这台设备不再接收推送。')}>
      {data.map((device) => (
        <Cell
          key={device.id}
          icon={/iPhone|iPad|Android/.test(device.device) ? Smartphone : Laptop}
          title={device.isThis ? t('{device}（这台）', { device: device.device || t('未知设备') }) : device.device || t('未知设备')}
          text={stateOf(device)}
          value={<IconButton icon={Trash2} label={t('移除')} onClick={() => void remove(device.id)} />}
        />
      ))}
    </Section>
  )
}

const stateOf = ({ createdAt, deliveredAt, failedAt, failure, isOutdated }: PushDevice): string => {
  if (isOutdated) return t('需要在这台设备上打开一次在册')
  if (failedAt && (!deliveredAt || failedAt > deliveredAt)) return t('{time}没有送达：{why}', { time: when(failedAt), why: failure ?? '' })
  return deliveredAt ? t('上次送达：{time}', { time: when(deliveredAt) }) : t('{time}开启，还没有推送过', { time: when(createdAt) })
}
