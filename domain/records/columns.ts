import {
  choice,
  date,
  type Field,
  type FieldType,
  isEmpty,
  location,
  money,
  type Noun,
  persons,
  quantity,
  text,
} from '../../kernel/field.ts'
import type { Speaker } from '../../kernel/fields/kind.ts'
import { kindOf } from '../../kernel/fields/kinds.ts'
import { fill } from '../../kernel/refusal.ts'
import { english } from '../english/all.ts'
import {
  amountOfCell,
  hasSeveralLines,
  hasSeveralNumbers,
  isNothing,
  plainReading,
  pointOfCell,
  withoutUnit,
  type ColumnFormat,
} from '../../kernel/cell.ts'
import type { RecordField, RecordKind } from './define.ts'
import { coresOfHeader, halvesOfHeader, otherHeaders, partsOfHeader, subjectsOf, wordOfAbbreviation } from './import/headers.ts'
import { employments } from './person.ts'
import { standings } from './recordStanding.ts'
import { withUnitOf } from './units.ts'

/** A column of a sheet: what stands in it for one field of a record. */
export type Column = {
  readonly key: string
  readonly label: string
  readonly field: Field
  readonly required: boolean
  /** The columns that say the same together, so that it may be missing. */
  readonly instead: readonly string[]
  /** Other headers that people use for the same. */
  readonly aliases: readonly string[]
  /** What headers call the records in front of these words, as 设备 in 设备编号. */
  readonly subjects?: readonly string[]
  /** What the header calls the place that its quantities lie in. */
  readonly place?: string
}

/** Which column of a sheet, counted from 0, is which column of ours. */
export type Mapping = Readonly<Record<string, number>>

/** The columns that a sheet of this kind is read by, in the order of the template. */
export const importColumns = (kind: RecordKind): readonly Column[] => {
  const ownFields = Object.entries(kind.fields).filter(
    ([, { control, readOnly, imported }]) => (!readOnly || imported === 'also') && kindOf(control).cell !== undefined,
  )
  const all = { ...Object.fromEntries(ownFields), ...lists[kind.noun], ...extras[kind.noun] }
  // What stands above a room or below a department is read before it.
  const inOrder = Object.entries(all).flatMap((entry) => [...Object.entries(parts[`${kind.noun}.${entry[0]}`] ?? {}), entry])
  return inOrder.map(([key, field]) => columnFor(kind.noun, key, field))
}

/**
 * The same with a column of opening stock for each header that names a place, as `深圳仓` or `总部 库存（箱）`. `isPlace` knows the places that
 * there are; a store is one by its name. A column whose cells are no amounts is about something else.
 */
export const sheetColumns = (
  kind: RecordKind,
  headers: readonly string[],
  isPlace: (name: string) => boolean,
  cellsOf: (index: number) => readonly string[] = () => [],
): readonly Column[] => {
  const columns = importColumns(kind)
  const stock = columns.find(({ key }) => key === openingStock.quantity)
  if (!stock) return columns
  const matchedColumns = new Set(Object.values(matchHeaders(columns, headers)))
  const names = headerNames(headers)
  const perPlace = headers.flatMap((header, index): Column[] => {
    const name = names[index]
    const place = matchedColumns.has(index) || !holdsAmounts(cellsOf(index)) ? undefined : placeInHeader(header, isPlace)
    return place === undefined ? [] : [{ ...stock, key: `stock:${name}`.slice(0, 60), label: header, aliases: [], place }]
  })
  return [...columns, ...perPlace]
}

/** The columns of opening stock where each row says its place. */
export const openingStock = { place: 'openingLoc', quantity: 'openingQuantity' } as const

/** The columns that a list of this kind is written with: everything that a sheet can show. */
export const exportColumns = (kind: RecordKind): readonly Column[] =>
  Object.entries({ ...kind.fields, ...lists[kind.noun] })
    .filter(([, { control }]) => kindOf(control).cell !== undefined)
    .map(([key, field]) => columnFor(kind.noun, key, field))

/** Finds out which column is which by its header, whatever the order; each column is taken once, the better match first. */
export const matchHeaders = (columns: readonly Column[], headers: readonly string[]): Mapping => headerMatcher(columns)(headers)

