import type pg from 'pg'
import { firstOf } from '../../kernel/assert.ts'

/** Says which tables of organisations a statement reads without the organisation as a value of its own. */
export type BindingReader = (text: string) => Promise<readonly string[]>

/** What a plan says of one of its steps, as far as it matters here. */
type PlanNode = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Alias?: string
  readonly Plans?: readonly PlanNode[]
}
type PlanRow = { readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }

/** What has a plan. */
const hasPlan = /^\s*(select|insert|update|delete|with|values|merge)\b/i

/** The organisation is compared with a parameter or a constant. */
const isBound = /\borg_id = (?:\$\d+|'\d+'::bigint)/

/** The conditions by which a step finds its rows; those of an index scan below a bitmap are its own. */
const conditionsOf = (node: PlanNode): string =>
  [
    ...Object.entries(node).flatMap(([key, value]) => (/Cond$|^Filter$/.test(key) && typeof value === 'string' ? [value] : [])),
    ...(node['Node Type'] === 'Bitmap Heap Scan' ? (node.Plans ?? []).map(conditionsOf) : []),
  ].join(' ')

const stepsOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(stepsOf)]

/**
 * Asks a migrated database of the owner's, whose row-level security is not forced: a plan would show its condition in the place of the
 * statement's own.
 */
export const openBindingReader = async (client: pg.Client): Promise<BindingReader> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  const ownedTables = new Set(rows.map(({ name }) => name))
  for (const table of ownedTables) await client.query(`alter table ${table} no force row level security`)
  const namesTable = new RegExp(`\\b(?:${[...ownedTables].join('|')})\\b`)
  return async (text) => {
    if (!hasPlan.test(text) || !namesTable.test(text)) return []
    const answer = await client.query<PlanRow>(`explain (generic_plan, format json) ${text}`)
    const { Plan: plan } = firstOf(firstOf(answer.rows)['QUERY PLAN'])
    return stepsOf(plan).flatMap((node) => {
      const table = node['Relation Name']
      if (table === undefined || !ownedTables.has(table) || node['Node Type'] === 'ModifyTable') return []
      return isBound.test(conditionsOf(node)) ? [] : [`${table} ${node.Alias ?? ''}`.trim()]
    })
  }
}
