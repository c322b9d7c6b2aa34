import { messageOf } from '../../kernel/caughtError.ts'
import type { Describer } from './answers.ts'
import type { BindingReader } from './bindings.ts'
import { faultsOf, valueFaultsOf } from './faults.ts'
import { type Shape, ShapesByCaller, type Site } from './sites.ts'

/** Holds statements against the database, and collects what is wrong with them. */
export class Findings {
  textCount = 0
  readonly #describe: Describer
  readonly #readBindings: BindingReader
  readonly #faults = new Set<string>()

  constructor(describe: Describer, readBindings: BindingReader) {
    this.#describe = describe
    this.#readBindings = readBindings
  }

  add(fault: string): void {
    this.#faults.add(fault)
  }

  sorted(): string[] {
    return [...this.#faults].toSorted()
  }

  /** Looks at a text that a site sends; `from`: the callers that it came from. */
  async hold(site: Site, text: string, from: ReadonlySet<string>): Promise<void> {
    this.textCount++
    try {
      const rowShapes = shapesOf(site, from)
      if (rowShapes.length === 0) this.add(`${site.at} answers rows of a type that no caller names`)
      const answer = await this.#describe(text)
      for (const fault of valueFaultsOf(site.values, answer)) this.add(`${site.at} ${fault}`)
      for (const [at, shape] of rowShapes) for (const fault of faultsOf(shape, answer)) this.add(`${at} ${fault}`)
      for (const table of await this.#readBindings(text)) this.add(`${site.at} reads ${table} of no organisation in: ${shorten(text)}`)
    } catch (error) {
      this.add(`${site.at} ${messageOf(error)} in: ${shorten(text)}`)
    }
  }
}

const shorten = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 300)

/** What the code expects of a row, by the place that expects it. Where it cannot be told which caller a text is for, it must do for all of them. */
const shapesOf = ({ at, row }: Site, from: ReadonlySet<string>): (readonly [at: string, shape: Shape | undefined])[] => {
  if (!(row instanceof ShapesByCaller)) return [[at, row]]
  const callers = [...row].filter(([one]) => from.has(one))
  return (callers.length > 0 ? callers : [...row]).map(([one, shape]) => [one.replace(/:\d+$/, ''), shape])
}
