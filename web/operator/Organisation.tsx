import { Crown, DoorClosed, DoorOpen, KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import {
  type OperatorAct,
  operatorClose,
  operatorEnd,
  operatorLicence,
  operatorLink,
  operatorOrganisation,
  operatorReopen,
} from '../../domain/operator/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { isUnlimited } from '../../domain/licence/offers.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { dayAt } from '../../kernel/day.ts'
import { newId } from '../../kernel/id.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Pending } from '../look/Pending.tsx'
import { Tag } from '../look/Tag.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { toast } from '../look/overlays/toast.ts'
import { DoorWords } from '../entrance/DoorPage.tsx'
import { fullTime } from '../shell/dateWords.ts'
import { when } from '../shell/when.ts'
import { t } from '../words.ts'
import { LicenceFields, useLicenceDraft } from './LicenceFields.tsx'
import { useOperatorAsk } from './pass.ts'
import { assetsText, licenceText } from './licenceStanding.ts'
import { useAct } from './useAct.ts'

type Detail = OutputOf<typeof operatorOrganisation>
export type Link = OutputOf<typeof operatorLink>
type View = 'all' | 'licence' | 'close'

/** One organisation: how it stands, what can be done, and what was done to it. */
export const Organisation = ({
  orgId,
  view,
  onView,
  onLink,
}: {
  orgId: string
  view: View
  onView: (view: View) => void
  onLink: (link: Link) => void
}) => {
  const { data, error, refetch } = useOperatorAsk(operatorOrganisation, { orgId })
  if (!data) return <Pending error={error} onRetry={refetch} />
  if (view === 'licence') return <Licence orgId={orgId} renews={data.orders.some(({ valid }) => valid)} onDone={() => onView('all')} />
  if (view === 'close') return <Closing detail={data} onDone={() => onView('all')} />
  return <Whole detail={data} onView={onView} onLink={onLink} />
}

const Whole = ({ detail, onView, onLink }: { detail: Detail; onView: (view: View) => void; onLink: (link: Link) => void }) => {
  const { orgId, name, closedAt, administrators, orders, acts } = detail
  const { act, problem } = useAct()

  const makeLink = async (uid: string, userName: string) => {
    const text = t('凭这个链接可以{name}的身份登录，请只交给他本人；所有管理员都会收到通知。', { name: userName })
    if (!(await confirm({ title: t('生成设置密码的链接?'), text, yes: t('生成') }))) return
    const link = await act(operatorLink, { orgId, uid })
    if (link) onLink(link)
  }
  const end = async (order: Detail['orders'][number]) => {
    const title = t('今天结束{name}?', { name: order.periodName })
    const text = t('没有其他有效套餐时，{name}从现在起只能查看和导出。', { name })
    if (await confirm({ title, text, yes: t('提前结束') }))
      if (await act(operatorEnd, { orgId, orderId: order.orderId })) toast(t('已结束'), 'success')
  }
  const reopenOrganisation = async () => {
    if (
      !(await confirm({
        title: t('重新开启{name}?', { name }),
        text: t('大家可以重新登录，审批和提醒从停下的地方继续。'),
        yes: t('重新开启'),
      }))
    )
      return
    if (await act(operatorReopen, { orgId })) toast(t('已重新开启'), 'success')
  }

  return (
    <>
      <Facts detail={detail} />
      <Section title={t('管理员')} note={closedAt === null ? t('忘记密码时，点他的名字生成设置密码的链接。') : ''}>
        {administrators.map(({ uid, userName, login, joined }) => (
          <Cell
            key={uid}
            icon={KeyRound}
            tint="#3e63dd"
            title={userName}
            text={login ?? ''}
            value={joined ? '' : t('未加入')}
            {...(closedAt === null && { onPress: () => void makeLink(uid, userName) })}
          />
        ))}
      </Section>
      <DoorWords problem={problem} />
      <Section title={t('操作')}>
        <Cell icon={Crown} tint="#e8890c" title={t('发放套餐')} onPress={() => onView('licence')} />
        {closedAt === null ? (
          <Cell icon={DoorClosed} tint="#e5484d" title={t('关闭组织')} danger onPress={() => onView('close')} />
        ) : (
          <Cell icon={DoorOpen} tint="#00a86b" title={t('重新开启')} onPress={() => void reopenOrganisation()} />
        )}
      </Section>
      <Orders orders={orders} onEnd={(order) => void end(order)} />
      {acts.length > 0 && (
        <Section title={t('操作记录')}>
          {acts.map(({ id, byName, act: actName, details, at }) => (
            <Cell key={id} title={t(actWords[actName], details)} text={`${byName} · ${fullTime(at)}`} />
          ))}
        </Section>
      )}
    </>
  )
}

/** How an organisation stands. */
const Facts = ({ detail }: { detail: Detail }) => {
  const { orgId, closedAt } = detail
  return (
    <Section>
      <Value label={t('状态')}>
        {closedAt === null ? <Tag tone="good">{t('使用中')}</Tag> : <Tag tone="bad">{t('{time}关闭', { time: fullTime(closedAt) })}</Tag>}
      </Value>
      <Value label={t('套餐')}>{licenceText(detail)}</Value>
      <Value label={t('人数')}>{detail.people.toLocaleString('en')}</Value>
      <Value label={t('资产数量')}>{assetsText(detail)}</Value>
      <Value label={t('文件空间')}>{inUnits(detail.fileBytes)}</Value>
      <Value label={t('最近使用')}>{when(detail.usedAt)}</Value>
      <Value label={t('启用日期')}>{dayAt(Date.parse(detail.createdAt))}</Value>
      <Value label={t('组织编号')}>{orgId}</Value>
    </Section>
  )
}

type OrdersProps = { orders: Detail['orders']; onEnd: (order: Detail['orders'][number]) => void }

/** What was sold to it; what is valid may be ended. */
const Orders = ({ orders, onEnd }: OrdersProps) => (
  <Section title={t('套餐记录')} note={orders.some(({ valid }) => valid) ? t('点有效的套餐可以提前结束。') : ''}>
    {orders.map((order) => (
      <Cell
        key={order.orderId}
        title={licenceText({ licence: order })}
        text={[
          t('{from} 起', { from: dayAt(Date.parse(order.startDate)) }),
          isUnlimited(order.assetScope) ? t('资产数量不限') : t('可登记{count}件资产', { count: order.assetScope.toLocaleString('en') }),
          t(sources[order.purchaseType] ?? ''),
        ]
          .filter(Boolean)
          .join(' · ')}
        value={<OrderTag inEffect={order.inEffect} valid={order.valid} />}
        {...(order.valid && { onPress: () => onEnd(order) })}
      />
    ))}
  </Section>
)

/** Who sold it, where it was not given by the operator. */
const sources: Readonly<Record<string, string>> = { dingtalk: '钉钉市场', wecom: '企业微信市场', feishu: '飞书市场' }

const actWords: Readonly<Record<OperatorAct, string>> = {
  make: '创建组织',
  licence: '发放套餐：{licence}',
  end: '提前结束套餐：{licence}',
  edition: '市场版本{edition}改为{assets}件资产',
  close: '关闭组织',
  reopen: '重新开启',
  link: '为{userName}生成设置密码的链接',
}

const Licence = ({ orgId, renews, onDone }: { orgId: string; renews: boolean; onDone: () => void }) => {
  /** Made once: sent again, it is the same licence. */
  const [id] = useState(newId)
  const licence = useLicenceDraft('bought', renews ? 'end' : 'today')
  const { act, busy, problem } = useAct()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await act(operatorLicence, { orgId, id, licence: licence.asked }))) return
    toast(t('已发放'), 'success')
    onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <LicenceFields {...licence} renews={renews} />
      <DoorWords problem={problem} />
      <Button type="submit" size="large" wide busy={busy}>
        {t('发放')}
      </Button>
    </form>
  )
}

/** As an administrator of it would close it: by typing the name. */
const Closing = ({ detail: { orgId, name, people }, onDone }: { detail: Detail; onDone: () => void }) => {
  const [typedName, setTypedName] = useState('')
  const { act, busy, problem } = useAct()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await act(operatorClose, { orgId, operationName: typedName }))) return
    toast(t('{name}已关闭', { name }), 'success')
    onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p className="px-1 pb-4 text-body text-quiet">
        {t('{people}人将立即退出登录，审批和提醒都会停下。数据保留，可以随时重新开启。', { people })}
      </p>
      <Section>
        <TextField label={t('输入组织名称以确认')} placeholder={name} value={typedName} onChange={setTypedName} autoComplete="off" />
      </Section>
      <DoorWords problem={problem} />
      <Button type="submit" kind="danger" size="large" wide busy={busy} disabled={typedName.trim() !== name}>
        {t('关闭组织')}
      </Button>
    </form>
  )
}

const OrderTag = ({ inEffect, valid }: { inEffect: boolean; valid: boolean }) => {
  if (inEffect) return <Tag tone="good">{t('生效中')}</Tag>
  return valid && <Tag>{t('有效')}</Tag>
}
