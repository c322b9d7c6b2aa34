import { ArrowRight, Building2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { TokenAnswer } from '../../domain/access/signInOperations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { signOnOperations } from '../../domain/signOn/operations.ts'
import { newUuid } from '../../kernel/id.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { DoorPage, DoorWords } from './DoorPage.tsx'
import { deviceId } from './enterOrganisation.ts'
import { NameAndPassword } from './NameAndPassword.tsx'
import { useSearch } from '../screen.ts'
import { signedIn, store, stored } from '../session/session.ts'
import { replace, replaceHref } from '../travel.ts'
import { t } from '../words.ts'

type Company = OutputOf<typeof signOnOperations.find>['list'][number]

/**
 * Signing in with an account of one's company: the company is found by its short name or by an e-mail address, `word`; `back` is what its
 * provider led back with.
 */
export default function SignOn(): ReactNode {
  const { back, word } = useSearch('/pages/signon')
  return back === undefined ? (
    <Finding given={word ?? stored<string>('_sign_on_word') ?? ''} isLed={word !== undefined} />
  ) : (
    <Coming back={back} />
  )
}

/** The secret by which this browser shows at the end that it began. */
const browserKey = '_sign_on_browser'
const attemptSeconds = 900

const useEntering = () => {
  const client = useQueryClient()
  return (answer: TokenAnswer) => {
    client.clear()
    signedIn(answer, { username: answer['X-UserId'] })
    replaceHref('/pages/index/index')
  }
}

const Coming = ({ back }: { back: string }) => {
  const enter = useEntering()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let isOver = false
    enterOnce(back).then(
      (answer) => !isOver && enter(answer),
      (error: unknown) => !isOver && setProblem(error instanceof CallError ? error.message : t('登录失败，请稍后再试')),
    )
    return () => {
      isOver = true
    }
    // One way back is worked on once, however often the screen is drawn.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [back])
  return (
    <DoorPage title={t('公司账号登录')}>
      {problem === undefined ? (
        <p role="status" className="flex items-center justify-center gap-3 text-body text-quiet">
          <Spinner size={20} />
          {t('正在登录…')}
        </p>
      ) : (
        <Empty icon={Building2} title={problem} action={{ label: t('重新登录'), onPress: () => replace('/pages/signon') }} />
      )}
    </DoorPage>
  )
}

const enterOnce = (back: string): Promise<TokenAnswer> =>
  (entries[back] ??= call(
    signOnOperations.enter,
    { query: back, browser: stored<string>(browserKey) ?? '', device_id: deviceId() },
    { quiet: true },
  ))
const entries: Record<string, Promise<TokenAnswer>> = {}

const Finding = ({ given, isLed }: { given: string; isLed: boolean }) => {
  const [word, setWord] = useState(given)
  const [companies, setCompanies] = useState<readonly Company[]>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const find = async () => {
    if (word.trim() === '') return setProblem(t('请输入公司简称或邮箱'))
    setBusy(true)
    setProblem('')
    try {
      const { list } = await call(signOnOperations.find, { word: word.trim() }, { quiet: true })
      setCompanies(list)
      if (list.length === 0) setProblem(t('没有找到开通公司登录的公司，请核对，或向管理员索取登录链接'))
      else store('_sign_on_word', word.trim(), 0)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    if (isLed) void find()
    // Only what the link says is looked for by itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const [only, ...others] = companies ?? []

  return (
    <DoorPage
      title={only && others.length === 0 ? only.operationName : t('公司账号登录')}
      text={only && others.length === 0 ? t('用公司账号登录在册') : t('先找到您的公司')}
      picture={only && others.length === 0 ? only.operationAvatar || undefined : undefined}
    >
      {!only && (
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void find()
          }}
          noValidate
        >
          <div className="overflow-hidden rounded-card bg-card shadow-lift">
            <TextField
              label={t('公司简称或邮箱')}
              name="company"
              value={word}
              onChange={setWord}
              autoComplete="organization"
              enterKeyHint="go"
            />
          </div>
          <DoorWords problem={problem} />
          <Button type="submit" size="large" wide busy={busy}>
            {t('下一步')}
          </Button>
        </form>
      )}
      {companies?.map((company) => (
        <CompanyWays key={company.operationId} company={company} named={others.length > 0} />
      ))}
      <div className="flex justify-center pt-4">
        <Button kind="plain" size="small" onClick={() => (only ? setCompanies(undefined) : replace('/pages/login'))}>
          {only ? t('换一个公司') : t('用密码或短信登录')}
        </Button>
      </div>
    </DoorPage>
  )
}

/** The ways into one company. */
const CompanyWays = ({ company, named }: { company: Company; named: boolean }) => {
  const enter = useEntering()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState<'oidc' | 'ldap'>()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')

  const tryWay = async (way: 'oidc' | 'ldap', run: () => Promise<void>) => {
    setBusy(way)
    setProblem('')
    try {
      await run()
    } catch (error) {
      setBusy(undefined)
      setProblem(error instanceof CallError ? error.message : t('登录失败，请稍后再试'))
    }
  }
  const leave = () =>
    tryWay('oidc', async () => {
      const browser = newUuid()
      store(browserKey, browser, attemptSeconds)
      const { address } = await call(signOnOperations.begin, { operationId: company.operationId, browser }, { quiet: true })
      window.location.assign(address)
    })
  const bind = (event: FormEvent) => {
    event.preventDefault()
    if (!username.trim() || !password) return setProblem(t('请输入公司账号和密码'))
    void tryWay('ldap', async () =>
      enter(
        await call(
          signOnOperations.enterLdap,
          { operationId: company.operationId, username: username.trim(), password, device_id: deviceId() },
          { quiet: true },
        ),
      ),
    )
  }

  return (
    <div className="mb-4">
      {named && (
        <Section>
          <Cell icon={Building2} title={company.operationName} />
        </Section>
      )}
      {company.ldap !== null && (
        <form onSubmit={bind} noValidate>
          <NameAndPassword label={company.ldap} name={username} onName={setUsername} password={password} onPassword={setPassword} />
          <DoorWords problem={problem} />
          <Button type="submit" size="large" wide busy={busy === 'ldap'}>
            {t('登录')}
          </Button>
        </form>
      )}
      {company.oidc !== null && (
        <div className={company.ldap === null ? '' : 'pt-3'}>
          {company.ldap === null && <DoorWords problem={problem} />}
          <Button
            size="large"
            wide
            kind={company.ldap === null ? 'primary' : 'secondary'}
            icon={ArrowRight}
            busy={busy === 'oidc'}
            onClick={() => void leave()}
          >
            {t('用{title}登录', { title: company.oidc })}
          </Button>
        </div>
      )}
    </div>
  )
}
