/** An axis of numbers: its ends, and the lines between them. */
export type Scale = { readonly low: number; readonly high: number; readonly ticks: readonly number[] }

/** A scale that holds all values and nought, with about three lines at round numbers. */
export const scaleOf = (values: readonly number[]): Scale => {
  const least = Math.min(0, ...values)
  const most = Math.max(0, ...values)
  if (least === most) return { low: 0, high: 1, ticks: [0] }
  const step = roundStep((most - least) / 3)
  const low = Math.floor(least / step) * step
  const high = Math.ceil(most / step) * step
  const count = Math.round((high - low) / step)
  return { low, high, ticks: Array.from({ length: count + 1 }, (_, index) => low + index * step) }
}

/** 1, 2 or 5 times a power of ten, not below the number. */
const roundStep = (number: number): number => {
  const power = 10 ** Math.floor(Math.log10(number))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= number) ?? 10
  return factor * power
}

/** Every how many labels one is written, so that none runs into the next. */
export const labelEvery = (count: number, widthPx: number, labelPx: number): number =>
  Math.max(1, Math.ceil((count * labelPx) / Math.max(1, widthPx)))
