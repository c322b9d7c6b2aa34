import { useState } from 'react'
import { type MergePreview, mergeOperations } from '../../../domain/records/mergeOperations.ts'
import { type RecordKind, thingOf } from '../../../domain/records/define.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Section } from '../../look/Card.tsx'
import { Cell, Value } from '../../look/Cell.tsx'
import { CheckMark } from '../../look/fields/CheckBox.tsx'
import { Notice } from '../../look/Notice.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { useSend } from '../../send.ts'
import { t } from '../../words.ts'
import { within } from '../../within.ts'

type Props = {
  kind: RecordKind
  /** The records that are to become one; the first is proposed as the one that stays. */
  ids: readonly Id[]
  onClose: () => void
  /** They are one; its id. */
  onMerged: (into: Id) => void
}

/** Which of several records stays, and what will point to it; nothing is merged before the reader has seen that. */
export default function MergeSheet({ kind, ids, onClose, onMerged }: Props) {
  const [into, setInto] = useState(ids[0] ?? '')
  const input = { into, from: ids.filter((id) => id !== into) }
  const operations = mergeOperations(kind)
  const { data, error, refetch } = useAsk(operations.preview, input, { once: true, keep: true })
  const { send, sending: busy } = useSend(operations.merge, { done: '已合并' })
  const isShown = data?.into.id === into

  const merge = async () => {
    try {
      await send(input)
      onMerged(into)
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
    }
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('合并 {count} 项{thing}', { count: ids.length, thing: within(thingOf(kind)) })}
      tall
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('取消')}
          </Button>
          <Button disabled={!data || !isShown || data.obstacles.length > 0} busy={busy} onClick={() => void merge()}>
            {t('合并')}
          </Button>
        </>
      }
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton rows={4} picture={false} />}
      {!error && data && <Preview preview={data} ids={ids} into={into} onInto={setInto} />}
    </Sheet>
  )
}

type PreviewProps = { preview: MergePreview; ids: readonly Id[]; into: Id; onInto: (id: Id) => void }

const Preview = ({ preview, ids, into, onInto }: PreviewProps) => {
  const records = new Map([preview.into, ...preview.from].map((record) => [record.id, record]))
  return (
    <>
      <Section title={t('保留哪一个')} note={t('其他的移入回收站，它们的编码和名称以后都指向保留的这一个。')}>
        {ids.map((id) => (
          <Cell
            key={id}
            start={<CheckMark on={id === into} className="rounded-full!" />}
            title={records.get(id)?.name ?? ''}
            text={records.get(id)?.code}
            value={id === into ? t('保留这个') : undefined}
            onPress={() => onInto(id)}
          />
        ))}
      </Section>
      {preview.obstacles.map((words) => (
        <Notice key={words} text={words} />
      ))}
      <Section title={t('改为指向保留的这一个')} note={t('已入账的单据和履历照旧，查看时显示保留的这一个。')}>
        {preview.uses.length === 0 && <Value label={t('指向它的')}>{t('没有')}</Value>}
        {preview.uses.map(({ words, count }) => (
          <Value key={words} label={words}>
            {t('{count} 项', { count })}
          </Value>
        ))}
      </Section>
    </>
  )
}
