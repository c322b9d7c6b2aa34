import { type KeyboardEvent, useRef } from 'react'
import { wedgeDefaults, type WedgeSettings, type WedgeState, wedgeKey, wedgeStart } from '../../../devices/wedge.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import { recordOf } from '../../../domain/records/all.ts'
import { calledOf } from '../../../domain/records/define.ts'
import { host } from '../../../hosts/here.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'
import { CallError } from '../../call.ts'
import { t } from '../../words.ts'
import { learnRows } from '../../forms/names.ts'
import { findScanned, meant } from '../../scan/find.ts'
import type { GridColumn } from './columns.ts'
import { readCell } from './readCell.ts'
import type { LineSheet } from './sheet.ts'
import type { LineGridState } from './useLineGrid.ts'

/** In a cell people type fast: a gun there is faster. */
const gridGun: WedgeSettings = { ...wedgeDefaults, fastMs: 35, machineMs: 35, pauseMs: 100 }

type CellScansInput = {
  sheet: LineSheet
  grid: LineGridState
  column: GridColumn
  say: (words: string) => void
  goTo: (row: number, column: number) => void
  onFull: () => void
}

/** What a gun reads into the sheet: things go into lines, whatever cell the cursor is in. */
export const useCellScans = ({ sheet: { atMost, scanning }, grid, column, say, goTo, onFull }: CellScansInput) => {
  const scans = scanning?.nouns ?? []
  const wedge = useRef<WedgeState>(wedgeStart)
  const take = (row: RecordRow) => {
    const noun = scanning?.nouns[0]
    if (!scanning || noun === undefined) return
    learnRows(noun, [row])
    const { lines, row: to, did } = scanning.take(grid.latest(), row)
    if (lines.length > atMost) return onFull()
    if (did !== 'known') grid.apply(() => lines)
    const name = calledOf(recordOf(noun), row)
    const line = lines[to]
    const count = line ? scanning.countIn(line) : ''
    if (did === 'known') say(t('{name}已在第 {line} 行，没有重复添加', { name, line: to + 1 }))
    else if (did === 'added') say(t('已添加{name}', { name }))
    else say(t('{name}：第 {line} 行现在是 {count}', { name, line: to + 1, count }))
    goTo(to, grid.cursor.at.column)
  }
  const scan = async (text: string) => {
    try {
      const result = await meant(await findScanned({ text, way: 'wedge', atMs: performance.now() }, scans))
      host.signal(typeof result === 'string' ? 'error' : 'hit')
      if (typeof result === 'string') say(result)
      else if (result) take(result.row)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      say(error.message)
    }
  }
  /** A gun types like a machine; what is a value of the cell and short was typed by a quick hand. */
  const isScan = (text: string): boolean => {
    if (scans.length === 0) return false
    if (referenceOf(column.field.control) || column.field.control.type === 'text') return true
    return text.length >= 8 || 'unread' in readCell(column.field, text)
  }
  /** The text that a gun has read with this key; undefined where a person types. */
  const readKey = ({ key, timeStamp }: KeyboardEvent): string | undefined => {
    const { state, scan: text } = wedgeKey(wedge.current, { key, atMs: timeStamp, isInField: true }, gridGun)
    wedge.current = state
    return text !== undefined && isScan(text) ? text : undefined
  }
  return { take, scan, readKey }
}
