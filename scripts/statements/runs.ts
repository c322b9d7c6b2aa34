import * as v from 'valibot'
import type { Id } from '../../kernel/id.ts'
import type { App, Handler, Session, SignedIn } from '../../server/call.ts'
import type { Database } from '../../server/db/pool.ts'
import type { Tx } from '../../server/db/tx.ts'
import pg from 'pg'
import { deliveredRights, rightsTogether } from '../../domain/access/roleRights.ts'

/** A statement that was sent: its text, and the places of the calls that led to it, the nearest first. */
export type SentStatement = { readonly text: string; readonly from: readonly string[] }

/** A handle that keeps what goes through it, with the place that called. */
export const recordStatements = (tx: Tx, root: string, keep: (statement: SentStatement) => void): Tx => ({
  ...tx,
  orgId: tx.orgId,
  now: tx.now,
  query: (text, values) => {
    const lines = (new Error().stack ?? '').split('\n').slice(2)
    keep({ text, from: lines.flatMap((line) => line.split(`file://${root}/`)[1]?.replace(/\)$/, '') ?? []) })
    return tx.query(text, values)
  },
})

/**
 * Asks everything that only reads, with nothing but what it must be told, then with each further value there is alone, then with all of
 * them; for a person who sees everything and for a person who sees a few places. Answers what the database itself refused.
 */
export const askEverything = async (
  handlers: readonly Handler[],
  { app, orgId, uid }: { readonly app: App; readonly orgId: Id; readonly uid: Id },
  within: (tx: Tx) => Tx,
  besides: readonly ((call: SignedIn) => Promise<unknown>)[],
): Promise<string[]> => {
  const refusedKeys = new Set<string>()
  for (const locations of ['all', ['1', uid]] as const) {
    for (const ask of besides)
      await app.database
        .reading(orgId, (tx) => ask({ ...callOf(app, sessionOf(orgId, uid, locations)), tx: within(tx) }))
        .catch((error: unknown) => refusedKeys.add(String(error)))
    for (const handler of handlers) {
      const { operation } = handler
      if (!operation.reads || !handler.signedIn) continue
      for (const input of inputsOf(operation.input, uid)) {
        try {
          await app.database.reading(orgId, (tx) =>
            handler.run({ ...callOf(app, sessionOf(orgId, uid, locations)), tx: within(tx) }, input),
          )
        } catch (error) {
          if (error instanceof pg.DatabaseError) refusedKeys.add(`${operation.name} with ${JSON.stringify(input)}: ${error.message}`)
        }
      }
    }
  }
  return [...refusedKeys]
}

class Every extends Set<never> {
  override has(): boolean {
    return true
  }
}

const sessionOf = (orgId: Id, uid: Id, locations: 'all' | readonly Id[]): Session => ({
  orgId,
  uid,
  userName: '某人',
  client: 'app',
  admin: locations === 'all',
  roleCodes: [],
  codes: locations === 'all' ? new Every() : new Set(),
  departmentIds: ['1'],
  locations,
  managedLocations: locations,
  departments: locations === 'all' ? [] : ['1'],
  categories: locations === 'all' ? [] : ['1'],
  headsDepartment: false,
  hiddenFields: new Set(),
  rights: rightsTogether([deliveredRights('tenant')]),
  mustReplacePassword: false,
  licensedUntil: Infinity,
  subjectsOnly: false,
  tokenHash: 'h',
})

const callOf = (app: App, session: Session) => ({
  requestId: 'r',
  at: 0,
  ip: '127.0.0.1',
  language: 'zh' as const,
  headers: {},
  app,
  session,
})

/** A schema with the parts that some of them have. */
type Node = v.GenericSchema & {
  readonly entries?: Record<string, v.GenericSchema>
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
  readonly items?: v.GenericSchema[]
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

const optional = new Set(['optional', 'exact_optional', 'nullish', 'undefinedable'])

/** Inputs of an object's schema, in which every choice that it lists is taken once. */
export const inputsOf = (schema: Node, id: Id): unknown[] => {
  const { entries } = schema
  if (!entries) return samplesOf(schema, id)
  const all = Object.entries(entries).map(([key, entry]) => ({
    key,
    needed: !optional.has(entry.type),
    values: samplesOf(entry, id),
  }))
  const pick = (from: typeof all) =>
    Object.fromEntries(from.filter(({ values }) => values.length > 0).map(({ key, values }) => [key, values[0]]))
  const least = pick(all.filter(({ needed }) => needed))
  const valuesFound = [
    least,
    ...all.flatMap(({ key, values }) => values.map((value) => ({ ...least, [key]: value }))),
    ...all.filter(({ key }) => key === 'sidx').flatMap(({ values }) => values.map((sidx) => ({ ...least, sidx, order: 'desc' }))),
    ...all
      .filter(({ key, needed }) => !needed && key !== 'likeQuery')
      .map(({ key, values }) => ({ ...least, likeQuery: '甲', [key]: values[0] })),
    pick(all.filter(({ key }) => key !== 'after' && key !== 'sidx')),
  ]
  return valuesFound.filter((input) => v.is(schema, input))
}

const isSchema = (option: unknown): option is v.GenericSchema => typeof option === 'object' && option !== null && 'kind' in option

const samplesOf = (schema: Node, id: Id): unknown[] => {
  const { type, wrapped, options = [], item, items, literal, entries } = schema
  if (wrapped) return samplesOf(wrapped, id)
  if (type === 'picklist' || type === 'enum') return [...options]
  if (type === 'literal') return [literal]
  if (type === 'union' || type === 'variant') return options.filter(isSchema).flatMap((option) => samplesOf(option, id))
  if (type === 'array' && item)
    return samplesOf(item, id)
      .slice(0, 1)
      .map((sample) => [sample])
  if (items) return [items.map((item) => samplesOf(item, id)[0])]
  if (entries) return inputsOf(schema, id).slice(0, 1)
  return candidates(id)
    .filter((value) => v.is(schema, value))
    .slice(0, type === 'boolean' ? 2 : 1)
}

const candidates = (id: Id): unknown[] => [
  id,
  '2026-01-05',
  '2026-01',
  '甲',
  '13812345678',
  'a-1',
  '6f1c8d0e-3b5a-4c7d-9e2f-0a1b2c3d4e5f',
  true,
  false,
  1,
]

/** A database all of whose handles are kept an eye on. */
export const watchDatabase = (database: Database, within: (tx: Tx) => Tx): Database => ({
  ...database,
  inTransaction: (orgId, run, limits) => database.inTransaction(orgId, (tx) => run(within(tx)), limits),
  reading: (orgId, run) => database.reading(orgId, (tx) => run(within(tx))),
  readingReplica: (orgId, run, limits) => database.readingReplica(orgId, (tx) => run(within(tx)), limits),
})
