import pg from 'pg'
import { typeParser } from '../../server/db/types.ts'
import { nodesIn, readTree } from './nodeTree.ts'
import { type Catalogue, type Nullness, nullnessOf, promisesIn } from './nulls.ts'
import type { Expectation, Kind } from './sites.ts'
import { firstOf } from '../../kernel/assert.ts'

/** What a statement answers, as the database says without running it. */
export type Answer = { readonly parameters: readonly Parameter[]; readonly columns: readonly Column[] }
export type Parameter = { readonly type: string; readonly value: Expectation }
export type Column = { readonly name: string; readonly type: string; readonly value: Expectation; readonly nullness: Nullness }

type TypeRow = { oid: number; name: string; typcategory: string; typelem: number }
type FunctionRow = { oid: number; proname: string; proisstrict: boolean }
type CheckRow = { conrelid: number; tree: string }

/** A value of each category of types in words of the database; a day for the others. */
const samples: Readonly<Record<string, string>> = { N: '1', B: 't', A: '{}' }

export type Describer = (text: string) => Promise<Answer>

type ReadRows = <R extends object>(text: string) => Promise<R[]>

/** What the database knows of its functions, operators and columns. */
const readCatalogue = async (rows: ReadRows): Promise<Catalogue> => {
  const functions = new Map((await rows<FunctionRow>('select oid, proname, proisstrict from pg_proc')).map((row) => [row.oid, row]))
  const operators = new Map(
    (await rows<{ oid: number; func: number }>('select oid, oprcode::oid as func from pg_operator')).map(({ oid, func }) => [oid, func]),
  )
  const notNull = new Set(
    (await rows<{ attrelid: number; attnum: number }>('select attrelid, attnum from pg_attribute where attnotnull')).map(
      ({ attrelid, attnum }) => `${attrelid}.${attnum}`,
    ),
  )
  const nameOf = (func: number): string => functions.get(func)?.proname ?? ''
  const promises = Map.groupBy(
    (await rows<CheckRow>("select conrelid, conbin::text as tree from pg_constraint where contype = 'c' and conrelid <> 0")).flatMap(
      ({ conrelid, tree }) =>
        nodesIn(readTree(tree)).flatMap((check) => promisesIn(check, nameOf).map((promise) => ({ table: conrelid, ...promise }))),
    ),
    ({ table }) => table,
  )
  return {
    isNotNull: (table, column) => notNull.has(`${table}.${column}`),
    isStrict: (func) => functions.get(func)?.proisstrict === true,
    nameOf,
    functionOf: (operator) => operators.get(operator) ?? 0,
    promises: (table) => promises.get(table) ?? [],
  }
}

/** Statements that the database takes for the body of a function, and so shows the tree of. */
const hasTree = /^\s*(select|insert|update|delete|with|values|merge)\b/i

/** The tree of a statement, by a function that is made of it and goes again. */
const readQueryTree = async (
  rows: ReadRows,
  text: string,
  { name, types }: { readonly name: string; readonly types: readonly string[] },
) => {
  await rows(`create function ${name}(${types.join(', ')}) returns setof record language sql begin atomic ${text}; end`)
  const { tree } = firstOf(await rows<{ tree: string }>(`select prosqlbody::text as tree from pg_proc where oid = '${name}'::regproc`))
  await rows(`drop function ${name}`)
  return firstOf(nodesIn(readTree(tree)))
}

/** Asks a migrated database of the owner's. Rejects with the database's own error where a statement cannot be. */
export const openDescriber = async (client: pg.Client): Promise<Describer> => {
  const rows: ReadRows = async <R extends object>(text: string): Promise<R[]> => (await client.query<R>(text)).rows
  const types = new Map(
    (await rows<TypeRow>('select oid, format_type(oid, null) as name, typcategory, typelem from pg_type')).map((row) => [row.oid, row]),
  )
  const catalogue = await readCatalogue(rows)

  /** What the driver makes of a value, found out from its own reader. */
  const valueOf = (oid: number): Expectation => {
    const type = types.get(oid)
    if (oid === pg.types.builtins.JSON || oid === pg.types.builtins.JSONB || oid === 2278) return { kinds: new Set<Kind>(['anything']) }
    const read = typeParser(oid)((samples[type?.typcategory ?? ''] ?? '2026-01-01') as never)
    if (Array.isArray(read) && type) return { kinds: new Set<Kind>(['list']), element: valueOf(type.typelem) }
    return { kinds: new Set<Kind>([typeof read as Kind]) }
  }

  let statementCount = 0
  return async (text) => {
    const { parameters, fields } = await describe(client, text)
    const typeNameOf = (oid: number): string => types.get(oid)?.name ?? 'unknown'
    const nullness =
      fields.length > 0 && hasTree.test(text)
        ? nullnessOf(
            catalogue,
            await readQueryTree(rows, text, { name: `pg_temp.s${statementCount++}`, types: parameters.map(typeNameOf) }),
          )
        : []
    return {
      parameters: parameters.map((oid) => ({ type: typeNameOf(oid), value: valueOf(oid) })),
      columns: fields.map(({ name, dataTypeID }, index) => ({
        name,
        type: types.get(dataTypeID)?.name ?? String(dataTypeID),
        value: valueOf(dataTypeID),
        nullness: nullness[index] ?? 'unknown',
      })),
    }
  }
}

type StatementDescription = { readonly parameters: readonly number[]; readonly fields: readonly pg.FieldDef[] }

/** Parses a statement and asks for its description; the driver has no method for that, but takes what submits itself. */
const describe = (client: pg.Client, text: string): Promise<StatementDescription> =>
  new Promise((resolve, reject) => {
    let fields: pg.FieldDef[] = []
    let parameters: number[] = []
    const hear = (message: { dataTypeIDs: number[] }) => (parameters = message.dataTypeIDs)
    client.query({
      submit(connection: Wire) {
        connection.on('parameterDescription', hear)
        connection.parse({ text, name: '', types: [] })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription: (message: { fields: pg.FieldDef[] }) => void (fields = message.fields),
      handleError: (error: Error, connection: Wire) => {
        connection.off('parameterDescription', hear)
        reject(error)
      },
      handleReadyForQuery: (connection: Wire) => {
        connection.off('parameterDescription', hear)
        resolve({ parameters, fields })
      },
    } as never)
  })

type Wire = {
  on: (event: 'parameterDescription', hear: (message: { dataTypeIDs: number[] }) => void) => void
  off: Wire['on']
  parse: (query: { text: string; name: string; types: number[] }) => void
  describe: (what: { type: 'S'; name: string }) => void
  sync: () => void
}
