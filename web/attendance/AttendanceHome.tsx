import { CalendarDays, ChartColumn, MapPinned, Settings2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { metresBetween } from '../../domain/maps/grid.ts'
import { nextAction, sourceWords, type Verdict, verdictOf } from '../../domain/attendance/punch.ts'
import { type PunchRow, attendanceOperations, type Today } from '../../domain/attendance/operations.ts'
import type { Fix } from '../../hosts/host.ts'
import { newId, newUuid } from '../../kernel/id.ts'
import { CallError } from '../call.ts'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Tag } from '../look/Tag.tsx'
import { toast } from '../look/overlays/toast.ts'
import { isWaiting } from '../outbox/action.ts'
import { sendKept, useOutbox } from '../outbox/outbox.ts'
import { readyForNoNetwork } from '../outbox/ready.ts'
import { deviceId } from './deviceId.ts'
import { clockOf, dayWords, MarkTags, SlotTag, slotTitle } from './words.tsx'
import { useMay } from '../shell/May.tsx'
import { distanceWords } from '../maps/distanceWords.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { FieldSheet, type FieldWords } from './FieldSheet.tsx'
import { noPositionWords } from './noPositionWords.ts'
import { type OwnPosition, useHere } from './useHere.ts'
import { type TodayAnswer, useToday } from './useToday.ts'
import { useBusy } from '../writing.ts'

/** Punching in and out: one button that says what it will do. */
export default function AttHome() {
  useEffect(readyForNoNetwork, [])
  const position = useHere()
  const firstFix = useFirstFix(position.fix)
  const { answer, error, refetch } = useToday(firstFix)
  if (!answer) return <Pending error={error} onRetry={refetch} />
  return (
    <Page onRefresh={refetch} width="page">
      {answer.today.plan === 'none' ? (
        <Empty title={t('您不在任何考勤组')} text={t('请管理员把您或您的部门加入考勤组后再打卡。')} />
      ) : (
        <Punching answer={answer} here={position} onDone={refetch} />
      )}
      <div className="mt-4">
        <Ways />
      </div>
    </Page>
  )
}

/** The first good fix alone is asked about: what waits at a place does not change with each step. */
const useFirstFix = (fix: Fix | undefined) => {
  const [first, setFirst] = useState<Fix>()
  if (fix && (!first || metresBetween(first, fix) > askedAgainMetres)) setFirst(fix)
  return first && fixOf(first)
}
const askedAgainMetres = 200

const fixOf = ({ longitude, latitude, system, accuracyMetres, isMock }: Fix) => ({
  longitude,
  latitude,
  system,
  accuracyMetres,
  ...(isMock && { isMock }),
})

