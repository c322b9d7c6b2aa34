import { useQuery } from '@tanstack/react-query'
import { ScanQrCode } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { TokenAnswer } from '../../domain/access/signInOperations.ts'
import { workplaceList, workplaceSignInAddress } from '../../domain/workplaces/operations.ts'
import { host } from '../../hosts/here.ts'
import { markLeaving, takeReturn } from '../../hosts/hostReturn.ts'
import { queryOf, withoutProof } from '../../hosts/query.ts'
import { recognisedBy } from '../../hosts/recognisedHost.ts'
import { hostBeside } from '../../hosts/start.ts'
import { type WorkplaceName, workplaceNames } from '../../hosts/workplace.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { t } from '../words.ts'

type Props = { to: string; onSignedIn: (answer: TokenAnswer, login: string) => void }

/** Signing in on a desk by a chat of the phone: to the page of the chat, which shows a code to scan, and back with a proof. */
export const ChatSignIn = ({ to, onSignedIn }: Props) => {
  // Inside a chat no one scans with the phone that shows the code.
  const inside = hostBeside()?.knows !== undefined
  const { data } = useQuery({
    queryKey: ['workplace.list'],
    queryFn: ({ signal }) => call(workplaceList, {}, { quiet: true, signal }),
    enabled: !inside,
    retry: false,
  })
  const { coming, problem, setProblem } = useReturn(onSignedIn)
  const lead = async (name: WorkplaceName) => {
    setProblem('')
    const query = new URLSearchParams({ chat: name, to })
    try {
      const { address } = await call(
        workplaceSignInAddress,
        { name, where: 'desk', redirect: `${host.address}/?${query.toString()}`, browser: markLeaving() },
        { quiet: true },
      )
      location.assign(address)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    }
  }
  if (coming)
    return (
      <p role="status" className="flex items-center justify-center gap-3 pt-4 text-body text-quiet">
        <Spinner size={18} />
        {t('正在登录…')}
      </p>
    )
  if (!data || data.workplaces.length === 0) return null
  return (
    <section aria-label={t('用工作平台登录')} className="arrive-up mt-3 space-y-2">
      {problem && (
        <p role="alert" className="px-1 text-small text-bad">
          {problem}
        </p>
      )}
      {data.workplaces.map(({ name, title }) => (
        <Button key={name} kind="secondary" size="large" wide icon={ScanQrCode} onClick={() => void lead(name)}>
          {t('{chat}扫码登录', { chat: t(title) })}
        </Button>
      ))}
    </section>
  )
}

/** Back from a chat with a proof: it is good once, and shown once. */
const useReturn = (onSignedIn: Props['onSignedIn']) => {
  const [given] = useState(proof)
  const [isArriving, setComing] = useState(given !== undefined)
  const [problem, setProblem] = useState('')
  const enter = useEffectEvent(async (): Promise<string | undefined> => {
    if (!given) return undefined
    history.replaceState(history.state, '', withoutProof())
    try {
      signingIn ??= recognisedBy((operation, input) => call(operation, input, { quiet: true }), given.chat, {
        ...given,
        led: { ...given.led, browser: takeReturn() },
      })
      const { answer } = await signingIn
      if (!answer) return t('您所在的企业还没有安装在册，或您不在可用范围内，请联系管理员。')
      onSignedIn(answer, answer['X-UserId'])
      return undefined
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return error.message
    }
  })
  useEffect(() => {
    let isOver = false
    void enter().then((words) => {
      if (isOver || words === undefined) return undefined
      setProblem(words)
      return setComing(false)
    })
    return () => {
      isOver = true
    }
  }, [])
  return { coming: isArriving, problem, setProblem }
}
let signingIn: ReturnType<typeof recognisedBy> | undefined

const proof = () => {
  const chat = workplaceNames.find((name) => name === queryOf('chat'))
  const code = queryOf('authCode') ?? queryOf('code')
  const state = queryOf('state')
  return chat && code && state ? { chat, code, led: { state } } : undefined
}
