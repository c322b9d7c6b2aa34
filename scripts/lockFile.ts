import { assertDefined } from '../kernel/assert.ts'

/** What npm's lock file says of the packages, by their folder; the empty one is our own. */
export type LockFile = { readonly packages: Readonly<Record<string, LockedPackage>> }
export type LockedPackage = {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  /** It comes inside the package above it, whose integrity is its own. */
  readonly inBundle?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
}

/** A package that brings its program in one package for each of several kinds of machine; the folders of these as the lock file has them. */
export type PlatformFamily = { readonly path: string; readonly programs: readonly string[] }

export const platformFamilies = ({ packages }: LockFile): PlatformFamily[] =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) => {
    const programs = Object.keys(optionalDependencies).flatMap((name) => folderOf(packages, path, name) ?? [])
    const isFamily =
      programs.length > 2 &&
      programs.every((program) => {
        const { os, cpu } = assertDefined(packages[program], program)
        return os ?? cpu
      })
    return isFamily ? [{ path, programs }] : []
  })

/** What keeps the lock file from standing for every machine, one sentence each. */
export const lockFaults = ({ packages }: LockFile): string[] =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {}, integrity, link, inBundle }]) => [
    ...Object.keys(optionalDependencies)
      .filter((name) => folderOf(packages, path, name) === undefined)
      .map((name) => `${path} wants ${name} on some machines, which is not in the lock file`),
    ...(path === '' || link || inBundle || integrity ? [] : [`${path} has no integrity`]),
  ])

/** Where a package finds another: in its own folder or in one above. */
const folderOf = (packages: LockFile['packages'], path: string, name: string): string | undefined => {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (packages[folder]) return folder
    if (at === '') return undefined
  }
}
