import type { Condition } from '../form/condition.ts'
import { ownPathIn, pathOfOwn } from '../../records/ownFields/ownPath.ts'
import type { Path } from '../form/form.ts'
import { type Preset, presetOf, presets } from '../../../kernel/fields/kinds.ts'
import type { FormDesign, FormField, FormGroup, FormItem, FormTable } from '../form/formDesign.ts'
import { type Formula, withPaths } from '../form/formula.ts'

/**
 * Changes of a custom form while it is designed. An item is named by its path: "reason", or "lines.price" for a column of a table;
 * groups add nothing to a path, because keys are unique in the whole design. Each change answers a new design, or the very one
 * that it was given where nothing may change.
 */

/** Before the item at `index` of the form (null), of a group or of a table. */
export type Spot = { within: string | null; index: number }
export type EditResult = { design: FormDesign; path: Path }

export const itemAt = (design: FormDesign, path: Path): FormItem | undefined => {
  const [key, column] = path.split('.')
  const item = everyItem(design).find((one) => one.key === key)
  if (column === undefined) return item
  return item?.t === 'table' ? item.columns.find((otherColumn) => otherColumn.key === column) : undefined
}

/** Where an item stands; undefined for a path that names none. */
export const spotOf = (design: FormDesign, path: Path): Spot | undefined => {
  const [key = '', column] = path.split('.')
  if (column !== undefined) return spotIn(key, contentOf(design, key), column)
  for (const within of [null, ...containers(design)]) {
    if (within !== null && itemAt(design, within)?.t === 'table') continue
    const spot = spotIn(within, contentOf(design, within), key)
    if (spot) return spot
  }
  return undefined
}

/** What stands in the form (null), in a group or in a table. */
export const contentOf = (design: FormDesign, within: string | null): readonly FormItem[] => {
  if (within === null) return design.items
  const item = itemAt(design, within)
  if (item?.t === 'group') return item.items
  return item?.t === 'table' ? item.columns : []
}

/** Every item that is no column, groups before what is in them. */
export const everyItem = (design: FormDesign): FormItem[] =>
  design.items.flatMap((item): FormItem[] => (item.t === 'group' ? [item, ...item.items] : [item]))

/** The table that a column belongs to. */
export const tableOf = (design: FormDesign, path: Path): FormTable | undefined => {
  const item = path.includes('.') ? itemAt(design, path.slice(0, path.indexOf('.'))) : undefined
  return item?.t === 'table' ? item : undefined
}

/** Whether such an item may stand there: groups only in the form itself, tables not in tables. */
export const accepts = (design: FormDesign, within: string | null, t: FormItem['t']): boolean => {
  if (within === null) return true
  const outer = itemAt(design, within)
  if (outer === undefined || outer.t === 'field' || outer.t === 'note') return false
  return outer.t === 'group' ? t !== 'group' : t === 'field'
}

/** Puts an item somewhere; its keys, which are made anew where they are taken, say what is answered. */
export const insertItem = (design: FormDesign, { within, index }: Spot, item: FormItem): EditResult => {
  if (!accepts(design, within, item.t)) return { design, path: pathOf(within, item.key) }
  const fresh = rekeyed(design, within, item)
  return {
    design: withContent(design, within, (items) => items.toSpliced(index, 0, fresh)),
    path: pathOf(isTable(design, within) ? within : null, fresh.key),
  }
}

export const removeItem = (design: FormDesign, path: Path): FormDesign => {
  const spot = spotOf(design, path)
  return spot ? withContent(design, spot.within, (items) => items.toSpliced(spot.index, 1)) : design
}

/** Where something new goes: into the chosen group or table, else behind what is chosen, else to the end. */
export const spotBehind = (design: FormDesign, chosenPath: Path | undefined, t: FormItem['t']): Spot => {
  const item = chosenPath === undefined ? undefined : itemAt(design, chosenPath)
  if (chosenPath !== undefined && item && item.t !== 'field' && accepts(design, chosenPath, t))
    return { within: chosenPath, index: contentOf(design, chosenPath).length }
  let spot = chosenPath === undefined ? undefined : spotOf(design, chosenPath)
  while (spot && !accepts(design, spot.within, t)) spot = spot.within === null ? undefined : spotOf(design, spot.within)
  return spot ? { ...spot, index: spot.index + 1 } : { within: null, index: design.items.length }
}

/** What is chosen instead of something that was removed: what stands in its place then, else before it, else what it was in. */
export const besideRemoved = (design: FormDesign, path: Path): Path | undefined => {
  const spot = spotOf(design, path)
  if (!spot) return undefined
  const remainingItems = contentOf(removeItem(design, path), spot.within)
  const beside = remainingItems[spot.index] ?? remainingItems[spot.index - 1]
  return beside ? pathOf(isTable(design, spot.within) ? spot.within : null, beside.key) : (spot.within ?? undefined)
}