/**
 * `matchHeaders` for several rows: the words of the columns are gathered once. The forms of a header are what it may be held against, the
 * closest first: the whole of it, its halves in two languages, its parts, what is left without the name of its records.
 */
const headerMatcher = (columns: readonly Column[]): ((headers: readonly string[]) => Mapping) => {
  const labels = new Map(columns.map(({ key, label }) => [key, [plainWord(label)]]))
  const otherWords = new Map(columns.map(({ key, aliases }) => [key, [...aliases.map(plainWord), key.toLowerCase()]]))
  const allWords = new Map(columns.map(({ key, label, aliases }) => [key, [label, ...aliases].map(plainWord)]))
  const knownWords = new Set([...otherWords.values(), ...allWords.values()].flat())
  const hasStock = columns.some(({ key }) => key === openingStock.quantity)
  const subjects = [...new Set(columns.flatMap(({ subjects = [] }) => subjects))]
  return (headers) => {
    const wholeForms = headers.map((header) => [wholeForm(header)])
    const halves = headers.map((header) => halvesOfHeader(header.slice(0, headerCharactersAtMost)).map(plainHeader))
    const parts = headers.map((header) => partsOfHeader(header.slice(0, headerCharactersAtMost)).map(plainHeader))
    const cores = wholeForms.map(([form = '']) => coresOfHeader(form, subjects))
    // A row of records has no word of ours in it.
    const isKnown = [wholeForms, halves, parts, cores].some((forms) => forms.flat().some((form) => knownWords.has(form)))
    if (!isKnown) return {}
    const passes = [
      { wordsByKey: labels, forms: wholeForms },
      { wordsByKey: otherWords, forms: wholeForms },
      { wordsByKey: allWords, forms: halves },
      { wordsByKey: allWords, forms: parts },
      { wordsByKey: allWords, forms: cores },
    ]
    const mapping: Record<string, number> = {}
    for (const pass of passes) takeColumns(columns, wholeForms, pass, mapping)
    if (hasStock) preferClosing(wholeForms, mapping)
    preferUnitPrice(wholeForms, mapping)
    // Where nothing is priced or counted besides, 合计 adds up something else.
    if (!('value' in mapping || 'quantity' in mapping) && bareTotal.test(wholeForms[mapping['totalValue'] ?? -1]?.[0] ?? ''))
      delete mapping['totalValue']
    // Beside columns for places a quantity without one is their sum.
    if (columns.some(({ key, place }) => place !== undefined && key in mapping) && !(openingStock.place in mapping))
      delete mapping[openingStock.quantity]
    return mapping
  }
}

/** A report of a month has the quantity that it began with and the one that is there now, which is the one to begin with here. */
const preferClosing = (wholeForms: HeaderForms, mapping: Record<string, number>): void => {
  const matchedIndexes = new Set(Object.values(mapping))
  const index = wholeForms.findIndex(([form = ''], at) => closingQuantity.test(form) && !matchedIndexes.has(at))
  if (index >= 0) mapping[openingStock.quantity] = index
}
const closingQuantity =
  /^(((期末|月末|年末)(结存|结余|库存)?|(本月|本期|本年)(结存|结余|库存))(数量|数|量)?|(closing|ending)(stock|balance|quantity|qty))$/

/** Where rows of several pieces have a price and an amount, the amount is that of all of them. */
const preferUnitPrice = (wholeForms: HeaderForms, mapping: Record<string, number>): void => {
  const { value, totalValue, quantity } = mapping
  if (value === undefined || totalValue !== undefined || quantity === undefined || !plainAmount.test(wholeForms[value]?.[0] ?? '')) return
  const index = wholeForms.findIndex(([form = '']) => unitPrice.test(form))
  if (index >= 0) Object.assign(mapping, { value: index, totalValue: value })
}
const bareTotal = /^(合计|total)$/
const plainAmount = /^((购置|采购|购买|购入)?金额|amount)$/
const unitPrice = /^((含税|不含税|购置|采购|购买|购入)?单价|unit(price|cost))$/

type HeaderForms = readonly (readonly string[])[]
type HeaderPass = { readonly wordsByKey: ReadonlyMap<string, readonly string[]>; readonly forms: HeaderForms }

