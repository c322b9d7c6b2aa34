import { cellsOf, type SheetPaper } from '../../domain/labels/template.ts'
import { Section } from '../look/Card.tsx'
import { t } from '../words.ts'

type Props = {
  paper: SheetPaper
  /** How many labels are printed. */
  count: number
  /** From 1, row by row. */
  startCell: number
  onStart: (cell: number) => void
}

/** The first sheet with what is printed on it; a tap says where to begin, because the labels before may be gone already. */
export const SheetPicture = ({ paper, count, startCell, onStart }: Props) => {
  const { pageWidthMm, pageHeightMm, columns, widthMm, heightMm, leftMm, topMm, pitchXMm, pitchYMm, cornerMm } = paper
  const cells = cellsOf(paper)
  const sheets = Math.ceil((startCell - 1 + count) / cells)
  return (
    <Section
      title={t('从第几格开始')}
      right={<span className="text-small text-quiet">{t('第{cell}格起，共{count}页', { cell: startCell, count: sheets })}</span>}
      note={t('用过几格的标签纸可以接着用：点一下第一个空着的格子。')}
      flush={false}
    >
      <svg
        viewBox={`0 0 ${pageWidthMm} ${pageHeightMm}`}
        className="mx-auto block w-full max-w-80 rounded-chip bg-white ring-1 ring-line"
        role="group"
        aria-label={t('标签纸')}
      >
        {Array.from({ length: cells }, (_, index) => {
          const cell = index + 1
          const isUsed = cell >= startCell && cell < startCell + count
          const x = leftMm + (index % columns) * pitchXMm
          const y = topMm + Math.floor(index / columns) * pitchYMm
          return (
            <g
              key={cell}
              role="button"
              tabIndex={0}
              aria-label={t('从第{cell}格开始', { cell })}
              aria-pressed={cell === startCell}
              className="cursor-pointer focus-visible:outline-2 focus-visible:outline-accent"
              onClick={() => onStart(cell)}
              onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && onStart(cell)}
            >
              <rect
                x={x}
                y={y}
                width={widthMm}
                height={heightMm}
                rx={cornerMm}
                fill={isUsed ? '#d9ebff' : '#f3f5f8'}
                stroke={cell === startCell ? '#0081ff' : '#c9d0d9'}
                strokeWidth={cell === startCell ? 1.6 : 0.5}
              />
              <text
                x={x + widthMm / 2}
                y={y + heightMm / 2}
                fontSize={9}
                textAnchor="middle"
                dominantBaseline="central"
                fill={isUsed ? '#0066cc' : '#8d97a4'}
              >
                {cell}
              </text>
            </g>
          )
        })}
      </svg>
    </Section>
  )
}
