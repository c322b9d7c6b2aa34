import { ChartColumn, GripVertical, Settings2, Table2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { AnsweredTile } from '../../domain/dashboards/operations.ts'
import { tableNamed } from '../../domain/tables/operations.ts'
import { IconButton } from '../look/IconButton.tsx'
import { useResources } from '../screen.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { arrowStep, type ArrowStep } from './arrange.ts'
import { NightTable } from './NightTable.tsx'
import { TileBody } from './TileBody.tsx'
import { hrefOfTile, type TileGroup } from './tileHref.ts'
import { TileTable } from './TileTable.tsx'
import { useTileTable } from './useTileTable.ts'

/** What may be done with a tile while the dashboard is arranged. */
export type TileArrangement = {
  readonly onStep: (step: ArrowStep) => void
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void
  readonly onSize: (event: PointerEvent<HTMLElement>) => void
  readonly onSettings: () => void
}

type Props = { tile: AnsweredTile; arrangement: TileArrangement | undefined }

const isDrawn = ({ shape }: AnsweredTile): boolean => shape !== 'figure' && shape !== 'change' && shape !== 'list' && shape !== 'table'

/** A tile: its title, which opens the rows behind it, its figures, and these as a table one press away. */
export const TileCard = ({ tile, arrangement }: Props) => {
  const table = useTileTable(tile.table)
  const paths = new Set((useResources() ?? []).map(({ mobilePath }) => mobilePath))
  const [isTable, setIsTable] = useState(false)
  const { answer } = tile
  const isOpen =
    table !== undefined && answer.state !== 'closed' && answer.state !== 'unset' && paths.has(tableNamed(tile.table)?.screen ?? '')
  const open = isOpen && !arrangement ? (group?: TileGroup) => goHref(hrefOfTile(table, tile, answer.inputs, group)) : undefined
  const hasTable = isDrawn(tile) && answer.state === 'answered' && (answer.groups?.total.count ?? 0) > 0 && !arrangement
  return (
    <>
      <div className="tile-head">
        {arrangement && <Handle title={tile.title} arrangement={arrangement} />}
        <h2 className="tile-title">
          {open ? (
            <button type="button" className="tile-link" onClick={() => open()}>
              {tile.title}
            </button>
          ) : (
            tile.title
          )}
        </h2>
        {tile.shape === 'list' && answer.groups && (
          <span className="tile-note">{t('{count}条记录', { count: answer.groups.total.count })}</span>
        )}
        {hasTable && (
          <IconButton
            icon={isTable ? ChartColumn : Table2}
            iconSize={16}
            label={isTable ? t('显示图形：{title}', { title: tile.title }) : t('显示表格：{title}', { title: tile.title })}
            onClick={() => setIsTable(!isTable)}
            className="tile-act"
          />
        )}
        {arrangement && (
          <IconButton
            icon={Settings2}
            iconSize={16}
            label={t('设置：{title}', { title: tile.title })}
            onClick={arrangement.onSettings}
            className="tile-act"
          />
        )}
      </div>
      <div className="tile-body">{table && <Content isTable={isTable && hasTable} table={table} tile={tile} onOpen={open} />}</div>
      {arrangement && <span className="tile-corner" aria-hidden onPointerDown={arrangement.onSize} />}
    </>
  )
}

type ContentProps = Parameters<typeof TileBody>[0] & { isTable: boolean }

const Content = ({ isTable, ...props }: ContentProps) => {
  const { tile, table, onOpen } = props
  const { groups } = tile.answer
  if (!isTable || !groups) return <TileBody {...props} />
  return tile.shape === 'trend' ? (
    <NightTable table={table} tile={tile} />
  ) : (
    <TileTable table={table} tile={tile} groups={groups} onOpen={onOpen} />
  )
}

/** Moved by dragging; by arrow keys, and with Shift the tile grows and shrinks. */
const Handle = ({ title, arrangement: { onStep, onGrab } }: { title: string; arrangement: TileArrangement }) => {
  const press = (event: KeyboardEvent) => {
    const step = arrowStep(event.key, event.shiftKey)
    if (!step) return
    event.preventDefault()
    onStep(step)
  }
  return (
    <button
      type="button"
      className="tile-handle"
      aria-label={t('移动“{title}”：拖动或按方向键，按住Shift改变大小', { title })}
      onKeyDown={press}
      onPointerDown={onGrab}
    >
      <GripVertical size={16} aria-hidden />
    </button>
  )
}
