import { useMemo, useState } from 'react'
import type { Count } from './device/count.ts'
import type { PackItem } from './device/pack.ts'
import { searchPack } from './device/search.ts'
import { Empty } from '../look/Empty.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { t } from '../words.ts'

type Props = { open: boolean; onClose: () => void; count: Count; onChoose: (item: PackItem) => void }

/** Looks for a thing without a scan: where the plan lets people tick by hand, and for supplies. */
export const FindSheet = ({ open, onClose, count, onChoose }: Props) => (
  <Sheet open={open} onClose={onClose} title={t('查找')} tall>
    {open && <Finding count={count} onChoose={onChoose} />}
  </Sheet>
)

const shownMost = 60

const Finding = ({ count: { index, tally }, onChoose }: Pick<Props, 'count' | 'onChoose'>) => {
  const [word, setWord] = useState('')
  const byHand = index.head.plan.methods.includes('hand')
  const matches = useMemo(
    () => searchPack(index, word, shownMost).filter(({ kind }) => byHand || kind === 'consumable'),
    [index, word, byHand],
  )
  return (
    <>
      <div className="sticky top-0 z-10 bg-page pb-3">
        <SearchBox value={word} onSearch={setWord} placeholder={t('名称、拼音首字母、编码、使用人')} delayMs={120} autoFocus />
      </div>
      {word !== '' && matches.length === 0 && (
        <Empty title={t('没有找到')} text={byHand ? t('换个写法试试，或直接扫标签。') : t('这次盘点要扫标签，手工只能查找耗材。')} />
      )}
      <ul className="overflow-hidden rounded-card bg-card empty:hidden">
        {matches.map((match) => (
          <li key={match.key} className="border-b border-line last:border-none">
            <button
              type="button"
              onClick={() => onChoose(match)}
              className="pressable flex min-h-13 w-full items-center gap-3 px-4 py-1.5 text-left"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate text-body">{match.name}</span>
                <span className="block truncate text-small text-quiet">
                  {[
                    match.code,
                    match.place === undefined ? undefined : index.place(match.place)?.[2],
                    match.holder === undefined ? undefined : index.person(match.holder),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {tally.isDone(match.key) && <span className="shrink-0 text-small text-good">{t('已盘')}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
