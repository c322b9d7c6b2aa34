import type { flowOperations } from '../../../domain/approval/operations/flows.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { Avatar } from '../../look/Avatar.tsx'
import { t } from '../../words.ts'
import { tookWords } from './duration.ts'

type Approver = OutputOf<typeof flowOperations.statistic>['people'][number]

/** Who takes how long over which step, the slowest first: half of what a person decides is done within the median, nine of ten within the next. */
export const StatisticsPeople = ({ people, onOpen }: { people: readonly Approver[]; onOpen: (approver: Approver) => void }) => (
  <section className="mb-4">
    <h2 className="flex min-h-9 items-center px-1 pb-1.5 text-small font-medium text-quiet">{t('处理人，最慢的在前')}</h2>
    <div className="overflow-hidden rounded-card bg-card shadow-lift">
      <div className={`${columns} hidden border-b border-line px-4 py-2.5 text-small text-quiet wide:grid`} aria-hidden>
        <span>{t('处理人')}</span>
        <span>{t('环节')}</span>
        <span className="text-right">{t('处理数')}</span>
        <span className="text-right">{t('半数用时')}</span>
        <span className="text-right">{t('九成用时')}</span>
        <span className="text-right">{t('待办')}</span>
        <span className="text-right">{t('最久待办')}</span>
      </div>
      <ul>
        {people.map((person) => (
          <li key={`${person.flowKey}/${person.nodeId}/${person.uid}`} className="border-b border-line last:border-0">
            <button
              type="button"
              onClick={() => onOpen(person)}
              className={`${columns} pressable w-full items-center gap-3 px-4 py-3 text-left text-body`}
            >
              <span className="flex min-w-0 items-center gap-3">
                <Avatar name={person.userName} src={person.avatar ?? undefined} size={32} />
                <span className="min-w-0">
                  <span className="block truncate font-medium">{person.userName}</span>
                  <span className="block truncate text-small text-quiet wide:hidden">
                    {t(person.nodeName)} · {t(person.flowName)}
                  </span>
                  <span className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-small text-quiet wide:hidden">
                    {person.tasks > 0 && <span>{t('处理{n}项', { n: person.tasks })}</span>}
                    {person.medianSeconds !== null && <span>{t('一半在{time}内', { time: workWords(person.medianSeconds) })}</span>}
                    {person.p90Seconds !== null && <span>{t('九成在{time}内', { time: workWords(person.p90Seconds) })}</span>}
                    {person.longestOpenSeconds !== null && (
                      <span className="text-warn">
                        {t('待办{n}项，最久{time}', { n: person.open, time: workWords(person.longestOpenSeconds) })}
                      </span>
                    )}
                  </span>
                </span>
              </span>
              <span className="hidden min-w-0 wide:block">
                <span className="block truncate">{t(person.nodeName)}</span>
                <span className="block truncate text-small text-quiet">{t(person.flowName)}</span>
              </span>
              <Figure>{person.tasks}</Figure>
              <Figure>{person.medianSeconds === null ? '–' : workWords(person.medianSeconds)}</Figure>
              <Figure>{person.p90Seconds === null ? '–' : workWords(person.p90Seconds)}</Figure>
              <Figure>{person.open}</Figure>
              <Figure>{person.longestOpenSeconds === null ? '–' : workWords(person.longestOpenSeconds)}</Figure>
            </button>
          </li>
        ))}
      </ul>
    </div>
    <p className="px-1 pt-2 text-small text-faint">{t('按工作日历的工作时间计算，从任务到手到处理。')}</p>
  </section>
)

const Figure = ({ children }: { children: string | number }) => (
  <span className="hidden text-right tabular-nums wide:block">{children}</span>
)

const columns = 'grid grid-cols-1 wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5rem_6rem_6rem_4rem_6rem] wide:gap-3'

/** Working time in hours at most: a day of work is no day. */
const workWords = (seconds: number): string => (seconds < 3600 ? tookWords(seconds) : t('{n}小时', { n: Math.round(seconds / 360) / 10 }))
