import { isOpenToKey } from '../../domain/access/keyAccess.ts'
import { may } from '../../domain/access/permission.ts'
import { lineTables, lineTableWithOwn } from '../../domain/documents/lineTable.ts'
import { asset } from '../../domain/records/asset.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import type { Table } from '../../domain/tables/define.ts'
import { type KnownTable, tableNamed } from '../../domain/tables/operations.ts'
import type { SignedIn } from '../call.ts'
import { organisationKind } from '../db/organisationKind.ts'
import type { Tx } from '../db/tx.ts'
import { closedToKeys, Forbidden, malformed, NotFound } from '../httpError.ts'
import { understand } from '../input.ts'
import { type Summable, type SumQuery, summables } from './sums.ts'

type Caller = Pick<SignedIn, 'tx' | 'session' | 'language'>
type Question = Readonly<Record<string, unknown>>

/** A table that the caller may look at, with the columns that the organisation added to it. */
export const lookedAt = async ({ tx, session, language }: Caller, name: string): Promise<Table> => {
  const knownTable = tableNamed(name)
  if (!knownTable) throw new NotFound()
  if (!may(session.codes, knownTable.access)) throw new Forbidden()
  return organisationTable(tx, knownTable, language)
}

export const organisationTable = async (tx: Tx, { table, kind }: KnownTable, language: Caller['language'] = 'zh'): Promise<Table> => {
  if (kind) return tableOfRecord(await organisationKind(tx, kind, language))
  return table === lineTables.goods ? lineTableWithOwn('goods', await organisationKind(tx, asset, language)) : table
}

/** The rows of a table that a question to its list finds, as far as the caller may see them; a key asks only tables whose lists are open to it. */
export const rowsAsked = (caller: Caller, name: string, question: Question): Promise<SumQuery> =>
  read(caller, name, question, ({ rows }) => rows)

/** Those of them that he may take away. */
export const exportedRowsAsked = (caller: Caller, name: string, question: Question): Promise<SumQuery> =>
  read(caller, name, question, ({ rows, exportedRows = rows }) => exportedRows)

const read = async (
  caller: Caller,
  name: string,
  question: Question,
  rowsOf: (summable: Summable) => Summable['rows'],
): Promise<SumQuery> => {
  const summable = summables.get(name)
  if (!summable) throw new NotFound()
  const { codes, key } = caller.session
  if (key && !isOpenToKey(summable.list, { codes, isReadOnly: key.isReadOnly })) throw closedToKeys()
  const input = understand(summable.list, { ...question, after: undefined })
  if (!input.success) throw malformed('请求有误：{fields}', { fields: 'asked' })
  return rowsOf(summable)(caller, input.output as Parameters<Summable['rows']>[1])
}
