import { readFileSync } from 'node:fs'

/** The most memory that a process has held so far, in MB. */
export const peakMegabytes = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
