import type { flowOperations } from '../../../domain/approval/operations/flows.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { Tag } from '../../look/Tag.tsx'
import { t } from '../../words.ts'
import { tookWords } from './duration.ts'
import { StatisticsWaits, WaitsLegend } from './StatisticsWaits.tsx'

type Step = OutputOf<typeof flowOperations.statistic>['nodes'][number]

/** Steps from the slowest on: how long they take, how many wait how long, what comes back. */
export const StatisticsSteps = ({ steps, onOpen }: { steps: readonly Step[]; onOpen: (step: Step) => void }) => (
  <section className="mb-4">
    <h2 className="flex min-h-9 items-center px-1 pb-1.5 text-small font-medium text-quiet">{t('审批环节，最慢的在前')}</h2>
    <div className="overflow-hidden rounded-card bg-card shadow-lift">
      <div className={`${columns} hidden border-b border-line px-4 py-2.5 text-small text-quiet wide:grid`} aria-hidden>
        <span>{t('环节')}</span>
        <span className="text-right">{t('平均用时')}</span>
        <span className="text-right">{t('最长')}</span>
        <span className="text-right">{t('处理数')}</span>
        <span className="text-right">{t('退回率')}</span>
        <span className="text-right">{t('超时')}</span>
        <span className="text-right">{t('等待时长分布')}</span>
      </div>
      <ul>
        {steps.map((step) => (
          <li key={`${step.flowKey}/${step.nodeId}`} className="border-b border-line last:border-0">
            <button
              type="button"
              onClick={() => onOpen(step)}
              className={`${columns} pressable w-full items-center gap-3 px-4 py-3 text-left text-body`}
            >
              <span className="min-w-0">
                <span className="block truncate font-medium">{t(step.nodeName)}</span>
                <span className="block truncate text-small text-quiet">{t(step.flowName)}</span>
                <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-quiet wide:hidden">
                  <span>{t('平均{time}', { time: tookWords(step.averageSeconds) })}</span>
                  <span>{t('处理{n}项', { n: step.tasks })}</span>
                  {step.returned > 0 && <span>{t('退回{rate}', { rate: percent(step.returnRate) })}</span>}
                  {step.overdue > 0 && <Tag tone="bad">{t('超时{n}项', { n: step.overdue })}</Tag>}
                </span>
              </span>
              <Figure>{tookWords(step.averageSeconds)}</Figure>
              <Figure quiet>{tookWords(step.longestSeconds)}</Figure>
              <Figure>{step.tasks}</Figure>
              <Figure quiet={step.returned === 0}>{percent(step.returnRate)}</Figure>
              <span className={`hidden text-right tabular-nums wide:block ${step.overdue > 0 ? 'text-bad' : 'text-faint'}`}>
                {step.overdue}
              </span>
              <StatisticsWaits waits={step.waits} />
            </button>
          </li>
        ))}
      </ul>
    </div>
    <WaitsLegend />
  </section>
)

const Figure = ({ children, quiet }: { children: string | number; quiet?: boolean }) => (
  <span className={`hidden text-right tabular-nums wide:block ${quiet ? 'text-quiet' : ''}`}>{children}</span>
)

/** A name and the bars on a phone, a table on a wide window. */
const columns = 'grid grid-cols-[minmax(0,1fr)_auto] wide:grid-cols-[minmax(0,1fr)_7rem_7rem_5rem_5rem_5rem_6rem] wide:gap-3'

const percent = (rate: number | null): string => (rate === null ? '–' : `${Math.round(rate * 100)}%`)
