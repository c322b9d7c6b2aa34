import { Check, RefreshCw, Smartphone } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { handOverMake, handOverStanding } from '../../domain/access/handOverOperations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { host } from '../../hosts/here.ts'
import { useAsk } from '../ask.ts'
import { call } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Bone } from '../look/Skeleton.tsx'
import { QrCode } from '../paper/QrCode.tsx'
import { useSession } from '../session/session.ts'
import { t } from '../words.ts'

type HandOverCode = OutputOf<typeof handOverMake> & { readonly untilMs: number }

/** A code that a phone goes on by: shown while it is good, and what became of it. */
export default function HandOver() {
  const { username, operationName } = useSession()
  const { made, error, make } = useCode()
  const handOver = useAsk(handOverStanding, { id: made?.id ?? '' }, { enabled: made !== undefined, staleMs: 0 })
  const secondsLeft = useSecondsLeft(made?.untilMs)
  const unusedState = made && secondsLeft === 0 ? 'over' : 'open'
  const state = handOver.data?.state === 'used' ? 'used' : unusedState
  useAskedAgain(state === 'open' && made !== undefined, handOver.refetch)
  return (
    <Page width="form" text={`${username} · ${operationName}`}>
      {error ? (
        <Problem error={error} onRetry={make} />
      ) : (
        <Card>
          <div className="flex flex-col items-center gap-5 px-2 py-6 text-center">
            {state === 'used' ? (
              <div role="status" className="arrive-up flex flex-col items-center gap-4">
                <span className="flex size-40 items-center justify-center rounded-full bg-good-soft text-good">
                  <Check size={72} strokeWidth={1.8} aria-hidden />
                </span>
                <p className="text-title font-semibold">{t('已在手机上登录')}</p>
                <p className="text-body text-quiet">{t('手机上现在是{name}，这台电脑仍保持登录。', { name: username })}</p>
              </div>
            ) : (
              <>
                <div className="relative">
                  {made ? (
                    <QrCode
                      text={`${host.address}/#/pages/handover?c=${made.code}`}
                      label={t('手机登录二维码')}
                      className={`size-56 ${state === 'over' ? 'opacity-10' : ''}`}
                    />
                  ) : (
                    <Bone className="size-56 rounded-chip" />
                  )}
                  {state === 'over' && (
                    <span role="status" className="absolute inset-0 flex items-center justify-center text-title font-semibold">
                      {t('二维码已过期')}
                    </span>
                  )}
                </div>
                {state === 'open' && (
                  <p className="text-body tabular-nums text-quiet">{t('{seconds}秒内有效，只能用一次', { seconds: secondsLeft })}</p>
                )}
              </>
            )}
            {state !== 'open' && (
              <Button kind="secondary" icon={RefreshCw} onClick={make}>
                {state === 'used' ? t('登录另一台手机') : t('换一个二维码')}
              </Button>
            )}
          </div>
        </Card>
      )}
      <p className="mt-4 flex items-start gap-2 px-2 text-small text-quiet">
        <Smartphone size={16} className="mt-0.5 shrink-0" aria-hidden />
        {t('用手机相机或任意扫一扫打开，手机上不用再输入密码。请勿把二维码发给别人。')}
      </p>
    </Page>
  )
}

/** One that was made for this visit of the screen; another when it is asked for. */
const useCode = () => {
  const [nth, setNth] = useState(0)
  const { data: handOver, error } = useQuery({
    queryKey: ['handOver.make', nth],
    queryFn: async ({ signal }): Promise<HandOverCode> => {
      const askedAtMs = Date.now()
      return { ...(await call(handOverMake, {}, { quiet: true, signal })), untilMs: askedAtMs + goodMs }
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    retry: false,
  })
  return { made: handOver, error, make: () => setNth(nth + 1) }
}

/** As long as the server takes it, by the clock of this device: the two need not be the same. */
const goodMs = 60_000

const useSecondsLeft = (untilMs: number | undefined): number => {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    if (untilMs === undefined) return
    const timer = setInterval(() => setNowMs(Date.now()), 500)
    return () => clearInterval(timer)
  }, [untilMs])
  return untilMs === undefined ? 60 : Math.max(0, Math.min(60, Math.ceil((untilMs - nowMs) / 1000)))
}

const useAskedAgain = (isWanted: boolean, ask: () => unknown): void =>
  useEffect(() => {
    if (!isWanted) return
    const timer = setInterval(() => void ask(), 2000)
    return () => clearInterval(timer)
  }, [isWanted, ask])
