import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { phoneSignIn, signIn, signInHint, type TokenAnswer } from '../../domain/access/signInOperations.ts'
import { appVersion, loginClientType } from '../../domain/rules/constants.ts'
import { setupState } from '../../domain/organisation/setupOperations.ts'
import { host } from '../../hosts/here.ts'
import { hostBeside } from '../../hosts/start.ts'
import { broughtBack } from '../session/arrive.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Notice } from '../look/Notice.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { Arriving } from './Arriving.tsx'
import { ChatSignIn } from './HostSignIn.tsx'
import { deviceId, inOneOrganisation } from './enterOrganisation.ts'
import { NameAndPassword } from './NameAndPassword.tsx'
import { type PhoneCode, phoneCodeProblem, PhoneCodeFields, usePhoneCode } from './PhoneCode.tsx'
import { useSearch } from '../screen.ts'
import { signedIn, stored } from '../session/session.ts'
import { go, replace, replaceHref } from '../travel.ts'
import { wantedAfter } from '../wantedAfter.ts'
import { setLanguage, t, useLanguage } from '../words.ts'

/** Coming in by the host that carries the page; else, or where one asks for it (`by`), by password or by a code on the phone. `to`: the screen that was wanted. */
export default function Login(): ReactNode {
  const { to, by } = useSearch('/pages/login')
  const knows = hostBeside()?.knows
  const [wanted] = useState(() => broughtBack(wantedAfter(to)))
  return knows && by !== 'password' ? (
    <Arriving knows={knows} to={wanted} onPassword={() => replace('/pages/login', { to: wanted, by: 'password' })} />
  ) : (
    <SignIn to={wanted} />
  )
}

const SignIn = ({ to }: { to: string }) => {
  const language = useLanguage()
  const client = useQueryClient()
  const [way, setWay] = useState<'password' | 'sms'>('password')
  const [username, setUsername] = useState(stored<string>('_login_username') ?? '')
  const [password, setPassword] = useState('')
  const phoneCode = usePhoneCode()

  const enter = (answer: TokenAnswer, login: string) => {
    client.clear()
    signedIn(answer, { username: login })
    replaceHref(to)
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
            <BySms phoneCode={phoneCode} onSignedIn={enter} />
          )}
        </div>
        <div className="flex justify-center gap-2 pt-2">
          <Button kind="plain" size="small" onClick={() => go('/pages/forgot')}>
            {t('忘记密码')}
          </Button>
          <Button kind="plain" size="small" onClick={() => go('/pages/signon')}>
            {t('公司账号登录')}
          </Button>
        </div>
        <ChatSignIn to={to} onSignedIn={enter} />
        <FirstCompany />
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

/** On an installation where no one is yet there is no one to sign in; on one that is open, anyone may begin. */
const FirstCompany = () => {
  const { data } = useQuery({ queryKey: ['setup.state'], queryFn: ({ signal }) => call(setupState, {}, { quiet: true, signal }) })
  if (!data?.waiting && data?.registration !== 'open') return null
  return (
    <div className="arrive-up mt-6">
      <Notice
        text={t(data.waiting ? '这里还没有公司' : '您的公司还没有使用在册？')}
        action={t('创建公司')}
        onPress={() => go('/pages/setup')}
      />
    </div>
  )
}

/** Who to try the product as, where it runs with demo data; a tap fills the form in. */
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
    if (!login) return setProblem(t('请输入登录名或手机号码'))
    if (!password) return setProblem(t('请输入密码'))
    setProblem('')
    setBusy(true)
    try {
      const input = { grant_type: 'password', clientType: loginClientType, username: login, password, device_id: deviceId() }
      const answer = await inOneOrganisation((organisation) => {
        const headers = { ...host.signsInAs, loginType: 'userpass', ...(organisation && { operationId: organisation }) }
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
      <NameAndPassword label={t('登录名或手机号码')} name={username} onName={setUsername} password={password} onPassword={setPassword} />
      <Words problem={problem} />
      <Button type="submit" size="large" wide busy={busy}>
        {t('登录')}
      </Button>
    </form>
  )
}

const BySms = ({ phoneCode, onSignedIn }: { phoneCode: PhoneCode; onSignedIn: SignedIn }) => {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = phoneCodeProblem(phoneCode)
    setProblem(wrong)
    if (wrong) return
    setBusy(true)
    try {
      const input = { mobile: phoneCode.phone, captcha: phoneCode.code, device_id: deviceId() }
      const answer = await inOneOrganisation((organisation) =>
        call(
          phoneSignIn,
          { ...input, ...(organisation && { operationId: organisation }) },
          { headers: { platformType: host.signsInAs.platformType }, quiet: true },
        ),
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
        <PhoneCodeFields phoneCode={phoneCode} onProblem={setProblem} />
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
