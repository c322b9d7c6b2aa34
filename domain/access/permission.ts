import type { FunctionCode } from '../rules/functionCode.ts'

/**
 * Who may call: anyone (`public`), the holder of a sign-in client credential (`client`), the person who runs the installation and belongs to no
 * organisation (`operator`), anyone signed in, or the person who has at least one of the function codes.
 */
export type Access = 'public' | 'client' | 'operator' | 'signed-in' | readonly FunctionCode[]

/**
 * Whether a caller may call. `codes` are those of the person who is signed in, undefined for no one. A `client` operation checks the
 * client's credential itself. The operator is no one of an organisation, so no code makes one.
 */
export const may = (codes: ReadonlySet<FunctionCode> | undefined, access: Access): boolean => {
  if (access === 'public' || access === 'client') return true
  if (!codes || access === 'operator') return false
  return access === 'signed-in' || access.some((code) => codes.has(code))
}

/** What the permission rule reads of a resource. */
export type PageFunctions = {
  readonly mobilePath: string
  readonly funs: readonly { readonly resourceCode: string; readonly resourceTypeCode: string }[]
}

/**
 * The permission rule for one element of a page: it stays only if the page's resources hold a function with one of the codes; without
 * resources it goes. `page` is the path without its query. Throws `need roles` where no codes are given.
 */
export const mayShow = (codes: readonly string[], resources: readonly PageFunctions[] | undefined, page: string): boolean => {
  if (!Array.isArray(codes) || codes.length === 0) throw new Error('need roles')
  return (resources ?? [])
    .filter((resource) => resource.mobilePath === page)
    .some((resource) => resource.funs.some((fun) => fun.resourceTypeCode === 'function' && codes.includes(fun.resourceCode)))
}
