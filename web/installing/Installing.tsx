import { useQuery } from '@tanstack/react-query'
import { Blocks, type LucideIcon, ScanLine, Stamp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { dingtalkCalls, feishuCalls, Installation, wecomCalls } from '../../domain/workplaces/hostOperations.ts'
import { HostFault } from '../../hosts/fault.ts'
import { host } from '../../hosts/here.ts'
import { arrivalWords } from '../session/arrive.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Problem } from '../look/Problem.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { Steps } from '../look/Timeline.tsx'
import { stored } from '../session/session.ts'
import { go, replaceHref } from '../travel.ts'
import { setLanguage, t, useLanguage } from '../words.ts'
import { shareOf, stageOf, type Stage, stepOf } from './stage.ts'

type Point = { readonly icon: LucideIcon; readonly title: string; readonly text: string }
type Props = {
  /** What people call the chat. */
  readonly chat: string
  /** The organisation as the chat calls it; absent where no one has said. */
  readonly corpId: string | undefined
  readonly calls: {
    readonly standing:
      | typeof dingtalkCalls.validInstallFinish
      | typeof wecomCalls.validInstallFinish
      | typeof feishuCalls.validInstallFinish
    readonly retry: typeof dingtalkCalls.retryOut | typeof wecomCalls.retryOut | typeof feishuCalls.retryOut
    /** By the word of the person who looks, where the host gives it on the spot: for an installation that no one has told us of. */
    readonly install?: typeof dingtalkCalls.install | typeof feishuCalls.install
  }
  /** What the app asks the organisation for. */
  readonly asks: readonly Point[]
  /** How an organisation gets the app, step by step. */
  readonly steps: readonly string[]
  /** Leads to where the chat installs it; absent where it has no such place. */
  readonly begin?: (() => Promise<void>) | undefined
}

const pollMs = 2000

/** The page on which an organisation gets the app in its chat: what it is, what it asks for, and how far it is. */
export const Installing = (props: Props) => {
  const { chat, asks } = props
  const language = useLanguage()
  const installation = useInstallation(props, language)
  const { corpId, standing, error, refetch, stage, problem } = installation
  return (
    <main className="scroller h-full bg-page">
      <div className="mx-auto flex min-h-full w-full max-w-105 flex-col px-5 pb-8 pt-safe wide:max-w-270 wide:px-10">
        <div className="flex justify-end pt-2">
          <Button kind="plain" size="small" onClick={() => void setLanguage(language === 'zh' ? 'en' : 'zh')}>
            {language === 'zh' ? 'English' : '中文'}
          </Button>
        </div>
        <div className="wide:my-auto wide:grid wide:grid-cols-[minmax(0,1fr)_26rem] wide:items-center wide:gap-20">
          <Hero chat={chat} />
          <div className="flex flex-col gap-4">
            <section aria-live="polite" className="rounded-sheet bg-card p-5 shadow-lift">
              {stage !== 'outside' && (
                <div className="pb-5">
                  <Steps steps={[t('企业授权'), t('同步人员'), t('完成')]} current={stepOf(stage)} />
                </div>
              )}
              {error && !standing && <Problem error={error} onRetry={() => void refetch()} />}
              {!error && !standing && corpId !== undefined && <Waiting />}
              {(standing || (!error && corpId === undefined)) && <StageView {...props} installation={installation} />}
              {problem && (
                <p role="alert" className="arrive-up pt-3 text-center text-small text-bad">
                  {problem}
                </p>
              )}
            </section>
            {stage !== 'ready' && <Asks asks={asks} />}
            {host.knows === undefined && stage !== 'ready' && (
              <div className="text-center">
                <Button kind="plain" onClick={() => go('/pages/login')}>
                  {t('用账号密码登录')}
                </Button>
              </div>
            )}
          </div>
        </div>
      </div>
    </main>
  )
}

/** How far an organisation is, and what may be tried about it. */
const useInstallation = ({ corpId: namedCorpId, calls }: Props, language: string) => {
  // The person who is led here by coming in left word of the organisation.
  const corpId = namedCorpId ?? host.knows?.corpId() ?? (host.knows && stored<string>('_corp_id'))
  const { data, error, refetch } = useQuery({
    queryKey: [calls.standing.name, { corpId }, language],
    queryFn: ({ signal }) => call(calls.standing, { corpId }, { quiet: true, signal }),
    enabled: corpId !== undefined,
    // What may go on by itself is looked at again and again.
    refetchInterval: ({ state }) => (state.data && isResting(stageOf(state.data), state.dataUpdateCount) ? slowPollMs : pollMs),
  })
  const { problem, busy, attempt } = useAttempts()
  const retry = () =>
    attempt(async () => {
      await call(calls.retry, { corpId }, { quiet: true })
      await refetch()
    })
  const proof = host.knows?.proof
  const { install } = calls
  const check =
    proof &&
    install &&
    (() =>
      attempt(async () => {
        await call(install, await proof(corpId), { quiet: true })
        await refetch()
      }))
  const stage = stageOf(corpId === undefined ? undefined : data)
  return { corpId, standing: data, error, refetch, stage, problem, busy, attempt, retry, check }
}

type StageProps = Pick<Props, 'chat' | 'steps' | 'begin'> & { installation: ReturnType<typeof useInstallation> }

/** The words and the buttons of a stage. */
const StageView = ({ chat, steps, begin, installation: { stage, standing, busy, attempt, retry, check } }: StageProps): ReactNode => {
  const ways = { chat, steps, busy, begin: begin && (() => attempt(begin)) }
  switch (stage) {
    case 'outside':
      return <Ways {...ways} title={t('在{chat}中安装', { chat })} />
    case 'missing':
      return <Ways {...ways} title={t('企业还没有安装在册')} text={t('请企业管理员按下面的步骤安装，普通成员无法安装。')} check={check} />
    case 'working':
      return standing && <Progress standing={standing} />
    case 'asking':
      return (
        <Words title={t('等待管理员确认')} text={t('通讯录中有较多人将离开，为防止误操作，请管理员登录在册后在工作平台设置里确认。')}>
          <Enter />
        </Words>
      )
    case 'failed':
      return (
        <Words title={t('同步没有完成')} text={standing?.failure || t('请稍后重试。已经同步的人员不会丢失。')} bad>
          <Button size="large" wide busy={busy} onClick={() => void retry()}>
            {t('重试')}
          </Button>
        </Words>
      )
    case 'stopped':
      return <Words title={t('应用已被停用')} text={t('请企业管理员在{chat}管理后台重新启用在册，数据都还在。', { chat })} />
    case 'ready':
      return (
        <Words title={t('已安装完成')} text={standing ? t('{company}的人员已同步，可以开始使用。', { company: standing.corpName }) : ''}>
          <Enter />
        </Words>
      )
  }
}

/** Nothing happens there that people do not do. What they have just done at the chat, its server tells ours some seconds later. */
const isResting = (stage: Stage, looks: number): boolean => restful.has(stage) && (stage !== 'missing' || looks > promptLooks)
const restful = new Set<Stage>(['missing', 'stopped', 'ready', 'asking'])
const promptLooks = 15
const slowPollMs = 15_000

const useAttempts = () => {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const attempt = async (run: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblem('')
    try {
      await run()
    } catch (error) {
      setProblem(error instanceof CallError || error instanceof HostFault ? arrivalWords(error) : t('没有成功，请稍后重试'))
    } finally {
      setBusy(false)
    }
  }
  return { problem, busy, attempt }
}

const Hero = ({ chat }: { chat: string }) => (
  <div className="pb-6 wide:pb-0">
    <div className="flex flex-col items-center text-center wide:items-start wide:text-left">
      <img src="/icons/icon.svg" alt="" width={72} height={72} className="size-16 wide:size-18" />
      <h1 className="mt-4 text-large font-semibold wide:mt-6 wide:text-huge">{t('在册')}</h1>
      <p className="mt-1.5 text-body text-quiet wide:text-title">{t('在{chat}里管好每一件资产和耗材', { chat })}</p>
    </div>
    <ul className="mt-10 hidden flex-col gap-6 wide:flex">
      {points(chat).map((point) => (
        <PointRow key={point.title} {...point} />
      ))}
    </ul>
  </div>
)

const points = (chat: string): readonly Point[] => [
  { icon: Stamp, title: t('申请和审批'), text: t('领用、借用、归还、报修，在{chat}里提交，在{chat}里批准。', { chat }) },
  { icon: ScanLine, title: t('扫码盘点'), text: t('用手机扫一扫，每一件资产在哪、在谁手上，都有据可查。') },
  { icon: Blocks, title: t('人员自动同步'), text: t('部门和成员来自企业通讯录，入职、调动、离职都会跟着变。') },
]

const PointRow = ({ icon: Icon, title, text }: Point) => (
  <li className="flex gap-3.5">
    <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent-strong">
      <Icon size={20} aria-hidden />
    </span>
    <div className="min-w-0">
      <p className="text-body font-medium">{title}</p>
      <p className="mt-0.5 text-small text-quiet">{text}</p>
    </div>
  </li>
)

const Asks = ({ asks }: { asks: readonly Point[] }) => (
  <section className="rounded-sheet bg-card p-5 shadow-lift">
    <h2 className="pb-4 text-body font-semibold">{t('在册需要的权限')}</h2>
    <ul className="flex flex-col gap-4">
      {asks.map((point) => (
        <PointRow key={point.title} {...point} />
      ))}
    </ul>
  </section>
)

type WaysProps = {
  readonly chat: string
  readonly title: string
  readonly text?: string
  readonly steps: readonly string[]
  readonly busy: boolean
  readonly begin?: (() => Promise<void>) | undefined
  readonly check?: (() => Promise<void>) | undefined
}

const Ways = ({ chat, title, text, steps, busy, begin, check }: WaysProps) => (
  <>
    <h2 className="text-title font-semibold">{title}</h2>
    {text && <p className="mt-1.5 text-small text-quiet">{text}</p>}
    <ol className="mt-4 flex flex-col gap-3">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3 text-body">
          <span className="flex size-6 shrink-0 items-center justify-center rounded-full bg-sunken text-small font-semibold text-quiet">
            {index + 1}
          </span>
          <span className="min-w-0 pt-px">{step}</span>
        </li>
      ))}
    </ol>
    {begin && (
      <Button className="mt-5" size="large" wide busy={busy} onClick={() => void begin()}>
        {t('去{chat}安装', { chat })}
      </Button>
    )}
    {check && (
      <Button className="mt-5" size="large" wide kind={begin ? 'secondary' : 'primary'} busy={busy} onClick={() => void check()}>
        {t('已经开通，继续')}
      </Button>
    )}
  </>
)

