import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { directoryOperations, type SyncStandingRow } from '../../domain/directory/operations.ts'
import { signOnOperations } from '../../domain/signOn/operations.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { useScreen } from '../screen.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { fullTime } from '../shell/dateWords.ts'

type Props = { title: string; keeper: 'ldap'; standing: SyncStandingRow | null; onChanged: () => unknown }

const phases: Readonly<Record<SyncStandingRow['phase'], string>> = {
  departments: '正在读取部门',
  people: '正在读取人员',
  asking: '等待确认',
  applying: '正在更新',
  leaving: '正在处理离开的人',
  done: '已完成',
  failed: '没有完成',
}
const restingPhases: readonly SyncStandingRow['phase'][] = ['asking', 'done', 'failed']

/** How far taking over all that a person keeps is; where too many would leave at once, the question whether it is so. */
export const SyncStanding = ({ title, keeper, standing, onChanged }: Props) => {
  const { shown } = useScreen()
  const start = useSend(signOnOperations.synchronise)
  const confirm = useSend(directoryOperations.confirm)
  const drop = useSend(directoryOperations.drop)
  const isUnderWay = standing !== null && !restingPhases.includes(standing.phase)
  useEffect(() => {
    if (!isUnderWay || !shown) return
    const timer = setInterval(() => void onChanged(), 1500)
    return () => clearInterval(timer)
  }, [isUnderWay, shown, onChanged])
  const act = (run: () => Promise<unknown>) => () =>
    void run()
      .then(onChanged)
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error
      })
  return (
    <Section title={title} note={t('每天夜里自动同步一次，也可以现在同步。')}>
      <Value label={t('状态')}>
        {standing === null && t('还没有同步过')}
        {standing !== null && (isUnderWay && standing.total > 0 ? shareWords(standing) : t(phases[standing.phase]))}
      </Value>
      {standing?.failure && <Value label={t('原因')}>{standing.failure}</Value>}
      {standing?.endedAt && <Value label={t('上次同步')}>{fullTime(standing.endedAt)}</Value>}
      {standing?.phase === 'asking' && (
        <div className="px-4 py-3">
          <p className="pb-3 text-body text-bad">
            {t('对方的名单里少了{count}人，他们将被停用。可能是对方只给了一部分，请确认。', { count: standing.leaving })}
          </p>
          <div className="flex gap-3">
            <Button kind="secondary" className="flex-1" busy={drop.sending} onClick={act(() => drop.send({ keeper }))}>
              {t('放弃这次同步')}
            </Button>
            <Button kind="danger" className="flex-1" busy={confirm.sending} onClick={act(() => confirm.send({ keeper }))}>
              {t('确实离开了')}
            </Button>
          </div>
        </div>
      )}
      {standing?.phase !== 'asking' && (
        <div className="px-4 py-3">
          <Button wide kind="secondary" icon={RefreshCw} busy={start.sending || isUnderWay} onClick={act(() => start.send({}))}>
            {t('现在同步')}
          </Button>
        </div>
      )}
    </Section>
  )
}

const shareWords = ({ phase, done, total }: SyncStandingRow): string =>
  t('{phase} {done} / {total}', { phase: t(phases[phase]), done, total })
