import { Check } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Virtualizer } from 'virtua'
import type { Id } from '../../kernel/id.ts'
import type { Count } from './device/count.ts'
import { initials } from './device/search.ts'
import { Empty } from '../look/Empty.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { t } from '../words.ts'

/** Where one stands: places with something left first. */
export const PlaceSheet = ({
  open,
  onClose,
  count,
  onChoose,
}: {
  open: boolean
  onClose: () => void
  count: Count
  onChoose: (place: Id) => void
}) => (
  <Sheet open={open} onClose={onClose} title={t('所在区域')} tall>
    {open && <Places count={count} onChoose={onChoose} />}
  </Sheet>
)

const Places = ({ count: { index, tally, joined }, onChoose }: { count: Count; onChoose: (place: Id) => void }) => {
  const [word, setWord] = useState('')
  const shownPlaces = useMemo(() => {
    const wantedWord = word.toLowerCase()
    return index.head.places
      .map(([id, code, name]) => ({
        id,
        name,
        code,
        above: index
          .path(id)
          .slice(0, -1)
          .map(([, , each]) => each)
          .join(' › '),
        ...tally.ofPlace(id),
      }))
      .filter(({ name, code, above }) => [name, code, above, initials(name)].some((text) => text.toLowerCase().includes(wantedWord)))
      .toSorted(
        (a, b) =>
          Number(b.left > 0) - Number(a.left > 0) ||
          Number(b.total > 0) - Number(a.total > 0) ||
          a.code.localeCompare(b.code, 'zh-CN', { numeric: true }),
      )
  }, [index, tally, word])
  return (
    <>
      <div className="sticky top-0 z-10 bg-page pb-3">
        <SearchBox value={word} onSearch={setWord} placeholder={t('搜索区域')} delayMs={100} />
      </div>
      {shownPlaces.length === 0 ? (
        <Empty title={t('没有这个区域')} />
      ) : (
        <Virtualizer>
          {shownPlaces.map(({ id, name, above, done, total }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === joined.place}
              onClick={() => onChoose(id)}
              className="pressable flex min-h-13 w-full items-center gap-3 border-b border-line bg-card px-4 py-2 text-left"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate text-body">{name}</span>
                {above && <span className="block truncate text-small text-quiet">{above}</span>}
              </span>
              {total > 0 && (
                <span className={`shrink-0 text-small tabular-nums ${done === total ? 'text-good' : 'text-quiet'}`}>
                  {done}/{total}
                </span>
              )}
              {id === joined.place && <Check size={18} className="shrink-0 text-accent-strong" aria-hidden />}
            </button>
          ))}
        </Virtualizer>
      )}
    </>
  )
}
