import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { phoneSignIn, sendSmsCode, signIn, signInHint, type TokenAnswer } from '../../domain/operations/auth.ts'
import {
  appVersion,
  loginClientType,
  loginPlatformType,
  loginType,
  smsCodeLength,
  smsCountdownSeconds,
} from '../../domain/rules/constants.ts'
import { mobile as mobileRule, ruleMessage } from '../../domain/rules/validation.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { choose } from '../look/confirm.ts'
import { Tabs } from '../look/Tabs.tsx'
import { TextField } from '../look/TextField.tsx'
import { toast } from '../look/toast.ts'
import { useSearch } from '../screen.ts'
import { signedIn, store, stored } from '../session.ts'
import { replaceHref } from '../travel.ts'
import { setLanguage, t, useLanguage } from '../words.ts'

/** Signing in by password or by a code on the phone. `to` is where the person wanted to go. */
export default function Login() {
  const { to } = useSearch('/pages/login')
  const language = useLanguage()
  const client = useQueryClient()
  const [way, setWay] = useState<'password' | 'sms'>('password')
  const [username, setUsername] = useState(stored<string>('_login_username') ?? '')
  const [password, setPassword] = useState('')
  const [phone, setPhone] = useState('')
  const [seconds, countDown] = useCountdown()

  const enter = (answer: TokenAnswer, login: string) => {
    client.clear()
    signedIn(answer, { username: login })
    replaceHref(to?.startsWith('/pages/') && !to.startsWith('/pages/login') ? to : '/pages/index/index')
  }

  return (
    <main className="scroller h-full bg-page">
      <div className="mx-auto flex min-h-full w-full max-w-105 flex-col px-6 pb-6 pt-safe wide:justify-center">
        <div className="flex justify-end pt-2">
          <Button kind="plain" size="small" onClick={() => void setLanguage(language === 'zh' ? 'en' : 'zh')}>
            {language === 'zh' ? 'English' : '中文'}
          </Button>
        </div>
        <div className="flex flex-col items-center pb-8 pt-[6vh]">
          <img src="/icons/icon.svg" alt="" width={72} height={72} />
          <h1 className="mt-4 text-huge font-semibold">{t('在册')}</h1>
          <p className="mt-1 text-body text-quiet">{t('资产与耗材，件件在册')}</p>
        </div>
        <Tabs
          label={t('登录方式')}
          look="pill"
          value={way}
          onChange={setWay}
          tabs={[
            { value: 'password', label: t('密码登录') },
            { value: 'sms', label: t('短信登录') },
          ]}
        />
        <div className="mt-4">
          {way === 'password' ? (
            <ByPassword username={username} setUsername={setUsername} password={password} setPassword={setPassword} onSignedIn={enter} />
          ) : (
            <BySms phone={phone} setPhone={setPhone} seconds={seconds} countDown={countDown} onSignedIn={enter} />
          )}
        </div>
        {way === 'password' && (
          <DemoAccounts
            chosen={username}
            onChoose={(login, itsPassword) => {
              setUsername(login)
              setPassword(itsPassword)
            }}
          />
        )}
        <p className="mt-auto pt-8 text-center text-small text-faint">{t('在册 {version}', { version: appVersion })}</p>
      </div>
    </main>
  )
}

