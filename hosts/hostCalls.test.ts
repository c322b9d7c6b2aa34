import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const webDir = join(import.meta.dirname, '../web')
/** What is not part of the app: the page's worker runs beside it, in browsers alone, and the build makes it. */
const besides = ['sw.ts', 'vite.config.ts']
const sources = readdirSync(webDir, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !besides.includes(path))
  .map((path) => ({ path, text: readFileSync(join(webDir, path), 'utf8') }))

const never: [what: string, words: RegExp][] = [
  ['which host it is', /\buserAgent(Data)?\b|\bdd\.env\b|__wxjs/],
  [
    'what only one of them has',
    /hosts\/(browser|dingtalk|wecom|feishu|native)\/|dingtalk-jsapi|@wecom\/jssdk|\bWeixinJSBridge\b|\bh5sdk\b/,
  ],
  ['the clipboard', /\bnavigator\.clipboard\b|execCommand\('copy'\)/],
  ['the camera', /\bmediaDevices\b/],
  ['sound and shaking', /\bAudioContext\b|\bvibrate\b/],
  ['printing', /\.print\(\)/],
  ['saving a file', /\.download = /],
  ['sharing', /\bnavigator\.(share|canShare)\b/],
  ['where one is', /\bgeolocation\b/],
  ['notices and badges', /\bNotification\.|\bsetAppBadge\b/],
  ['windows and closing', /\bwindow\.(open|close)\b/],
  ['under which address others open the app', /\blocation\.(origin|host|hostname|protocol)\b/],
]
for (const [what, words] of never)
  test(`the web app asks the host, not the browser: ${what}`, () => {
    assert.deepEqual(
      sources.filter(({ text }) => words.test(text)).map(({ path }) => path),
      [],
    )
  })
