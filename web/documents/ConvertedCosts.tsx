import { useEffect, useRef } from 'react'
import { convertedAssets, lastCost, mergedCost, sharedCosts } from '../../domain/documents/asset/convertedCosts.ts'
import { asset } from '../../domain/records/asset.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import { tableSums } from '../../domain/tables/viewOperations.ts'
import { compare, type Decimal, toFixed } from '../../kernel/decimal.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { t } from '../words.ts'
import type { DocumentForm } from './documentForm.ts'

type Props = {
  form: DocumentForm
  onChange: (change: (form: DocumentForm) => DocumentForm) => void
  /** Changes what no person has entered. */
  onFill: (change: (form: DocumentForm) => DocumentForm) => void
}

/**
 * What the old assets of a conversion cost, and what is left of that for the new ones. The only new asset of a merge takes it all over, as long as
 * no person enters another cost.
 */
export default function ConvertedCosts({ form, onChange, onFill }: Props) {
  const lines = valuesOf(form)
  const oldCost = useOldCost(lines)
  const isMerge = form.header['purpose'] === 'merge'
  useMergedCost(isMerge ? oldCost : undefined, lines.length, onFill)
  if (oldCost === undefined) return null
  const { newCost, remainingCost } = sharedCosts(lines, oldCost)
  const isShared = compare(remainingCost, '0') === 0
  const last = lastCost(lines, oldCost)
  return (
    <Section
      title={t('原值分配')}
      right={
        last && (
          <Button kind="plain" size="small" onClick={() => onChange((now) => withCost(now, lastCost(valuesOf(now), oldCost)))}>
            {t('余额计入最后一项新资产')}
          </Button>
        )
      }
    >
      <Value label={t('原资产合计')}>{moneyWords(oldCost)}</Value>
      <Value label={t('新资产合计')}>{moneyWords(newCost)}</Value>
      <Value label={t('待分配')}>
        <span className={isShared ? 'text-good' : 'text-warn'}>{moneyWords(remainingCost)}</span>
      </Value>
    </Section>
  )
}

type LineValues = DocumentForm['lines'][number]['values']

const valuesOf = ({ lines }: DocumentForm): LineValues[] => lines.map(({ values }) => values)

/** What the old assets cost together; undefined until it is known, and for a reader who may not see the cost of all of them. */
const useOldCost = (lines: readonly LineValues[]): Decimal | undefined => {
  const ids = convertedAssets(lines)
  const { data } = useAsk(tableSums, { table: tableOfRecord(asset).name, selection: { ids } }, { enabled: ids.length > 0, staleMs: 10_000 })
  if (!data || data.count !== new Set(ids).size || data.sums['value'] === undefined) return undefined
  return data.sums['value'] ?? '0'
}

/** Fills in the cost of a merged asset when old assets are added or removed. */
const useMergedCost = (oldCost: Decimal | undefined, lineCount: number, onFill: Props['onFill']): void => {
  const filledCost = useRef<Decimal>(undefined)
  useEffect(() => {
    if (oldCost === undefined || lineCount === 0) return
    const formerCost = filledCost.current
    filledCost.current = toFixed(oldCost, 2)
    onFill((now) => withCost(now, mergedCost(valuesOf(now), oldCost, formerCost)))
  }, [oldCost, lineCount, onFill])
}

const withCost = (form: DocumentForm, lineCost: { readonly index: number; readonly cost: Decimal } | undefined): DocumentForm =>
  lineCost
    ? {
        ...form,
        lines: form.lines.map((line, index) =>
          index === lineCost.index ? { ...line, values: { ...line.values, value: lineCost.cost } } : line,
        ),
      }
    : form
