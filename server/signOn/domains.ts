import { createHash } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { App } from '../call.ts'
import { codeOf } from '../../kernel/caughtError.ts'

/** The TXT records of a domain as it stands in DNS, none where it has none; undefined where no one answers in time. */
export const textsOf = async (domain: string): Promise<readonly string[] | undefined> => {
  const resolver = new Resolver({ timeout: waitMs, tries: 1 })
  const slow = setTimeout(() => resolver.cancel(), waitMs)
  try {
    return (await resolver.resolveTxt(domainToASCII(domain))).map((parts) => parts.join(''))
  } catch (error) {
    return ['ENODATA', 'ENOTFOUND'].includes(codeOf(error) ?? '') ? [] : undefined
  } finally {
    clearTimeout(slow)
  }
}
const waitMs = 3000

/** What an organisation writes into a domain to show that it is its own. */
export const proofOf = (orgId: string, domain: string): string =>
  `zaice-verification=${createHash('sha256')
    .update(orgId + domain)
    .digest('hex')
    .slice(0, 32)}`

export const isDomain = (word: string): boolean => word.includes('.')

/** Refuses a domain that leads people to another organisation, or that has not been shown to be this one's. Asks the network: in no transaction. */
export const requireOwn = async (
  { database, textsOf: ask }: Pick<App, 'database' | 'textsOf'>,
  orgId: Id,
  domain: string,
): Promise<void> => {
  const leadsTo = await database.gate<{ orgId: Id }>('select org_id as "orgId" from gate_sign_on_of($1)', [domain])
  if (leadsTo.some((claim) => claim.orgId !== orgId)) refuse('signOn.domainTaken', '域名{domain}已属于另一个组织', { domain })
  const record = proofOf(orgId, domain)
  if (!(await ask(domain))?.includes(record))
    refuse('signOn.domain', '请先在域名{domain}的 DNS 中添加一条 TXT 记录：{record}，生效后再保存', { domain, record })
}

type DomainOwner = { readonly orgId: Id; readonly provenAt: string | null }

/**
 * Whether a word leads to an organisation now: a short name does, a domain as long as its record says whose it is. It is looked at again once a
 * day, when a person comes by it; where DNS does not answer, what was seen last holds.
 */
export const leadsNow = async (
  { database, textsOf: ask }: Pick<App, 'database' | 'textsOf'>,
  word: string,
  { orgId, provenAt }: DomainOwner,
): Promise<boolean> => {
  if (!isDomain(word) || (provenAt !== null && Date.parse(provenAt) > database.now() - provenMs)) return true
  const texts = await ask(word)
  if (texts === undefined) return provenAt !== null
  if (!texts.includes(proofOf(orgId, word))) return false
  await database.inTransaction(orgId, (tx) =>
    tx.query('update sign_on_word set proven_at = to_timestamp($3::float8 / 1000) where org_id = $1 and word = $2', [
      tx.orgId,
      word,
      tx.now(),
    ]),
  )
  return true
}
const provenMs = 86_400_000
