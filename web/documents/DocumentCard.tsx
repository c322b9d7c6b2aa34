import type { DocumentKind } from '../../domain/documents/define.ts'
import type { DocumentRow } from '../../domain/documents/operations.ts'
import { Tag } from '../look/Tag.tsx'
import { stateLook } from './documentState.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { useKindTitle } from './kindTitle.ts'
import { when } from '../shell/when.ts'

type Props = { kind: DocumentKind; row: DocumentRow; onPress: () => void; chosen?: boolean; showKind?: boolean }

/** One document of a list: what it is about, who and when, how it stands. */
export const DocumentCard = ({ kind, row, onPress, chosen, showKind }: Props) => {
  const { words, tone } = stateLook(kind, row)
  const title = useKindTitle(kind)
  const people = row.subjectName && row.subjectName !== row.authorName ? `${row.authorName} → ${row.subjectName}` : row.authorName
  return (
    <button
      type="button"
      onClick={onPress}
      aria-current={chosen ? 'true' : undefined}
      className={`pressable block w-full rounded-card px-4 py-3.5 text-left shadow-lift ${chosen ? 'bg-accent-soft' : 'bg-card'}`}
    >
      <span className="flex items-start justify-between gap-3">
        <span className="line-clamp-2 min-w-0 text-body font-medium">{row.summary || title.list}</span>
        <Tag tone={tone}>{words}</Tag>
      </span>
      <span className="mt-1.5 flex items-center justify-between gap-3 text-small text-quiet">
        <span className="min-w-0 truncate">
          {showKind && `${title.list} · `}
          {people}
          {row.amount && row.amount !== '0' && <span className="ml-2 font-medium text-ink">{moneyWords(row.amount)}</span>}
        </span>
        <span className="shrink-0 text-faint">{when(row.submittedAt ?? row.createdAt)}</span>
      </span>
      <span className="mt-0.5 block truncate text-tiny text-faint">{[row.code, row.processNumber].filter(Boolean).join(' · ')}</span>
    </button>
  )
}
