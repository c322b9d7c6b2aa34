import { useEffect, useState } from 'react'
import { type BackupActAsked, type BackupShown, operatorBackupAct, operatorBackups } from '../../domain/operator/upkeepOperations.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tag, type Tone } from '../look/Tag.tsx'
import { toast } from '../look/overlays/toast.ts'
import { DoorWords } from '../entrance/DoorPage.tsx'
import { fullTime, timeOf } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { Backup } from './Backup.tsx'
import type { System } from './concerns.ts'
import { useOperatorAsk } from './pass.ts'
import { useAct } from './useAct.ts'

/** What the last backup, drill and audit said, and every backup that there is. */
export const Backups = ({ system }: { system: System }) => {
  const { backups, outcomes } = system
  const { currentAct } = backups
  const [openedName, setOpenedName] = useState<string>()
  const { act, busy, problem } = useAct()
  const { data, refetch } = useOperatorAsk(operatorBackups, {})
  // What ended while the page was open is in the list.
  const isRunning = currentAct !== null
  useEffect(() => {
    if (!isRunning) void refetch()
  }, [isRunning, refetch])
  const runningText = currentAct ? t(runningWords[currentAct.act], { time: timeOf(currentAct.since) }) : ''
  const list = data?.list ?? []
  const shownBackup = list.find(({ name }) => name === openedName)
  const begin = async (what: BackupActAsked, name?: string) => {
    const answer = await act(operatorBackupAct, { act: what, ...(name !== undefined && { name }) })
    if (answer) toast(answer.isBegun ? t('已经开始') : t('有一项正在进行，请等它结束'))
  }
  return (
    <>
      <Section
        title={t('备份')}
        {...(backups.isEmbedded &&
          backups.hasFolder && {
            right: (
              <Button kind="plain" size="small" busy={busy || isRunning} onClick={() => void begin('backup')}>
                {t('立即备份')}
              </Button>
            ),
          })}
        {...(runningText && { note: runningText })}
      >
        {backups.hasFolder && <OutcomeValue label={t('最近一次备份')} outcome={outcomes.backup} />}
        {backups.hasFolder && <OutcomeValue label={t('最近一次演练')} outcome={outcomes.drill} />}
        {backups.hasFolder && outcomes.check && <OutcomeValue label={t('最近一次检查')} outcome={outcomes.check} />}
        <OutcomeValue label={t('最近一次审计')} outcome={outcomes.audit} />
        {backups.isEmbedded && <Value label={t('是否加密')}>{backups.isEncrypted ? t('是') : t('否')}</Value>}
        {backups.isEmbedded && <Value label={t('任意时刻还原')}>{backups.hasLogArchive ? t('可以') : t('没有设置 WAL_FOLDER')}</Value>}
      </Section>
      {problem && <DoorWords problem={problem} />}
      {list.length > 0 && (
        <Section title={t('备份列表')}>
          {list.map((backup) => (
            <Cell
              key={backup.name}
              title={fullTime(backup.at)}
              text={`${inUnits(backup.bytes)}${backup.isEncrypted ? ` · ${t('已加密')}` : ''}`}
              value={<Proof backup={backup} />}
              onPress={() => setOpenedName(backup.name)}
            />
          ))}
        </Section>
      )}
      <Sheet
        open={shownBackup !== undefined}
        onClose={() => setOpenedName(undefined)}
        title={shownBackup ? fullTime(shownBackup.at) : ''}
        tall
      >
        {shownBackup && (
          <Backup
            backup={shownBackup}
            isBusy={busy || isRunning}
            runningText={runningText}
            onAct={(what) => void begin(what, shownBackup.name)}
          />
        )}
      </Sheet>
    </>
  )
}

const runningWords: Readonly<Record<BackupActAsked, string>> = {
  backup: '正在备份，{time}开始',
  check: '正在检查，{time}开始',
  drill: '正在演练还原，{time}开始',
}

const OutcomeValue = ({ label, outcome }: { label: string; outcome: System['outcomes']['backup'] }) => (
  <Value label={label}>
    {outcome ? (
      <span className="inline-flex items-center gap-2">
        {timeOf(outcome.at)}
        <Tag tone={outcome.fault ? 'bad' : 'good'}>{outcome.fault ? t('有问题') : t('成功')}</Tag>
      </span>
    ) : (
      t('还没有')
    )}
  </Value>
)

const standingOf = ({ proof }: BackupShown): readonly [Tone, string] => {
  if (proof === null) return ['plain', t('未检查')]
  if (proof.fault) return ['bad', t('有问题')]
  return proof.how === 'restored' ? ['good', t('演练通过')] : ['good', t('已检查')]
}

/** What was found of a backup when it was last looked at. */
export const Proof = ({ backup }: { backup: BackupShown }) => {
  const [tone, text] = standingOf(backup)
  return <Tag tone={tone}>{text}</Tag>
}
