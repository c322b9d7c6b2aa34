import { t } from '../../words.ts'

/** How many waited how long, from an hour to more than a week; the longer, the warmer. */
export const StatisticsWaits = ({ waits }: { waits: readonly number[] }) => {
  const maximum = Math.max(1, ...waits)
  const words = waits.map((count, index) => `${t(waitNames[index] ?? '')} ${count}`).join('\n')
  return (
    <svg viewBox="0 0 60 24" role="img" aria-label={t('等待时长分布')} className="h-8 w-20 shrink-0 justify-self-end">
      <title>{words}</title>
      {waits.map((n, i) => {
        const height = n === 0 ? 1 : Math.max(2, (n / maximum) * 24)
        return (
          <rect
            key={waitNames[i]}
            x={i * 10 + 1}
            y={24 - height}
            width={8}
            height={height}
            rx={1.5}
            className={n === 0 ? 'fill-line' : tones[i]}
          />
        )
      })}
    </svg>
  )
}

/** What the bars stand for. */
export const WaitsLegend = () => (
  <p className="flex flex-wrap gap-x-4 gap-y-1 px-1 pt-2 text-small text-quiet">
    {waitNames.map((name, i) => (
      <span key={name} className="flex items-center gap-1.5">
        <svg viewBox="0 0 10 10" className="size-2.5" aria-hidden>
          <rect width="10" height="10" rx="3" className={tones[i]} />
        </svg>
        {t(name)}
      </span>
    ))}
  </p>
)

const waitNames = ['1小时内', '4小时内', '1天内', '3天内', '7天内', '超过7天']
const tones = ['fill-good', 'fill-good/55', 'fill-accent/55', 'fill-accent', 'fill-warn', 'fill-bad']
