import { type Verdict, verdicts } from '../../domain/counting/verdict.ts'
import { assetCounts } from '../../domain/counting/assetCountOperations.ts'
import type { Id } from '../../kernel/id.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { usePages } from '../pages.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { when } from '../shell/when.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

const rowsAtFirst = 5

/** The counts that an asset was in, with what came of it; nothing where it was in none. */
export const CountsOfAsset = ({ id }: { id: Id }) => {
  const isAllowed = useAllowed()
  const pages = usePages(assetCounts, { instanceId: id, pageSize: rowsAtFirst })
  if (pages.rows.length === 0) return null
  const pressOf = (taskId: Id) =>
    isAllowed('gsinventorytask:read') ? { onPress: () => go('/pages/goods/GsInventoryOrder/gsinventorytask', { id: taskId }) } : {}
  return (
    <Section title={t('历次盘点')}>
      {pages.rows.map(({ id: taskId, name, at, verdict }) => (
        <Cell key={taskId} title={name} text={when(at)} value={verdictWords(verdict)} {...pressOf(taskId)} />
      ))}
      {pages.hasMore && (
        <Button kind="plain" wide busy={pages.loadingMore} onClick={pages.more}>
          {t('查看更多')}
        </Button>
      )}
    </Section>
  )
}

const isVerdict = (name: string): name is Verdict => Object.hasOwn(verdicts, name)
const verdictWords = (verdict: string | null): string => t(verdicts[verdict !== null && isVerdict(verdict) ? verdict : 'pending'].title)