const Punching = ({ answer, here, onDone }: { answer: TodayAnswer; here: OwnPosition; onDone: () => unknown }) => {
  const { today, answeredAtMs, isOfToday } = answer
  const now = useClock()
  const [busy, setBusy] = useBusy()
  const [inField, setInField] = useState(false)
  // Of an answer from the last start no one knows how long ago it was given.
  const offset = answeredAtMs > 0 ? Date.parse(today.now) - answeredAtMs : 0
  const todayStanding = standingOf(today, here)
  const action = actionOf(today, now + offset)

  const punch = async (words?: FieldWords): Promise<void> => {
    setBusy(true)
    try {
      const id = newId()
      const pressedAt = new Date()
      const result = await sendKept({
        key: `punch/${id}`,
        operation: attendanceOperations.punch,
        commandId: newUuid(),
        title: '打卡',
        about: clockOf(pressedAt.getTime() + offset),
        things: [],
        input: {
          id,
          ...(here.fix && { fix: fixOf(here.fix) }),
          ...(words && { isField: true, note: words.note, ...(words.photo && { photo: words.photo }) }),
          deviceId: deviceId(),
          phoneAt: pressedAt.toISOString(),
          ...(answeredAtMs > 0 && { offset }),
        },
      })
      if (result === 'waits') toast(t('没有网络：打卡已记在手机上，联网后自动送出'), 'notify')
      else
        toast(
          t('{action}成功 {time}', { action: words ? t('外勤打卡') : t(actionWords[action]), time: clockOf(result.answer.punch.at) }),
          'success',
        )
      setInField(false)
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setBusy(false)
    }
  }

  const isField = todayStanding.kind === 'field'
  return (
    <div className="grid gap-4 pt-3 wide:grid-cols-[minmax(0,1fr)_24rem] wide:items-start">
      <Card className="py-6!">
        <p className="text-center text-small text-quiet">
          {dayWords(today.day)}
          {` · ${shiftWords(answer)}`}
        </p>
        <div className="mt-5 flex justify-center">
          <button
            type="button"
            title={typeof busy === 'string' ? busy : undefined}
            disabled={Boolean(busy) || todayStanding.kind === 'looking' || todayStanding.kind === 'nowhere'}
            onClick={() => (isField ? setInField(true) : void punch())}
            className={`pressable flex size-44 flex-col items-center justify-center rounded-full bg-(--fill) text-white shadow-lg transition disabled:[--fill:#626b78]! disabled:shadow-none ${isField ? '[--fill:#c2410c]' : '[--fill:#0066cc]'}`}
          >
            <span className="text-title font-semibold">{t(isField ? '外勤打卡' : actionWords[action])}</span>
            <span className="mt-1 text-large tabular-nums">{clockOf(now + offset)}</span>
          </button>
        </div>
        <p
          className={`mx-auto mt-5 max-w-80 text-center text-body ${todayStanding.kind === 'inside' ? 'text-good' : 'text-quiet'}`}
          aria-live="polite"
        >
          {todayStanding.words}
        </p>
        {todayStanding.help && <p className="mx-auto mt-1 max-w-80 text-center text-small text-quiet">{todayStanding.help}</p>}
      </Card>
      <div>
        <Slots today={today} />
        {today.tasks.length > 0 && (
          <Section title={t('这里等您办的事')} flush>
            {today.tasks.map(({ title, count, link }) => (
              <Cell key={title} title={t(title)} value={count} onPress={() => goHref(link)} />
            ))}
          </Section>
        )}
        <Punches punches={today.punches} isOfToday={isOfToday} />
      </div>
      <FieldSheet open={inField} onClose={() => setInField(false)} photoWanted={today.photoOfField} busy={busy} onSend={punch} />
    </div>
  )
}

const shiftWords = ({ today: { row, plan }, isOfToday }: TodayAnswer): string => {
  if (row?.shiftTimes) return `${row.shiftName} ${row.shiftTimes}`
  if (!isOfToday) return t('没有网络，看不到今天的班次')
  return t(plan === 'free' ? '自由上下班' : '今天休息')
}

const actionWords = { on: '上班打卡', off: '下班打卡', again: '更新下班卡', field: '外勤打卡', none: '打卡' } as const

/** What the button will do now, as the minutes go by. */
const actionOf = (today: Today, now: number): keyof typeof actionWords =>
  nextAction(
    (today.row?.slots ?? []).map((slot) => ({
      ...slot,
      due: minuteOf(slot.due),
      punched: slot.punched === null ? null : minuteOf(slot.punched),
    })),
    Math.floor(now / 60_000),
  )
const minuteOf = (moment: string): number => Math.floor(Date.parse(moment) / 60_000)

type PlaceStanding = { readonly kind: 'inside' | 'field' | 'looking' | 'nowhere'; readonly words: string; readonly help?: string }

