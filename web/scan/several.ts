import { choicesAtMost, type ScanAnswer, type ScannedThing } from '../../domain/scan/operations.ts'

/** What several codes name together: a thing counts once, and where one of them names something, those that name nothing do not matter. */
export const oneOf = (all: readonly ScanAnswer[]): ScanAnswer => {
  const subjects = new Map<string, ScannedThing>()
  for (const result of all) for (const subject of thingsIn(result)) subjects.set(`${subject.noun} ${subject.row.id}`, subject)
  const [first, ...others] = [...subjects.values()].slice(0, choicesAtMost)
  if (first && others.length === 0) return { t: 'found', thing: first }
  if (first) return { t: 'choose', code: '', things: [first, ...others] }
  return all.find(({ t }) => t === 'blank') ?? all.find(({ t }) => t === 'foreign') ?? all[0] ?? { t: 'unknown', code: '' }
}

const thingsIn = (answer: ScanAnswer): readonly ScannedThing[] => {
  if (answer.t === 'found') return [answer.thing]
  return answer.t === 'choose' ? answer.things : []
}
