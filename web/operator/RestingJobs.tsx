import { useState } from 'react'
import { operatorRestingJobs, operatorRetryJobs } from '../../domain/operator/upkeepOperations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Pending } from '../look/Pending.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { toast } from '../look/overlays/toast.ts'
import { DoorWords } from '../entrance/DoorPage.tsx'
import { timeOf } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { Words } from './Concerns.tsx'
import type { System } from './concerns.ts'
import { callAsOperator, useOperatorAsk } from './pass.ts'
import { useAct } from './useAct.ts'

/** Jobs that failed so often that they rest: by kind, and each with its words. */
export const RestingJobs = ({ kinds }: { kinds: System['jobs']['restingKinds'] }) => {
  const [isOpen, setIsOpen] = useState(false)
  const { act, busy, problem } = useAct()
  if (kinds.length === 0) return null
  const retry = async (kind: string) => {
    const outcome = await act(operatorRetryJobs, { kind })
    if (outcome) toast(begunText(outcome.count), 'success')
  }
  return (
    <>
      <Section
        title={t('停下的后台任务')}
        right={
          <Button kind="plain" size="small" onClick={() => setIsOpen(true)}>
            {t('查看原因')}
          </Button>
        }
      >
        {kinds.map(({ kind, count }) => (
          <Cell
            key={kind}
            title={kind}
            text={t('{n}个', { n: count })}
            value={
              <Button kind="secondary" size="small" busy={busy} onClick={() => void retry(kind)}>
                {t('全部重新运行')}
              </Button>
            }
          />
        ))}
      </Section>
      {problem && <DoorWords problem={problem} />}
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={t('停下的后台任务')} tall>
        {isOpen && <All />}
      </Sheet>
    </>
  )
}

/** Begun again already, there are none any more. */
const begunText = (count: number): string => (count === 0 ? t('已经在重新运行') : t('{n}个任务重新运行', { n: count }))

type Job = OutputOf<typeof operatorRestingJobs>['list'][number]

const All = () => {
  const { data, error, refetch } = useOperatorAsk(operatorRestingJobs, {})
  const [more, setMore] = useState<{ readonly list: readonly Job[]; readonly next: string | null }>()
  const { act, busy, problem } = useAct()
  if (!data) return <Pending error={error} onRetry={refetch} />
  const next = more ? more.next : data.next
  const goOn = async (after: string) => {
    const page = await callAsOperator(operatorRestingJobs, { after })
    setMore({ list: [...(more?.list ?? []), ...page.list], next: page.next })
  }
  const retry = async (id: string) => {
    const outcome = await act(operatorRetryJobs, { id })
    if (!outcome) return
    setMore(more && { ...more, list: more.list.filter((job) => job.id !== id) })
    toast(begunText(outcome.count), 'success')
  }
  return (
    <>
      <DoorWords problem={problem} />
      {[...data.list, ...(more?.list ?? [])].map((job) => (
        <Section key={job.id}>
          <div className="px-4 py-3">
            <div className="flex items-start gap-3">
              <span className="min-w-0 flex-1">
                <span className="block break-words text-body font-medium">{job.kind}</span>
                <span className="block text-small text-quiet">
                  {t('{organisation} · {time} · 试了{n}次', { organisation: job.organisation, time: timeOf(job.dueAt), n: job.attempts })}
                </span>
              </span>
              <Button kind="secondary" size="small" busy={busy} onClick={() => void retry(job.id)}>
                {t('重新运行')}
              </Button>
            </div>
            <Words text={job.error} />
          </div>
        </Section>
      ))}
      {next !== null && (
        <Button kind="plain" wide onClick={() => void goOn(next)}>
          {t('更多')}
        </Button>
      )}
    </>
  )
}
