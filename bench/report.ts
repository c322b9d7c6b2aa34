import { percentile, type Run } from './load.ts'

export type Line = {
  readonly work: string
  readonly ours: Run
  readonly plain?: Run | undefined
  readonly serverCpuSeconds?: number
  readonly databaseCpuSeconds?: number
  /** What the database took for the plain driver. */
  readonly plainDatabaseCpuSeconds?: number
  readonly floor?: number
  readonly besides?: string
}

/** One line of the table. The ratio is ours to the plain driver's, requests per second in the same run. */
export const printLine = ({
  work,
  ours,
  plain,
  serverCpuSeconds = 0,
  databaseCpuSeconds = 0,
  plainDatabaseCpuSeconds = 0,
  floor,
  besides = '',
}: Line): { ratio: number | undefined; met: boolean } => {
  const perSecond = (run: Run) => run.times.length / run.seconds
  const ratio = plain && perSecond(ours) / perSecond(plain)
  const perRequest = (seconds: number, run = ours) => String(Math.round((seconds / run.times.length) * 1e6))
  const met = floor === undefined || ratio === undefined || ratio >= floor
  const cells = [
    work,
    perSecond(ours).toFixed(0),
    percentile(ours.times, 0.5).toFixed(2),
    percentile(ours.times, 0.99).toFixed(2),
    perRequest(serverCpuSeconds),
    perRequest(databaseCpuSeconds),
    plain ? perSecond(plain).toFixed(0) : '',
    plain ? perRequest(plainDatabaseCpuSeconds, plain) : '',
    ratio === undefined ? '' : `${ratio.toFixed(2)}${floor === undefined ? '' : met ? ` ≥ ${floor}` : ` < ${floor}!`}`,
    ours.failures.length > 0 ? `${ours.failures.length} failed: ${ours.failures[0]} ${besides}` : besides,
  ]
  console.log(`| ${cells.join(' | ')} |`)
  return { ratio, met }
}

/** What a figure must not exceed or must reach. */
export type Bar = { readonly atMost: number } | { readonly atLeast: number }

/** One line below the table; true where the bar is met. */
export const printBar = (words: string, figure: number, bar: Bar): boolean => {
  const met = 'atMost' in bar ? figure <= bar.atMost : figure >= bar.atLeast
  const sign = 'atMost' in bar ? (met ? '≤' : '>') : met ? '≥' : '<'
  console.log(
    `${words}: ${figure >= 100 ? figure.toFixed(0) : figure.toFixed(2)} ${sign} ${'atMost' in bar ? bar.atMost : bar.atLeast}${met ? '' : '!'}`,
  )
  return met
}

export const printHead = (): void => {
  console.log(
    '| work | requests/s | p50 ms | p99 ms | server CPU µs | database CPU µs | plain driver/s | its database CPU µs | ratio | besides |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
}
