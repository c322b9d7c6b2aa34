import { addDays, type Day, daysBetween } from '../../../kernel/day.ts'
import { t } from '../../words.ts'

export type DayFigures = { day: Day; started: number; approved: number; rejected: number; returned: number }

/** Applications begun and approved, one pair of bars for each day; for long periods one for each week or month of days. */
export const StatisticsDays = ({ days, from, to }: { days: readonly DayFigures[]; from: Day; to: Day }) => {
  const bars = groupDays(days, from, to)
  const maximum = roundedUp(Math.max(...bars.flatMap(({ started, approved }) => [started, approved])))
  const width = 100 / bars.length
  const bar = (value: number, x: number, color: string) =>
    value > 0 && (
      <rect
        x={x}
        y={heightMax - (value / maximum) * heightMax}
        width={width * 0.38}
        height={(value / maximum) * heightMax}
        className={color}
      />
    )
  const every = Math.ceil(bars.length / 6)
  return (
    <figure>
      <div className="relative h-44 pl-7 wide:h-64">
        {[0, 0.5, 1].map((part) => (
          <div key={part} className="absolute left-7 right-0 border-t border-line" style={{ bottom: `${part * 100}%` }}>
            <span className="absolute right-full -mt-2 pr-2 text-tiny tabular-nums text-faint">{maximum * part}</span>
          </div>
        ))}
        <div className="relative size-full">
          <svg
            viewBox={`0 0 100 ${heightMax}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={t('每天发起和通过的申请')}
            className="absolute inset-0 size-full overflow-visible"
          >
            {bars.map((otherBar, i) => (
              <g key={otherBar.day}>
                <title>{`${spanText(otherBar)} · ${t('发起{n}项', { n: otherBar.started })} · ${t('通过{n}项', { n: otherBar.approved })}`}</title>
                <rect x={i * width} y={0} width={width} height={heightMax} className="fill-transparent hover:fill-sunken" />
                {bar(otherBar.started, i * width + width * 0.11, 'fill-accent pointer-events-none')}
                {bar(otherBar.approved, i * width + width * 0.51, 'fill-good pointer-events-none')}
              </g>
            ))}
          </svg>
        </div>
      </div>
      <div className="relative ml-7 mt-1.5 h-4 text-tiny text-faint" aria-hidden>
        {bars.map(
          (bar, i) =>
            i % every === 0 && (
              <span key={bar.day} className="absolute whitespace-nowrap" style={{ left: `${i * width}%` }}>
                {shortDay(bar.day)}
              </span>
            ),
        )}
      </div>
      <figcaption className="mt-3 flex gap-4 text-small text-quiet">
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-full bg-accent" aria-hidden />
          {t('发起')}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-full bg-good" aria-hidden />
          {t('通过')}
        </span>
      </figcaption>
    </figure>
  )
}

const heightMax = 40
const barsAtMost = 31

type Bar = { day: Day; last: Day; started: number; approved: number }

/** Whole spans of days that end with the last one, so that the newest bar is never a part of one. */
const groupDays = (days: readonly DayFigures[], from: Day, to: Day): Bar[] => {
  const count = daysBetween(from, to) + 1
  const span = count <= barsAtMost ? 1 : Math.ceil(count / barsAtMost)
  const bars = Math.ceil(count / span)
  const first = addDays(to, -(bars * span) + 1)
  const emptyBars = Array.from({ length: bars }, (_, i): Bar => {
    const day = addDays(first, i * span)
    return { day: day < from ? from : day, last: addDays(first, (i + 1) * span - 1), started: 0, approved: 0 }
  })
  for (const figures of days) {
    const bar = emptyBars[Math.floor(daysBetween(first, figures.day) / span)]
    if (!bar) continue
    bar.started += figures.started
    bar.approved += figures.approved
  }
  return emptyBars
}

const shortDay = (day: Day): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`
const spanText = ({ day, last }: Bar): string => (day === last ? shortDay(day) : `${shortDay(day)} – ${shortDay(last)}`)
/** The end of a scale that can be halved. */
const roundedUp = (value: number): number => (value <= 10 ? Math.max(2, Math.ceil(value / 2) * 2) : Math.ceil(value / 10) * 10)
