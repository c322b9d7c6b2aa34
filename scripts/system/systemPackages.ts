import { spawnSync } from 'node:child_process'

/** The path of a program, where the system has it. */
export const which = (name: string): string | undefined => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim() || undefined

const installMinutesAtMost = 3

export const mayInstall = (): boolean => process.getuid?.() === 0 && which('apt-get') !== undefined

/** Whether the system's packages were installed; only where we may. */
export const installPackages = (...packages: readonly string[]): boolean => {
  if (!mayInstall()) return false
  process.stdout.write(`  Installing ${packages.join(' and ')} with apt-get\n`)
  const options = {
    stdio: 'ignore',
    timeout: installMinutesAtMost * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  const aptGet = (...words: readonly string[]) => spawnSync('apt-get', words, options).status === 0
  const runInstall = () => aptGet('install', '-y', '--no-install-recommends', '--no-remove', ...packages)
  return runInstall() || (aptGet('update') && runInstall())
}
