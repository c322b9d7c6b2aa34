import { createHash, randomBytes } from 'node:crypto'
import type { Id } from '../../kernel/id.ts'

/**
 * A new session token: the organisation, so that it is known where to look, a dot and 256 random bits. The organisation in it proves
 * nothing; the session row does.
 */
export const newToken = (orgId: Id): string => `${BigInt(orgId).toString(36)}.${randomBytes(32).toString('base64url')}`

/** What is kept of a token: SHA-256 in hex. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The organisation a token claims; undefined for what is no token at all. */
export const claimedOrganisation = (token: string): Id | undefined =>
  organisationOf(/^([1-9a-z][0-9a-z]{0,12})\.[\w-]{43}$/.exec(token)?.[1])

/** How a key begins, so that programs that look for secrets in code find it. */
export const keyPrefix = 'zaice_'

/** A new API key: its prefix, the organisation as in a token, and 256 random bits. It opens no session. */
export const newKeyToken = (orgId: Id): string => `${keyPrefix}${BigInt(orgId).toString(36)}_${randomBytes(32).toString('base64url')}`

/** Whether a bearer shows a key and no token of a session. */
export const isKeyToken = (token: string): boolean => token.startsWith(keyPrefix)

/** The organisation a key claims; undefined for what is no key. */
export const keyOrganisation = (token: string): Id | undefined =>
  organisationOf(/^zaice_([1-9a-z][0-9a-z]{0,12})_[\w-]{43}$/.exec(token)?.[1])

const organisationOf = (claim: string | undefined): Id | undefined => {
  if (claim === undefined) return undefined
  const orgId = [...claim].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n)
  return orgId <= 9223372036854775807n ? orgId.toString() : undefined
}

/** Without the word that clients put before it. */
export const bareToken = (token: string): string => token.replace(/^bearer\s+/i, '').trim()
