import { choiceProblems, listOf } from '../../domain/dictionaries/ownChoices.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { refusal, RefusalError } from '../../kernel/refusal.ts'
import { organisationWords } from '../db/organisationKind.ts'
import type { Tx } from '../db/tx.ts'
import type { Body } from './body.ts'

/** What is chosen of a list that the organisation keeps must be offered there. */
export const requireChoices = async (tx: Tx, kind: DocumentKind, body: Body): Promise<void> => {
  if (![kind.header, kind.line].some((fields) => Object.values(fields).some((field) => listOf(field) !== undefined))) return
  const words = await organisationWords(tx)
  const problems = [
    ...choiceProblems(kind.header, body.header, {}, words).map((problem) => ({ ...problem, path: `header.${problem.path}` })),
    ...body.lines.flatMap(({ values }, index) =>
      choiceProblems(kind.line, values, {}, words).map((problem) => ({ ...problem, path: `lines.${index}.${problem.path}` })),
    ),
  ]
  const [first] = problems
  if (first) throw new RefusalError(refusal('unknown-choice', first.words, first.params), problems)
}
