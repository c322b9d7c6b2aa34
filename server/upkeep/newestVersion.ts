import * as v from 'valibot'
import { programVersion } from '../programVersion.ts'
import { tracedFetch } from '../tracing/outgoing.ts'

export type NewestVersion = { readonly version: string | null; readonly isNewer: boolean; readonly fault: string }

const patienceMs = 3000
const fetchTraced = tracedFetch('versions')

/** How a package and how a release of a forge name their version. */
const answerShape = v.union([v.object({ version: v.string() }), v.object({ tag_name: v.string() })])

/** The version that an address names, beside the one of this program. An address that does not answer is described and not refused. */
export const readNewestVersion = async (address: string): Promise<NewestVersion> => {
  try {
    const response = await fetchTraced(address, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(patienceMs) })
    if (!response.ok) return withoutVersion(`HTTP ${response.status}`)
    const answer = v.safeParse(answerShape, await response.json())
    if (!answer.success) return withoutVersion('The answer names no version.')
    const version = ('version' in answer.output ? answer.output.version : answer.output.tag_name).replace(/^v/, '')
    const numbers = numbersOf(version)
    if (numbers === undefined) return withoutVersion(`“${version.slice(0, 40)}” is no version.`)
    return { version, isNewer: isGreater(numbers, numbersOf(programVersion) ?? []), fault: '' }
  } catch (error) {
    return withoutVersion(error instanceof Error ? error.message : String(error))
  }
}

const withoutVersion = (fault: string): NewestVersion => ({ version: null, isNewer: false, fault })

const numbersOf = (version: string): readonly number[] | undefined =>
  /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?=$|[-+])/.exec(version)?.slice(1).map(Number)

/** Whether the first number in which two versions differ is greater in the first. */
const isGreater = (numbers: readonly number[], otherNumbers: readonly number[]): boolean => {
  const place = numbers.findIndex((number, index) => number !== otherNumbers[index])
  return place >= 0 && (numbers[place] ?? 0) > (otherNumbers[place] ?? 0)
}
