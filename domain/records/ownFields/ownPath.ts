import { isOwnKey } from './ownField.ts'
/** A path of a form, as conditions and printed columns name its parts. */
type Path = string

/** An own field of what a form refers to, who applies and for which department among it. */
export type OwnPath = {
  /** Where the form refers to it. */
  readonly of: Path
  /** The own field. */
  readonly key: string
}

/** The path by which a condition asks an own field of what stands at another path. */
export const pathOfOwn = ({ of, key }: OwnPath): Path => `${of}$${key}`

/** What such a path is made of; undefined for one of the form itself, whose keys have no such sign. */
export const ownPathIn = (path: Path): OwnPath | undefined => {
  const [, of, key] = /^(.+)\$(x[1-9]\d{0,5})$/.exec(path) ?? []
  return of === undefined || key === undefined ? undefined : { of, key }
}

/** The key of the own field that a path leads to, of a thing or of a line; undefined for any other. */
export const ownKeyAt = (path: Path): string | undefined => {
  const key = ownPathIn(path)?.key ?? path.split('.').at(-1)
  return key !== undefined && isOwnKey(key) ? key : undefined
}
