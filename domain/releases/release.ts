/** What an application is installed as: an Android package, one of iOS, the web resources of a shell, the web app itself. */
export const releasePlatforms = ['android', 'ios', 'wgt', 'web'] as const
export type ReleasePlatform = (typeof releasePlatforms)[number]

/** A version of the app that may be offered to devices. */
export type Release = {
  readonly id: string
  readonly platform: ReleasePlatform
  /** `2.4.0`: numbers and dots. */
  readonly version: string
  /** Counts up with every version of a platform. */
  readonly code: number
  /** The person who has less cannot put it aside. */
  readonly isForced: boolean
  /** To how many of a hundred devices it is offered. */
  readonly sharePercent: number
  /** Offered to devices from this version on; null: to any older one. */
  readonly fromVersion: string | null
  /** And up to this version. */
  readonly toVersion: string | null
}

/**
 * What a device says of itself. A version that is a plain number of three digits and more is a code; a shorter one is a name: 3 is 3.0, which no
 * code of ours ever was.
 */
export type Device = {
  readonly platform?: string | undefined
  readonly version?: string | number | undefined
  readonly appVersion?: string | number | undefined
  /** Stays the same for as long as the app is on the device. */
  readonly deviceId: string
}

/** Below 0, 0 or above, as the first is before, the same as or after the other. What is no number counts as 0. */
export const compareVersions = (first: string, second: string): number => {
  const [firstParts, secondParts] = [partsOf(first), partsOf(second)]
  for (let index = 0; index < Math.max(firstParts.length, secondParts.length); index++) {
    const difference = (firstParts[index] ?? 0) - (secondParts[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const partsOf = (version: string): readonly number[] =>
  version
    .replace(/^\D+/, '')
    .split('.')
    .map((part) => parseInt(part, 10) || 0)

/** What a client calls its platform, as one of ours; whatever is no shell is a browser. */
export const platformOf = (version: string | undefined): ReleasePlatform =>
  releasePlatforms.find((platform) => platform === version?.toLowerCase()) ?? 'web'

/**
 * Which of a hundred parts of all devices a device belongs to, from 0 to 99: always the same for one version, another for another, so that
 * it is not always the same people who try what is new.
 */
export const partOfDevice = (deviceId: string, { platform, code }: Pick<Release, 'platform' | 'code'>): number => {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(`${platform} ${code} ${deviceId}`)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  // Names that differ in their last letter alone would lie side by side.
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b) >>> 0
  return ((hash ^ (hash >>> 16)) >>> 0) % 100
}

/**
 * The newest release that is meant for a device, and whether it has to have it: that also holds where one between was forced. Undefined where
 * none is newer than what it has. Releases that were withdrawn are not among `releases`.
 */
export const upgradeOf = <R extends Release>(
  releases: readonly R[],
  device: Device,
): { readonly release: R; readonly isForced: boolean } | undefined => {
  const platform = platformOf(device.platform)
  const meant = releases
    .filter((release) => release.platform === platform && isNewer(release, device) && isMeantFor(release, device))
    .toSorted((a, b) => b.code - a.code)
  const [release] = meant
  return release && { release, isForced: meant.some(({ isForced }) => isForced) }
}

/** Whether a version comes after what a device has; by name where it has said one, and by code where names are the same. */
export const isNewer = ({ version, code }: Pick<Release, 'version' | 'code'>, device: Omit<Device, 'deviceId'>): boolean => {
  const theirs = placeOf(device)
  const byName = theirs.version === undefined ? 0 : compareVersions(version, theirs.version)
  return byName === 0 ? theirs.code !== undefined && code > theirs.code : byName > 0
}

const placeOf = ({ version, appVersion }: Omit<Device, 'deviceId'>): { readonly version?: string; readonly code?: number } => {
  const versionTexts = [appVersion, version].flatMap((text) => (text === undefined || text === '' ? [] : [String(text)]))
  const code = versionTexts.find(isCode)
  const name = versionTexts.find((text) => !isCode(text))
  return { ...(name !== undefined && { version: name }), ...(code !== undefined && { code: Number(code) }) }
}

const isCode = (version: string): boolean => /^\d{3,}$/.test(version)

const isMeantFor = (release: Release, device: Device): boolean => {
  const { version } = placeOf(device)
  const { fromVersion, toVersion, sharePercent } = release
  if (fromVersion !== null && (version === undefined || compareVersions(version, fromVersion) < 0)) return false
  if (toVersion !== null && (version === undefined || compareVersions(version, toVersion) > 0)) return false
  return partOfDevice(device.deviceId, release) < sharePercent
}
