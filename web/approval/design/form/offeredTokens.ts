import type { Aggregate, Token } from '../../../../domain/approval/design/formFormula.ts'
import { sortOfControl } from '../../../../domain/approval/form/formulaFields.ts'
import type { FormulaSort } from '../../../../domain/approval/form/formulaValue.ts'
import type { Noun } from '../../../../kernel/field.ts'
import type { RecordKind } from '../../../../domain/records/define.ts'
import { ownColumnsOf, recordColumnsOf } from '../../../../domain/approval/form/formRecords.ts'
import type { FormulaPlace } from './formulaPlace.ts'
import { fieldsAround, tablesIn } from './speech.ts'

/**
 * What a formula may read: the fields around it, what records that are chosen there say, and the columns and rows of tables. A condition may
 * read its own field as well.
 */
export const offeredTokens = (
  { design, path, field, table }: FormulaPlace,
  { isCondition, kindOfNoun }: { readonly isCondition: boolean; readonly kindOfNoun: (noun: Noun) => RecordKind | undefined },
): Extract<Token, { path: string }>[] => {
  const neighbours = fieldsAround(design, path, table)
  const ownField = isCondition ? [{ path: table ? field.key : path, field }] : []
  const ownTable = path.includes('.') ? path.slice(0, path.indexOf('.')) : undefined
  const tables = tablesIn(design).filter(({ key }) => key !== ownTable)
  return [
    ...[...ownField, ...neighbours].flatMap(({ path: at, field: { control } }) => [
      ...(sortOfControl(control) === undefined ? [] : [{ k: 'field', path: at } as const]),
      ...recordColumnsOf(control).map(({ key }) => ({ k: 'record', path: at, column: key }) as const),
      ...ownColumnsOf(control, kindOfNoun).map(({ key, operand }) => ({ k: 'record', path: at, column: key, own: operand }) as const),
    ]),
    ...tables.flatMap(({ key: at, columns }) => [
      ...columns.flatMap(({ key, control }) => aggregatesOf(sortOfControl(control)).map((k) => ({ k, path: `${at}.${key}` }))),
      { k: 'count', path: at } as const,
    ]),
  ]
}

/** What may be said of all that stands in a column. */
const aggregatesOf = (sort: FormulaSort | undefined): readonly Aggregate[] => {
  if (sort === 'number') return ['sum', 'average', 'most', 'least']
  return sort === 'day' ? ['most', 'least'] : []
}
