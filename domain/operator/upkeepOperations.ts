import * as v from 'valibot'
import { idInput, nothing, operation, type Operation } from '../operations/define.ts'

const basePath = '/api/operator'

/** What came of something last: `fault` is empty where all is well, else a sentence of the program. */
const outcome = v.object({ at: v.string(), name: v.optional(v.string()), fault: v.string() })
export type UpkeepOutcomeShown = v.InferOutput<typeof outcome>

const acts = ['backup', 'check', 'drill'] as const
export type BackupActAsked = (typeof acts)[number]

/** How the installation stands. Seconds and bytes are whole numbers. */
export const operatorSystem = operation({
  name: 'operator.system',
  method: 'GET',
  path: `${basePath}/system`,
  title: '运行状况',
  access: 'operator',
  input: nothing,
  output: v.object({
    version: v.string(),
    database: v.object({
      version: v.string(),
      /** Where the packages bring it. */
      releasedOn: v.nullable(v.string()),
      ageDays: v.nullable(v.number()),
      isMaintained: v.boolean(),
      isEmbedded: v.boolean(),
      bytes: v.number(),
    }),
    migrations: v.object({ count: v.number(), newest: v.string() }),
    disk: v.object({
      freeBytes: v.number(),
      reserveBytes: v.number(),
      takesFiles: v.boolean(),
      /** Why files cannot be read and written, in the system's words; empty where they can. */
      fault: v.string(),
    }),
    jobs: v.object({
      due: v.number(),
      oldestSeconds: v.number(),
      /** Those that rest after they failed too often, by kind. */
      restingKinds: v.array(v.object({ kind: v.string(), count: v.number() })),
    }),
    deliveries: v.object({ outboxSeconds: v.number(), failedDeliveries: v.number(), failingRobots: v.number() }),
    backups: v.object({
      isEmbedded: v.boolean(),
      hasFolder: v.boolean(),
      isEncrypted: v.boolean(),
      hasLogArchive: v.boolean(),
      /** What is under way with backups now. */
      currentAct: v.nullable(v.object({ act: v.picklist(acts), name: v.optional(v.string()), since: v.string() })),
    }),
    outcomes: v.object({
      backup: v.nullable(outcome),
      check: v.nullable(outcome),
      drill: v.nullable(outcome),
      audit: v.nullable(outcome),
    }),
  }),
  reads: true,
})

/** The certificates of the addresses that people open, as they are served now. */
export const operatorCertificates = operation({
  name: 'operator.certificates',
  method: 'GET',
  path: `${basePath}/certificates`,
  title: '证书',
  access: 'operator',
  input: nothing,
  output: v.object({
    list: v.array(
      v.object({
        host: v.string(),
        endsAt: v.nullable(v.string()),
        /** Why a browser would refuse it, or why nothing answered; empty where neither is so. */
        fault: v.string(),
      }),
    ),
  }),
  reads: true,
})

/** The newest version, as the address of `VERSION_URL` names it; null where no address is set. */
export const operatorNewestVersion = operation({
  name: 'operator.newestVersion',
  method: 'GET',
  path: `${basePath}/newestVersion`,
  title: '最新版本',
  access: 'operator',
  input: nothing,
  output: v.object({
    newest: v.nullable(
      v.object({
        version: v.nullable(v.string()),
        isNewer: v.boolean(),
        /** Why no version could be read; empty where one was. */
        fault: v.string(),
      }),
    ),
  }),
  reads: true,
})

/** Jobs that failed so often that they rest, the newest first; `next` goes on behind the last. */
export const operatorRestingJobs = operation({
  name: 'operator.restingJobs',
  method: 'GET',
  path: `${basePath}/jobs`,
  title: '停下的后台任务',
  access: 'operator',
  input: v.strictObject({ after: v.optional(idInput) }),
  output: v.object({
    list: v.array(
      v.object({
        id: v.string(),
        orgId: v.string(),
        organisation: v.string(),
        kind: v.string(),
        attempts: v.number(),
        dueAt: v.string(),
        error: v.string(),
      }),
    ),
    next: v.nullable(v.string()),
  }),
  reads: true,
})

/** Lets jobs that rest run again: one, or all of a kind. Pressed twice, those that run already are left alone. */
export const operatorRetryJobs = operation({
  name: 'operator.retryJobs',
  path: `${basePath}/jobs/retry`,
  title: '重新运行后台任务',
  access: 'operator',
  input: v.union([v.strictObject({ id: idInput }), v.strictObject({ kind: v.pipe(v.string('应为文字'), v.maxLength(100)) })]),
  output: v.object({ count: v.number() }),
})

/** The backups of the folder, the newest first. */
export const operatorBackups = operation({
  name: 'operator.backups',
  method: 'GET',
  path: `${basePath}/backups`,
  title: '备份列表',
  access: 'operator',
  input: nothing,
  output: v.object({
    list: v.array(
      v.object({
        name: v.string(),
        path: v.string(),
        at: v.string(),
        bytes: v.number(),
        isEncrypted: v.boolean(),
        kind: v.picklist(['embedded', 'dump']),
        /** What was found when it was last looked at; `restored`: it was brought back in a scratch place and audited. */
        proof: v.nullable(v.object({ at: v.string(), how: v.picklist(['checked', 'restored']), fault: v.string() })),
      }),
    ),
  }),
  reads: true,
})
export type BackupShown = v.InferOutput<typeof operatorBackups.output>['list'][number]

/** Begins a backup, a check or a drill. One thing at a time: asked for again while something is under way it begins nothing. */
export const operatorBackupAct = operation({
  name: 'operator.backupAct',
  path: `${basePath}/backups/act`,
  title: '备份、检查或演练',
  access: 'operator',
  input: v.strictObject({
    act: v.picklist(acts, '备份操作有误'),
    name: v.optional(v.pipe(v.string('应为文字'), v.regex(/^\d{4}-\d\d-\d\dT\d{6}$/, '备份名称有误'))),
  }),
  output: v.object({ isBegun: v.boolean() }),
})

export const upkeepOperations: readonly Operation[] = [
  operatorSystem,
  operatorCertificates,
  operatorRestingJobs,
  operatorRetryJobs,
  operatorBackups,
  operatorBackupAct,
]
