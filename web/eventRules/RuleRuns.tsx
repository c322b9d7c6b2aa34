import { eventRuleRetry, eventRuleRuns, type RuleRun, runStates } from '../../domain/eventRules/operations.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Tag } from '../look/Tag.tsx'
import type { Busy } from '../look/holdButton.ts'
import { usePages } from '../pages.ts'
import { useSend } from '../send.ts'
import { when } from '../shell/when.ts'
import { goHref } from '../travel.ts'
import { MoreRows } from '../table/MoreRows.tsx'
import { t } from '../words.ts'

const tones = { waiting: 'accent', done: 'good', skipped: 'plain', stopped: 'warn', failed: 'bad' } as const

/** What a rule did, the newest first; what failed is tried again by a press. */
export const RuleRuns = ({ id }: { id: string }) => {
  const pages = usePages(eventRuleRuns, { id })
  const retry = useSend(eventRuleRetry)
  return (
    <Section title={t('执行记录')} flush note={t('保留90天。每小时最多执行500次，其余稍后执行。')}>
      {pages.status === 'ready' && pages.rows.length === 0 && <p className="px-4 py-3 text-body text-quiet">{t('还没有执行过')}</p>}
      {pages.rows.map((run) => (
        <Run key={run.id} run={run} isBusy={retry.sending} onRetry={() => void retry.send({ id: run.id })} />
      ))}
      <MoreRows pages={pages} />
    </Section>
  )
}

const Run = ({ run, isBusy, onRetry }: { run: RuleRun; isBusy: Busy; onRetry: () => void }) => {
  const { rowName, link, state, at, results } = run
  const canRetry = state === 'failed' || state === 'stopped'
  return (
    <div>
      <Cell
        title={rowName || t('已不可见的记录')}
        text={[when(at), run.why, ...results].filter(Boolean).join(' · ')}
        value={<Tag tone={tones[state]}>{t(runStates[state])}</Tag>}
        {...(link !== null && { onPress: () => goHref(link) })}
      />
      {canRetry && (
        <div className="px-4 pb-3">
          <Button kind="secondary" size="small" busy={isBusy} onClick={onRetry}>
            {t('重新执行')}
          </Button>
        </div>
      )}
    </div>
  )
}
