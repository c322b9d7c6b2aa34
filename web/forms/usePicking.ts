import { useState } from 'react'
import type { RecordRow } from '../../domain/records/operations.ts'
import { recordOf } from '../../domain/records/all.ts'
import { calledOf } from '../../domain/records/define.ts'
import type { Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { learnNames } from '../cache.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { unfitting } from './unfitting.ts'
import { rememberChoices } from './recentChoices.ts'

export type PickingInput = {
  noun: Noun
  /** Narrows what is offered; keys that the kind's list does not know are left out. */
  filter?: Readonly<Record<string, unknown>> | undefined
  many?: boolean
  /** How many may be chosen at most. */
  max?: number
  chosen: readonly Id[]
  /** With the rows that were chosen here, as far as they are known. */
  onChoose: (ids: Id[], rows: readonly RecordRow[]) => void
  onClose: () => void
}

/** The records that are chosen with the row of each that is known. */
type Picked = ReadonlyMap<Id, RecordRow | undefined>

/** Chooses one record, which ends it, or several until `finish`. */
export const usePicking = ({ noun, filter, many: isSeveral = false, max, chosen, onChoose, onClose }: PickingInput) => {
  const kind = recordOf(noun)
  // Where one is all that is wanted, choosing it is enough.
  const many = isSeveral && max !== 1
  const [pickedRows, setPickedRows] = useState<Picked>(() => new Map(chosen.map((id) => [id, undefined])))

  const finishWith = (all: Picked) => {
    const rows = [...all.values()].filter((row) => row !== undefined)
    const choices = rows.map((row) => ({ id: row.id, name: calledOf(kind, row) }))
    learnNames(Object.fromEntries(choices.map(({ id, name }) => [id, name])))
    if (!many) rememberChoices(noun, choices)
    onChoose([...all.keys()], rows)
    onClose()
  }
  const choose = (row: RecordRow) => {
    if (!many) return finishWith(new Map([[row.id, row]]))
    const next = new Map(pickedRows)
    if (!next.delete(row.id)) next.set(row.id, row)
    if (max !== undefined && next.size > max) return toast(t('最多选{max}项', { max }), 'error')
    setPickedRows(next)
  }
  /** A label says more than a list: a second time it stays chosen. */
  const chooseScanned = (row: RecordRow) => {
    const wrong = unfitting(kind, filter, row)
    if (wrong) return toast(t(wrong.words, wrong.params), 'error')
    if (many && pickedRows.has(row.id)) return toast(t('{name}已在列表中', { name: calledOf(kind, row) }))
    choose(row)
    if (many) toast(t('已选{name}', { name: calledOf(kind, row) }))
  }
  return { kind, many, picked: pickedRows, choose, chooseScanned, finish: () => finishWith(pickedRows) }
}
