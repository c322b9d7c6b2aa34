import { readdirSync, readFileSync } from 'node:fs'

/** The most memory that a process has held so far, in MB. */
export const peakMegabytes = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** What a process and those that it started hold at the moment, in MB. */
export const treeMegabytes = (pid: number): number => {
  const status = (id: string | number): string => {
    try {
      return readFileSync(`/proc/${id}/status`, 'utf8')
    } catch {
      // It has just ended.
      return ''
    }
  }
  const rss = (text: string): number => Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(status)
  return all.filter((text) => text.includes(`\nPPid:\t${pid}\n`)).reduce((sum, text) => sum + rss(text), rss(status(pid)))
}
