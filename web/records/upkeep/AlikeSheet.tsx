import { useState } from 'react'
import { mergeOperations } from '../../../domain/records/mergeOperations.ts'
import { type RecordKind, thingOf } from '../../../domain/records/define.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { Button } from '../../look/Button.tsx'
import { Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { Empty } from '../../look/Empty.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { t } from '../../words.ts'
import { within } from '../../within.ts'
import MergeSheet from './MergeSheet.tsx'

/** Records whose names are alike, each group with the way to make one of them. */
export default function AlikeSheet({ kind, onClose }: { kind: RecordKind; onClose: () => void }) {
  const { data, error, refetch } = useAsk(mergeOperations(kind).alike, {}, { staleMs: 0 })
  const [groupIds, setChosen] = useState<readonly Id[]>()
  const finishMerge = () => {
    setChosen(undefined)
    void refetch()
  }
  return (
    <>
      <Sheet open onClose={onClose} title={t('可能重复的{thing}', { thing: within(thingOf(kind)) })} tall>
        {error && <Problem error={error} onRetry={refetch} />}
        {!error && !data && <Skeleton rows={6} picture={false} />}
        {data?.groups.length === 0 && (
          <Empty
            title={t('没有发现重复')}
            text={t('名称去掉空格、括号和“有限公司”后相同的，会列在这里。其他重复的，请在列表中选中后合并。')}
          />
        )}
        {data?.groups.map((group) => (
          <Section
            key={group[0]?.id ?? ''}
            right={
              <Button kind="plain" size="small" onClick={() => setChosen(group.map(({ id }) => id))}>
                {t('合并')}
              </Button>
            }
            title={t('{count} 项名称相近', { count: group.length })}
          >
            {group.map(({ id, name, code }) => (
              <Cell key={id} title={name} text={code} />
            ))}
          </Section>
        ))}
      </Sheet>
      {groupIds && <MergeSheet kind={kind} ids={groupIds} onClose={() => setChosen(undefined)} onMerged={finishMerge} />}
    </>
  )
}