/** Writes into `mapping` the columns that one pass finds; of several headers that fit a column, the one whose word stands first. */
const takeColumns = (
  columns: readonly Column[],
  wholeForms: HeaderForms,
  { wordsByKey, forms }: HeaderPass,
  mapping: Record<string, number>,
): void => {
  const matchedIndexes = new Set(Object.values(mapping))
  for (const { key } of columns) {
    if (key in mapping) continue
    const words = wordsByKey.get(key) ?? []
    let best: { readonly index: number; readonly rank: number } | undefined
    for (const [index, formsOfHeader] of forms.entries()) {
      if (wholeForms[index]?.[0] === '' || matchedIndexes.has(index)) continue
      const rank = words.findIndex((word) => formsOfHeader.includes(word))
      if (rank >= 0 && (best === undefined || rank < best.rank)) best = { index, rank }
    }
    if (!best) continue
    mapping[key] = best.index
    matchedIndexes.add(best.index)
  }
}

/** Whatever is longer than a header may be is none, and looking closely at it would take long. */
const wholeForm = (header: string): string => (header.length > headerCharactersAtMost ? '' : plainHeader(header))

/**
 * The headers of a sheet and the row they end in: the one among the first that looks most like headers, or two of them where a second row
 * says more closely what stands below a common title. The first row with something in it where none does.
 */
export const headersIn = (columns: readonly Column[], rows: readonly (readonly string[])[]): { at: number; headers: readonly string[] } => {
  const top = rows.slice(0, 20)
  const match = headerMatcher(columns)
  const matches = (headers: readonly string[]) => Object.keys(match(headers)).length
  const words = new Set(columns.flatMap(({ label, aliases }) => [label, ...aliases].map(plainWord)))
  const under = (above: readonly string[], below: readonly string[]) =>
    headersUnder(above, below, (header) => words.has(plainHeader(header)))
  const first = Math.max(
    0,
    top.findIndex((row) => row.some((cell) => cell !== '')),
  )
  let best = { at: first, headers: top[first] ?? [], matches: 0 }
  const consider = (index: number, headers: readonly string[]) => {
    const matchesFound = matches(headers)
    if (matchesFound > best.matches) best = { at: index, headers, matches: matchesFound }
  }
  top.forEach((row, index) => {
    consider(index, row)
    const above = top[index - 1]
    // Headers that are merged downwards stand in both rows; the lower one says more.
    if (above && index === best.at + 1 && best.matches > 1 && matches(row) === best.matches)
      best = { at: index, headers: under(above, row), matches: best.matches }
  })
  top.forEach((row, index) => {
    const above = top[index - 1]
    if (above) consider(index, under(above, row))
  })
  const below = top[best.at + 1] ?? []
  return best.matches > 1 && divides(below, best.headers)
    ? { at: best.at + 1, headers: under(best.headers, below) }
    : { at: best.at, headers: best.headers }
}

/** True for a row with the headers of another table: three of its cells at least, and two of three, are headers that people use. */
export const otherHeadersIn = (columns: readonly Column[]): ((cells: readonly string[]) => boolean) => {
  const words = new Set(columns.flatMap(({ label, aliases }) => [label, ...aliases]))
  return (cells) => {
    const matchCount = cells.filter((cell) => words.has(cell)).length
    return matchCount >= 3 && matchCount * 3 >= cells.filter((cell) => cell !== '').length * 2
  }
}

/** True for a row with nothing but words below titles that span several columns. */
const divides = (below: readonly string[], above: readonly string[]): boolean => {
  const addedCells = [...below.entries()].filter(([index, cell]) => cell !== '' && cell !== above[index])
  const isSpanned = (index: number) => above[index] === '' || above[index + 1] === ''
  return addedCells.length > 1 && addedCells.every(([index, cell]) => isSpanned(index) && !/^[\d.,/-]+$/.test(cell))
}

/** The headers in a form that tells twins apart: the second 部门 is `部门#2`. */
export const headerNames = (headers: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  return headers.map((header) => {
    const name = header.slice(0, headerCharactersAtMost).normalize('NFKC').replace(/\s/g, '')
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name}#${count}`
  })
}

const holdsAmounts = (cells: readonly string[]): boolean =>
  cells
    .map(withoutUnit)
    .every((cell) => cell === '' || isNothing(cell) || amountOfCell(cell) !== undefined || pointOfCell(cell) !== undefined)

