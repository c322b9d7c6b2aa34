import { CalendarPlus, ChevronLeft, ChevronRight, Plus, Settings2, Users, X } from 'lucide-react'
import { useState } from 'react'
import { addressBookCard } from '../../domain/addressBook/operations.ts'
import { type AgendaShown, agendaOperations } from '../../domain/agenda/operations.ts'
import { calendarOperations } from '../../domain/calendar/operations.ts'
import { holidayYears } from '../../domain/calendar/holidays.ts'
import { addDays, type Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { PeoplePicker } from '../chat/PeoplePicker.tsx'
import { today } from '../shell/dateWords.ts'
import { useScreen, useWide, ScreenContext } from '../screen.ts'
import { store, stored } from '../session/session.ts'
import { go, goHref } from '../travel.ts'
import { t } from '../words.ts'
import { AgendaSettings, useHidden } from './AgendaSettings.tsx'
import { DayRows } from './DayRows.tsx'
import { EventView } from './EventView.tsx'
import { HourGrid } from './HourGrid.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { type Calendar, daysOf, dayWords, monthWords, moveView, onDay as itemsOn, spanOf, type View } from './shown.ts'
import { moveEvent } from './moveEvent.ts'

const viewKey = 'agenda_view'

/**
 * An agenda by day, week or month; on a wide window with hours, and what was chosen beside it. One's own, or what a colleague lets see `of` his:
 * what is drawn there is an invitation.
 */
export const Agenda = ({ of }: { of?: Id | undefined }) => {
  const wide = useWide()
  const [view, change] = useStoredView()
  const [day, setDay] = useState<Day>(today)
  const [open, setOpen] = useState<AgendaShown>()
  const [setting, setSetting] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const { data: colleague } = useAsk(addressBookCard, { id: of ?? '' }, { enabled: of !== undefined, staleMs: 60_000 })
  const [hidden, setHidden] = useHidden()
  const { data, error, refetch } = useAsk(agendaOperations.list, { ...spanOf(view, day), ...(of && { uid: of }) }, { keep: true })
  const calendar = useCalendar()
  const list = of ? data?.list : data?.list.filter(({ source }) => !hidden.includes(source))
  const show = (item: AgendaShown) => {
    if (wide && item.source === 'event') setOpen(item)
    else goHref(item.link)
  }
  const begin = (on: Day, start: { begin?: string; minutes?: string } = {}) =>
    go('/pages/agenda/ageedit', { day: on, ...start, ...(of && { with: of }) })
  const draw = (on: Day, from: number, minutes: number) => begin(on, { begin: String(from), minutes: String(minutes) })
  const header = (
    <Bar
      {...{ view, day, wide }}
      onView={change}
      onDay={setDay}
      onToday={() => setDay(today())}
      isHere={view === 'month' ? day === today() : daysOf(spanOf(view, day)).includes(today())}
    />
  )
  return (
    <Page
      scroll={false}
      {...(of && { title: t('{name}的日程', { name: colleague?.userName ?? '' }), text: t('只显示忙闲，对方公开的日程才有主题') })}
      right={
        of ? (
          <IconButton icon={CalendarPlus} label={t('约时间')} onClick={() => begin(day)} />
        ) : (
          <OwnAgendaButtons onColleague={() => setChoosing(true)} onSettings={() => setSetting(true)} onNew={() => begin(day)} />
        )
      }
      below={header}
    >
      <AgendaNotices years={data?.unannounced ?? []} isPart={data?.more === true} />
      {error && !data && <Problem error={error} onRetry={refetch} />}
      {!(error && !data) && !list && (
        <div className="px-4">
          <Skeleton picture={false} />
        </div>
      )}
      {list && wide && (
        <div className="flex min-h-0 flex-1 gap-4 px-6 pb-5">
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            <Shown
              {...{ view, day, list, calendar }}
              chosen={open?.key}
              onOpen={show}
              onDay={setDay}
              onDraw={draw}
              onMove={(item, days, minutes) => void moveEvent(item, days, minutes)}
            />
          </div>
          {open && <Beside open={open} onClose={() => setOpen(undefined)} />}
        </div>
      )}
      {list && !wide && (
        <PhoneView {...{ view, day, list, calendar }} isOwn={!of} onDay={setDay} onOpen={show} onDraw={draw} onBegin={begin} />
      )}
      <AgendaSettings open={setting} onClose={() => setSetting(false)} hidden={hidden} onHidden={setHidden} />
      <PeoplePicker
        open={isChoosing}
        title={t('同事的日程')}
        most={1}
        onClose={() => setChoosing(false)}
        onChoose={([person]) => person && go('/pages/agenda/personagenda', { uid: person.uid })}
      />
    </Page>
  )
}

/** What is not known or not shown of these days. */
const AgendaNotices = ({ years, isPart }: { years: readonly number[]; isPart: boolean }) => (
  <>
    {years.map((year) => (
      <p key={year} className="mx-4 mb-2 rounded-card bg-warn-soft px-4 py-2 text-small text-warn wide:mx-6">
        {t('{year}年的放假安排尚未公布，暂按周末休息显示。', { year })}
      </p>
    ))}
    {isPart && (
      <p className="mx-4 mb-2 rounded-card bg-warn-soft px-4 py-2 text-small text-warn wide:mx-6">{t('日程过多，只显示其中一部分。')}</p>
    )}
  </>
)

type OwnAgendaButtonsProps = { onColleague: () => void; onSettings: () => void; onNew: () => void }

const OwnAgendaButtons = ({ onColleague, onSettings, onNew }: OwnAgendaButtonsProps) => (
  <>
    <IconButton icon={Users} label={t('同事的日程')} onClick={onColleague} />
    <IconButton icon={Settings2} label={t('显示与订阅')} onClick={onSettings} />
    <IconButton icon={Plus} label={t('新建日程')} iconSize={24} onClick={onNew} />
  </>
)

/** How much is seen at once; the device keeps it for the next time. */
const useStoredView = (): [View, (view: View) => void] => {
  const [view, setView] = useState<View>(() => stored<View>(viewKey) ?? 'week')
  const change = (next: View) => {
    setView(next)
    store(viewKey, next, 0)
  }
  return [view, change]
}

/** The work calendar of the organisation with its holidays. */
const useCalendar = (): Calendar | undefined => {
  const { data: known } = useAsk(calendarOperations.calendar, {}, { staleMs: 600_000 })
  return known && { settings: known.settings, years: holidayYears(known.years) }
}

type BarProps = {
  view: View
  day: Day
  wide: boolean
  isHere: boolean
  onView: (view: View) => void
  onDay: (day: Day) => void
  onToday: () => void
}

const Bar = ({ view, day, wide, isHere, onView, onDay, onToday }: BarProps) => (
  <div className={`flex items-center gap-1 px-4 pb-2 wide:px-5 ${wide ? '' : 'flex-wrap'}`}>
    <div className={wide ? 'order-2 w-64' : 'w-full'}>
      <Tabs
        look="pill"
        label={t('日程视图')}
        value={view}
        onChange={onView}
        tabs={[
          { value: 'day', label: t('日') },
          { value: 'week', label: t('周') },
          { value: 'month', label: t('月') },
        ]}
      />
    </div>
    <h2 className="min-w-0 flex-1 truncate px-1 text-title font-semibold" aria-live="polite">
      {view === 'day' ? dayWords(day) : monthWords(day)}
    </h2>
    <Button kind="secondary" size="small" disabled={isHere} onClick={onToday}>
      {t('今天')}
    </Button>
    <IconButton icon={ChevronLeft} label={t('往前')} onClick={() => onDay(moveView(view, day, -1))} />
    <IconButton icon={ChevronRight} label={t('往后')} onClick={() => onDay(moveView(view, day, 1))} />
  </div>
)

type ShownProps = {
  view: View
  day: Day
  list: readonly AgendaShown[]
  calendar: Calendar | undefined
  chosen: string | undefined
  onOpen: (item: AgendaShown) => void
  onDay: (day: Day) => void
  onDraw: (day: Day, from: number, minutes: number) => void
  onMove: (item: AgendaShown, days: number, minutes: number) => void
}

const Shown = ({ view, day, list, calendar, chosen, onOpen, onDay, onDraw, onMove }: ShownProps) =>
  view === 'month' ? (
    <MonthGrid {...{ day, list, calendar, onDay, onOpen }} />
  ) : (
    <HourGrid key={view} days={daysOf(spanOf(view, day))} {...{ list, calendar, chosen, onOpen, onDraw, onMove }} />
  )

/** What was chosen, beside the agenda. */
const Beside = ({ open, onClose }: { open: AgendaShown; onClose: () => void }) => {
  const screen = useScreen()
  return (
    <aside className="relative flex w-96 shrink-0 flex-col overflow-hidden rounded-card bg-page ring-1 ring-line">
      <div className="flex h-12 shrink-0 items-center justify-end px-1">
        <IconButton icon={X} iconSize={20} label={t('关闭')} onClick={onClose} />
      </div>
      <div className="scroller min-h-0 flex-1 px-4 pb-6">
        <ScreenContext value={{ ...screen, isTab: true }}>
          <EventView key={open.key} id={open.id} occurrence={open.occurrence} onGone={onClose} />
        </ScreenContext>
      </div>
    </aside>
  )
}

type PhoneProps = Pick<ShownProps, 'view' | 'day' | 'list' | 'calendar' | 'onDay' | 'onOpen' | 'onDraw'> & {
  isOwn: boolean
  onBegin: (day: Day) => void
}

/** A phone has a month with the chosen day below it, the days of a week one below the other, and the hours of a day. */
const PhoneView = ({ view, day, list, calendar, isOwn, onDay, onOpen, onDraw, onBegin }: PhoneProps) => {
  if (view === 'day')
    return (
      <div className="flex min-h-0 flex-1 flex-col px-4 pb-[calc(1rem+env(safe-area-inset-bottom,0px))]">
        <HourGrid days={[day]} {...{ list, calendar, onOpen }} chosen={undefined} onDraw={onDraw} onMove={() => undefined} />
      </div>
    )
  const days = view === 'month' ? [day] : daysOf(spanOf('week', day))
  const filledDays = days.filter((day) => itemsOn(list, day).length > 0)
  return (
    <div className="scroller min-h-0 flex-1 px-4 pb-8">
      {view === 'month' && <MonthGrid {...{ day, list, calendar, onDay, onOpen }} />}
      {filledDays.length === 0 ? (
        <Empty
          title={view === 'month' ? t('这一天没有日程') : t('这一周没有日程')}
          action={{ label: isOwn ? t('新建日程') : t('约时间'), onPress: () => onBegin(day) }}
        />
      ) : (
        filledDays.map((day) => (
          <section key={day} className="pt-3">
            <h3 className={`px-1 pb-1.5 text-small font-medium ${day === today() ? 'text-accent-strong' : 'text-quiet'}`}>
              {dayWords(day)}
              {nearWords(day)}
            </h3>
            <DayRows list={itemsOn(list, day)} day={day} onOpen={onOpen} />
          </section>
        ))
      )}
    </div>
  )
}

/** Today and tomorrow by name. */
const nearWords = (day: Day): string => {
  if (day === today()) return ` · ${t('今天')}`
  return day === addDays(today(), 1) ? ` · ${t('明天')}` : ''
}
