import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import { compare, type Decimal, isPositive } from '../../../kernel/decimal.ts'
import { isEmpty } from '../../../kernel/field.ts'
import { quantityFieldOf } from '../../../domain/documents/lines.ts'
import { Button } from '../../look/Button.tsx'
import { Stepper } from '../../look/fields/NumberField.tsx'
import { t } from '../../words.ts'
import { piecesFieldOf, piecesMissing } from '../../approval/form/pieces.ts'
import { type FormLine, type Values } from '../documentForm.ts'
import { givenIn, saysGiven, unsaidIn, withGiven, withRest } from './shortage.ts'

type Props = {
  kind: DocumentKind
  line: FormLine
  /** How much is missing. */
  short: Decimal | undefined
  unit: string
  /** How many others wait for the same. */
  waiting: number
  onChange: (values: Values) => void
  /** The fields for what goes in its place, and for a word about it. */
  other: ReactNode
  note: ReactNode
}

type Fate = 'wait' | 'drop'

/** How much is handed out now; and where that is not all: the rest waits, something else goes in its place, or that is all; and a word to the person who asked. */
export const Shortage = ({ kind, line, short, unit, waiting, onChange, other, note }: Props) => {
  const [wasAsked, setAsked] = useState(false)
  const [isSwapping, setSwapping] = useState(false)
  const { values } = line
  const decision = kind.shortfallRule?.(values)
  const instead = !isEmpty(values['instead'])
  const substitutes = instead || isSwapping
  const saysIssued = saysGiven(kind)
  const lacks = saysIssued ? isPositive(unsaidIn(kind, line)) || short !== undefined : piecesMissing(kind, line) > 0
  const asks = decision !== undefined || substitutes || wasAsked || (lacks && (saysIssued || short !== undefined))
  const choose = (fate: Fate) => onChange(withRest(kind, line, decision === fate ? undefined : fate, short))
  const swap = () => {
    const pieces = piecesFieldOf(kind)
    if (instead) onChange({ ...values, instead: undefined, ...(pieces && { [pieces]: [] }) })
    setSwapping(!substitutes)
  }
  const quantity = String(values[quantityFieldOf(kind) ?? ''] ?? '')
  return (
    <>
      {saysIssued && (
        <div className="flex items-center justify-between gap-3 px-3 pb-3 tablet:pl-18">
          <span className="text-small text-quiet">{t('本次发放')}</span>
          <Stepper
            label={t('本次发放')}
            value={givenIn(kind, line)}
            onChange={(quantity) => onChange(withGiven(kind, line, quantity))}
            min={0}
            max={Number(quantity) || 0}
            places={4}
          />
        </div>
      )}
      {!asks && !saysIssued && lacks && (
        <button
          type="button"
          onClick={() => setAsked(true)}
          className="ml-3 flex min-h-11 items-center pr-3 text-small text-accent-strong tablet:ml-18"
        >
          {t('数量不够？')}
          <ChevronRight size={14} aria-hidden />
        </button>
      )}
      {asks && (
        <div className="px-3 pb-3 tablet:pl-18">
          <div className="rounded-control border border-line px-3 py-3">
            <p className="pb-2 text-small text-quiet">
              {short !== undefined && compare(short, '0') > 0
                ? t('还缺{count}{unit}，可以先发现有的：', { count: short, unit: t(unit) })
                : t('不足的部分：')}
              {waiting > 0 && <span className="text-warn"> {t('已有 {n} 份申请在等', { n: waiting })}</span>}
            </p>
            <FateButtons kind={kind} decision={decision} substitutes={substitutes} onChoose={choose} onSwap={swap} />
            {(decision !== undefined || substitutes) && (
              <div className="-mx-3 mt-2 overflow-hidden rounded-control bg-card">
                {substitutes && other}
                {note}
              </div>
            )}
          </div>
        </div>
      )}
    </>
  )
}

type FateButtonsProps = {
  kind: DocumentKind
  decision: Fate | undefined
  substitutes: boolean
  onChoose: (fate: Fate) => void
  onSwap: () => void
}

/** What becomes of the missing part: it waits, something else goes in its place, or nothing more comes. */
const FateButtons = ({ kind, decision, substitutes, onChoose, onSwap }: FateButtonsProps) => (
  <div className="flex flex-wrap gap-2">
    <Button
      size="small"
      kind={decision === 'wait' ? 'primary' : 'secondary'}
      aria-pressed={decision === 'wait'}
      onClick={() => onChoose('wait')}
    >
      {t('登记等候')}
    </Button>
    <Button size="small" kind={substitutes ? 'primary' : 'secondary'} aria-pressed={substitutes} onClick={onSwap}>
      {t(saysGiven(kind) ? '换一种' : '换一个型号')}
    </Button>
    <Button
      size="small"
      kind={decision === 'drop' ? 'primary' : 'secondary'}
      aria-pressed={decision === 'drop'}
      onClick={() => onChoose('drop')}
    >
      {t(kind.fulfilmentWords?.over ?? '')}
    </Button>
  </div>
)
