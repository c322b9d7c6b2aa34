import type { FieldProblem } from '../kernel/field.ts'

/** There is no such record for this caller: answered 404, the same whether it is somebody else's or nobody's. */
export class NotFound extends Error {}

/** Signed in, but not allowed this: answered 403. */
export class Forbidden extends Error {}

/** The input cannot be read: answered 400 with every wrong field named. */
export class Malformed extends Error {
  readonly problems: readonly FieldProblem[]

  constructor(problems: readonly FieldProblem[]) {
    super(problems.map(({ path, words }) => `${path}: ${words}`).join('; '))
    this.problems = problems
  }
}