/** Moves an item; `spot` counts as the design is before. What refers to it follows where its path becomes another one. */
export const moveItem = (design: FormDesign, path: Path, spot: Spot): EditResult => {
  const from = spotOf(design, path)
  const item = itemAt(design, path)
  const inItself = item !== undefined && item.t !== 'field' && spot.within === item.key
  if (!from || !item || inItself || !accepts(design, spot.within, item.t)) return { design, path }
  const same = from.within === spot.within
  const index = same && from.index < spot.index ? spot.index - 1 : spot.index
  if (same && index === from.index) return { design, path }
  const put = insertItem(removeItem(design, path), { ...spot, index }, item)
  return put.path === path ? put : { ...put, design: followed(put.design, path, put.path) }
}

/** One place up or down, and out of or into the group that it comes upon. */
export const stepItem = (design: FormDesign, path: Path, step: -1 | 1): EditResult => {
  const spot = spotOf(design, path)
  const item = itemAt(design, path)
  if (!spot || !item) return { design, path }
  const beside = contentOf(design, spot.within)[spot.index + step]
  if (beside === undefined) {
    const outer = spot.within === null || isTable(design, spot.within) ? undefined : spotOf(design, spot.within)
    return outer ? moveItem(design, path, { within: outer.within, index: outer.index + (step > 0 ? 1 : 0) }) : { design, path }
  }
  if (beside.t === 'group' && accepts(design, beside.key, item.t))
    return moveItem(design, path, { within: beside.key, index: step > 0 ? 0 : beside.items.length })
  return moveItem(design, path, { within: spot.within, index: spot.index + (step > 0 ? 2 : -1) })
}

/** A copy behind the original, with keys of its own; what its parts say about each other is about the copies. */
export const copyItem = (design: FormDesign, path: Path): EditResult => {
  const spot = spotOf(design, path)
  const item = itemAt(design, path)
  return spot && item ? insertItem(design, { ...spot, index: spot.index + 1 }, item) : { design, path }
}

/** An item of the same path takes its place. */
export const changeItem = (design: FormDesign, path: Path, item: FormItem): FormDesign => {
  const spot = spotOf(design, path)
  return spot ? withContent(design, spot.within, (items) => items.with(spot.index, item)) : design
}

/** Another key for an item; conditions and formulas follow. A key that is taken or is none changes nothing. */
export const renameKey = (design: FormDesign, path: Path, key: string): EditResult => {
  const item = itemAt(design, path)
  const table = tableOf(design, path)
  if (!item || !isKey(key) || takenKeys(design, table?.key ?? null).has(key)) return { design, path }
  const next = table ? `${table.key}.${key}` : key
  return { design: followed(changeItem(design, path, { ...item, key } as FormItem), path, next), path: next }
}

/** Whether a text may be a key; what every object has already is none. */
export const isKey = (text: string): boolean => /^[a-z][A-Za-z0-9]{0,39}$/.test(text) && !(text in {})

/** What may be put into a form: fields of every kind, and what arranges them. */
export type ItemKind = Preset | 'note' | 'table' | 'group'

/** What a new item is called: itself, the options of a choice, the first column of a table. */
export type BlankWords = { label: string; option: (n: number) => string; column: string }

export const blankItem = (kind: ItemKind, { label, option, column }: BlankWords): FormItem => {
  if (kind === 'note') return { t: 'note', key: 'note', label: '', text: label }
  if (kind === 'group') return { t: 'group', key: 'group', label, items: [] }
  if (kind === 'table') return { t: 'table', key: 'lines', label, columns: [blankField('line', column, option)], min: 1, max: 100 }
  return blankField(kind, label, option)
}

/** The kind that a field was made as. */
export const itemKindOf = (item: FormItem): ItemKind => (item.t === 'field' ? presetOf(item.control) : item.t)

const spotIn = (within: string | null, items: readonly FormItem[], key: string): Spot | undefined => {
  const index = items.findIndex((item) => item.key === key)
  return index < 0 ? undefined : { within, index }
}

const containers = (design: FormDesign): string[] =>
  everyItem(design).flatMap((item) => (item.t === 'field' || item.t === 'note' ? [] : [item.key]))

const isTable = (design: FormDesign, within: string | null): boolean => within !== null && itemAt(design, within)?.t === 'table'

const pathOf = (within: string | null, key: string): Path => (within === null ? key : `${within}.${key}`)

