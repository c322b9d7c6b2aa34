import { ChevronDown, CircleCheck, CircleStop, CircleX, LoaderCircle } from 'lucide-react'
import { flowOperations, type UpgradeProgress } from '../../../domain/approval/operations/flows.ts'
import { useSend } from '../../send.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { confirm } from '../../look/overlays/confirm.ts'
import { when } from '../../shell/when.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'

/** How an upgrade goes or went: the bar, who was refused and why. */
export const UpgradeStanding = ({ upgrade }: { upgrade: UpgradeProgress }) => {
  const { id, version, startedBy, startedAt, finishedAt, total, moved, refused, left, reasons, items } = upgrade
  const running = finishedAt === null
  const { send, sending } = useSend(flowOperations.cancelUpgrade, { done: '已停止升级' })
  const stop = async () => {
    if (!(await confirm({ title: t('停止升级？'), text: t('已升级的不会退回，其余保持原版本。'), yes: t('停止'), danger: true }))) return
    try {
      await send({ id })
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    }
  }
  const { icon: Icon, tone, words } = looks[stateOf(upgrade)]
  const percent = total === 0 ? 100 : Math.floor(((moved + refused) / total) * 100)
  return (
    <section className="mb-4" aria-live="polite">
      <Card flush>
        <div className="p-4">
          <div className="flex items-center gap-3">
            <Icon size={24} className={`shrink-0 ${tone} ${running ? 'animate-spin' : ''}`} aria-hidden />
            <div className="min-w-0 flex-1">
              <p className="text-body font-semibold">{t(words, { version })}</p>
              <p className="text-small text-quiet">{t('{name}开始于{time}', { name: startedBy.userName, time: when(startedAt) })}</p>
            </div>
            {running && (
              <Button size="small" kind="secondary" busy={sending} onClick={() => void stop()}>
                {t('停止')}
              </Button>
            )}
          </div>
          {(running || left > 0) && <ProgressBar percent={percent} />}
          <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-body">
            {[
              ['已升级', moved, ''],
              ['未升级', refused, refused > 0 ? 'text-bad' : ''],
              [running ? '等待中' : '已停止', left, ''],
            ].map(
              ([label, count, look], index) =>
                (index === 0 || Number(count) > 0) && (
                  <div key={label} className="flex gap-1.5">
                    <dt className="text-quiet">{t(String(label))}</dt>
                    <dd className={`font-medium tabular-nums ${look}`}>{count}</dd>
                  </div>
                ),
            )}
          </dl>
        </div>
        {reasons.map(({ reason, words: said, count }) => (
          <RefusalReason key={reason + said} words={said} count={count} items={items.filter((item) => item.words === said)} />
        ))}
      </Card>
      {!running && (refused > 0 || left > 0) && <p className="px-1 pt-2 text-small text-faint">{t('在下面处理后可以再次升级。')}</p>}
    </section>
  )
}

const ProgressBar = ({ percent }: { percent: number }) => (
  <div
    role="progressbar"
    aria-label={t('升级进度')}
    aria-valuenow={percent}
    aria-valuemin={0}
    aria-valuemax={100}
    className="mt-4 h-2 overflow-hidden rounded-full bg-sunken"
  >
    <div className="h-full rounded-full bg-accent transition-[width] duration-500" style={{ width: `${percent}%` }} />
  </div>
)

type RefusalReasonProps = { words: string; count: number; items: UpgradeProgress['items'] }

/** Why some were refused, and which they are. */
const RefusalReason = ({ words, count, items }: RefusalReasonProps) => (
  <details className="group/reason border-t border-line">
    <summary className="pressable flex min-h-12 cursor-pointer list-none items-center gap-3 px-4 py-2.5 text-body [&::-webkit-details-marker]:hidden">
      <span className="min-w-0 flex-1">{words}</span>
      <span className="shrink-0 tabular-nums text-quiet">{t('{count}个', { count })}</span>
      <ChevronDown size={18} className="shrink-0 text-faint transition group-open/reason:rotate-180" aria-hidden />
    </summary>
    <div className="bg-sunken/50">
      {items.map(({ processId, title }) => (
        <Cell key={processId} title={title} onPress={() => go('/pages/flow/progress', { processId: processId })} />
      ))}
    </div>
  </details>
)

const looks = {
  running: { icon: LoaderCircle, tone: 'text-accent', words: '正在升级到版本{version}' },
  done: { icon: CircleCheck, tone: 'text-good', words: '已全部升级到版本{version}' },
  partly: { icon: CircleX, tone: 'text-warn', words: '部分升级到版本{version}' },
  cancelled: { icon: CircleStop, tone: 'text-quiet', words: '升级到版本{version}已停止' },
}

const stateOf = ({ finishedAt, cancelled, refused }: UpgradeProgress): keyof typeof looks => {
  if (finishedAt === null) return 'running'
  if (cancelled) return 'cancelled'
  return refused > 0 ? 'partly' : 'done'
}
