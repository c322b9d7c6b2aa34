import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The folder of everything that a run of the suite writes and forgets. It is in memory where there is room: databases of 1,500 files come
 * and go by the hundred, and ext4 without a journal passes over each file that was deleted within seconds before it makes a new one.
 */
export const makeTestFolder = (): string => {
  const inMemory = process.env.TMPDIR === undefined && process.platform === 'linux' ? makeInMemory() : undefined
  return inMemory ?? mkdtempSync(join(tmpdir(), folderPrefix))
}

const makeInMemory = (): string | undefined => {
  try {
    removeLeftFolders()
    const { bavail, bsize } = statfsSync(memoryFolder)
    if (bavail * bsize < roomBytes || process.availableMemory() < roomBytes + programsBytes) return undefined
    const folder = mkdtempSync(join(memoryFolder, `${folderPrefix}${process.pid}-`))
    if (runsPrograms(folder)) return folder
    rmSync(folder, { recursive: true })
  } catch {
    // There is no such folder, or it is not for us.
  }
  return undefined
}

/** A run that was killed leaves its folder, which would take memory until the machine is started again. */
const removeLeftFolders = (): void => {
  for (const name of readdirSync(memoryFolder)) {
    const [, processId] = leftFolder.exec(name) ?? []
    if (processId !== undefined && !existsSync(`/proc/${processId}`)) rmSync(join(memoryFolder, name), { recursive: true, force: true })
  }
}

/** Some tests start what they have unpacked; containers often forbid that there. */
const runsPrograms = (folder: string): boolean => {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

const folderPrefix = 'zaice-suite-'
const leftFolder = /^zaice-suite-(\d+)-/
const memoryFolder = '/dev/shm'
/** Twice what databases, their log and the profiles of browsers come to. */
const roomBytes = 6 * 2 ** 30
/** What the tests, the servers and the browsers themselves need. */
const programsBytes = 5 * 2 ** 30
