import type { ReactNode } from 'react'
import { type AnsweredTile, type TileAnswer, tileStateWords, type Tile } from '../../domain/dashboards/operations.ts'
import { chartOfShape } from '../../domain/dashboards/tile.ts'
import type { Table } from '../../domain/tables/define.ts'
import type { Groups } from '../../domain/tables/groupOperations.ts'
import { addDays, type Day } from '../../kernel/day.ts'
import { today } from '../shell/dateWords.ts'
import { type ChartData, chartDataOf, chartWords } from '../table/groups/chartData.ts'
import { type FigureColumn, figureColumns } from '../table/groups/figures.ts'
import { t } from '../words.ts'
import { type Comparison, comparisonOf, differenceOf } from './comparison.ts'
import { Bars } from './pictures/Bars.tsx'
import { Columns } from './pictures/Columns.tsx'
import { Lines } from './pictures/Lines.tsx'
import { Ring } from './pictures/Ring.tsx'
import { TileList } from './TileList.tsx'
import { TileTable } from './TileTable.tsx'
import type { TileGroup } from './tileHref.ts'

export type BodyProps = {
  table: Table
  tile: AnsweredTile
  /** Opens the rows behind it; undefined where the reader has no screen for them. */
  onOpen: ((group?: TileGroup) => void) | undefined
}

/** What a tile comes to, in its shape; in words where that is nothing. */
export const TileBody = (props: BodyProps) => {
  const { state, groups } = props.tile.answer
  if (state !== 'answered' || !groups) return <p className="tile-words">{t(tileStateWords[state === 'answered' ? 'closed' : state])}</p>
  return <AnsweredBody {...props} groups={groups} />
}

const AnsweredBody = (props: BodyProps & { groups: Groups }) => {
  const { table, tile, groups, onOpen } = props
  const [column] = figureColumns(table, { figures: tile.figures })
  if (!column) return null
  if (tile.shape === 'figure') return <FigureBody column={column} groups={groups} onOpen={onOpen} />
  if (tile.shape === 'change') return <ChangeBody {...props} column={column} />
  if (tile.shape === 'trend') return <TrendBody {...props} column={column} />
  if (tile.shape === 'list') return <TileList table={table} tile={tile} />
  if (groups.total.count === 0) return <p className="tile-words">{t('有了符合条件的记录后，这里会显示图表')}</p>
  if (tile.shape === 'table') return <TileTable table={table} tile={tile} groups={groups} onOpen={onOpen} />
  return <ChartBody {...props} />
}

type FigureProps = { column: FigureColumn; groups: Groups; onOpen: BodyProps['onOpen'] }

const FigureBody = ({ column, groups, onOpen }: FigureProps) => {
  const value = column.of({ keys: [], ...groups.total })
  return (
    <BigFigure words={column.words(value)} onPress={onOpen && (() => onOpen())}>
      {column.id !== 'count' && <span className="tile-note">{t('{count}条记录', { count: groups.total.count })}</span>}
    </BigFigure>
  )
}

const BigFigure = ({ words, onPress, children }: { words: string; onPress: (() => void) | undefined; children: ReactNode }) => {
  const Part = onPress ? 'button' : 'div'
  return (
    <Part {...(onPress && { type: 'button', onClick: onPress })} className="tile-figure">
      <span className="tile-big" style={{ '--figure-length': String(words.length) }}>
        {words}
      </span>
      {children}
    </Part>
  )
}

const ChangeBody = ({ table, tile, column, onOpen }: BodyProps & { column: FigureColumn }) => {
  const comparison = comparisonOf({ table, tile, answer: tile.answer, column, today: today() })
  if (!comparison) return null
  const { now, nowTitle, keys } = comparison
  const group = keys && { by: tile.by.slice(0, 1), keys }
  return (
    <BigFigure words={column.words(now)} onPress={onOpen && (() => onOpen(group))}>
      {nowTitle && <span className="tile-note">{nowTitle}</span>}
      <ChangeWords comparison={comparison} column={column} isKept={tile.isKept} />
    </BigFigure>
  )
}

const ChangeWords = ({ comparison, column, isKept }: { comparison: Comparison; column: FigureColumn; isKept: boolean }) => {
  const difference = differenceOf(comparison)
  if (difference === undefined || !comparison.before)
    return <span className="tile-note">{isKept ? t('从今晚开始保留，明天起可以比较') : t('还没有可以比较的数值')}</span>
  const isLess = difference.startsWith('-')
  const sign = isLess ? '' : '+'
  return (
    <span className="tile-note">
      {t('比{title}（{figure}）{change}', {
        ...{ title: comparison.before.title, figure: column.words(comparison.before.figure) },
        change: difference === '0' ? t('不变') : `${sign}${column.words(difference)}`,
      })}
    </span>
  )
}

/** The nights of a trend: a value for each of its days, null where none was kept. */
const nightsIn = (
  { days }: Tile,
  { nights }: TileAnswer,
  lastDay: Day,
): readonly { readonly day: Day; readonly figure: string | null }[] => {
  const figureByDay = new Map(nights.map(({ day, figure }) => [day, figure]))
  return Array.from({ length: days }, (_, at) => addDays(lastDay, at - days)).map((day) => ({ day, figure: figureByDay.get(day) ?? null }))
}

const TrendBody = ({ tile, column }: BodyProps & { column: FigureColumn }) => {
  const nights = nightsIn(tile, tile.answer, today())
  if (nights.every(({ figure }) => figure === null))
    return (
      <p className="tile-words">
        {tile.isKept ? t('每晚保留一次数值，明天起这里会有曲线；没有保留的日子留空') : t('打开“每晚保留数值”后，这里会有曲线')}
      </p>
    )
  const words = nights.map(({ figure }) => column.words(figure))
  const values = nights.map(({ figure }) => (figure === null ? null : Number(figure)))
  const spoken = nights.flatMap(({ day, figure }) => (figure === null ? [] : [`${day} ${column.words(figure)}`])).slice(-10)
  return (
    <Lines
      label={`${tile.title}${t('：')}${spoken.join(t('；'))}`}
      categories={nights.map(({ day }) => day.slice(5))}
      lines={[{ name: tile.title, values, words }]}
    />
  )
}

const ChartBody = ({ table, tile, groups, onOpen }: BodyProps & { groups: Groups }) => {
  const chart = chartOfShape(tile.shape)
  const data = chartDataOf(table, { by: tile.by, figures: tile.figures, chart }, groups)
  if (!data) return <TileTable table={table} tile={tile} groups={groups} onOpen={onOpen} />
  const openKeys = onOpen && ((keys: readonly (string | null)[]) => onOpen({ by: tile.by, keys }))
  return <Picture data={data} onKeys={openKeys} />
}

const Picture = ({ data, onKeys }: { data: ChartData; onKeys: ((keys: readonly (string | null)[]) => void) | undefined }) => {
  const open = onKeys && (({ keys }: { readonly keys: readonly (string | null)[] }) => onKeys(keys))
  if (data.kind === 'pie') return <Ring data={data} onOpen={open} />
  if (data.kind === 'line')
    return (
      <Lines
        label={chartWords(data)}
        categories={data.categories}
        lines={data.series.map(({ name, points }) => ({
          ...{ name, values: points.map(({ value }) => value) },
          words: points.map((point) => point.words),
        }))}
        onPress={(at, line) => {
          const group = data.series[line]?.points[at]?.group
          if (group) open?.(group)
        }}
      />
    )
  return data.isTimed ? <Columns data={data} onOpen={open} /> : <Bars data={data} onOpen={open} />
}
