import { useState } from 'react'
import { attendanceOperations, monthDays, type ShiftRow } from '../../domain/attendance/operations.ts'
import { addDays, type Day } from '../../kernel/day.ts'
import { weekdayOf } from '../../kernel/weekday.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { DateField } from '../look/fields/DateField.tsx'
import { Empty } from '../look/Empty.tsx'
import { NumberField } from '../look/fields/NumberField.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { MonthBar } from './MonthBar.tsx'
import { useSearch } from '../screen.ts'
import { today } from '../shell/dateWords.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'

/** Who works which shift on which day of a month. A tap on a day says it; a rotation fills many. */
export default function Roster() {
  const search = useSearch('/pages/attendance/roster')
  const groupId = search.groupId ?? ''
  const [month, setMonth] = useState(search.month || today().slice(0, 7))
  const [from, to] = monthDays(month)
  const [isTurning, setTurning] = useState(false)
  const shifts = useAsk(attendanceOperations.shifts, {})
  const { data, error, refetch } = useAsk(attendanceOperations.roster, { groupId, from, to, limit: 200 }, { keep: true })
  const { send } = useSend(attendanceOperations.saveRoster)
  if (!data || !shifts.data) return <Pending error={error ?? shifts.error} onRetry={() => Promise.all([refetch(), shifts.refetch()])} />
  const { list } = shifts.data
  const shiftByDay = new Map(data.entries.map(({ uid, day, shiftId }) => [`${uid}/${day}`, shiftId]))
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  const say = async (uid: Id, day: Day, userName: string) => {
    const choice = await choose(`${userName} ${day}`, [
      ...list.map(({ id, name, times }) => ({ value: id, label: `${name} ${times}` })),
      { value: '', label: t('休息') },
    ])
    if (choice !== undefined) await send({ entries: [{ uid, day, shiftId: choice || null }] }).catch(() => undefined)
  }
  return (
    <Page
      width="full"
      onRefresh={refetch}
      right={
        <Button size="small" onClick={() => setTurning(true)}>
          {t('循环排班')}
        </Button>
      }
    >
      <div className="pt-2">
        <MonthBar month={month} onChange={setMonth} />
        {data.people.length === 0 ? (
          <Empty title={t('这个考勤组还没有人')} />
        ) : (
          <Card flush className="overflow-x-auto">
            <RosterTable
              people={data.people}
              days={days}
              shifts={list}
              shiftByDay={shiftByDay}
              onChoose={(person, day) => void say(person.uid, day, person.userName)}
            />
          </Card>
        )}
      </div>
      <TurnSheet
        open={isTurning}
        onClose={() => setTurning(false)}
        uids={data.people.map(({ uid }) => uid)}
        shifts={list}
        from={from}
        to={to}
      />
    </Page>
  )
}

type RosterPerson = { readonly uid: Id; readonly userName: string }

type RosterTableProps = {
  people: readonly RosterPerson[]
  days: readonly Day[]
  shifts: readonly ShiftRow[]
  shiftByDay: ReadonlyMap<string, Id | null>
  onChoose: (person: RosterPerson, day: Day) => void
}

/** People down, days across; each cell chooses a shift. */
const RosterTable = ({ people, days, shifts, shiftByDay, onChoose }: RosterTableProps) => (
  <table className="text-small">
    <thead>
      <tr>
        <th className="sticky left-0 z-1 min-w-20 bg-card px-3 py-2 text-left font-normal text-quiet">{t('姓名')}</th>
        {days.map((day) => (
          <th key={day} className={`px-0.5 py-2 text-center font-normal ${weekdayOf(day) > 5 ? 'text-bad' : 'text-quiet'}`}>
            {Number(day.slice(8))}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {people.map((person) => (
        <tr key={person.uid}>
          <th className="sticky left-0 z-1 bg-card px-3 text-left font-normal">{person.userName}</th>
          {days.map((day) => {
            const shiftId = shiftByDay.get(`${person.uid}/${day}`)
            const index = shifts.findIndex(({ id }) => id === shiftId)
            const shiftName = shifts[index]?.name
            return (
              <td key={day} className="p-0.5">
                <button
                  type="button"
                  aria-label={`${person.userName} ${day} ${shiftName ?? t('休息')}`}
                  onClick={() => onChoose(person, day)}
                  className={`size-11 rounded-control text-tiny ${index >= 0 ? tints[index % tints.length] : 'bg-sunken text-faint'}`}
                >
                  {shiftName === undefined ? restMark(shiftId) : [...shiftName].slice(-2).join('')}
                </button>
              </td>
            )
          })}
        </tr>
      ))}
    </tbody>
  </table>
)

const tints = ['bg-accent-soft text-accent-strong', 'bg-warn-soft text-warn', 'bg-good-soft text-good', 'bg-bad-soft text-bad'] as const

type TurnProps = { open: boolean; onClose: () => void; uids: readonly Id[]; shifts: readonly ShiftRow[]; from: Day; to: Day }

/** Shifts that follow each other in a circle, for all people of the group. */
const TurnSheet = ({ open, onClose, uids, shifts, from, to }: TurnProps) => {
  const [cycle, setCycle] = useState<readonly string[]>([''])
  const [step, setStep] = useState('0')
  const [begin, setBegin] = useState<Day>(from)
  const { send, sending } = useSend(attendanceOperations.updateRoster, { done: '已排班' })
  const fill = () =>
    send({ uids: [...uids], from: begin, to: to < begin ? begin : to, cycle: cycle.map((id) => id || null), step: Number(step) }).then(
      onClose,
      () => undefined,
    )
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('循环排班')}
      tall
      footer={
        <Button size="large" wide busy={sending} disabled={uids.length === 0} onClick={() => void fill()}>
          {t('排到月底')}
        </Button>
      }
    >
      <Section flush note={t('按下面的顺序一天一班，排完再从头开始。')}>
        {cycle.map((id, index) => (
          <Choice
            key={index}
            label={t('第{number}天', { number: index + 1 })}
            value={id}
            onChange={(value) => setCycle(cycle.with(index, value))}
            options={[{ value: '', label: '休息' }, ...shifts.map((shift) => ({ value: shift.id, label: shift.name }))]}
          />
        ))}
      </Section>
      <div className="mb-4 flex gap-3">
        <Button kind="secondary" size="small" disabled={cycle.length >= 62} onClick={() => setCycle([...cycle, ''])}>
          {t('加一天')}
        </Button>
        <Button kind="secondary" size="small" disabled={cycle.length <= 1} onClick={() => setCycle(cycle.slice(0, -1))}>
          {t('减一天')}
        </Button>
      </div>
      <Section flush>
        <DateField label={t('从哪天开始')} value={begin} onChange={setBegin} required />
        <NumberField label={t('每人错开几天')} value={step} onChange={setStep} min={0} max={61} />
      </Section>
    </Sheet>
  )
}

/** A day of rest, or one that nothing is said of. */
const restMark = (shiftId: Id | null | undefined): string => (shiftId === null ? t('休') : '·')
