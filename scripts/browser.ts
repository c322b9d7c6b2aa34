import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A Chromium of this machine; where there is none and we may install, one from the system's packages. */
export const findBrowser = (): { path: string } | { missing: string } => {
  const find = () => {
    const named = process.env.CHROMIUM
    const installed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) =>
      spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim(),
    )
    const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright')
    const downloaded = existsSync(cache)
      ? readdirSync(cache)
          .filter((name) => name.startsWith('chromium'))
          .flatMap((name) =>
            [
              'chrome-linux/chrome',
              'chrome-linux64/chrome',
              'chrome-linux/headless_shell',
              'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
            ].map((file) => join(cache, name, file)),
          )
      : []
    const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
    return [named, ...installed, ...downloaded, mac].find((path) => path && existsSync(path))
  }
  const found = find()
  if (found) return { path: found }
  if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0)
    return { missing: 'no Chromium was found; set CHROMIUM to one' }
  process.stdout.write('  No Chromium was found: installing it with apt-get\n')
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], quiet).status === 0
  if (!install()) {
    spawnSync('apt-get', ['update'], quiet)
    install()
  }
  const made = find()
  return made ? { path: made } : { missing: 'no Chromium was found and apt-get could not install one; set CHROMIUM to one' }
}
