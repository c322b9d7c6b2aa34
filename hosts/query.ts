/** A value of the page's address: before the fragment, where chats put it, or in the fragment's own query. Undefined where it is not filled in. */
export const queryOf = (name: string, { search, hash }: Pick<Location, 'search' | 'hash'> = location): string | undefined => {
  const inHash = hash.includes('?') ? hash.slice(hash.indexOf('?')) : ''
  const value = new URLSearchParams(search).get(name) ?? new URLSearchParams(inHash).get(name)
  // What a chat did not put in stays as its name between dollars.
  return value && !/^\$\w+\$$/.test(value) ? value : undefined
}

/** The page's address without what a chat brought back: a proof of who opened it, which is good once and not to be copied, and the screen that was
 * wanted. */
export const withoutProof = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'> = location): string => {
  const params = new URLSearchParams(search)
  for (const name of ['code', 'authCode', 'auth_code', 'expires_in', 'state', 'chat', 'to']) params.delete(name)
  return `${pathname}${params.size > 0 ? `?${params.toString()}` : ''}${hash}`
}
