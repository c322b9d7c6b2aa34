import { Box } from 'lucide-react'
import type { ProcessStatus } from '../../../domain/approval/flow/statuses.ts'
import type { ProcessDetail } from '../../../domain/approval/operations/process.ts'
import { Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { when } from '../../shell/when.ts'
import { StatusTag } from './statusTag.tsx'
import { shownTitle } from './titles.ts'

/** What the applicant asked for before by the same flow, and how much the person it is for has now. */
export const ApplicantHistory = ({ history }: { history: ProcessDetail['history'] }) => {
  if (!history || (history.applications.length === 0 && !history.holds)) return null
  const { applications, holds } = history
  return (
    <Section title={t('申请人近况')}>
      {holds && (
        <Cell
          start={<Box size={20} className="shrink-0 text-accent" aria-hidden />}
          title={t('{name}名下的资产', { name: holds.userName })}
          value={t('在用{inUse}件，借用{lent}件', { inUse: holds.inUse, lent: holds.lent })}
        />
      )}
      {applications.map(({ id, title, summary, amount, status, isRevoked, createdAt, opens }) => (
        <Cell
          key={id}
          title={summary || shownTitle(title)}
          text={[when(createdAt), amount && amount !== '0' ? moneyWords(amount) : ''].filter(Boolean).join(' · ')}
          value={<StatusTag process={{ status: status as ProcessStatus, suspended: false, isRevoked }} />}
          {...(opens && { onPress: () => go('/pages/flow/progress', { processId: id }) })}
        />
      ))}
      {applications.length === 0 && <p className="px-4 py-3 text-body text-quiet">{t('这是第一次申请')}</p>}
    </Section>
  )
}
