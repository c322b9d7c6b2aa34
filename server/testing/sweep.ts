import fc from 'fast-check'
import type { Operation } from '../../domain/operations/define.ts'
import type { Ask } from './app.ts'
import { arbitraryOf, type Words } from './arbitrary.ts'

/** Where the inputs of a sweep over every operation begin: the same each time, so that no run fails by chance. FUZZ_SEED begins elsewhere. */
export const sweepSeed = Number(process.env.FUZZ_SEED ?? 20788)

/** Inputs for an operation that is at a place of a list. */
export const inputsOf = (operation: Operation, place: number, words: Words, count: number): unknown[] =>
  fc.sample(arbitraryOf(operation.input, words), { seed: sweepSeed + place, numRuns: count })

/** The request that sends an input; `id` stands in its path where the input has nothing for it. */
export const requestOf = ({ method, path: template }: Operation, input: unknown, id: string): Ask => {
  const values: Record<string, unknown> = { ...Object(input) }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? id
    delete values[name]
    return encodeURIComponent(String(value))
  })
  if (method === 'POST') return { path, body: values }
  const query = Object.entries(values).map(([key, value]): [string, string] => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return { method: 'GET', path: `${path}?${new URLSearchParams(query)}` }
}
