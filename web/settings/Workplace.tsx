import { MessagesSquare, RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { OutputOf } from '../../domain/operations/define.ts'
import { directoryOperations } from '../../domain/directory/operations.ts'
import { dingtalkCalls, wecomCalls } from '../../domain/workplaces/hostOperations.ts'
import { workplaceConnect, workplaceNotices, workplaceStanding, workplaceSynchronise } from '../../domain/workplaces/operations.ts'
import { host } from '../../hosts/here.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { Problem } from '../look/Problem.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { fullTime } from '../shell/dateWords.ts'
import { useScreen } from '../screen.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'

type WorkplaceStanding = OutputOf<typeof workplaceStanding>
type ConnectedWorkplace = NonNullable<WorkplaceStanding['connected']>

/** The workplace chat that the organisation is connected to; nothing where there is none to connect to. */
export const Workplace = () => {
  const { data, error, refetch } = useAsk(workplaceStanding, {}, { staleMs: 0 })
  const arrival = useArrival(refetch)
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data || (!data.connected && data.available.length === 0)) return null
  return data.connected ? (
    <Chat connected={data.connected} notices={data.notices} chats={data.chats} refetch={refetch} />
  ) : (
    <Section title={t('工作平台')} note={t('接入后，同事可以直接从工作平台进入，通讯录自动同步。')}>
      {data.available.map((workplace) => (
        <Offer key={workplace.name} {...workplace} busy={arrival} />
      ))}
    </Section>
  )
}

/** A person who was led to a chat to install the app comes back here with its word for it; answers whether that is being settled. */
const useArrival = (refetch: () => unknown): boolean => {
  const dingtalk = useSend(dingtalkCalls.install)
  const wecom = useSend(wecomCalls.install)
  const isDone = useRef(false)
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const [chat, code, state] = [query.get('chat'), query.get('auth_code') ?? query.get('authCode'), query.get('state')]
    if (isDone.current || !code || !state || (chat !== 'dingtalk' && chat !== 'wecom')) return
    isDone.current = true
    history.replaceState(history.state, '', location.pathname + location.hash)
    const { send } = chat === 'dingtalk' ? dingtalk : wecom
    void send({ auth_code: code, state })
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error
      })
      .finally(refetch)
  })
  return Boolean(dingtalk.sending || wecom.sending)
}

const Offer = ({ name, title, connects, busy }: WorkplaceStanding['available'][number] & { busy: boolean }) => {
  const { send, sending } = useSend(workplaceConnect)
  const lead = async () => {
    try {
      const { address } = await send({ name, redirect: `${host.address}/?chat=${name}#/pages/user/organisation` })
      location.assign(address)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <Cell
      icon={MessagesSquare}
      tint="#3e63dd"
      title={t('接入{title}', { title })}
      text={connects ? t('由企业管理员授权') : t('在{title}的应用市场开通，会建立一个新的组织', { title })}
      {...(connects && !sending && !busy && { onPress: () => void lead() })}
    />
  )
}

/** How its people are, in words; `{done}` of `{total}` while they are on their way. */
const states: Readonly<Record<ConnectedWorkplace['installation']['state'], string>> = {
  none: '尚未同步',
  authorised: '等待同步',
  synchronising: '正在同步 {done} / {total}',
  asking: '等待确认',
  failed: '同步未完成',
  ready: '已同步',
  stopped: '应用已停用',
  withdrawn: '应用已卸载',
}

type ChatProps = Pick<WorkplaceStanding, 'notices' | 'chats'> & { connected: ConnectedWorkplace; refetch: () => unknown }

const Chat = ({ connected, notices, chats, refetch }: ChatProps) => {
  const { name, title, since, installation, syncedAt, failing, alarm, memberLicence } = connected
  const { shown } = useScreen()
  const synchronise = useSend(workplaceSynchronise)
  const tellThere = useSend(workplaceNotices)
  const confirm = useSend(directoryOperations.confirm)
  const drop = useSend(directoryOperations.drop)
  const { state, done, total, failure } = installation
  const isUnderWay = state === 'authorised' || state === 'synchronising'
  useEffect(() => {
    if (!isUnderWay || !shown) return
    const timer = setInterval(() => void refetch(), 1500)
    return () => clearInterval(timer)
  }, [isUnderWay, shown, refetch])
  const act = (run: () => Promise<unknown>) =>
    void run()
      .then(refetch)
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error
      })
  return (
    <Section title={t('工作平台')}>
      <Value label={title}>{installation.corpName}</Value>
      {since && <Value label={t('接入时间')}>{fullTime(since)}</Value>}
      <Value label={t('通讯录')}>{t(states[state], { done, total })}</Value>
      {failure && <Value label={t('同步失败原因')}>{failure}</Value>}
      {syncedAt && <Value label={t('最近同步')}>{fullTime(syncedAt)}</Value>}
      {alarm && (
        <p role="alert" className="px-4 py-3 text-small text-bad">
          {alarm}
        </p>
      )}
      {memberLicence?.isChecked && <MemberLicenceCells {...memberLicence} />}
      {failing > 0 && <Value label={t('等待重试')}>{t('{n}条变更', { n: failing })}</Value>}
      {state === 'asking' && (
        <div className="flex gap-3 px-4 py-3">
          <Button kind="secondary" className="flex-1" busy={drop.sending} onClick={() => act(() => drop.send({ keeper: name }))}>
            {t('不同步')}
          </Button>
          <Button kind="danger" className="flex-1" busy={confirm.sending} onClick={() => act(() => confirm.send({ keeper: name }))}>
            {t('确认离开')}
          </Button>
        </div>
      )}
      <Cell
        icon={RefreshCw}
        tint="#00a86b"
        title={t('立即同步')}
        text={t('平时自动跟随{title}的变化', { title })}
        {...(!isUnderWay && !synchronise.sending && { onPress: () => act(() => synchronise.send({})) })}
      />
      <Switch
        label={t('在{title}里通知', { title })}
        text={t('消息发到{title}，审批可以直接在卡片上处理', { title })}
        value={notices}
        onChange={(on) => act(() => tellThere.send({ on }))}
      />
      <Switch
        label={t('在{title}里显示单聊和群聊', { title })}
        text={t('关闭后，在{title}里打开时只留通知、卡片和关于资产、单据的讨论', { title })}
        value={chats}
        onChange={(on) => act(() => tellThere.send({ chats: on }))}
      />
    </Section>
  )
}

/** The chat's own licence for members: when its trial ends, and whether those that were bought reach members by themselves. */
const MemberLicenceCells = ({ endsOn, isAssignedByItself }: NonNullable<ConnectedWorkplace['memberLicence']>) => (
  <>
    {endsOn && <Value label={t('接口许可试用到')}>{endsOn}</Value>}
    <Value label={t('接口许可')}>{isAssignedByItself ? t('已购买，成员打开应用时自动激活') : t('尚未购买，试用结束后成员无法使用')}</Value>
  </>
)
