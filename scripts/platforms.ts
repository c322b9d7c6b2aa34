/**
 * Installs what the lock file asks for as three other machines would, into folders of their own and without running any of it, and says
 * which programs a machine would lack.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platformFamilies, type LockFile } from './lockFile.ts'
import { step } from './step.ts'

const root = join(import.meta.dirname, '..')
const lock: LockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

const machines = [
  { os: 'darwin', cpu: 'arm64' },
  { os: 'win32', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
] as const

/** The packages whose program for this machine is not there. */
const missingFor = ({ os, cpu, ...more }: { os: string; cpu: string; libc?: string }): string[] => {
  const folder = mkdtempSync(join(tmpdir(), `zaice-${os}-${cpu}-`))
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(folder, file))
    const libc = more.libc ? [`--libc=${more.libc}`] : []
    const install = spawnSync(
      'npm',
      ['ci', '--ignore-scripts', `--os=${os}`, `--cpu=${cpu}`, ...libc, '--no-audit', '--no-fund', '--loglevel=error'],
      { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' },
    )
    if (install.status !== 0) return [`npm ci ended with ${install.status}: ${install.stderr}`]
    return platformFamilies(lock)
      .filter(({ programs }) => !programs.some((path) => existsSync(join(folder, path))))
      .map(({ path }) => path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

let faults = 0
for (const machine of machines) {
  const missing = await step(`${machine.os} ${machine.cpu}`, async () => missingFor(machine))
  for (const path of missing) process.stdout.write(`  ${path} has no program for this machine\n`)
  faults += missing.length
}
process.exitCode = faults > 0 ? 1 : 0
