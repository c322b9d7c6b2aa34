import { CalendarCheck2, Check, X } from 'lucide-react'
import { hostBeside } from '../../../hosts/start.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Empty } from '../../look/Empty.tsx'
import { Page } from '../../look/Page.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { leaveAtOnce } from '../../entrance/leave.ts'
import { overWords } from '../../licence/overWords.ts'
import { Renewing } from '../../licence/Renewing.tsx'
import { useScreen, useSearch } from '../../screen.ts'
import { entranceKey, session, store, useSession } from '../../session/session.ts'
import { back, replaceHref } from '../../travel.ts'
import { wantedAfter } from '../../wantedAfter.ts'
import { t } from '../../words.ts'

/**
 * The organisation's membership does not allow to write: the trial is over, what was paid for is over, or nothing was ordered. Says what still
 * works and who can help; once it holds again one goes on where one stood.
 */
export default function MembershipOver() {
  const { operationName, licence, isAdmin, looks } = useSession()
  const { type, to } = useSearch('/pages/common/vipTimeout')
  const { shown } = useScreen()
  const client = useQueryClient()
  const [isChecking, setChecking] = useState(false)
  const onwards = () => replaceHref(wantedAfter(to))
  const wasOver = useRef(false)
  useEffect(() => {
    if (licence !== 'active') wasOver.current = licence !== undefined
    else if (shown && wasOver.current) {
      wasOver.current = false
      toast(t('会员已生效，可以继续使用了'), 'success')
      onwards()
    }
  })
  const checkAgain = async () => {
    setChecking(true)
    await client.refetchQueries({ queryKey: [entranceKey] })
    setChecking(false)
    const now = session().licence
    if (now && now !== 'active') toast(t(overWords(now).title), 'error')
  }
  const look = () => {
    if (looks) return void back()
    store('looks', true, 0)
    onwards()
  }
  if (licence === 'active')
    return (
      <Page header={null} width="form">
        <Empty icon={CalendarCheck2} title={t('会员在有效期内')} action={{ label: t('继续使用'), onPress: onwards }} />
      </Page>
    )
  // What holds now goes before what held when the address was made.
  const words = overWords(licence ?? type)
  const Icon = words.icon
  return (
    <Page header={null} width="form">
      <div className="flex flex-col items-center px-2 pt-[9vh] text-center">
        <span className="flex size-20 items-center justify-center rounded-full bg-warn-soft text-warn">
          <Icon size={36} strokeWidth={1.7} aria-hidden />
        </span>
        <h1 className="mt-5 text-large font-semibold">{t(words.title)}</h1>
        {operationName && <p className="mt-1 text-body text-quiet">{operationName}</p>}
        <p className="mt-3 max-w-80 text-body text-quiet">{t(words.text)}</p>
        <Card className="mt-6 w-full max-w-96 space-y-2 text-left">
          <Line icon={<Check size={18} className="shrink-0 text-good" aria-label={t('可以')} />}>
            {t(isAdmin ? '查看、搜索和打印，导出表格和全部数据' : '查看、搜索和打印，导出表格')}
          </Line>
          <Line icon={<Check size={18} className="shrink-0 text-good" aria-label={t('可以')} />}>{t('登录、退出和修改密码')}</Line>
          <Line icon={<X size={18} className="shrink-0 text-bad" aria-label={t('不可以')} />}>
            {t('新增、修改、审批和盘点；到期的审批先停着，续费后接着计时')}
          </Line>
        </Card>
        <div className="mt-6 flex w-full max-w-96 flex-col gap-3">
          <Renewing word={licence === 'install' ? '开通' : '续费'} />
          <Button size="large" kind="secondary" wide busy={isChecking} onClick={() => void checkAgain()}>
            {t('重新检查')}
          </Button>
          <Button size="large" kind="secondary" wide onClick={look}>
            {looks ? t('返回继续查看') : t('先只读查看')}
          </Button>
          {!hostBeside()?.knows && (
            <Button size="large" kind="plain" wide onClick={() => void leaveAtOnce()}>
              {t('换一个账号登录')}
            </Button>
          )}
        </div>
      </div>
    </Page>
  )
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="flex gap-2 text-body">
    <span className="mt-0.5">{icon}</span>
    {children}
  </p>
)
