import type { operatorCertificates, operatorNewestVersion, operatorSystem } from '../../domain/operator/upkeepOperations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { t } from '../words.ts'

export type System = OutputOf<typeof operatorSystem>
export type Certificate = OutputOf<typeof operatorCertificates>['list'][number]
export type NewestVersion = OutputOf<typeof operatorNewestVersion>['newest']

/** Something that the operator should see to, and how; `words` is what the program itself said of it. */
export type Concern = { readonly tone: 'bad' | 'warn'; readonly title: string; readonly todo: string; readonly words?: string }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A night and the time that its work takes. */
const nightMs = 26 * hourMs
const jobLateSeconds = 600
const outboxLateSeconds = 300
const certificateDays = 21
const certificateLastDays = 3

const hoursSince = (moment: string, nowMs: number): number => Math.floor((nowMs - Date.parse(moment)) / hourMs)

/** What is to be seen to in an installation, the worst first; empty where all is well. */
export const concernsOf = (system: System, certificates: readonly Certificate[], nowMs: number, newest: NewestVersion = null): Concern[] =>
  [
    ...storageConcerns(system),
    ...workConcerns(system),
    ...backupConcerns(system, nowMs),
    ...certificates.flatMap((certificate) => certificateConcerns(certificate, nowMs)),
    ...versionConcerns(newest),
  ].toSorted((a, b) => Number(b.tone === 'bad') - Number(a.tone === 'bad'))

const versionConcerns = (newest: NewestVersion): Concern[] =>
  newest?.isNewer
    ? [
        {
          tone: 'warn',
          title: t('有新版本{version}', { version: newest.version ?? '' }),
          todo: t('先看更新说明，备份之后再升级；退回旧版本要用备份。'),
        },
      ]
    : []

const storageConcerns = ({ database, disk }: System): Concern[] => {
  const [free, reserve] = [inUnits(disk.freeBytes), inUnits(disk.reserveBytes)]
  const concerns: Concern[] = []
  if (disk.fault)
    concerns.push({
      tone: 'bad',
      title: t('文件不能读写'),
      todo: t('检查文件存储是否可用，服务的用户是否可以写入它的文件夹。'),
      words: disk.fault,
    })
  if (!disk.takesFiles)
    concerns.push({
      tone: 'bad',
      title: t('磁盘只剩{free}，不再接收文件', { free }),
      todo: t('清理或扩大磁盘；剩余不足{reserve}时只保证数据库能写入。', { reserve }),
    })
  else if (disk.freeBytes < 3 * disk.reserveBytes)
    concerns.push({
      tone: 'warn',
      title: t('磁盘只剩{free}', { free }),
      todo: t('请尽快清理或扩大磁盘；不足{reserve}时不再接收文件。', { reserve }),
    })
  if (!database.isMaintained)
    concerns.push({
      tone: 'warn',
      title: t('PostgreSQL {version}缺少安全更新', { version: database.version }),
      todo: t('安装系统提供的新版本，用 POSTGRES_BIN 指定它的目录，然后重新启动。'),
    })
  return concerns
}

const workConcerns = ({ jobs, deliveries }: System): Concern[] => {
  const concerns: Concern[] = []
  const restingCount = jobs.restingKinds.reduce((sum, { count }) => sum + count, 0)
  if (restingCount > 0)
    concerns.push({
      tone: 'warn',
      title: t('{n}个后台任务多次失败后停下', { n: restingCount }),
      todo: t('先解决下面写明的原因，再重新运行。'),
    })
  if (jobs.oldestSeconds > jobLateSeconds)
    concerns.push({
      tone: 'warn',
      title: t('有后台任务等了{n}分钟', { n: Math.floor(jobs.oldestSeconds / 60) }),
      todo: t('检查各个服务进程是否都在运行，外部服务是否可用。'),
    })
  if (deliveries.outboxSeconds > outboxLateSeconds)
    concerns.push({
      tone: 'bad',
      title: t('消息已有{n}分钟没有发出', { n: Math.floor(deliveries.outboxSeconds / 60) }),
      todo: t('数据库里可能有长时间没有结束的事务；重新启动服务，仍然如此时查看日志。'),
    })
  if (deliveries.failedDeliveries > 0)
    concerns.push({
      tone: 'warn',
      title: t('一周内有{n}条Webhook消息没有送达', { n: deliveries.failedDeliveries }),
      todo: t('对方三天内都没有接收；请所属组织的管理员检查Webhook的地址。'),
    })
  if (deliveries.failingRobots > 0)
    concerns.push({
      tone: 'warn',
      title: t('{n}个群机器人发送失败', { n: deliveries.failingRobots }),
      todo: t('群里可能移除了机器人；请所属组织的管理员检查。'),
    })
  return concerns
}

