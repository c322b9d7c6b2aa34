import { randomBytes } from 'node:crypto'
import { inWords } from '../../domain/english/all.ts'
import { secretAfter } from '../../domain/access/savedSecret.ts'
import { signOnOperations as calls } from '../../domain/signOn/operations.ts'
import { RefusalError, refuse } from '../../kernel/refusal.ts'
import { urlRefusal } from '../approval/flow/services/servicesPost.ts'
import { attempt, networkOf, type Limit } from '../access/guard.ts'
import { tokenAnswer } from '../access/identity.ts'
import { enterIn, organisationRow } from '../access/signIn.ts'
import { claimedOrganisation, newToken, tokenHash } from '../access/tokens.ts'
import { handle, handleOneByOne, handlePublic, type Call, type Handler } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { standingRow } from '../directory/handlers.ts'
import { forgetPeople } from '../directory/links.ts'
import { startSync } from '../directory/syncing.ts'
import { addressFor, discover, provenBy, type Provider } from './oidc.ts'
import { isDomain, leadsNow, requireOwn } from './domains.ts'
import { parsedFilter } from './ldap.ts'
import { enterLdap } from './ldapEnter.ts'
import { everyNight } from './night.ts'
import { enteringAs } from './people.ts'
import { saveWay, wayOf, type StoredWay } from './store.ts'
import { testSteps } from './testSignOn.ts'

const findLimit: Limit = { name: 'sign-on-find', attempts: 60, windowSeconds: 600, lockSeconds: 600 }
const beginLimit: Limit = { name: 'sign-on', attempts: 60, windowSeconds: 600, lockSeconds: 600 }
const tooOftenWords = '操作过于频繁，请稍后再试'

/** People come back from their provider within this time. */
const attemptSeconds = 600

/** Where people reach us: as set, or as the person who asks has reached us. */
const baseOf = ({ app, headers }: Call): string => {
  const origin = String(headers['origin'] ?? '')
  const requestOrigin = [origin, `http://${String(headers['host'])}`].find((candidate) => URL.canParse(candidate)) ?? 'http://localhost'
  return (app.settings.publicUrl ?? new URL(requestOrigin).origin).replace(/\/$/, '')
}

export const backPath = '/api/sign-on/back'
export const scimPath = '/api/scim/v2'

const providerOf = ({ settings, secret }: StoredWay<'oidc'>, redirect: string): Provider => ({ ...settings, secret, redirect })

/** The word that leads to an organisation: what was typed, or of an e-mail address its domain. */
const wordOf = (issuer: string): string => issuer.toLowerCase().replace(/^.*@/, '')

const shownSettings = <K extends 'oidc' | 'ldap'>(storedWay: StoredWay<K> | undefined) => {
  if (!storedWay) return null
  const { settings, secret, ...rest } = storedWay
  return { ...settings, ...rest, isKeyed: secret !== null }
}

const wordsOf = async (tx: Tx): Promise<string[]> =>
  (await tx.query<{ word: string }>('select word from sign_on_word where org_id = $1 order by word', [tx.orgId])).map(({ word }) => word)

