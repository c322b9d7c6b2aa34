import { useState } from 'react'
import { add, multiply } from '../../kernel/decimal.ts'
import type { Count } from './device/count.ts'
import type { Draft } from './device/journal.ts'
import type { PackItem } from './device/pack.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { NumberField } from '../look/fields/NumberField.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { t } from '../words.ts'
import { placeName } from './outcome.ts'
import { useBusy } from '../writing.ts'

type Props = { thing: PackItem | undefined; count: Count; onClose: () => void; onDone: (draft: Draft, finish: boolean) => Promise<boolean> }

/** How many of a supply lie here: boxes of so many, and single ones. Entries of several shelves add up; the same shelf again is corrected. */
export const SupplySheet = ({ thing, count, onClose, onDone }: Props) => (
  <Sheet open={thing !== undefined} onClose={onClose} title={thing?.name ?? ''}>
    {thing && <Entry key={thing.key} thing={thing} count={count} onDone={onDone} />}
  </Sheet>
)

const Entry = ({ thing, count: { tally, index, joined }, onDone }: { thing: PackItem; count: Count; onDone: Props['onDone'] }) => {
  const [boxes, setBoxes] = useState('0')
  const [factor, setFactor] = useState('1')
  const [single, setSingle] = useState('0')
  const [zone, setZone] = useState('')
  const [busy, setBusy] = useBusy()
  const where = thing.place ?? joined.place
  const before = tally.counted(thing.key)
  const zones = [...new Set(tally.saidOf(thing.key).flatMap(({ kind, zone: shelf }) => (kind === 'quantity' ? [shelf ?? ''] : [])))]
  const total = add(multiply(boxes, factor, 4), single)
  const saveDraft = async (finish: boolean) => {
    setBusy(true)
    const draft: Draft = {
      kind: 'quantity',
      source: 'hand',
      itemKind: 'consumable',
      item: thing.id,
      quantity: total,
      ...(where !== undefined && { place: where }),
      ...(zone.trim() && { zone: zone.trim() }),
      ...(thing.seq !== undefined && { balanceSeq: thing.seq }),
    }
    const isKept = await onDone(draft, finish)
    setBusy(false)
    if (!isKept) return
    setBoxes('0')
    setSingle('0')
    setZone('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void saveDraft(true)
      }}
    >
      <EntryFacts item={thing} place={where === undefined ? undefined : placeName(index, where)} quantity={before} zones={zones} />
      <Section>
        <NumberField label={t('整箱')} value={boxes} onChange={setBoxes} min={0} />
        {boxes !== '0' && (
          <NumberField label={t('每箱（{unit}）', { unit: thing.unit })} value={factor} onChange={setFactor} min={1} places={4} />
        )}
        <NumberField label={t('零散（{unit}）', { unit: thing.unit })} value={single} onChange={setSingle} min={0} places={4} />
        <TextField label={t('货架')} value={zone} onChange={setZone} placeholder={t('分货架点时填写')} maxLength={40} />
      </Section>
      <p role="status" className="pb-3 text-center text-large font-semibold tabular-nums">
        {t('共{total}{unit}', { total, unit: thing.unit })}
      </p>
      <div className="flex gap-3">
        <Button kind="secondary" size="large" wide busy={busy} onClick={() => void saveDraft(false)}>
          {t('记下，还有别的货架')}
        </Button>
        <Button type="submit" size="large" wide busy={busy}>
          {t('点完了')}
        </Button>
      </div>
    </form>
  )
}

type EntryFactsProps = { item: PackItem; place: string | undefined; quantity: string | undefined; zones: readonly string[] }

/** What it is, and what was counted of it before. */
const EntryFacts = ({ item, place, quantity, zones }: EntryFactsProps) => (
  <>
    <p className="px-1 pb-3 text-small text-quiet">{[item.code, place].filter(Boolean).join(' · ')}</p>
    {quantity !== undefined && (
      <p className="mb-3 rounded-control bg-accent-soft px-4 py-2.5 text-body text-accent-strong">
        {t('已经点了{quantity}{unit}（{zones}）', {
          quantity,
          unit: item.unit,
          zones: zones.map((zone) => zone || t('未分货架')).join('、'),
        })}
      </p>
    )}
    {item.isCounted && (
      <p className="mb-3 rounded-control bg-warn-soft px-4 py-2.5 text-body text-warn">
        {t('这一项已在其他设备上点过，不同的人点的数量会相加。')}
      </p>
    )}
  </>
)
