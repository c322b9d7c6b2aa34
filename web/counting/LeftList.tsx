import { useMemo, useState } from 'react'
import { Virtualizer } from 'virtua'
import type { Count } from './device/count.ts'
import { leftOf } from './device/leftLines.ts'
import type { PackItem } from './device/pack.ts'
import { Button } from '../look/Button.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { Empty } from '../look/Empty.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { t } from '../words.ts'
import { placeName } from './outcome.ts'

type Props = { count: Count; onSeen: (item: PackItem) => void; onAbsent: (item: PackItem, reason: string) => void }

/** What is not counted yet, by place; what cannot be found is said here, and where the plan allows it things are ticked. */
export const LeftList = ({ count, onSeen, onAbsent }: Props) => {
  const { index, tally, joined } = count
  const [shown, setShown] = useState<'here' | 'all'>('here')
  const placeShown = shown === 'here' && joined.place !== undefined ? joined.place : undefined
  const dealt = tally.left()
  const leftItems = useMemo(
    () => leftOf(index, tally, placeShown).flatMap(({ place, things }) => [{ place, things: things.length }, ...things]),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the tally grows in place
    [index, tally, placeShown, dealt],
  )
  const byHand = index.head.plan.methods.includes('hand')
  const answer = async (item: PackItem) => {
    const choice = await choose(item.name, [
      ...(item.kind === 'consumable' ? [{ value: 'seen', label: t('填写数量') }] : []),
      ...(item.kind === 'asset' && byHand ? [{ value: 'seen', label: t('看到了，手工勾选') }] : []),
      ...absences.map((reason) => ({ value: reason, label: t(reason) })),
    ])
    if (choice === 'seen') onSeen(item)
    else if (choice) onAbsent(item, choice)
  }
  return (
    <>
      {joined.place !== undefined && (
        <div className="sticky top-0 z-10 bg-page pb-3">
          <Tabs
            look="pill"
            label={t('范围')}
            value={shown}
            onChange={setShown}
            tabs={[
              { value: 'here', label: t('当前区域') },
              { value: 'all', label: t('全部') },
            ]}
          />
        </div>
      )}
      {leftItems.length === 0 ? (
        <Empty
          title={placeShown ? t('这里都盘完了') : t('全部盘完了')}
          {...(placeShown && { text: t('可以去下一个区域，或看看全部里还有什么。') })}
        />
      ) : (
        <Virtualizer>
          {leftItems.map((row) =>
            'key' in row ? (
              <LeftRow
                key={row.key}
                item={row}
                holder={row.holder !== undefined ? index.person(row.holder) : undefined}
                byHand={byHand}
                onSeen={() => onSeen(row)}
                onAnswer={() => void answer(row)}
              />
            ) : (
              <h3
                key={row.place?.[0] ?? ''}
                className="flex items-center justify-between px-1 pb-1.5 pt-4 text-small font-medium text-quiet"
              >
                <span className="truncate">{row.place ? placeName(index, row.place[0]) : t('不区分区域')}</span>
                <span className="shrink-0 tabular-nums">{row.things}</span>
              </h3>
            ),
          )}
        </Virtualizer>
      )}
    </>
  )
}

type LeftRowProps = { item: PackItem; holder: string | undefined; byHand: boolean; onSeen: () => void; onAnswer: () => void }

const answerWords = (byHand: boolean): string => (byHand ? t('勾选') : t('找不到'))

/** A thing that is not counted yet. */
const LeftRow = ({ item, holder, byHand, onSeen, onAnswer }: LeftRowProps) => (
  <div className="flex min-h-13 items-center gap-3 border-b border-line bg-card py-1.5 pl-4 pr-2">
    <span className="min-w-0 flex-1">
      <span className="block truncate text-body">{item.name}</span>
      <span className="block truncate text-small text-quiet">{[item.code, holder].filter(Boolean).join(' · ')}</span>
    </span>
    {item.kind === 'consumable' ? (
      <Button kind="plain" size="small" onClick={onSeen}>
        {t('填数量')}
      </Button>
    ) : (
      <Button kind="plain" size="small" onClick={onAnswer} aria-label={`${answerWords(byHand)} ${item.name}`}>
        {answerWords(byHand)}
      </Button>
    )}
  </div>
)

const absences = ['找过了，不在这里', '听说已借出或送修', '听说已报废或丢失']
