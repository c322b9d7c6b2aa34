import { half } from '../../kernel/cell.ts'
import { isDay } from '../../kernel/day.ts'
import { wallMinute } from './wall.ts'

/** Punches as people paste them, and the lines that say none. */
export type PunchesRead = {
  readonly rows: readonly { readonly number: string; readonly at: string }[]
  readonly wrong: readonly { readonly line: number; readonly text: string }[]
}

/**
 * Reads lines of a number, a day and a time ("QH001 2026-11-02 08:52:10", "QH001,2026/11/2,8:52"), parted by blanks, tabs or commas; more columns and
 * a first line without a day are left aside.
 */
export const readPunches = (text: string): PunchesRead => {
  const rows: { number: string; at: string }[] = []
  const wrong: { line: number; text: string }[] = []
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = half(raw).trim()
    if (line === '') continue
    const match = /^(\S+?)[\s,;]+(?:[^\s,;]+[\s,;]+)??(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[\sT,;]+(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(line)
    const day = match && `${match[2]}-${match[3]!.padStart(2, '0')}-${match[4]!.padStart(2, '0')}`
    const [hours, minutes, seconds] = [Number(match?.[5]), Number(match?.[6]), Number(match?.[7] ?? 0)]
    if (!match || !isDay(day) || hours > 23 || minutes > 59 || seconds > 59) {
      if (index > 0 || /\d{4}/.test(line)) wrong.push({ line: index + 1, text: line.slice(0, 40) })
      continue
    }
    rows.push({ number: match[1]!, at: new Date((wallMinute(day, hours * 60 + minutes) * 60 + seconds) * 1000).toISOString() })
  }
  return { rows, wrong }
}
