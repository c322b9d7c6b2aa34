import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concernsOf, type System } from './concerns.ts'

const now = Date.parse('2026-11-29T10:00:00Z')
const good = { at: '2026-11-28T18:00:00Z', fault: '' }
const system: System = {
  version: '1.0.0',
  database: { version: '18.4', releasedOn: null, ageDays: null, isMaintained: true, isEmbedded: true, bytes: 1 },
  migrations: { count: 1, newest: '630_upkeep' },
  disk: { freeBytes: 50e9, reserveBytes: 1e9, takesFiles: true, fault: '' },
  jobs: { due: 0, oldestSeconds: 0, restingKinds: [] },
  deliveries: { outboxSeconds: 0, failedDeliveries: 0, failingRobots: 0 },
  backups: { isEmbedded: true, hasFolder: true, isEncrypted: false, hasLogArchive: false, currentAct: null },
  outcomes: { backup: good, check: null, drill: good, audit: null },
}
const titles = (change: Partial<System>) => concernsOf({ ...system, ...change }, [], now).map(({ tone, title }) => `${tone} ${title}`)

test('a night that went well is no concern; one that did not, or did not come, is named with what to do', () => {
  assert.deepEqual(titles({}), [])
  assert.deepEqual(titles({ outcomes: { ...system.outcomes, backup: { ...good, fault: 'no room' } } }), ['bad 最近一次备份失败'])
  const old = { at: '2026-11-27T18:00:00Z', fault: '' }
  assert.deepEqual(titles({ outcomes: { ...system.outcomes, backup: old, drill: old } }), [
    'bad 40小时没有备份',
    'warn 最近的备份没有演练过',
  ])
  assert.deepEqual(titles({ outcomes: { backup: null, check: null, drill: null, audit: null } }), ['bad 还没有备份过'])
  const unseen = { backup: null, check: null, drill: null, audit: null }
  assert.deepEqual(titles({ backups: { ...system.backups, hasFolder: false }, outcomes: unseen }), ['bad 这里看不到任何备份'])
  const external = { isEmbedded: false, hasFolder: true, isEncrypted: false, hasLogArchive: false, currentAct: null }
  assert.deepEqual(titles({ backups: external, outcomes: { backup: null, check: null, drill: null, audit: null } }), ['bad 还没有备份过'])
  assert.deepEqual(titles({ backups: external, outcomes: { backup: good, check: null, drill: null, audit: null } }), [])
})

test('without a folder for the nights a backup by hand counts, and what failed is named as well', () => {
  const backups = { ...system.backups, hasFolder: false }
  assert.deepEqual(titles({ backups }), ['warn 备份没有每晚自动进行'])
  const fault = { ...good, fault: 'no room' }
  assert.deepEqual(titles({ backups, outcomes: { backup: fault, check: null, drill: fault, audit: null } }), [
    'bad 这里看不到任何备份',
    'bad 最近一次备份失败',
    'bad 还原演练没有通过',
  ])
  assert.deepEqual(titles({ backups, outcomes: { backup: null, check: null, drill: null, audit: fault } }), [
    'bad 审计发现了问题',
    'bad 这里看不到任何备份',
  ])
})

test('a newer version is a concern, and an address that names none is not', () => {
  const titlesBeside = (newest: Parameters<typeof concernsOf>[3]) => concernsOf(system, [], now, newest).map(({ title }) => title)
  assert.deepEqual(titlesBeside({ version: '1.1.0', isNewer: true, fault: '' }), ['有新版本1.1.0'])
  assert.deepEqual(titlesBeside({ version: '1.0.0', isNewer: false, fault: '' }), [])
  assert.deepEqual(titlesBeside({ version: null, isNewer: false, fault: 'HTTP 404' }), [])
})

test('what is worse stands first', () => {
  const disk = { freeBytes: 2e8, reserveBytes: 1e9, takesFiles: false, fault: 'EACCES: permission denied' }
  assert.deepEqual(titles({ jobs: { due: 2, oldestSeconds: 900, restingKinds: [{ kind: 'x', count: 3 }] }, disk }), [
    'bad 文件不能读写',
    'bad 磁盘只剩191 MB，不再接收文件',
    'warn 3个后台任务多次失败后停下',
    'warn 有后台任务等了15分钟',
  ])
})

test('a certificate is a concern three weeks before its end', () => {
  const at = (endsAt: string | null, fault = '') =>
    concernsOf(system, [{ host: 'zaice.example', endsAt, fault }], now).map(({ tone, title }) => `${tone} ${title}`)
  assert.deepEqual(at('2027-01-29T00:00:00Z'), [])
  assert.deepEqual(at('2026-12-10T10:00:00Z'), ['warn zaice.example的证书还有11天到期'])
  assert.deepEqual(at('2026-11-28T10:00:00Z', 'CERT_HAS_EXPIRED'), ['bad zaice.example的证书已过期'])
  assert.deepEqual(at(null, 'no answer'), ['warn zaice.example没有应答'])
})
