import { CalendarSearch } from 'lucide-react'
import { agendaOperations, busyPeopleAtMost } from '../../domain/agenda/operations.ts'
import { addDays, dayAt, type Minute, minuteAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { useName } from '../forms/names.ts'
import { useSession } from '../session/session.ts'
import { sinceWhen } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { momentIn } from './clocks.ts'
import { minuteOf } from './shown.ts'

type Props = {
  begin: Minute
  minutes: number
  zone: string
  attendees: readonly Id[]
  /** The event that is being changed. */
  except: Id | undefined
  onBegin: (begin: Minute) => void
}

const fromHour = 7
const toHour = 22

/** Who has something on that day, what is in the way, and the first time that suits everyone. */
export const BusyBars = ({ begin, minutes, zone, attendees, except, onBegin }: Props) => {
  const { uid } = useSession()
  const from = momentIn(begin, zone)
  const day = dayAt(from)
  const uids = [uid ?? '', ...attendees].filter(Boolean).slice(0, busyPeopleAtMost)
  const { data } = useAsk(
    agendaOperations.freeBusy,
    { uids, from: day, to: addDays(day, 2), ...(except && { except }), ...(minutes > 0 && minutes <= 1440 && { minutes }) },
    { keep: true, enabled: uids.length > 0 },
  )
  if (!data) return null
  const to = from + minutes * 60_000
  const clashes = data.people.flatMap(({ uid: who, busy }) =>
    busy.filter((interval) => Date.parse(interval.begin) < to && Date.parse(interval.end) > from).map((interval) => ({ who, ...interval })),
  )
  const ownClashes = clashes.filter(({ who }) => who === uid)
  const { common } = data
  const isCommon = common !== null && Date.parse(common.begin) === from
  return (
    <div className="px-4 py-3">
      {ownClashes.map((clash) => (
        <p key={clash.begin} className="pb-2 text-small text-warn">
          {t('与您已有的日程时间重叠：{from} – {to}', { from: minuteOf(clash.begin).slice(11), to: minuteOf(clash.end).slice(11) })}
        </p>
      ))}
      {attendees.length > 0 && (
        <>
          <div className="flex items-center gap-3 text-tiny text-faint" aria-hidden>
            <span className="w-16 shrink-0" />
            <span className="flex min-w-0 flex-1 justify-between">
              {[7, 10, 13, 16, 19, 22].map((hour) => (
                <span key={hour}>{hour}</span>
              ))}
            </span>
          </div>
          <ul className="space-y-1.5">
            {data.people.map(({ uid: who, busy }) => (
              <Bar
                key={who}
                uid={who}
                isOwn={who === uid}
                isFree={!clashes.some((clash) => clash.who === who)}
                busy={busy.map((person) => ({ from: Date.parse(person.begin), to: Date.parse(person.end) }))}
                chosen={{ from, to }}
                start={Date.parse(`${day}T00:00:00+08:00`)}
              />
            ))}
          </ul>
          {attendees.length + 1 > busyPeopleAtMost && (
            <p className="pt-2 text-small text-faint">{t('只比对前{n}人的忙闲。', { n: busyPeopleAtMost })}</p>
          )}
          <div className="flex flex-wrap items-center justify-between gap-2 pt-3">
            <span className="text-small text-quiet">
              {common === null && minutes > 0 && minutes <= 1440 && t('30天内没有所有人都空闲的工作时间')}
              {common !== null && isCommon && t('这个时间所有人都有空')}
              {common !== null && !isCommon && t('最早的共同空闲：{time}', { time: sinceWhen(common.begin) })}
            </span>
            {common !== null && !isCommon && (
              <Button kind="secondary" size="small" icon={CalendarSearch} onClick={() => onBegin(minuteAt(Date.parse(common.begin), zone))}>
                {t('采用')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  )
}

type Stretch = { readonly from: number; readonly to: number }
type BarProps = { uid: Id; isOwn: boolean; isFree: boolean; busy: readonly Stretch[]; chosen: Stretch; start: number }

const Bar = ({ uid, isOwn, isFree, busy, chosen, start }: BarProps) => {
  const name = useName('person', isOwn ? undefined : uid)
  const share = (moment: number): number => {
    const hours = (moment - start) / 3_600_000
    return Math.max(0, Math.min(100, ((hours - fromHour) / (toHour - fromHour)) * 100))
  }
  const stretch = ({ from, to }: Stretch) => ({ left: `${share(from)}%`, width: `${share(to) - share(from)}%` })
  return (
    <li className="flex items-center gap-3">
      <span className="w-16 shrink-0 truncate text-small">{isOwn ? t('我') : name}</span>
      <span className="relative h-6 min-w-0 flex-1 overflow-hidden rounded-chip bg-sunken">
        {busy.map((person) => (
          <span key={person.from} className="absolute inset-y-0 bg-faint opacity-50" style={stretch(person)} />
        ))}
        <span
          className={`absolute inset-y-0 border-x-2 ${isFree ? 'border-good bg-good/20' : 'border-bad bg-bad/20'}`}
          style={stretch(chosen)}
        />
      </span>
      <span className={`w-8 shrink-0 text-right text-tiny ${isFree ? 'text-good' : 'text-bad'}`}>{isFree ? t('有空') : t('忙碌')}</span>
    </li>
  )
}
