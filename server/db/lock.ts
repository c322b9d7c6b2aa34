import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { codeOf, messageOf } from '../../kernel/caughtError.ts'
import { lastOf } from '../../kernel/assert.ts'
import * as v from 'valibot'

/** Thrown where another process holds the folder; the message is a sentence that says which. */
export class FolderHeld extends Error {}

/** Thrown where the folder cannot be made or written; the message is a sentence that says why. */
export class FolderUnusable extends Error {}

/**
 * Takes a data folder for this process; the function that gives it back. A lock whose process is gone, as after kill -9, is taken over:
 * a process is known by its id and the moment it started, so another one that got the same id is not mistaken for it.
 */
export const holdFolder = (dir: string): (() => void) => {
  const unusable = (error: unknown) =>
    new FolderUnusable(`The folder ${dir} cannot be used: ${messageOf(error)}. Set DATA_DIR to another folder.`)
  try {
    mkdirSync(dir, { recursive: true })
  } catch (error) {
    throw unusable(error)
  }
  const file = join(dir, 'held-by.json')
  const mine: Holder = { pid: process.pid, started: startOf(process.pid) ?? '' }
  for (let tries = 1; ; tries++) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx' })
      return () => {
        // Where the folder was taken away and made anew meanwhile, the lock is another one's.
        if (read(file)?.pid === mine.pid) unlinkSync(file)
      }
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || tries === 5) throw unusable(error)
    }
    const holder = read(file)
    if (holder && startOf(holder.pid) === holder.started)
      throw new FolderHeld(`The folder ${dir} is held by process ${holder.pid}. Stop that one first, or set DATA_DIR to another folder.`)
    unlinkSync(file)
  }
}

const holderSchema = v.object({ pid: v.number(), started: v.string() })
type Holder = v.InferOutput<typeof holderSchema>

const read = (file: string): Holder | undefined => {
  try {
    return v.parse(holderSchema, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** When a process began, in words of the system that no other process with the same id shares; undefined where there is none. */
const startOf = (pid: number): string | undefined => {
  if (process.platform === 'linux') {
    try {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      // The name in parentheses may hold anything; the start stands in the 20th place after it.
      return `${boot} ${lastOf(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')).split(' ')[19]}`
    } catch {
      return undefined
    }
  }
  if (process.platform === 'win32') {
    try {
      process.kill(pid, 0)
      return 'running'
    } catch {
      return undefined
    }
  }
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || undefined
}