const Words = ({ title, text, bad, children }: { title: string; text: string; bad?: boolean; children?: ReactNode }) => (
  <div className="text-center">
    <h2 className={`text-title font-semibold ${bad ? 'text-bad' : ''}`}>{title}</h2>
    <p className="mt-2 text-body text-quiet">{text}</p>
    {children && <div className="mt-5">{children}</div>}
  </div>
)

const Waiting = () => (
  <div className="flex justify-center py-8 text-quiet">
    <Spinner size={28} />
  </div>
)

const readingWords = (phase: Installation['phase'], done: number): string => {
  if (phase === 'departments') return t('正在读取部门，已读 {done}', { done })
  return done > 0 ? t('正在读取通讯录，已读 {done}', { done }) : t('正在准备…')
}

/** How many departments and people are there by now; no one has to stay for it. */
const Progress = ({ standing }: { standing: Installation }) => {
  const share = shareOf(standing)
  const { done, total, corpName, phase } = standing
  const progressWords = share === undefined ? readingWords(phase, done) : t('已同步 {done} / {total}', { done, total })
  return (
    <Words title={t('正在同步人员')} text={corpName}>
      <div
        role="progressbar"
        aria-label={t('正在同步人员')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full bg-accent transition-[width] duration-700 ${share === undefined ? 'w-1/3 animate-pulse' : ''}`}
          style={share === undefined ? undefined : { width: `${Math.max(2, share * 100)}%` }}
        />
      </div>
      <p className="mt-3 text-small tabular-nums text-quiet">{progressWords}</p>
      <p className="mt-1 text-small text-faint">{t('人多时需要几分钟，可以先离开。')}</p>
    </Words>
  )
}

/** Into the app as the person who the chat says one is; by the page of signing in where no chat is around. */
const Enter = () =>
  host.knows ? (
    <>
      <Button size="large" wide onClick={() => replaceHref('/pages/login?to=/pages/index/index')}>
        {t('进入在册')}
      </Button>
      <p className="pt-3 text-small text-faint">{t('又回到这里时，您可能不在应用的使用范围内，请联系企业管理员。')}</p>
    </>
  ) : (
    <Button size="large" wide onClick={() => go('/pages/login')}>
      {t('去登录')}
    </Button>
  )
