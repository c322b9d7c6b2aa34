import type { CountNumbers } from '../../../domain/counting/operations.ts'
import { t } from '../../words.ts'
import { percentOf, ringParts } from './countLook.ts'

/** How far a count is: what is as booked, to be looked at and wrong as parts of a ring, with the share in its middle. `size` in px. */
export const Ring = ({ numbers, size = 112 }: { numbers: CountNumbers; size?: number }) => {
  const { good, plain, warn, bad } = ringParts(numbers)
  const all = Math.max(numbers.expected, good + plain + warn + bad, 1)
  const width = size > 80 ? 10 : 6
  const radius = (size - width) / 2
  const round = 2 * Math.PI * radius
  const parts = [
    { key: 'good', count: good, colour: 'var(--good)' },
    { key: 'plain', count: plain, colour: 'var(--accent)' },
    { key: 'warn', count: warn, colour: 'var(--warn)' },
    { key: 'bad', count: bad, colour: 'var(--bad)' },
  ].filter(({ count }) => count > 0)
  const begins = parts.map((_, index) => parts.slice(0, index).reduce((before, { count }) => before + count, 0))
  return (
    <span className="relative inline-flex shrink-0 items-center justify-center" style={{ width: size, height: size }}>
      <svg width={size} height={size} aria-hidden className="-rotate-90">
        <circle cx={size / 2} cy={size / 2} r={radius} fill="none" stroke="var(--sunken)" strokeWidth={width} />
        {parts.map(({ key, count, colour }, index) => (
          <circle
            key={key}
            cx={size / 2}
            cy={size / 2}
            r={radius}
            fill="none"
            stroke={colour}
            strokeWidth={width}
            strokeDasharray={`${(count / all) * round} ${round}`}
            strokeDashoffset={(-(begins[index] ?? 0) / all) * round}
            className="transition-[stroke-dasharray] duration-500"
          />
        ))}
      </svg>
      <span className="absolute flex flex-col items-center" role="img" aria-label={t('已盘{n}%', { n: percentOf(numbers) })}>
        <span className={`font-semibold tabular-nums ${size > 80 ? 'text-huge' : 'text-small'}`} aria-hidden>
          {percentOf(numbers)}
          <span className={size > 80 ? 'text-body' : 'text-tiny'}>%</span>
        </span>
      </span>
    </span>
  )
}

/** The same as a bar, for one part of a count among others; what differs stands at its end. */
export const Bar = ({ expected, done, differing = 0 }: { expected: number; done: number; differing?: number }) => {
  const all = Math.max(expected, done, 1)
  return (
    <span className="flex h-1.5 w-full overflow-hidden rounded-full bg-sunken" aria-hidden>
      <span
        className="h-full bg-good transition-[width] duration-500"
        style={{ width: `${(Math.max(0, done - differing) / all) * 100}%` }}
      />
      <span className="h-full bg-warn transition-[width] duration-500" style={{ width: `${(Math.min(differing, done) / all) * 100}%` }} />
    </span>
  )
}
