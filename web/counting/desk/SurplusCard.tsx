import type { CountUnknownRow } from '../../../domain/counting/operations.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { Picture } from '../../look/Picture.tsx'
import { Tag } from '../../look/Tag.tsx'
import { Gallery } from '../../forms/Gallery.tsx'
import { t } from '../../words.ts'

/** A thing without a card that was found and written down. */
export const SurplusCard = ({ row: { surplus, place, code, file, document } }: { row: CountUnknownRow }) =>
  surplus && (
    <div className="mb-3 flex items-center gap-3 rounded-card bg-card px-4 py-3 shadow-lift">
      {file ? <Gallery paths={[file]} className="size-12" /> : <Picture alt="" className="size-12" />}
      <span className="min-w-0 flex-1">
        <span className="flex items-center justify-between gap-3">
          <span className="truncate text-body font-medium">{surplus.name}</span>
          <Tag tone="warn">{t('盘盈')}</Tag>
        </span>
        <span className="mt-0.5 flex justify-between gap-3 text-small text-quiet">
          <span className="truncate">{[surplus.modelName, place?.name, code].filter(Boolean).join(' · ')}</span>
          <span className="shrink-0 tabular-nums">{moneyWords(surplus.price)}</span>
        </span>
        {document && (
          <span className="mt-1 block">
            <Tag tone="accent">{document.code}</Tag>
          </span>
        )}
      </span>
    </div>
  )
