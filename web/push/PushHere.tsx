import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { pushDevices, pushKey, pushTest } from '../../domain/push/operations.ts'
import type { Push, PushLack } from '../../hosts/host.ts'
import { useAsk } from '../ask.ts'
import { host } from '../../hosts/here.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useSend } from '../send.ts'
import { useSession } from '../session/session.ts'
import { t } from '../words.ts'
import { HomeSteps } from '../workbench/HomeSteps.tsx'
import { endPushing, type PushHindrance, startPushing } from './pushState.ts'

/** Being called on this device: switched on by a tap, or what stands in the way and what can be done about it. */
export const PushHere = () => {
  const { push } = host
  const { data: key } = useAsk(pushKey, {})
  if (!key) return null
  return (
    <Section title={t('这台设备')} flush={false}>
      {key.t === 'off' && <Words text={key.why} />}
      {key.t !== 'off' && ('lacks' in push ? <Lacking lacks={push.lacks} /> : <Switching push={push} />)}
    </Section>
  )
}

const Words = ({ text }: { text: string }) => <p className="text-body text-quiet">{text}</p>

const Lacking = ({ lacks }: { lacks: PushLack['lacks'] }) => {
  if (lacks === 'chat') return <Words text={t('新消息会由{chat}提醒，这里不用再开启。', { chat: t(host.knows?.title ?? '') })} />
  if (lacks === 'shell') return <Words text={t('这个应用还没有接入推送服务。消息仍在“消息”里，打开应用时会看到。')} />
  if (lacks === 'https') return <Words text={t('推送需要以 https:// 打开本系统。现在不是，所以这台设备不能接收推送；消息仍在“消息”里。')} />
  if (lacks === 'browser') return <Words text={t('这个浏览器不支持推送。可换用 Chrome、Edge、Firefox 或 Safari。')} />
  return (
    <>
      <p className="text-body">{t('先把在册添加到主屏幕，就能在 iPhone 和 iPad 上接收推送：')}</p>
      <HomeSteps on="iphone" />
      <p className="mt-3 text-body text-quiet">{t('从主屏幕打开在册，再回到这里')}</p>
    </>
  )
}

const Switching = ({ push }: { push: Push }) => {
  const { uid } = useSession()
  const { data: devices, refetch } = useAsk(pushDevices, {})
  const [busy, setBusy] = useState(false)
  const [hindrance, setHindrance] = useState<PushHindrance>()
  const test = useSend(pushTest)
  const thisDevice = devices?.find(({ isThis }) => isThis)
  const isOn = thisDevice !== undefined && push.permission() === 'granted'
  const runBusy = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch {
      // Its words were toasted.
    } finally {
      setBusy(false)
      await refetch()
    }
  }
  if (!devices) return <Skeleton rows={1} picture={false} />
  if (isOn)
    return (
      <>
        <p className="text-body">{t('已开启：不看屏幕时，新消息会通知到这台设备。')}</p>
        <div className="mt-3 flex gap-3">
          <Button
            kind="secondary"
            size="medium"
            busy={test.sending}
            onClick={() =>
              void test.send({ id: thisDevice.id }).then(
                ({ delivered, why }) =>
                  toast(
                    delivered ? t('已发出，稍后会看到通知') : t('没有送达：{why}', { why: why ?? '' }),
                    delivered ? 'success' : 'error',
                  ),
                () => undefined,
              )
            }
          >
            {t('测试推送')}
          </Button>
          <Button kind="plain" size="medium" busy={busy} onClick={() => void runBusy(() => endPushing(push))}>
            {t('关闭')}
          </Button>
        </div>
      </>
    )
  const isDenied = push.permission() === 'denied' || hindrance === 'denied'
  return (
    <>
      <p className="text-body">
        {isDenied && t('这个浏览器不允许在册发通知。请在浏览器的网站设置里允许“通知”，再回到这里。')}
        {!isDenied &&
          hindrance === 'unreachable' &&
          t('连不上这个浏览器的推送服务（有些网络里访问不了）。换个网络或浏览器再试；消息仍在“消息”里。')}
        {!isDenied && hindrance !== 'unreachable' && t('审批、提醒和聊天来了就通知您，不用一直开着。')}
      </p>
      {!(isDenied && push.permission() === 'denied') && (
        <div className="mt-3">
          <Button
            size="medium"
            icon={BellRing}
            busy={busy}
            onClick={() => void runBusy(async () => setHindrance(await startPushing(push, uid)))}
          >
            {t('通知我')}
          </Button>
        </div>
      )}
    </>
  )
}
