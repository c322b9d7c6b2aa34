import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { installPackages, mayInstall, which } from './system/systemPackages.ts'

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const downloadedBrowsers = (): string[] => {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright')
  if (!existsSync(cache)) return []
  return readdirSync(cache)
    .filter((name) => name.startsWith('chromium'))
    .flatMap((name) =>
      [
        'chrome-linux/chrome',
        'chrome-linux64/chrome',
        'chrome-linux/headless_shell',
        'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
      ].map((file) => join(cache, name, file)),
    )
}

const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** A browser that this machine has, or that Playwright or a person has put here. */
const present = (): string | undefined =>
  [process.env.CHROMIUM, ...browsers.map(which), ...downloadedBrowsers(), mac].find((path) => path && existsSync(path))

/** A Chromium of this machine; where there is none and we may install, one from the system's packages. */
export const findBrowser = (): { path: string } | { missing: string } => {
  const existingPath = present()
  if (existingPath) return { path: existingPath }
  if (!mayInstall()) return { missing: 'no Chromium was found; set CHROMIUM to one' }
  installPackages('chromium', 'fonts-noto-cjk')
  const installedPath = present()
  return installedPath
    ? { path: installedPath }
    : { missing: 'no Chromium was found and apt-get could not install one; set CHROMIUM to one' }
}

/**
 * Chromium without windows, where the machine has it or we may install it, and no one has named another: it starts in half the time of the
 * whole one and draws pages for two thirds of the work, and has neither its viewer of PDF nor its other surroundings.
 */
export const findShell = (): string | undefined => {
  const shell = 'chromium-headless-shell'
  if (process.env.CHROMIUM) return undefined
  return which(shell) ?? (installPackages(shell) ? which(shell) : undefined)
}
