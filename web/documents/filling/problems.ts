import type { FieldProblem } from '../../../kernel/field.ts'
import { t } from '../../words.ts'
import type { Problems, Wrong } from './filling.ts'

/** What is wrong, in words by path; the first for each place counts. */
export const wordsByPath = (problems: readonly FieldProblem[]): Problems => {
  const words = new Map<string, string>()
  for (const problem of problems) if (!words.has(problem.path)) words.set(problem.path, inWords(problem))
  return words
}

/** The problems as what keeps a form from being sent; undefined where there are none. */
export const wrongIn = ([first, ...others]: readonly FieldProblem[]): Wrong | undefined =>
  first && { problems: wordsByPath([first, ...others]), said: inWords(first) }

/** One problem as a sentence; the label in it is translated too. */
export const inWords = ({ words, params }: FieldProblem): string =>
  t(words, typeof params['label'] === 'string' ? { ...params, label: t(params['label']) } : params)

/** The problems that came with a refusal, where it has some. */
export const problemsIn = (details: unknown): FieldProblem[] =>
  Array.isArray(details)
    ? details.filter((detail): detail is FieldProblem => typeof detail?.path === 'string' && typeof detail.words === 'string')
    : []
