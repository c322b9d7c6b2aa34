import { createHash } from 'node:crypto'
import { firstOf } from '../../kernel/assert.ts'

/** What DingTalk's script is shown that a page may use it: hex, over a ticket, what is said once, when, and the page's address without `#…`. */
export type Signed = { readonly ticket: string; readonly nonce: string; readonly timestamp: number; readonly url: string }

/**
 * `sha256` reads the query of the address decoded, as DingTalk's present documents have it; `sha1` takes the address as it is, as its samples
 * up to 2024 do.
 */
export const signatureWays = ['sha256', 'sha1'] as const
export type SignatureWay = (typeof signatureWays)[number]

export const pageSignature = (way: SignatureWay, { ticket, nonce, timestamp, url }: Signed): string => {
  const page = firstOf(url.split('#'))
  const signedPage = way === 'sha256' ? withReadQuery(page) : page
  return createHash(way).update(`jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${timestamp}&url=${signedPage}`).digest('hex')
}

/** As Java's URLDecoder reads a query; one that it cannot read stays as it is. */
const withReadQuery = (page: string): string => {
  const queryIndex = page.indexOf('?')
  if (queryIndex === -1) return page
  try {
    return page.slice(0, queryIndex + 1) + decodeURIComponent(page.slice(queryIndex + 1).replaceAll('+', ' '))
  } catch {
    return page
  }
}