const placeInHeader = (header: string, isPlace: (name: string) => boolean): string | undefined => {
  if (header.length > headerCharactersAtMost) return undefined
  const wholeName = header
    .normalize('NFKC')
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, '')
    .trim()
  const name = wholeName
    .replace(/[\s:_/-]*(期初|现有|当前|实际)?(库存|结存|存量|数)?(数量|量|数)?$|[\s:_-]*(stock|quantity|qty)$/i, '')
    .replace(/^(期初|现有|当前|实际)?(库存|数量)[\s:_/-]+/, '')
  const placeName = [wholeName, name].find((candidate) => candidate !== '' && isPlace(candidate))
  return placeName ?? (/.(仓|仓库|库房|门店)$|.(warehouse|store|depot)$/i.test(name) ? name : undefined)
}

/**
 * Two rows of headers as one: below a common title stands which column it is. A word is read with its title where it says little, as 日期 below
 * 购置, and the two are a header that is known; or where it stands below several titles, as 数量 below 上月结存 and 本月结存.
 */
const headersUnder = (above: readonly string[], below: readonly string[], isKnown: (header: string) => boolean): string[] => {
  const titles = titlesOver(above, below.length)
  const titlesByWord = Map.groupBy(titles.keys(), (index) => below[index] ?? '')
  const isTwin = (word: string) => new Set((titlesByWord.get(word) ?? []).map((index) => titles[index])).size > 1
  return titles.map((title, index) => {
    const upper = above[index] ?? ''
    const lower = below[index]
    if (!lower) return upper
    if (title !== lower && (isTwin(lower) || (!isKnown(lower) && isKnown(title + lower)))) return title + lower
    return withUnitOf(upper, lower)
  })
}

/** The title over each column: its own, or the one before it that spans it. */
const titlesOver = (above: readonly string[], length: number): string[] => {
  let title = ''
  return Array.from({ length: Math.max(above.length, length) }, (_, index) => (title = above[index] || title))
}

/**
 * What a person typed, as the field's schema reads it; `reading` is how its column is to be read. References are for the person who knows the
 * records. Undefined where it makes no sense.
 */
export const valueOfCell = (
  { control, label }: Pick<Field, 'control' | 'label'>,
  text: string,
  format: ColumnFormat = plainReading,
): unknown => {
  const { cell } = kindOf(control)
  return cell ? cell.read(text, control, { label, reading: format, inEnglish: (words) => english[words] }) : text
}

/** What is wrong with a cell whatever it should hold: an error of a formula, or digits that the spreadsheet has lost. */
export const brokenCell = ({ control }: Pick<Field, 'control'>, text: string): string | undefined => {
  if (/^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA)$/.test(text))
    return '{label}是公式错误{value}，请在表格里改成确定的内容'
  if (kindOf(control).cell?.isCode && /^-?\d(\.\d+)?E\+?\d{2,}$/i.test(text))
    return '{label}被表格软件变成了科学计数{value}，后面的数字已丢失；请把这一列设为文本格式后重新填写'
  if (control.type === 'date' ? hasSeveralLines(text) : kindOf(control).cell?.isNumber && hasSeveralNumbers(text)) return severalValuesWords
  return undefined
}

/** What is wrong with a cell in which several codes stand, where a record has one. */
export const severalCodes = (text: string): string | undefined =>
  text.split(/[,，;；、|\r\n]/).filter((part) => part.trim() !== '').length > 1 || /\d\s*[~～至]\s*\S*\d$/.test(text)
    ? severalValuesWords
    : undefined

const severalValuesWords = '{label}的一个单元格里有几个值，请拆成几行或只留一个'

/** Says what a cell should have held. */
export const cellWords = (control: FieldType): { words: string; params: Readonly<Record<string, string>> } =>
  kindOf(control).cell?.wanted?.(control) ?? { words: '{label}格式有误', params: {} }

/** A value as it stands in a sheet; `nameOf` names what a reference points at, `translate` turns our words into the reader's. */
export const cellOfValue = (
  { control }: Pick<Field, 'control'>,
  value: unknown,
  nameOf: (noun: Noun, id: string) => string,
  translate: (words: string) => string = (words) => words,
): string => {
  if (isEmpty(value)) return ''
  const kind = kindOf(control)
  const speaker: Speaker = {
    say: (words, params = {}) => fill(translate(words), params),
    nameOf: (id, noun) => (noun ? nameOf(noun, id) : id),
  }
  return kind.cell?.write ? kind.cell.write(value, control, speaker) : kind.words(value, control, speaker)
}

