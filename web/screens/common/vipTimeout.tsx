import { CalendarX2, PackagePlus, type LucideIcon } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../look/Button.tsx'
import { Page } from '../../look/Page.tsx'
import { toast } from '../../look/toast.ts'
import { useSearch } from '../../screen.ts'
import { clear, entranceKey, session, useSession } from '../../session.ts'
import { openTab } from '../../travel.ts'
import { t } from '../../words.ts'

/** The organisation's membership does not allow to go on: the trial is over, what was paid for is over, or nothing was ordered. */
export default function MembershipOver() {
  const { operationName, licence } = useSession()
  const { type } = useSearch('/pages/common/vipTimeout')
  const client = useQueryClient()
  const [checking, setChecking] = useState(false)
  const checkAgain = async () => {
    setChecking(true)
    await client.refetchQueries({ queryKey: [entranceKey] })
    setChecking(false)
    const now = session().licence
    if (now === 'active') openTab('/pages/index/index')
    else if (now) toast(t(words[now]!.title), 'error')
  }
  // What holds now goes before what held when the address was made.
  const said = words[licence && licence !== 'active' ? licence : (type ?? '')] ?? words['vipTimeout']!
  const Icon = said.icon
  return (
    <Page header={null}>
      <div className="flex flex-col items-center px-6 pt-[18vh] text-center">
        <span className="flex size-24 items-center justify-center rounded-full bg-warn-soft text-warn">
          <Icon size={42} strokeWidth={1.7} aria-hidden />
        </span>
        <h1 className="mt-6 text-large font-semibold">{t(said.title)}</h1>
        {operationName && <p className="mt-1 text-body text-quiet">{operationName}</p>}
        <p className="mt-3 max-w-80 text-body text-quiet">{t(said.text)}</p>
        <div className="mt-10 flex w-full max-w-80 flex-col gap-3">
          <Button size="large" wide busy={checking} onClick={() => void checkAgain()}>
            {t('重新检查')}
          </Button>
          <Button size="large" kind="secondary" wide onClick={clear}>
            {t('换一个账号登录')}
          </Button>
        </div>
      </div>
    </Page>
  )
}

const words: Readonly<Record<string, { icon: LucideIcon; title: string; text: string }>> = {
  tryTimeout: { icon: CalendarX2, title: '试用已到期', text: '试用期内登记的数据都会保留。请联系管理员开通会员后继续使用。' },
  vipTimeout: { icon: CalendarX2, title: '会员已到期', text: '您的数据都会保留。请联系管理员续费后继续使用。' },
  install: { icon: PackagePlus, title: '尚未开通', text: '您的组织还没有开通在册。请联系管理员开通。' },
}
