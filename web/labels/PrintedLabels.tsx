import type { LabelNoun } from '../../domain/labels/content.ts'
import { labelOperations } from '../../domain/labels/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Tag } from '../look/Tag.tsx'
import { t } from '../words.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { when } from '../shell/when.ts'

/** More are of no use on a card. */
const shownAtMost = 5

/** The labels that came out for a thing, the last first; nothing where there are none or the reader may not see them. */
export const PrintedLabels = ({ noun, id }: { noun: LabelNoun; id: Id }) => {
  const may = useAllowed()('gslabel:list')
  const { data } = useAsk(labelOperations.history, { noun, id }, { enabled: may, staleMs: 0 })
  if (!data || data.list.length === 0) return null
  return (
    <Section title={t('标签打印记录')}>
      {data.list.slice(0, shownAtMost).map(({ templateName, reason, userName, printedAt, isCurrent }) => (
        <Cell
          key={printedAt + templateName}
          title={t(templateName)}
          text={[when(printedAt), userName, reason].filter(Boolean).join(' · ')}
          value={isCurrent ? undefined : <Tag tone="warn">{t('信息有变')}</Tag>}
        />
      ))}
    </Section>
  )
}
