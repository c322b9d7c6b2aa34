import { t } from '../../words.ts'
import type { FigureColumn } from './figures.ts'

type Props = {
  column: FigureColumn
  value: string | null
  /** How long the bar behind it is, of 1. */
  share: number
  /** Of which group it is. */
  title: string
  onPress: () => void
}

/** A figure that opens the rows behind it, with a bar where figures are compared. */
export const FigureCell = ({ column, value, share, title, onPress }: Props) => (
  <button
    type="button"
    className="groups-cell"
    aria-label={t('{title}：{figure} {value}，查看明细', { title, figure: column.title, value: column.words(value) })}
    onClick={onPress}
  >
    {share > 0 && <span className="groups-bar" style={{ width: `${share * 100}%` }} aria-hidden />}
    <span className="groups-value">{column.words(value)}</span>
  </button>
)
