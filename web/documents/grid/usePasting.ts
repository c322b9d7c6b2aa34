import { useState } from 'react'
import { cellOfValue } from '../../../domain/records/columns.ts'
import { isEmpty, type Noun } from '../../../kernel/field.ts'
import { idsIn } from '../../../kernel/fields/kinds.ts'
import type { Id } from '../../../kernel/id.ts'
import { CallError } from '../../call.ts'
import { t } from '../../words.ts'
import { nameOf } from '../../forms/names.ts'
import { today } from '../../shell/dateWords.ts'
import { cellsOf, type Matrix, textOfCells } from './clipboard.ts'
import type { GridColumn } from './columns.ts'
import type { Range } from './cursor.ts'
import { contentOf, type Lines } from './lines.ts'
import { askNames } from './askNames.ts'
import { namesIn, pasted, pasteOf, tooManyBy } from './pasting.ts'
import type { NameLookup } from './readCell.ts'
import type { LineSheet } from './sheet.ts'
import type { LineGridState } from './useLineGrid.ts'

type Props = {
  sheet: LineSheet
  grid: LineGridState
  columns: readonly GridColumn[]
  say: (words: string) => void
}

/** Copying the lines as people read them, and pasting a table into them. */
export const usePasting = ({ sheet, grid, columns, say }: Props) => {
  const [isBusy, setBusy] = useState(false)

  const copy = (range: Range): string => {
    const text = textOfCells(textsIn(grid.drawn, range, columns))
    copiedCells = { text, ids: namedIn(grid.drawn, range, columns) }
    return text
  }

  /** Writes a table into the lines; answers which rows, and how many faults stand in them. Undefined where nothing was written. */
  const paste = async (text: string, range: Range): Promise<{ row: number; count: number } | undefined> => {
    if (text === '') return undefined
    const plan = pasteOf({ columns, lines: grid.latest(), range, cells: cellsOf(text), today: today() })
    if (plan.rows.length === 0) return undefined
    if (tooManyBy(plan, sheet.atMost) > 0) {
      say(sheet.fullWords(plan.linesCount))
      return undefined
    }
    setBusy(true)
    say(t('正在粘贴 {count} 行…', { count: plan.rows.length }))
    try {
      const ownIds = text === copiedCells?.text ? copiedCells.ids : new Map<string, Id>()
      const questions = [...namesIn(plan)].map(
        ([noun, names]) => [noun, new Set([...names].filter((name) => !ownIds.has(`${noun} ${name}`)))] as const,
      )
      const answers = await askNames(new Map(questions.filter(([, names]) => names.size > 0)))
      const lookUpName: NameLookup = (noun, name) => {
        const id = ownIds.get(`${noun} ${name}`)
        return id === undefined ? answers(noun, name) : { id }
      }
      grid.apply((now) =>
        pasted(now, plan, lookUpName, sheet.hasUniquePieces).map((line) =>
          [...plan.fields.keys()].reduce((settled, key) => sheet.settle(settled, key), line),
        ),
      )
      say(
        [
          t('已粘贴 {count} 行', { count: plan.rows.length }),
          plan.unused.length > 0 && t('没有用到的列：{columns}', { columns: plan.unused.join(t('、')) }),
          plan.beyondCount > 0 && t('右边 {count} 列没有地方放', { count: plan.beyondCount }),
        ]
          .filter(Boolean)
          .join(' · '),
      )
      return { row: plan.row, count: plan.rows.length }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      say(t('没有粘贴：{words}', { words: error.message }))
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { copy, paste, isBusy }
}

/** What was copied here last, and what its names mean: pasted again they mean the same, also where something else is called so. */
let copiedCells: { readonly text: string; readonly ids: ReadonlyMap<string, Id> } | undefined

const nameIfKnown = (_: Noun, id: Id): string => nameOf(id) ?? id

/** What a range says, as people read it. */
const textsIn = (lines: Lines, { top, bottom, left, right }: Range, columns: readonly GridColumn[]): Matrix =>
  lines.slice(top, bottom + 1).map((line) =>
    columns.slice(left, right + 1).map(({ key, field }) => {
      const content = contentOf(line, key)
      return 'unread' in content ? content.unread.text : cellOfValue(field, content.value, nameIfKnown, t)
    }),
  )

const namedIn = (lines: Lines, { top, bottom, left, right }: Range, columns: readonly GridColumn[]): Map<string, Id> => {
  const ids = new Map<string, Id>()
  for (const { values } of lines.slice(top, bottom + 1))
    for (const { key, field } of columns.slice(left, right + 1)) {
      const value = values[key]
      if (isEmpty(value) || field.control.type !== 'reference') continue
      for (const id of idsIn(field.control, value)) ids.set(`${field.control.to} ${nameIfKnown(field.control.to, id)}`, id)
    }
  return ids
}