export const signOnHandlers: readonly Handler[] = [
  handle(calls.settings, async (call) => {
    const { tx } = call
    const [words, oidc, ldap, scim, ldapStanding, people] = await Promise.all([
      wordsOf(tx),
      wayOf(tx, 'oidc'),
      wayOf(tx, 'ldap'),
      wayOf(tx, 'scim'),
      standingRow(call, 'ldap'),
      onlyRow(
        tx.query<{ n: number }>(`select count(*)::int as n from foreign_person where org_id = $1 and keeper = 'scim' and gone_at is null`, [
          tx.orgId,
        ]),
      ),
    ])
    const base = baseOf(call)
    return {
      words,
      oidc: shownSettings(oidc),
      ldap: shownSettings(ldap),
      scim: scim ? { enabled: scim.enabled, isKeyed: scim.secret !== null, updatedAt: scim.updatedAt } : null,
      redirect: base + backPath,
      scimAddress: base + scimPath,
      ldapStanding,
      scimPeople: people.n,
    }
  }),

  handleOneByOne(calls.saveWords, async ({ app, session, inTransaction }, input) => {
    const words = [...new Set(input.words)]
    const storedWords = await inTransaction(wordsOf)
    const addedDomains = words.filter((word) => isDomain(word) && !storedWords.includes(word))
    for (const domain of addedDomains) await requireOwn(app, session.orgId, domain)
    return inTransaction(async (tx) => {
      await tx.query('delete from sign_on_word where org_id = $1 and word <> all ($2::text[])', [tx.orgId, words])
      await tx.query(
        `insert into sign_on_word (org_id, word, proven_at)
         select o.org_id, w, case when w = any ($3::text[]) then to_timestamp($4::float8 / 1000) end from organisation o cross join unnest($2::text[]) as w where o.org_id = $1
         on conflict do nothing`,
        [tx.orgId, words, addedDomains, tx.now()],
      )
      return { words: await wordsOf(tx) }
    })
  }),

  handle(calls.saveOidc, async ({ tx, app, session }, { enabled, exclusive, clientSecret, ...settings }) => {
    const wrong = urlRefusal(settings.issuer, app.settings.serviceReach)
    if (wrong) throw new RefusalError(wrong)
    const before = await wayOf(tx, 'oidc')
    const secret = secretAfter({ saved: before?.secret, entered: clientSecret, from: before?.settings.issuer, to: settings.issuer })
    if (before?.settings.issuer !== settings.issuer) await forgetPeople(tx, 'oidc')
    await saveWay(tx, 'oidc', { settings, enabled, exclusive, secret, by: session.uid })
    return { saved: true as const }
  }),

  handle(calls.saveLdap, async ({ tx, session }, { enabled, exclusive, bindPassword, ...settings }) => {
    if (!URL.canParse(settings.url)) refuse('signOn.ldapUrl', '地址应以 ldaps:// 或 ldap:// 开头')
    for (const filter of [settings.filter, settings.peopleFilter, settings.departmentFilter]) parsedFilter(filter)
    const storedWay = await wayOf(tx, 'ldap')
    const before = storedWay?.settings
    const isBare = before?.startTls === true && !settings.startTls
    // A line that is not encrypted any more shows the password to others than before.
    const to = isBare ? `${settings.url} bare` : settings.url
    const secret = secretAfter({ saved: storedWay?.secret, entered: bindPassword, from: before?.url, to })
    if (before?.url !== settings.url || before.attributes.id !== settings.attributes.id) await forgetPeople(tx, 'ldap')
    await saveWay(tx, 'ldap', { settings, enabled, exclusive, secret, by: session.uid })
    await everyNight(tx)
    return { saved: true as const }
  }),

  handle(calls.saveScim, async ({ tx, session }, { enabled }) => {
    const storedWay = await wayOf(tx, 'scim')
    await saveWay(tx, 'scim', { settings: {}, enabled, exclusive: false, secret: storedWay?.secret ?? null, by: session.uid })
    return { saved: true as const }
  }),

  handle(calls.renewToken, async ({ tx, session }) => {
    const token = newToken(tx.orgId)
    await saveWay(tx, 'scim', { settings: {}, enabled: true, exclusive: false, secret: tokenHash(token), by: session.uid })
    return { token }
  }),

  handleOneByOne(calls.test, async (call, { kind, login }) => {
    const steps = await testSteps(call, kind, login, baseOf(call) + backPath)
    return {
      steps: steps.map(({ title, ok, words, params }) => ({
        title: inWords(call.language, title),
        ok,
        words: inWords(call.language, words, params),
      })),
    }
  }),

  handle(calls.synchronise, async (call) => {
    const storedWay = await wayOf(call.tx, 'ldap')
    if (!storedWay?.enabled) refuse('signOn.off', '请先启用并保存')
    await startSync(call.tx, 'ldap')
    return standingRow(call, 'ldap')
  }),

  handlePublic(calls.find, async (call, { word }) => {
    await attempt(call.app.database, findLimit, networkOf(call.ip), tooOftenWords)
    const rows = await call.app.database.gate<{
      orgId: string
      name: string
      avatar: string | null
      oidc: string | null
      ldap: string | null
      provenAt: string | null
    }>('select org_id as "orgId", name, avatar, oidc, ldap, proven_at as "provenAt" from gate_sign_on_of($1)', [wordOf(word)])
    const leads = await Promise.all(rows.map((row) => leadsNow(call.app, wordOf(word), row)))
    return { list: rows.filter((_, index) => leads[index]).map(({ oidc, ldap, ...of }) => ({ ...organisationRow(of), oidc, ldap })) }
  }),

  handlePublic(calls.begin, async (call, { operationId, browser }) => {
    const { database, settings } = call.app
    await attempt(database, beginLimit, networkOf(call.ip), tooOftenWords)
    const storedWay = await database.reading(operationId, (tx) => wayOf(tx, 'oidc'))
    if (!storedWay?.enabled) return refuse('signOn.none', '这个公司没有开通单点登录')
    const provider = providerOf(storedWay, baseOf(call) + backPath)
    const config = await discover(provider, settings.serviceReach)
    const oidcRequest = { state: newToken(operationId), nonce: secret(), verifier: secret() }
    await database.inTransaction(operationId, async (tx) => {
      await tx.query('delete from sign_on_attempt where org_id = $1 and expires_at < now()', [tx.orgId])
      await tx.query(
        `insert into sign_on_attempt (org_id, state_hash, browser_hash, nonce, verifier, redirect, expires_at)
         values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
        [
          tx.orgId,
          tokenHash(oidcRequest.state),
          tokenHash(browser),
          oidcRequest.nonce,
          oidcRequest.verifier,
          provider.redirect,
          attemptSeconds,
        ],
      )
    })
    return { address: await addressFor(config, provider, oidcRequest) }
  }),

  handlePublic(calls.enter, async (call, { query, browser, device_id: deviceId }) => {
    const { database, settings } = call.app
    await attempt(database, beginLimit, networkOf(call.ip), tooOftenWords)
    const state = new URLSearchParams(query).get('state') ?? ''
    const orgId = claimedOrganisation(state)
    // Used up before it is worked on: the person who comes with it again begins anew.
    const [begun] =
      orgId === undefined
        ? []
        : await database.inTransaction(orgId, (tx) =>
            tx.query<{ nonce: string; verifier: string; redirect: string }>(
              `delete from sign_on_attempt where org_id = $1 and state_hash = $2 and browser_hash = $3 and expires_at > now()
               returning nonce, verifier, redirect`,
              [tx.orgId, tokenHash(state), tokenHash(browser)],
            ),
          )
    if (orgId === undefined || !begun) return refuse('signOn.over', '登录已过期，请重新登录')
    const storedWay = await database.reading(orgId, (tx) => wayOf(tx, 'oidc'))
    if (!storedWay?.enabled) return refuse('signOn.none', '这个公司没有开通单点登录')
    const proven = await provenBy(providerOf(storedWay, begun.redirect), settings.serviceReach, query, { ...begun, state })
    const { token, identity } = await database.inTransaction(orgId, async (tx) => {
      await requireOpen(tx)
      return enterIn(tx, call, await enteringAs(tx, 'oidc', proven, storedWay.settings.makesPeople), { client: 'app', deviceId })
    })
    return tokenAnswer(token, identity)
  }),

  handlePublic(calls.enterLdap, async (call, input) => {
    const { token, identity } = await enterLdap(call, input)
    return tokenAnswer(token, identity)
  }),
]

/** Refuses where the organisation is closed. */
export const requireOpen = async (tx: Tx): Promise<void> => {
  const open = await tx.query(`select from organisation where org_id = $1 and state = 'active'`, [tx.orgId])
  if (open.length === 0) refuse('signOn.none', '这个公司没有开通单点登录')
}

const secret = (): string => randomBytes(32).toString('base64url')
