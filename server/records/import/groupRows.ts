import type { Noun, Option } from '../../../kernel/field.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'
import { half, isNothing } from '../../../kernel/cell.ts'
import type { Column, Mapping } from '../../../domain/records/columns.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import type { Questions } from '../../../domain/records/import/questions.ts'
import { unwritable } from '../../access/scope.ts'
import { breatheBetween } from '../../heavy/breath.ts'
import type { Directory } from './directory.ts'
import type { DataRow, Meant, Note } from './sheetCheck.ts'

/** The nouns by which people head the rows of a sheet. */
export const groupNouns: readonly Noun[] = ['category', 'department', 'location']

/** A row that may head those below it, and what it calls them. */
type GroupRow = { readonly rowAt: number; readonly column: number; readonly name: string }

/** The rows of a sheet with what heads them written into each; the mapping has the column for it. */
export type GroupedRows = { readonly rows: readonly DataRow[]; readonly mapping: Mapping; readonly notes: readonly Note[] }

/** What may head rows: a single text, directly above a row that says more. */
export const groupRowsIn = async (rows: readonly DataRow[]): Promise<readonly GroupRow[]> => {
  const breathe = breatheBetween()
  const groups: GroupRow[] = []
  for (const [index, { rowAt, cells }] of rows.entries()) {
    await breathe()
    const [column, second] = firstFilledColumns(cells)
    const next = rows[index + 1]
    if (column === undefined || second !== undefined || !next || firstFilledColumns(next.cells).length < 2) continue
    const name = groupName(cells[column] ?? '')
    if (name !== '') groups.push({ rowAt, column, name })
  }
  return groups
}

/** The first two columns with something in them, or fewer. */
const firstFilledColumns = (cells: readonly string[]): readonly number[] => {
  const filledColumns: number[] = []
  for (const [column, cell] of cells.entries()) {
    if (cell === '' || isNothing(cell)) continue
    filledColumns.push(column)
    if (filledColumns.length === 2) break
  }
  return filledColumns
}

/** Without its number in a list, as `一、` or `(2)`, and the colon behind it; empty for figures alone. */
const groupName = (text: string): string => {
  const name = half(text).replace(listNumber, '').replace(/\s*:$/, '').trim()
  return name.length > charactersAtMost || /^[\d\s.,/-]*$/.test(name) ? '' : name
}

const listNumber = /^\s*(?:[(（]?[一二三四五六七八九十]{1,3}[)）、.]|[(（]\d{1,2}[)）]|\d{1,2}[、.)])\s*/u
const charactersAtMost = 40

/** What a name that stands where records have theirs must look like, to be asked about. */
const groupWord = /(类|部|科|室|组|处|中心|分公司|仓库?|楼|department|category|dept\.?)$/iu

/**
 * Asks what the rows mean that head others, and writes it into the rows below, up to the next; what a row says itself goes first. They are
 * records of their own where that is answered, and left out as long as nothing is.
 */
export const withGroups = (
  kind: RecordKind,
  rows: readonly DataRow[],
  meant: Meant,
  {
    groupRows,
    questions,
    directory,
  }: { readonly groupRows: readonly GroupRow[]; readonly questions: Questions; readonly directory: Directory },
): GroupedRows => {
  const sheetAsIs = { rows, mapping: meant.mapping, notes: [] }
  const columns = groupColumns(kind, meant)
  const groups = groupRows.filter((group) => isGroup(kind, group, meant.mapping, directory))
  if (columns.length === 0 || groups.length === 0) return sheetAsIs
  const options: Option[] = [...columns.map(({ key, label }) => ({ value: key, label })), { value: 'record', label: '不是，按普通行导入' }]
  const supposedKey = columns.find(({ noun }) => groups.every(({ name }) => 'id' in directory.find(noun, name)))?.key
  let answer: string | undefined
  for (const { name } of groups) answer = questions.ask({ ...groupQuestion, options, supposed: supposedKey }, name)
  if (answer === 'record') return sheetAsIs
  const groupByRow = new Map(groups.map((group) => [group.rowAt, group]))
  const records = rows.filter(({ rowAt }) => !groupByRow.has(rowAt))
  const chosenColumn = columns.find(({ key }) => key === answer)
  if (!chosenColumn) return { ...sheetAsIs, rows: records }
  const column =
    meant.mapping[chosenColumn.key] ??
    Math.max(...rows.map(({ cells }) => cells.length), ...Object.values(meant.mapping).map((column) => column + 1))
  const notes = [{ words: '{count}行是分组，{label}写入下面的各行', params: { count: groups.length, label: chosenColumn.label } }]
  return { rows: writeGroups(rows, groupByRow, column), mapping: { ...meant.mapping, [chosenColumn.key]: column }, notes }
}

const groupQuestion = {
  key: 'groups',
  column: '',
  words: '有些行只写了一个名称，下面各行属于它，它是什么？',
  params: {},
  once: true,
} as const

type GroupColumn = { readonly key: string; readonly label: string; readonly noun: Noun }

/** The columns that a group may stand for: single references to what sheets are grouped by, which the person may write. */
const groupColumns = (kind: RecordKind, { columns, writer }: Meant): GroupColumn[] => {
  const forbiddenKeys = new Set(unwritable(writer, kind))
  return columns.flatMap(({ key, label, field }: Column) => {
    const reference = referenceOf(field.control)
    const isGrouping = reference && !reference.many && groupNouns.includes(reference.to)
    return isGrouping && key !== kind.parent && !forbiddenKeys.has(key) ? [{ key, label, noun: reference.to }] : []
  })
}

/** What stands alone in a column of names or codes is a record of few words, unless it is called as groups are or is one on the register. */
const isGroup = (kind: RecordKind, { column, name }: GroupRow, mapping: Mapping, directory: Directory): boolean =>
  ![kind.nameField, ...kind.unique].some((key) => mapping[key] === column) ||
  groupWord.test(name) ||
  groupNouns.some((noun) => 'id' in directory.find(noun, name))

const writeGroups = (rows: readonly DataRow[], groups: ReadonlyMap<number, GroupRow>, column: number): DataRow[] => {
  let name = ''
  return rows.flatMap((row) => {
    const group = groups.get(row.rowAt)
    if (group) name = group.name
    if (group) return []
    if (name === '' || (row.cells[column] ?? '') !== '') return [row]
    const cells = Array.from({ length: Math.max(row.cells.length, column + 1) }, (_, index) => row.cells[index] ?? '')
    cells[column] = name
    return [{ ...row, cells }]
  })
}
