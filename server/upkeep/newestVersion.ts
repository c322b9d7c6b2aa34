import * as v from 'valibot'
import { compareVersions } from '../../domain/releases/release.ts'
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
    if (!versionPattern.test(version)) return withoutVersion(`“${version.slice(0, 40)}” is no version.`)
    return { version, isNewer: compareVersions(version, programVersion) > 0, fault: '' }
  } catch (error) {
    return withoutVersion(error instanceof Error ? error.message : String(error))
  }
}

const withoutVersion = (fault: string): NewestVersion => ({ version: null, isNewer: false, fault })

const versionPattern = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:$|[-+])/
