import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pushSubjectOf, readSettings, settingsTable, wantsDemo, WrongSetting } from './settings.ts'

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

test('a secret is read from the file that an orchestrator hands over', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'zaice-settings-')), 'secret')
  writeFileSync(path, 'of-the-file\n')
  assert.equal(readSettings({ SEAL_KEY_FILE: path }).sealKey, 'of-the-file')
  assert.throws(() => readSettings({ SEAL_KEY: 'a', SEAL_KEY_FILE: path }), /SEAL_KEY and SEAL_KEY_FILE are both set/)
  assert.throws(() => readSettings({ SEAL_KEY_FILE: `${path}.none` }), /SEAL_KEY_FILE names .*cannot be read \(ENOENT\)/)
  assert.equal(readSettings({ PORT_FILE: path }).port, 3000)
})

const wrong: [environment: Record<string, string>, words: RegExp][] = [
  [{ PORT: '70000' }, /^PORT must be a whole number from 0 to 65535 and is "70000"\.$/],
  [{ PORT: '3000x' }, /^PORT /],
  [{ POOL_SIZE: '0' }, /^POOL_SIZE /],
  [{ DEMO: 'yes' }, /^DEMO must be one of auto, on, off and is "yes"\.$/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL /],
  [{ PUBLIC_URL: 'example.com' }, /^PUBLIC_URL /],
  [{ DATABASE_URL: 'mysql://root:secret@x/y' }, /^DATABASE_URL must be an address/],
  [{ PUSH_SUBJECT: 'https://localhost' }, /^PUSH_SUBJECT must be mailto: or https:\/\/ .*"https:\/\/localhost"\.$/],
  [{ PUSH_SUBJECT: 'http://zaice.example.com' }, /^PUSH_SUBJECT /],
  [{ PUSH_SUBJECT: 'mailto:me@printer.local' }, /^PUSH_SUBJECT /],
  [{ PUSH_SUBJECT: 'https://192.168.1.2' }, /^PUSH_SUBJECT /],
  [{ MAP_KEY: 'secret-key' }, /^MAP_KEY must be a server key of Tianditu, 32 hexadecimal digits\.$/],
  [{ DINGTALK_SUITE_KEY: 'suite1' }, /^DINGTALK_SUITE_KEY is set, so DINGTALK_SUITE_ID must be set as well\.$/],
  [{ WECOM_SUITE_ID: 'w', WECOM_SUITE_SECRET: 'secret', WECOM_PROVIDER_ID: 'p', WECOM_TOKEN: 't' }, /, so WECOM_AES_KEY must be set/],
  [{ WECOM_AES_KEY: 'secret-and-short' }, /^WECOM_AES_KEY must be 43 letters and digits\.$/],
  [{ DINGTALK_SIGNATURE: 'md5' }, /^DINGTALK_SIGNATURE must be one of sha256, sha1/],
  [{ STORAGE_URL: 'https://s3/b' }, /STORAGE_KEY and STORAGE_SECRET/],
]
for (const [environment, words] of wrong)
  test(`${JSON.stringify(environment)} stops the start with a sentence without secrets`, () => {
    assert.throws(
      () => readSettings(environment),
      (error) => error instanceof WrongSetting && words.test(error.message) && !error.message.includes('secret'),
    )
  })

const subjects: [environment: Record<string, string>, subject: string | undefined][] = [
  [{}, undefined],
  [{ PUBLIC_URL: 'http://zaice.example.com' }, undefined],
  [{ PUBLIC_URL: 'https://zaice.local' }, undefined],
  [{ PUBLIC_URL: 'https://zaice.example.com' }, 'https://zaice.example.com'],
  [{ PUBLIC_URL: 'https://zaice.local', PUSH_SUBJECT: 'mailto:it@example.com' }, 'mailto:it@example.com'],
]
for (const [environment, subject] of subjects)
  test(`${JSON.stringify(environment)}: push services turn to ${subject ?? 'nobody'}`, () =>
    assert.equal(pushSubjectOf(readSettings(environment)), subject))

test('the table for people names every setting once', () => {
  const lines = settingsTable().split('\n')
  assert.match(
    lines.find((line) => line.includes('`PORT`'))!,
    /\| `PORT` \| `3000` \| .+ \|/,
  )
  assert.equal(new Set(lines).size, lines.length)
})
