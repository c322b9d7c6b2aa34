import pg from 'pg'
import type { PlanMode } from './tx.ts'

/* oxlint-disable no-underscore-dangle -- pg's own names */
/** How the rows of a statement are read: its columns, a reader for each, a row of nulls. pg works this out from a description. */
type RowShape = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }

type OnAnswer = (error: Error | null, result: pg.QueryResult) => void

/** The parts of pg's query that its types leave out. The release of pg is pinned, and a test holds that a statement is described once. */
type PgQuery = {
  name: string | undefined
  readonly _result: RowShape
  _accumulateRows: boolean
  prepare(connection: pg.Connection): void
  handleReadyForQuery(connection: pg.Connection): void
}
const PgQuery = pg.Query as unknown as new (text: string, values: readonly unknown[], onAnswer: OnAnswer) => PgQuery

type NamedQueryInput = {
  readonly text: string
  readonly values: readonly unknown[]
  /** What the connection calls the statement; one without a name is parsed and described each time. */
  readonly name: string | undefined
  readonly timeoutMs: number
  readonly onAnswer: OnAnswer
}

/**
 * A statement that the database describes only the first time it is sent on a connection: a name stands for one text, and the database
 * refuses to answer a text under another shape than the one it described.
 */
class NamedQuery extends PgQuery implements pg.Submittable {
  declare readonly submit: (connection: pg.Connection) => void
  readonly query_timeout: number
  readonly #shapes: RowShapes

  constructor({ text, values, name, timeoutMs, onAnswer }: NamedQueryInput, shapes: RowShapes) {
    super(text, values, onAnswer)
    this.name = name
    this.query_timeout = timeoutMs
    this.#shapes = shapes
  }

  override prepare(connection: pg.Connection): void {
    const shape = this.name === undefined ? undefined : this.#shapes.get(this.name)
    if (shape === undefined) return super.prepare(connection)
    Object.assign(this._result, shape)
    this._accumulateRows = true
    super.prepare(this.#shapes.withoutDescription(connection))
  }

  override handleReadyForQuery(connection: pg.Connection): void {
    if (this.name !== undefined) this.#shapes.keep(this.name, this._result)
    super.handleReadyForQuery(connection)
  }
}

/** The shapes of the named statements of one connection. */
class RowShapes {
  readonly #byName = new Map<string, RowShape>()
  #withoutDescription: pg.Connection | undefined

  get(name: string): RowShape | undefined {
    return this.#byName.get(name)
  }

  /** Keeps the shape of the first answer; a statement without rows has an empty one. */
  keep(name: string, { fields, _parsers, _prebuiltEmptyResultObject }: RowShape): void {
    if (!this.#byName.has(name)) this.#byName.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  /** The same connection, on which asking for a description does nothing. */
  withoutDescription(connection: pg.Connection): pg.Connection {
    return (this.#withoutDescription ??= Object.create(connection, { describe: { value: () => undefined } }) as pg.Connection)
  }
}

/** Gives each statement text a name, so that the server parses, plans and describes it once per connection. */
export class NamingClient extends pg.Client {
  /** False where a pooler changes the session under the client, and would not find a statement there by its name. */
  areStatementsNamed = true
  readonly #shapes = new RowShapes()
  #isGathering = false

  ask<R extends object>(
    text: string,
    values: readonly unknown[],
    patienceSeconds: number,
    planMode: PlanMode = 'once',
  ): Promise<pg.QueryResult<R>> {
    this.#gather()
    return new Promise((resolve, reject) => {
      const name = planMode === 'once' && this.areStatementsNamed ? nameOf(text) : undefined
      const onAnswer = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result))
      this.query(new NamedQuery({ text, values, name, timeoutMs: patienceSeconds * 1000, onAnswer }, this.#shapes))
    })
  }

  /** Statements that follow each other without waiting leave in one piece: one call of the system, one waking of the database. */
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }
}

const names = new Map<string, string>()
const namesAtMost = 1000

/** Names are the same on every connection. Texts beyond the cap, which only a badly built statement reaches, go without. */
const nameOf = (text: string): string | undefined => {
  const statementName = names.get(text)
  if (statementName !== undefined || names.size === namesAtMost) return statementName
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