const withContent = (design: FormDesign, within: string | null, change: (items: FormItem[]) => FormItem[]): FormDesign => {
  if (within === null) return { ...design, items: change(design.items) }
  const into = <T extends FormItem>(item: T): T => {
    if (item.key !== within) return item.t === 'group' ? ({ ...item, items: item.items.map(into) } as T) : item
    if (item.t === 'group') return { ...item, items: change(item.items) as FormGroup['items'] }
    return item.t === 'table' ? { ...item, columns: change(item.columns) as FormField[] } : item
  }
  return { ...design, items: design.items.map(into) }
}

/** The keys that an item there must not have. */
const takenKeys = (design: FormDesign, table: string | null): Set<string> => {
  const items = table === null ? everyItem(design) : contentOf(design, table)
  return new Set(items.map(({ key }) => key))
}

const freshKey = (usedKeys: ReadonlySet<string>, wantedKey: string): string => {
  if (!usedKeys.has(wantedKey)) return wantedKey
  const stem = wantedKey.replace(/\d+$/, '').slice(0, 36) || 'field'
  let n = 2
  while (usedKeys.has(`${stem}${n}`)) n += 1
  return `${stem}${n}`
}

/** The item with keys that are not taken where it goes. What its parts say about each other follows. */
const rekeyed = (design: FormDesign, within: string | null, item: FormItem): FormItem => {
  const usedKeys = takenKeys(design, isTable(design, within) ? within : null)
  const pairs: [Path, Path][] = []
  const take = (key: string): string => {
    const fresh = freshKey(usedKeys, key)
    usedKeys.add(fresh)
    if (fresh !== key) pairs.push([key, fresh])
    return fresh
  }
  const renamed: FormItem =
    item.t === 'group'
      ? { ...item, key: take(item.key), items: item.items.map((inner) => ({ ...inner, key: take(inner.key) })) }
      : { ...item, key: take(item.key) }
  return pairs.reduce((design, [from, to]) => mapItem(design, from, to), renamed)
}

const followed = (design: FormDesign, from: Path, to: Path): FormDesign => ({
  ...design,
  items: design.items.map((item) => mapItem(item, from, to)),
})

/** The item with every mention of `from`, and of what is below it, turned into `to`. */
const mapItem = <T extends FormItem>(item: T, from: Path, to: Path, table?: FormTable): T => {
  const full = (path: Path): Path => (path === from || path.startsWith(`${from}.`) ? to + path.slice(from.length) : path)
  /** In a table, a path without a dot is first a column of the same row; it was so before the change, or is so after. */
  const near = (path: Path): Path => {
    if (!table || path.includes('.')) return full(path)
    const own = `${table.key}.${path}`
    if (own === from) return to.startsWith(`${table.key}.`) ? to.slice(table.key.length + 1) : to
    if (table.columns.some(({ key }) => key === path)) return path
    const next = full(path)
    return next.startsWith(`${table.key}.`) ? next.slice(table.key.length + 1) : next
  }
  const visible = item.visible && { visible: mapCondition(item.visible, near) }
  if (item.t === 'group') return { ...item, ...visible, items: item.items.map((inner) => mapItem(inner, from, to)) }
  if (item.t === 'table') return { ...item, ...visible, columns: item.columns.map((column) => mapItem(column, from, to, item)) }
  if (item.t === 'note') return { ...item, ...visible }
  const rewrite = (formula: Formula): Formula => withPaths(formula, near, full)
  const { formula, checks, begins, offers } = item
  return {
    ...item,
    ...visible,
    ...(formula && { formula: rewrite(formula) }),
    ...(checks && { checks: checks.map(({ holds, words }) => ({ holds: rewrite(holds), words })) }),
    ...(begins?.as === 'formula' && { begins: { as: 'formula', formula: rewrite(begins.formula) } }),
    ...(offers && { offers: offers.map(({ option, when }) => ({ option, when: mapCondition(when, near) })) }),
  }
}

const mapCondition = (condition: Condition, map: (path: Path) => Path): Condition => {
  if ('all' in condition) return { all: condition.all.map((part) => mapCondition(part, map)) }
  if ('any' in condition) return { any: condition.any.map((part) => mapCondition(part, map)) }
  if ('not' in condition) return { not: mapCondition(condition.not, map) }
  const ownPath = ownPathIn(condition.f)
  return { ...condition, f: ownPath ? pathOfOwn({ ...ownPath, of: map(ownPath.of) }) : map(condition.f) }
}

const blankField = (preset: Preset, label: string, option: BlankWords['option']): FormField => {
  const { key, make } = presets[preset]
  return { t: 'field', key, label, required: false, control: make(option) }
}
