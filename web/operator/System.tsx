import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { operatorCertificates, operatorNewestVersion, operatorSystem } from '../../domain/operator/upkeepOperations.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { fullTime, shortDay } from '../shell/dateWords.ts'
import { replace } from '../travel.ts'
import { t } from '../words.ts'
import { Backups } from './Backups.tsx'
import { Concerns } from './Concerns.tsx'
import { type Certificate, concernsOf, type NewestVersion, type System as Standing } from './concerns.ts'
import { usePass, useOperatorAsk } from './pass.ts'
import { RestingJobs } from './RestingJobs.tsx'

/** How the installation stands, for the person who runs it: what is to be seen to, and with what. */
export default function System() {
  const pass = usePass()
  useEffect(() => {
    if (!pass) replace('/pages/operator')
  }, [pass])
  return pass ? <Whole /> : null
}

const restMs = 60_000
/** While a backup, a check or a drill is under way. */
const busyMs = 2000

const Whole = () => {
  const { data, error, refetch, dataUpdatedAt } = useOperatorAsk(operatorSystem, {}, (system) =>
    system?.backups.currentAct ? busyMs : restMs,
  )
  const { data: certificates } = useOperatorAsk(operatorCertificates, {})
  const { data: version } = useOperatorAsk(operatorNewestVersion, {})
  const newest = version?.newest ?? null
  return (
    <Page right={<IconButton icon={RefreshCw} iconSize={20} label={t('刷新')} onClick={() => void refetch()} />}>
      {data ? (
        <div className="grid-cols-2 gap-x-6 wide:grid">
          <div className="min-w-0">
            <Concerns concerns={concernsOf(data, certificates?.list ?? [], dataUpdatedAt, newest)} />
            <RestingJobs kinds={data.jobs.restingKinds} />
            <Facts system={data} certificates={certificates?.list ?? []} newest={newest} />
          </div>
          <div className="min-w-0">
            <Backups system={data} />
          </div>
        </div>
      ) : (
        <Pending error={error} onRetry={refetch} />
      )}
    </Page>
  )
}

const databaseText = ({ version, releasedOn, ageDays }: Standing['database']): string =>
  releasedOn === null || ageDays === null
    ? `PostgreSQL ${version}`
    : t('PostgreSQL {version}，{day}发布，已有{n}天', { version, day: releasedOn, n: ageDays })

const waitText = (seconds: number): string => (seconds < 60 ? t('不到1分钟') : t('{n}分钟', { n: Math.floor(seconds / 60) }))

const Facts = ({ system, certificates, newest }: { system: Standing; certificates: readonly Certificate[]; newest: NewestVersion }) => {
  const { version, database, migrations, disk, jobs, deliveries } = system
  return (
    <>
      <Section title={t('系统')}>
        <Value label={t('程序版本')}>{version}</Value>
        {newest && <Value label={t('最新版本')}>{newest.version ?? t('没有读到：{words}', { words: newest.fault })}</Value>}
        <Value label={t('数据库')}>{databaseText(database)}</Value>
        <Value label={t('数据库大小')}>{inUnits(database.bytes)}</Value>
        <Value label={t('数据库结构')}>{t('{count}次升级，最新{name}', { count: migrations.count, name: migrations.newest })}</Value>
        <Value label={t('磁盘剩余')}>{inUnits(disk.freeBytes)}</Value>
        {certificates.map(({ host, endsAt }) => (
          <Value key={host} label={t('证书')}>
            {endsAt === null ? host : t('{host}，{day}到期', { host, day: shortDay(fullTime(endsAt).slice(0, 10)) })}
          </Value>
        ))}
      </Section>
      <Section title={t('后台任务和发送')}>
        <Value label={t('等待的任务')}>
          {jobs.due === 0 ? t('没有') : t('{n}个，最早的等了{time}', { n: jobs.due, time: waitText(jobs.oldestSeconds) })}
        </Value>
        <Value label={t('消息发出')}>
          {deliveries.outboxSeconds < 60 ? t('及时') : t('晚{time}', { time: waitText(deliveries.outboxSeconds) })}
        </Value>
        <Value label="Webhook">
          {deliveries.failedDeliveries === 0 ? t('一周内都已送达') : t('{n}条没有送达', { n: deliveries.failedDeliveries })}
        </Value>
        <Value label={t('群机器人')}>
          {deliveries.failingRobots === 0 ? t('正常') : t('{n}个发送失败', { n: deliveries.failingRobots })}
        </Value>
      </Section>
    </>
  )
}