/** Whom to try the product as, where it runs with demo data; a tap fills the form in. */
const DemoAccounts = ({ chosen, onChoose }: { chosen: string; onChoose: (login: string, password: string) => void }) => {
  const language = useLanguage()
  const { data } = useQuery({ queryKey: ['signInHint', language], queryFn: ({ signal }) => call(signInHint, {}, { quiet: true, signal }) })
  if (!data || data.accounts.length === 0) return null
  return (
    <section aria-label={t('演示账号')} className="arrive-up mt-6">
      <p className="px-1 pb-2 text-small text-quiet">
        {t('演示数据，可选择一个账号体验，密码均为 {password}', { password: data.password })}
      </p>
      <ul className="flex flex-wrap gap-2">
        {data.accounts.map(({ login, title }) => (
          <li key={login}>
            <button
              type="button"
              aria-pressed={chosen === login}
              onClick={() => onChoose(login, data.password)}
              className="pressable relative flex h-9 items-center gap-1.5 rounded-full bg-card px-3.5 text-small shadow-lift after:absolute after:-inset-y-1 after:inset-x-0 aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
            >
              {title}
              <span className="text-faint">{login}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type SignedIn = (answer: TokenAnswer, login: string) => void

const ByPassword = ({
  username,
  setUsername,
  password,
  setPassword,
  onSignedIn,
}: {
  username: string
  setUsername: (text: string) => void
  password: string
  setPassword: (text: string) => void
  onSignedIn: SignedIn
}) => {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const login = username.trim()
    if (!login) return setProblem(t('请输入登录名'))
    if (!password) return setProblem(t('请输入密码'))
    setProblem('')
    setBusy(true)
    try {
      const input = { grant_type: 'password', clientType: loginClientType, username: login, password, device_id: deviceId() }
      const answer = await inOneOrganisation((organisation) => {
        const headers = { platformType: loginPlatformType, loginType, ...(organisation && { operationId: organisation }) }
        return call(signIn, input, { headers, quiet: true })
      })
      if (answer) onSignedIn(answer, login)
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : t('登录失败，请稍后再试'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className="overflow-hidden rounded-card bg-card shadow-lift">
        <TextField
          label={t('登录名')}
          name="username"
          value={username}
          onChange={setUsername}
          autoComplete="username"
          enterKeyHint="next"
        />
        <TextField
          label={t('密码')}
          name="password"
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          enterKeyHint="go"
        />
      </div>
      <Words problem={problem} />
      <Button type="submit" size="large" wide busy={busy}>
        {t('登录')}
      </Button>
    </form>
  )
}

const BySms = ({
  phone,
  setPhone,
  seconds,
  countDown,
  onSignedIn,
}: {
  phone: string
  setPhone: (text: string) => void
  /** Until another code may be asked for. */
  seconds: number
  countDown: (seconds: number) => void
  onSignedIn: SignedIn
}) => {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const [sending, setSending] = useState(false)

  const phoneProblem = () => (mobileRule.test(phone.trim()) ? '' : ruleMessage(mobileRule, '', t))

  const send = async () => {
    const wrong = phoneProblem()
    setProblem(wrong)
    if (wrong) return
    setSending(true)
    try {
      const { countdownSeconds = smsCountdownSeconds } = await call(sendSmsCode, { mobile: phone.trim() }, { quiet: true })
      countDown(countdownSeconds)
      toast(t('验证码已发送'), 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setSending(false)
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = phoneProblem() || (/^\d{6}$/.test(code) ? '' : t('请输入6位验证码'))
    setProblem(wrong)
    if (wrong) return
    setBusy(true)
    try {
      const input = { mobile: phone.trim(), captcha: code, device_id: deviceId() }
      const answer = await inOneOrganisation((organisation) =>
        call(phoneSignIn, { ...input, ...(organisation && { operationId: organisation }) }, { quiet: true }),
      )
      if (answer) onSignedIn(answer, answer['X-UserId'])
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : t('登录失败，请稍后再试'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className="overflow-hidden rounded-card bg-card shadow-lift">
        <TextField
          label={t('手机号码')}
          name="phone"
          type="tel"
          inputMode="tel"
          value={phone}
          onChange={setPhone}
          autoComplete="tel"
          maxLength={11}
        />
        <TextField
          label={t('验证码')}
          name="code"
          inputMode="numeric"
          value={code}
          onChange={(text) => setCode(text.replace(/\D/g, ''))}
          autoComplete="one-time-code"
          maxLength={smsCodeLength}
          end={
            <Button kind="plain" size="small" disabled={seconds > 0 || sending} onClick={() => void send()}>
              {seconds > 0 ? t('{seconds}秒后重发', { seconds }) : t('获取验证码')}
            </Button>
          }
        />
      </div>
      <Words problem={problem} />
      <Button type="submit" size="large" wide busy={busy}>
        {t('登录')}
      </Button>
    </form>
  )
}

const Words = ({ problem }: { problem: string }) => (
  <p role="alert" className="flex min-h-11 items-center px-1 py-2 text-small text-bad">
    {problem}
  </p>
)

/** Signs in; whoever is known in several organisations chooses one, once the secret was right. Undefined where they choose none. */
const inOneOrganisation = async <A,>(enter: (organisation?: string) => Promise<A>): Promise<A | undefined> => {
  try {
    return await enter()
  } catch (error) {
    if (!(error instanceof CallError) || error.reason !== 'signIn.organisation') throw error
    const offered = (error.details ?? []) as readonly { operationId: string; operationName: string }[]
    if (offered.length === 0) throw error
    const choices = offered.map(({ operationId, operationName }) => ({ value: operationId, label: operationName }))
    const chosen = await choose(t('选择组织'), choices)
    return chosen === undefined ? undefined : enter(chosen)
  }
}

/** A name for this device that stays the same. */
const deviceId = (): string => {
  const known = stored<string>('_device_id')
  if (known) return known
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  store('_device_id', made, 0)
  return made
}

/** Seconds that count down to 0 once they are set, by the clock: also while the phone shows something else. */
const useCountdown = (): [seconds: number, start: (seconds: number) => void] => {
  const [untilMs, setUntilMs] = useState(0)
  const [nowMs, setNowMs] = useState(0)
  useEffect(() => {
    if (nowMs >= untilMs) return
    const timer = setTimeout(() => setNowMs(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [nowMs, untilMs])
  const start = (seconds: number) => {
    const now = Date.now()
    setNowMs(now)
    setUntilMs(now + seconds * 1000)
  }
  return [Math.max(0, Math.ceil((untilMs - nowMs) / 1000)), start]
}
