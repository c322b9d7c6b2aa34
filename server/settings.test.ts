import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings, settingsTable, wantsDemo, WrongSetting } from './settings.ts'

test('nothing set: the embedded database on port 3000, with demo organisations', () => {
  const settings = readSettings({})
  assert.partialDeepStrictEqual(settings, { port: 3000, host: '127.0.0.1', databaseUrl: undefined, logLevel: 'info' })
  assert.ok(settings.dataDir.endsWith('/data'))
  assert.equal(wantsDemo(settings), true)
})

const demos: [environment: Record<string, string>, wanted: boolean][] = [
  [{ DATABASE_URL: 'postgres://x/y' }, false],
  [{ DATABASE_URL: 'postgres://x/y', DEMO: 'on' }, true],
  [{ DEMO: 'off' }, false],
]
for (const [environment, wanted] of demos)
  test(`${JSON.stringify(environment)}: demo ${wanted ? 'wanted' : 'not wanted'}`, () =>
    assert.equal(wantsDemo(readSettings(environment)), wanted))

const wrong: [environment: Record<string, string>, words: RegExp][] = [
  [{ PORT: '70000' }, /^PORT must be a whole number from 0 to 65535 and is "70000"\.$/],
  [{ PORT: '3000x' }, /^PORT /],
  [{ POOL_SIZE: '0' }, /^POOL_SIZE /],
  [{ DEMO: 'yes' }, /^DEMO must be one of auto, on, off and is "yes"\.$/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL /],
  [{ PUBLIC_URL: 'example.com' }, /^PUBLIC_URL /],
  [{ DATABASE_URL: 'mysql://root:secret@x/y' }, /^DATABASE_URL must be an address/],
  [{ STORAGE_URL: 'https://s3/b' }, /STORAGE_KEY and STORAGE_SECRET/],
]
for (const [environment, words] of wrong)
  test(`${JSON.stringify(environment)} stops the start with a sentence without secrets`, () => {
    assert.throws(
      () => readSettings(environment),
      (error) => error instanceof WrongSetting && words.test(error.message) && !error.message.includes('secret'),
    )
  })

test('the table for people names every setting once', () => {
  const lines = settingsTable().split('\n')
  assert.match(
    lines.find((line) => line.includes('`PORT`'))!,
    /\| `PORT` \| `3000` \| .+ \|/,
  )
  assert.equal(new Set(lines).size, lines.length)
})