/** True for what a sheet keeps as a number. */
export const isAmount = ({ control }: Pick<Field, 'control'>): boolean => kindOf(control).cell?.isNumber ?? false

/** "A", "B", ..., "AA" for a column counted from 0. */
export const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/**
 * Without spaces, marks of necessity and remarks in brackets, and with shortened words written out: '*原值（元）' is '原值', 'Vendor No.' is
 * 'vendorno', 'Acq. Date' is 'acquisitiondate'.
 */
const plainHeader = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=[a-z])\.(?!\w)/g, '')
    .replace(/(?<![a-z])[a-z]{3,5}(?![a-z])/g, (word) => wordOfAbbreviation(word) ?? word)
    .replace(/\([^()]*\)|\[[^[\]]*\]|[\s*:：_-]/g, '')

/** The same of a word of ours; there are few, and each is held against every header. */
const plainWord = (word: string): string => {
  const headerFound = plainWords.get(word) ?? plainHeader(word)
  plainWords.set(word, headerFound)
  return headerFound
}
const plainWords = new Map<string, string>()

const headerCharactersAtMost = 200

const columnFor = (noun: Noun, key: string, field: RecordField): Column => ({
  key,
  label: field.label,
  field,
  required: field.required === 'always' && field.imported !== 'found',
  instead: instead[`${noun}.${key}`] ?? [],
  aliases: [...(english[field.label] ? [english[field.label]!] : []), ...(field.ownTraits?.names ?? []), ...otherHeaders(noun, key)],
  subjects: subjectsOf(noun),
})

/** Columns that say together what one of ours says. */
const instead: Readonly<Record<string, readonly string[]>> = { 'person.userName': ['lastName', 'firstName'] }

/** True for a column that must be there and is not, nor what would stand for it. */
export const isMissing = (
  { key, required, instead }: Pick<Column, 'key' | 'required' | 'instead'>,
  isThere: (key: string) => boolean,
): boolean => required && !isThere(key) && !instead.some(isThere)

/** Columns of several, for what a record keeps one of in a field and the others beside it. */
const lists: Readonly<Partial<Record<Noun, Readonly<Record<string, Field>>>>> = {
  location: {
    managerUid: persons('管理员', { required: 'never', filter: { state: 'active' } }),
    users: persons('使用人', { required: 'never', filter: { state: 'active' } }),
  },
}

/** What stands above the place of a piece, where a register has a column for each. */
const placeParts: Readonly<Record<string, Field>> = {
  building: text('楼栋', { required: 'never', max: 50 }),
  floor: text('楼层', { required: 'never', max: 50 }),
}

/** What stands below the department, where a list has a column for each level. */
const sections: Readonly<Record<string, Field>> = {
  section: text('二级部门', { required: 'never', max: 50 }),
  subsection: text('三级部门', { required: 'never', max: 50 }),
}

/** Columns with parts of a path, by the column that they are read with. */
const parts: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  'asset.locId': placeParts,
  'asset.deptId': sections,
  'person.deptId': sections,
}

const pictureNames = text('图片文件', { required: 'never', max: 500, hint: '一起添加的图片的文件名；不填时按编码或序列号对应' })

/** Columns besides the fields: what is there when a register is taken over. */
const extras: Readonly<Partial<Record<Noun, Readonly<Record<string, Field>>>>> = {
  asset: {
    state: choice('状态', standings, { required: 'never' }),
    dueOn: date('归还日期', { required: 'never' }),
    quantity: quantity('数量', { required: 'never', min: 1, places: 0 }),
    totalValue: money('总价', { required: 'never' }),
    brand: text('品牌', { required: 'never', max: 40 }),
    serialNo: text('序列号', { required: 'never', max: 2000 }),
    pictureNames,
  },
  model: { pictureNames },
  person: {
    state: choice('状态', employments, { required: 'never' }),
    lastName: text('姓', { required: 'never', max: 30 }),
    firstName: text('名', { required: 'never', max: 30 }),
  },
  consumable: {
    openingLoc: location('期初仓库', { required: 'never' }),
    openingQuantity: quantity('期初数量', { required: 'never', min: 0 }),
    pictureNames,
  },
}
