import pg from 'pg'
import { typeParser } from '../../server/db/types.ts'
import { nodesIn, readTree } from './nodeTree.ts'
import { type Catalogue, type Nullness, nullnessOf, promisesIn } from './nulls.ts'
import type { Expectation, Kind } from './sites.ts'

/** What a statement answers, as the database says without running it. */
export type Answer = { readonly parameters: readonly Parameter[]; readonly columns: readonly Column[] }
export type Parameter = { readonly type: string; readonly value: Expectation }
export type Column = { readonly name: string; readonly type: string; readonly value: Expectation; readonly nullness: Nullness }

export type Describer = (text: string) => Promise<Answer>

/** Asks a migrated database of the owner's. Rejects with the database's own error where a statement cannot be. */
export const openDescriber = async (client: pg.Client): Promise<Describer> => {
  const rows = async (text: string) => (await client.query(text)).rows as Record<string, never>[]
  const types = new Map(
    (await rows('select oid, format_type(oid, null) as name, typcategory, typelem from pg_type')).map((row) => [row['oid']!, row]),
  )
  const functions = new Map((await rows('select oid, proname, proisstrict from pg_proc')).map((row) => [row['oid']!, row]))
  const operators = new Map((await rows('select oid, oprcode::oid as func from pg_operator')).map((row) => [row['oid']!, row['func']!]))
  const notNull = new Set(
    (await rows('select attrelid, attnum from pg_attribute where attnotnull')).map((row) => `${row['attrelid']}.${row['attnum']}`),
  )
  const nameOf = (func: number): string => functions.get(func as never)?.['proname'] ?? ''
  const promises = Map.groupBy(
    (await rows("select conrelid, conbin::text as tree from pg_constraint where contype = 'c' and conrelid <> 0")).flatMap((row) =>
      nodesIn(readTree(row['tree']!)).flatMap((check) =>
        promisesIn(check, nameOf).map((promise) => ({ table: row['conrelid']! as number, ...promise })),
      ),
    ),
    ({ table }) => table,
  )
  const catalogue: Catalogue = {
    isNotNull: (table, column) => notNull.has(`${table}.${column}`),
    isStrict: (func) => functions.get(func as never)?.['proisstrict'] === true,
    nameOf,
    functionOf: (operator) => operators.get(operator as never) ?? 0,
    promises: (table) => promises.get(table) ?? [],
  }

  /** What the driver makes of a value, found out from its own reader. */
  const valueOf = (oid: number): Expectation => {
    const type = types.get(oid as never)
    const [category, element] = [type?.['typcategory'] as unknown as string, type?.['typelem'] as unknown as number]
    if (oid === pg.types.builtins.JSON || oid === pg.types.builtins.JSONB || oid === 2278) return { kinds: new Set<Kind>(['anything']) }
    const read = typeParser(oid)(({ N: '1', B: 't', A: '{}' }[category] ?? '2026-01-01') as never)
    if (Array.isArray(read)) return { kinds: new Set<Kind>(['list']), element: valueOf(element) }
    return { kinds: new Set<Kind>([typeof read as Kind]) }
  }

  let statementCount = 0
  return async (text) => {
    const { parameters, fields } = await describe(client, text)
    const typeNames = parameters.map((oid) => types.get(oid as never)?.['name'] ?? 'unknown')
    let nullness: Nullness[] = []
    if (fields.length > 0 && /^\s*(select|insert|update|delete|with|values|merge)\b/i.test(text)) {
      const name = `pg_temp.s${statementCount++}`
      await client.query(`create function ${name}(${typeNames.join(', ')}) returns setof record language sql begin atomic ${text}; end`)
      const [kept] = await rows(`select prosqlbody::text as tree from pg_proc where oid = '${name}'::regproc`)
      const [query] = nodesIn(readTree(kept!['tree'] as unknown as string))
      nullness = nullnessOf(catalogue, query!)
      await client.query(`drop function ${name}`)
    }
    return {
      parameters: parameters.map((oid, index) => ({ type: typeNames[index]!, value: valueOf(oid) })),
      columns: fields.map(({ name, dataTypeID }, index) => ({
        name,
        type: types.get(dataTypeID as never)?.['name'] ?? String(dataTypeID),
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