const backupConcerns = ({ backups, outcomes, database }: System, nowMs: number): Concern[] => {
  const { backup, drill, audit } = outcomes
  const concerns: Concern[] = []
  if (audit?.fault)
    concerns.push({
      tone: 'bad',
      title: t('审计发现了问题'),
      todo: t('运行 npm run audit 查看每一项；备份先不要删除。'),
      words: audit.fault,
    })
  if (backups.hasFolder) concerns.push(...nightConcerns({ backups, outcomes }, nowMs))
  else {
    const isRecent = backup !== null && backup.fault === '' && nowMs - Date.parse(backup.at) <= nightMs
    concerns.push({
      tone: database.isEmbedded && !isRecent ? 'bad' : 'warn',
      title: isRecent ? t('备份没有每晚自动进行') : t('这里看不到任何备份'),
      todo: database.isEmbedded
        ? t('把 BACKUP_FOLDER 设为另一块磁盘上的文件夹并重新启动，每天凌晨两点自动备份。')
        : t('数据库由您自己运行：用 deploy/backup.sh 每天备份，并把备份文件夹以 BACKUP_FOLDER 告诉本系统。'),
    })
  }
  if (backup?.fault) {
    const todo = backups.hasFolder ? t('解决原因后点“立即备份”。') : t('解决原因后再备份一次。')
    concerns.push({ tone: 'bad', title: t('最近一次备份失败'), todo, words: backup.fault })
  }
  if (drill?.fault)
    concerns.push({
      tone: 'bad',
      title: t('还原演练没有通过'),
      todo: t('解决原因后再备份、再演练；更早的备份先不要删除。'),
      words: drill.fault,
    })
  return concerns
}

/** What the nights left undone where they back up into a folder. */
const nightConcerns = ({ backups, outcomes: { backup, drill } }: Pick<System, 'backups' | 'outcomes'>, nowMs: number): Concern[] => {
  const concerns: Concern[] = []
  const { isEmbedded } = backups
  const nightTodo = isEmbedded
    ? t('点“立即备份”，并确认服务在夜间没有停机。')
    : t('确认 deploy/backup.sh 每晚都在运行，备份文件夹有剩余空间。')
  if (!backup)
    concerns.push({ tone: 'bad', title: t('还没有备份过'), todo: isEmbedded ? t('点“立即备份”；以后每天凌晨两点自动备份。') : nightTodo })
  else if (backup.fault === '' && nowMs - Date.parse(backup.at) > nightMs)
    concerns.push({
      tone: 'bad',
      title: t('{n}小时没有备份', { n: hoursSince(backup.at, nowMs) }),
      todo: nightTodo,
    })
  if (isEmbedded && backup && !drill?.fault && (!drill || nowMs - Date.parse(drill.at) > nightMs))
    concerns.push({ tone: 'warn', title: t('最近的备份没有演练过'), todo: t('点最新的备份，选择“演练还原”。') })
  return concerns
}

const certificateConcerns = ({ host, endsAt, fault }: Certificate, nowMs: number): Concern[] => {
  const days = endsAt === null ? undefined : Math.floor((Date.parse(endsAt) - nowMs) / dayMs)
  if (days !== undefined && days < certificateDays)
    return [
      {
        tone: days < certificateLastDays ? 'bad' : 'warn',
        title: days < 0 ? t('{host}的证书已过期', { host }) : t('{host}的证书还有{n}天到期', { host, n: days }),
        todo: t('在反向代理上更新证书；自动更新没有生效时查看它的日志。'),
      },
    ]
  if (!fault) return []
  const title = endsAt === null ? t('{host}没有应答', { host }) : t('浏览器可能不信任{host}的证书', { host })
  return [{ tone: 'warn', title, todo: t('检查 PUBLIC_URL 和反向代理；自己签发的证书要安装到每台设备。'), words: fault }]
}
