import { skipToken, useQuery } from '@tanstack/react-query'
import { BellRing, EyeOff, Users } from 'lucide-react'
import { useState } from 'react'
import { wecomCalls } from '../../domain/workplaces/hostOperations.ts'
import { host } from '../../hosts/here.ts'
import { queryOf, withoutProof } from '../../hosts/query.ts'
import { call, CallError } from '../call.ts'
import { Problem } from '../look/Problem.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { Installing } from '../installing/Installing.tsx'
import { useSearch } from '../screen.ts'
import { t } from '../words.ts'

const path = '/pages/goods/mainpage/wwSampleIndex'

/** How an organisation gets the app in WeCom: its administrator allows it there, and comes back with what proves that. */
export default function WwSampleIndex() {
  const { corpId } = useSearch(path)
  const allowed = useAllowance()
  if (allowed.isUnderWay)
    return (
      <main className="flex h-full flex-col items-center justify-center gap-4 bg-page text-quiet">
        <Spinner size={28} />
        <p className="text-body">{t('正在完成授权…')}</p>
      </main>
    )
  return allowed.error ? (
    <main className="flex h-full flex-col justify-center bg-page">
      <Problem error={allowed.error} title={t('授权没有完成')} onRetry={begin} />
    </main>
  ) : (
    <Installing
      chat={t('企业微信')}
      corpId={allowed.corpId ?? (corpId || undefined)}
      calls={{ standing: wecomCalls.validInstallFinish, retry: wecomCalls.retryOut }}
      asks={[
        { icon: Users, title: t('通讯录部门和成员'), text: t('用于登录、选人和审批；只读，不会修改企业通讯录。') },
        { icon: EyeOff, title: t('不读取姓名和手机号'), text: t('姓名由企业微信在页面上显示；也可以自己填写，打印和导出时用。') },
        { icon: BellRing, title: t('应用消息'), text: t('待审批、到期归还等提醒；审批可以直接在消息卡片上处理。') },
      ]}
      steps={[
        t('管理员点下面的按钮，或在企业微信“工作台 › 添加应用”里搜索“在册”。'),
        t('用企业微信确认授权，选择可以使用的部门或成员。'),
        t('回到这里，人员会自动同步。'),
      ]}
      begin={begin}
    />
  )
}

/** To WeCom's own page, which leads back here. */
const begin = async (): Promise<void> => {
  const url = `${host.address}/#${path}`
  const { installUrl } = await call(wecomCalls.getPreAuthCode, { url }, { quiet: true })
  location.assign(installUrl)
  // The person who pressed waits for the other page.
  return new Promise(() => undefined)
}

/** What WeCom has led back with is good once: it is handed in when the screen begins, and taken out of the address. */
const useAllowance = (): { isUnderWay: boolean; corpId: string | undefined; error: CallError | undefined } => {
  const [proof] = useState(() => {
    const [authCode, state] = [queryOf('auth_code'), queryOf('state')]
    return authCode === undefined ? undefined : { auth_code: authCode, ...(state !== undefined && { state }) }
  })
  const { data, error, isFetching } = useQuery({
    queryKey: ['installing.allowed', proof?.auth_code],
    queryFn: proof
      ? async () => {
          history.replaceState(history.state, '', withoutProof())
          return call(wecomCalls.install, proof, { quiet: true })
        }
      : skipToken,
    staleTime: Infinity,
    retry: false,
  })
  return { isUnderWay: isFetching, corpId: data?.corpId, error: error instanceof CallError ? error : undefined }
}
