import type { CountLineRow } from '../../../domain/counting/operations.ts'
import { decisions, differenceReasons } from '../../../domain/counting/verdict.ts'
import { CheckMark } from '../../look/fields/CheckBox.tsx'
import { Picture } from '../../look/Picture.tsx'
import { Tag } from '../../look/Tag.tsx'
import { t } from '../../words.ts'
import { verdictLook } from './countLook.ts'

/** What tells one line of a count from another. */
export const keyOfLine = ({ itemId, account }: Pick<CountLineRow, 'itemId' | 'account'>): string => `${itemId}/${account}`

/** What the books say and what was seen, in few words. */
export const lineWords = (line: CountLineRow): string => {
  if (line.itemKind === 'consumable')
    return [
      line.place?.name,
      line.expected !== null && t('账面{n}{unit}', { n: line.expected, unit: line.unit ?? '' }),
      line.counted !== null && t('实盘{n}{unit}', { n: line.counted, unit: line.unit ?? '' }),
    ]
      .filter(Boolean)
      .join(' · ')
  const elsewhere = line.seenAt.filter(({ id }) => id !== line.place?.id)
  return [
    [line.place?.name, line.holder?.name].filter(Boolean).join(t('，')),
    elsewhere.length > 0 && t('在{place}看到', { place: elsewhere.map(({ name }) => name).join(t('、')) }),
    line.seenWith && line.seenWith.id !== line.holder?.id && t('在{name}手上', { name: line.seenWith.name }),
  ]
    .filter(Boolean)
    .join(' → ')
}

/** What was decided about a line, or what was made of it. */
export const decisionWords = (line: CountLineRow): string =>
  line.document
    ? line.document.code
    : [line.decision && t(decisions[line.decision]), line.reason && t(differenceReasons[line.reason])].filter(Boolean).join(' · ')

/** True where own fields were said to be otherwise than on the card. */
const isCorrected = ({ ownWords }: CountLineRow): boolean =>
  Object.values(ownWords).some(({ cardText, countText }) => countText !== null && countText !== cardText)

type Props = { line: CountLineRow; onPress: () => void; picked?: boolean | undefined }

/** One line of a count as a row of a list; where several are picked, whether this one is. */
export const LineRow = ({ line, onPress, picked }: Props) => {
  const { words, tone } = verdictLook(line.verdict)
  const decided = decisionWords(line)
  return (
    <button
      type="button"
      aria-pressed={picked}
      onClick={onPress}
      className="pressable flex min-h-16 w-full items-center gap-3 px-4 py-3 text-left"
    >
      {picked !== undefined && <CheckMark on={picked} />}
      <Picture src={line.image ?? undefined} alt="" className="size-12" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center justify-between gap-3">
          <span className="truncate text-body font-medium">{line.name}</span>
          <Tag tone={tone}>{words}</Tag>
        </span>
        <span className="mt-0.5 flex items-baseline justify-between gap-3">
          <span className="truncate text-small text-quiet">{line.code}</span>
          {line.difference !== null && line.difference !== '0' && (
            <span className={`shrink-0 text-body font-semibold tabular-nums ${line.difference.startsWith('-') ? 'text-bad' : 'text-warn'}`}>
              {signed(line.difference)}
            </span>
          )}
        </span>
        <span className="mt-0.5 line-clamp-2 text-small text-quiet">{lineWords(line)}</span>
        {(decided || line.late || isCorrected(line)) && (
          <span className="mt-1 flex gap-1.5">
            {decided && <Tag tone="accent">{decided}</Tag>}
            {isCorrected(line) && <Tag tone="warn">{t('登记不符')}</Tag>}
            {line.late && <Tag tone="warn">{t('有迟到记录')}</Tag>}
          </span>
        )}
      </span>
    </button>
  )
}

/** A difference with its sign. */
export const signed = (difference: string): string => (difference.startsWith('-') ? difference : `+${difference}`)
