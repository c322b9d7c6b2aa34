import type { ReactNode } from 'react'
import type { Verdict } from '../../../domain/counting/verdict.ts'
import type { CountNumbers } from '../../../domain/counting/operations.ts'
import { Card } from '../../look/Card.tsx'
import { byVerdict, verdictLook } from './countLook.ts'

type Props = {
  numbers: CountNumbers
  onOpen: (verdict: Verdict) => void
  /** The verdict whose lines are shown beside. */
  chosen?: Verdict | undefined
  children?: ReactNode
}

/** How many lines have each verdict; a tap shows them. */
export const Verdicts = ({ numbers, onOpen, chosen, children }: Props) => (
  <Card flush className="mb-4">
    <div className="grid grid-cols-2 gap-px bg-line">
      {byVerdict(numbers).map(({ verdict, count }) => {
        const { words, tone } = verdictLook(verdict)
        return (
          <VerdictTile key={verdict} words={words} tone={tone} count={count} onPress={() => onOpen(verdict)} chosen={verdict === chosen} />
        )
      })}
      {children}
    </div>
  </Card>
)

type TileProps = { words: string; tone: keyof typeof dots; count: number; onPress?: () => void; chosen?: boolean }

export const VerdictTile = ({ words, tone, count, onPress, chosen = false }: TileProps) => (
  <button
    type="button"
    disabled={!onPress}
    onClick={onPress}
    aria-pressed={chosen}
    className={`flex min-h-13 items-center gap-2.5 px-4 py-2 text-left last:odd:col-span-2 ${chosen ? 'bg-accent-soft' : 'bg-card'} ${onPress ? 'transition active:opacity-60' : ''}`}
  >
    <span className={`size-2.5 shrink-0 rounded-full ${dots[tone]}`} aria-hidden />
    <span className="min-w-0 flex-1 truncate text-body">{words}</span>
    <span className="text-title font-semibold tabular-nums">{count}</span>
  </button>
)

const dots = { plain: 'bg-faint', good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad', accent: 'bg-accent' }