/** Whether one may punch here and now, and in words why. */
const standingOf = (today: Today, { fix, why, isLooking }: OwnPosition): PlaceStanding => {
  const nameOf = (id: string | null) => today.places.find((place) => place.id === id)?.name ?? ''
  if (today.networkPlace) return { kind: 'inside', words: t('已连接办公网络：{place}', { place: nameOf(today.networkPlace) }) }
  if (today.places.length === 0) return { kind: 'inside', words: t('没有限定打卡地点') }
  if (!fix && isLooking) return { kind: 'looking', words: t('正在定位…') }
  if (!fix) return { kind: 'nowhere', ...noPositionWords(why ?? 'unknown') }
  if (fix.accuracyMetres > coarseMetres)
    return {
      kind: 'nowhere',
      words: t('定位误差约{metres}', { metres: distanceWords(fix.accuracyMetres) }),
      help: t('请在系统设置里为浏览器打开“精确位置”，到窗边或开阔处再试。'),
    }
  const verdict = verdictHere(today, fix)
  const params = { place: nameOf(verdict.placeId), distance: distanceWords(verdict.distanceMetres ?? 0) }
  if (verdict.result === 'inside') return { kind: 'inside', words: t('已进入打卡范围：{place}', params) }
  if (verdict.result === 'doubtful')
    return { kind: 'inside', words: t('可能在打卡范围内：{place}', params), help: t('定位不够准，这次打卡会标为“位置存疑”。') }
  const far = verdict.placeId === null ? t('附近没有打卡地点') : t('离{place}还有{distance}', params)
  return today.fieldAllowed
    ? { kind: 'field', words: far, help: t('不在打卡范围内，可以外勤打卡。') }
    : { kind: 'nowhere', words: far, help: t('不在打卡范围内。') }
}

const coarseMetres = 500

const verdictHere = ({ places }: Today, fix: Fix): Verdict =>
  verdictOf(
    places.flatMap(({ id, point, radiusMetres }) =>
      point ? [{ placeId: id, distanceMetres: metresBetween(point, fix), radiusMetres }] : [],
    ),
    fix.accuracyMetres,
  )

/** The time by this device, every few seconds while a person looks. */
const useClock = (): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const Slots = ({ today: { row } }: { today: Today }) =>
  !row || row.slots.length === 0 ? null : (
    <Section title={t('今天的班次')} flush>
      {row.slots.map((slot) => (
        <Cell
          key={`${slot.segment}${slot.way}`}
          title={
            <span className="tabular-nums">
              {t(slotTitle(row, slot))} {clockOf(slot.due)}
            </span>
          }
          text={slot.punched === null ? undefined : t('打卡时间 {time}', { time: clockOf(slot.punched) })}
          value={<SlotTag slot={slot} />}
        />
      ))}
    </Section>
  )

const Punches = ({ punches, isOfToday }: { punches: readonly PunchRow[]; isOfToday: boolean }) => {
  const waitingPunches = useOutbox().actions.filter(({ operation }) => operation === attendanceOperations.punch.name)
  const isEmpty = punches.length + waitingPunches.length === 0
  return (
    <Section title={t('今天的打卡记录')} flush>
      {isEmpty && <p className="px-4 py-4 text-body text-quiet">{isOfToday ? t('今天还没有打卡') : t('没有网络，看不到今天的打卡记录')}</p>}
      {punches.map((punch) => (
        <Cell
          key={punch.id}
          title={<span className="tabular-nums">{clockOf(punch.at)}</span>}
          text={[punch.placeName, punch.note].filter(Boolean).join(' · ') || t(sourceWords[punch.source])}
          value={
            <span className="flex flex-wrap justify-end gap-1">
              <MarkTags marks={punch.marks} />
              <span className="text-small">{t(sourceWords[punch.source])}</span>
            </span>
          }
        />
      ))}
      {waitingPunches.map((action) => (
        <Cell
          key={action.command}
          title={<span className="tabular-nums">{action.about}</span>}
          text={isWaiting(action) ? t('已记在手机上，联网后自动送出') : action.refusal}
          value={<Tag tone={isWaiting(action) ? 'accent' : 'bad'}>{isWaiting(action) ? t('待发送') : t('没有办成')}</Tag>}
          to="/pages/outbox/index"
        />
      ))}
    </Section>
  )
}

const Ways = () => {
  const keeps = useMay(['attgroup:save'])
  return (
    <Section flush>
      <Cell icon={CalendarDays} title={t('月度考勤')} to="/pages/attendance/statmonth" />
      <Cell icon={ChartColumn} title={t('考勤统计')} to="/pages/attendance/statistics" />
      <Cell icon={MapPinned} title={t('打卡地点')} to="/pages/attendance/map" />
      {keeps && <Cell icon={Settings2} title={t('考勤设置')} to="/pages/attendance/settings" />}
    </Section>
  )
}
