import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** CPU seconds used so far by a process, and by its children where `withChildren`. */
export const cpuSeconds = (pid: number, withChildren = false): number => {
  const own = statOf(pid)
  if (!withChildren) return own?.cpu ?? 0
  let sum = own?.cpu ?? 0
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = statOf(Number(entry))
    if (stat?.parent === pid) sum += stat.cpu
  }
  // What children used that have ended is in the parent's own sums.
  return sum + (own?.children ?? 0)
}

const statOf = (pid: number): { parent: number; cpu: number; children: number } | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return { parent: fields[1]!, cpu: (fields[11]! + fields[12]!) / ticksPerSecond, children: (fields[13]! + fields[14]!) / ticksPerSecond }
  } catch {
    return undefined
  }
}
