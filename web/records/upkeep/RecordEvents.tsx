import { trashOperations, type RecordEvent } from '../../../domain/records/mergeOperations.ts'
import { fileWords, isFileAction } from '../../../domain/records/history/fileActions.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { when } from '../../shell/when.ts'
import { t } from '../../words.ts'

/** That a record took others over, was removed and came back: by whom, and when. Nothing where none of it happened. */
export default function RecordEvents({ kind, id }: { kind: RecordKind; id: Id }) {
  const { data } = useAsk(trashOperations(kind).events, { id })
  if (!data || data.length === 0) return null
  return (
    <Section title={t('删除、恢复、合并与文件的记录')}>
      {data.map((event) => (
        <Cell key={event.id} title={eventWords(event)} text={[event.actorName, when(event.at)].filter(Boolean).join(' · ')} />
      ))}
    </Section>
  )
}

const eventWords = ({ action, otherName }: RecordEvent): string => {
  if (isFileAction(action)) return t(fileWords[action], { name: otherName ?? '' })
  switch (action) {
    case 'delete':
      return t('删除')
    case 'restore':
      return t('恢复')
    case 'merge':
      return t('已合并到{name}', { name: otherName ?? '' })
    case 'absorb':
      return t('合并了{name}', { name: otherName ?? '' })
  }
}
