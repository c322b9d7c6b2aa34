import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Id } from '../../kernel/id.ts'
import { firstOf } from '../../kernel/assert.ts'
import { RefusalError, refusal, refuse } from '../../kernel/refusal.ts'
import type { Identity } from '../../domain/access/sessionOperations.ts'
import { brokenRule, password as passwordRule, ruleRefusal } from '../../kernel/rule.ts'
import { smsCodeLength, smsCountdownSeconds } from '../../domain/rules/constants.ts'
import type { Call } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { notify } from '../messaging/notify.ts'
import { administrators } from './people.ts'
import { HttpError } from '../httpError.ts'
import { attempt, attemptFromNetwork, guessingKey, isAtHome, networkOf, placesOf, rememberPlace, sweepGuards, type Limit } from './guard.ts'
import { readIdentity } from './identity.ts'
import { type Asker, hashPassword, isOutdated, isPassword } from './passwords.ts'
import { endSessions, openSession } from './sessions.ts'
import { smsGateway } from './sms.ts'

/** A person is in: the token, which is known nowhere else, and who they are. */
export type SignInResult = { readonly token: string; readonly identity: Identity }

export type PasswordGrant = { grant_type: string; username: string; password: string; device_id?: string | undefined }

/**
 * Signs in with a password. The header `operationId` chooses the organisation where the login name is known in several. Throws an OAuth
 * error; it is the same, and takes the same time, for an unknown name and for a wrong password.
 */
export const signInWithPassword = async (call: Call, input: PasswordGrant): Promise<SignInResult> => {
  const { database } = call.app
  if (input.grant_type !== 'password')
    throw new HttpError(400, refusal('oauth.grant', '不支持的登录方式'), { oauthError: 'unsupported_grant_type' })
  const login = input.username.normalize('NFKC').trim().toLowerCase()
  const meant = meantBy(await organisationsOf(database, login), call)
  if (meant.length > organisationsAtMost)
    throw new HttpError(400, refusal('signIn.organisation', '这个登录名在多个组织中使用，请用手机号码登录'), {
      oauthError: 'invalid_grant',
      details: [],
    })
  const people = meant.map(personKey)
  const network = networkOf(call.ip)
  const byNetwork = await attemptFromNetwork(database, { limit: networkLimit, network, people, words: tooOftenWords })
  // By person and not by what was typed: the person who has a phone number besides a login name is guessed at no more often.
  const places = placesOf(call.ip, input.device_id)
  const attempts = await Promise.all(
    (people.length > 0 ? people : [login]).map(async (place) =>
      attempt(database, loginLimit, await guessingKey(database, places, place), lockedWords),
    ),
  )

  const right = await withPassword(database, meant, input.password, { network, login, isAtHome: () => isAtHome(database, network, people) })
  if (right.length === 0) throw new HttpError(400, refusal('signIn.wrong', '用户名或密码错误'), { oauthError: 'invalid_grant' })

  const allowedCandidates = await allowedOf(database, right)

  // The person who is known in one organisation has not guessed at the namesakes of the others.
  await Promise.all([
    byNetwork.giveBack(),
    ...attempts.map((attemptMade, index) =>
      right.some(({ orgId }) => orgId === meant[index]?.orgId) ? attemptMade.clear() : attemptMade.giveBack(),
    ),
  ])
  const candidate = onlyOne(allowedCandidates)
  await Promise.all([...places.map((place) => rememberPlace(database, place, personKey(candidate))), sweepGuards(database)])
  const newHash = isOutdated(candidate.hash) ? await hashPassword(input.password, { network, login }) : undefined
  return enter(call, candidate, { client: call.client === 'pc' ? 'pc_to_mobile' : 'app', deviceId: input.device_id, renewed: newHash })
}

export type PhoneGrant = { phone: string; code: string; operationId?: Id | undefined; deviceId?: string | undefined }

/** Signs in with the code that was sent to a phone. Refuses in the same words for an unknown number, a wrong code and one that is over. */
export const signInWithCode = async (call: Call, grant: PhoneGrant): Promise<SignInResult> =>
  enter(call, await provePhone(call, grant), { client: 'app', deviceId: grant.deviceId })

/** The same, and the password is another from then on; whatever else was open for the person is over. */
export const resetWithCode = async (call: Call, grant: PhoneGrant & { readonly password: string }): Promise<SignInResult> => {
  requireGoodPassword(grant.password)
  const proof = await provePhone(call, grant)
  const hash = await hashPassword(grant.password, { network: networkOf(call.ip), login: grant.phone })
  return call.app.database.inTransaction(proof.orgId, async (tx) => {
    await tx.query('update person set password_hash = $3, first_sign_in = false where org_id = $1 and id = $2', [tx.orgId, proof.uid, hash])
    await endSessions(tx, proof.uid)
    return enterIn(tx, call, proof.uid, { client: 'app', deviceId: grant.deviceId })
  })
}

/** A password as the rule wants it. */
export const requireGoodPassword = (orgIdChosen: string): void => {
  if (orgIdChosen === '' || brokenRule(orgIdChosen, [passwordRule])) throw new RefusalError(ruleRefusal(passwordRule, '密码'))
}

/** Whose phone it is that the code was sent to. The code is used up by it, unless the organisation has to be chosen first. */
const provePhone = async (call: Call, { phone, code, operationId }: PhoneGrant): Promise<Candidate> => {
  const { database } = call.app
  const meant = meantBy(await organisationsOfPhone(database, phone), call, operationId)
  const network = networkOf(call.ip)
  const byNetwork = await attemptFromNetwork(database, { limit: networkLimit, network, people: meant.map(personKey), words: tooOftenWords })
  await requireCode(database, phone, code)
  if (meant.length === 0) return refuse('signIn.code', wrongCodeWords)
  const candidate = onlyOne(await allowedOf(database, meant))
  await useCodeUp(database, phone, code)
  await Promise.all([byNetwork.giveBack(), rememberPlace(database, network, personKey(candidate)), sweepGuards(database)])
  return candidate
}

/** Proves that a number is the caller's, also where another account has it, and uses the code up. */
export const proveNumber = async (call: Call, phone: string, code: string): Promise<void> => {
  const { database } = call.app
  const byNetwork = await attempt(database, networkLimit, networkOf(call.ip), tooOftenWords)
  await requireCode(database, phone, code)
  await useCodeUp(database, phone, code)
  await byNetwork.giveBack()
}

/** Refuses in the same words a number that has no code, a wrong code and one that is over; each look is a try. */
const requireCode = async (database: Database, phone: string, code: string): Promise<void> => {
  const [sentRow] = await database.gate<{ code_hash: string }>(
    'update sms_code set tries = tries + 1 where phone = $1 and expires_at > now() and tries < $2 returning code_hash',
    [phone, triesAtMost],
  )
  if (!sentRow || !timingSafeEqual(Buffer.from(codeHash(phone, code)), Buffer.from(sentRow.code_hash)))
    refuse('signIn.code', wrongCodeWords)
}

/** Refuses where another person was faster. */
const useCodeUp = async (database: Database, phone: string, code: string): Promise<void> => {
  const usedCodes = await database.gate('delete from sms_code where phone = $1 and code_hash = $2 returning 1', [
    phone,
    codeHash(phone, code),
  ])
  if (usedCodes.length === 0) refuse('signIn.code', wrongCodeWords)
}

/** Sends a sign-in code; the answer is the same for an unknown number. Refuses within 60 s of the last one. */
export const sendCode = async (call: Call, phone: string): Promise<{ countdownSeconds: number }> => {
  const { database, settings, log } = call.app
  await attempt(database, sendNetworkLimit, networkOf(call.ip), tooOftenWords)
  // Counted before a code is made: once the day's codes are used up, the last one keeps its tries.
  const byPhone = await attempt(database, sendPhoneLimit, phone, '今天获取验证码的次数过多，请明天再试')
  const code = String(randomInt(10 ** smsCodeLength)).padStart(smsCodeLength, '0')
  const sentCodes = await database.gate(
    `insert into sms_code as c (phone, code_hash, sent_at, expires_at, tries) values ($1, $2, now(), now() + make_interval(secs => $3), 0)
     on conflict (phone) do update set code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at, tries = 0
       where c.sent_at <= excluded.sent_at - make_interval(secs => $4)
     returning 1`,
    [phone, codeHash(phone, code), codeSeconds, smsCountdownSeconds],
  )
  if (sentCodes.length === 0) {
    await byPhone.giveBack()
    const [last] = await database.gate<{ wait: number }>(
      'select ceil($2 - extract(epoch from now() - sent_at))::int as wait from sms_code where phone = $1',
      [phone, smsCountdownSeconds],
    )
    return refuse('sms.wait', '请{seconds}秒后再获取验证码', { seconds: Math.max(1, last?.wait ?? smsCountdownSeconds) })
  }
  const organisations = await organisationsOfPhone(database, phone)
  // No one waits for the gateway: how long the answer takes must not tell whether the number is known.
  if (organisations.length > 0 || settings.registration === 'open')
    smsGateway(settings, log)
      .code(phone, code)
      .catch((error) => log.error({ requestId: call.requestId, operation: 'auth.sendVerifyCodeSMS', error }))
  return { countdownSeconds: smsCountdownSeconds }
}

/**
 * Tells the administrators of the person who is meant that a password was forgotten, at most once an hour. No one waits for it, so that the time of the
 * answer tells no more than its words.
 */
export const askForPassword = async (call: Call, login: string): Promise<void> => {
  const { database, log } = call.app
  await attempt(database, askNetworkLimit, networkOf(call.ip), tooOftenWords)
  const tell = async () => {
    for (const { orgId, uid } of (await organisationsOf(database, login.toLowerCase())).slice(0, organisationsAtMost)) {
      const mayTell = await attempt(database, askPersonLimit, `${orgId}:${uid}`, tooOftenWords).catch(() => undefined)
      if (!mayTell) continue
      await database.inTransaction(orgId, async (tx) => {
        const person = await onlyRow(
          tx.query<{ name: string }>('select user_name as name from person where org_id = $1 and id = $2', [orgId, uid]),
        )
        await notify(tx, {
          uids: await administrators(tx),
          msgType: 2,
          category: 'system',
          title: '{name}忘记了密码，请为他生成登录链接',
          params: { name: person.name },
          link: `/pages/addressbook/address-detail?uid=${uid}`,
        })
      })
    }
  }
  tell().catch((error) => log.error({ requestId: call.requestId, operation: 'sys.askForPassword', error }))
}

/** The organisations in which a login name or phone number is known and in service. */
export const organisationsOf = (database: Database, login: string): Promise<Candidate[]> =>
  database.gate<Candidate>('select org_id as "orgId", name, avatar, uid from gate_organisations_of_login($1)', [login])

type Candidate = { readonly orgId: Id; readonly name: string; readonly avatar: string | null; readonly uid: Id }

const loginLimit: Limit = { name: 'login', attempts: 5, windowSeconds: 600, lockSeconds: 600 }
const networkLimit: Limit = { name: 'network', attempts: 100, windowSeconds: 600, lockSeconds: 600 }
const sendNetworkLimit: Limit = { name: 'sms-network', attempts: 20, windowSeconds: 600, lockSeconds: 600 }
const sendPhoneLimit: Limit = { name: 'sms-phone', attempts: 10, windowSeconds: 86_400, lockSeconds: 86_400 }
const askNetworkLimit: Limit = { name: 'forgot-network', attempts: 10, windowSeconds: 3600, lockSeconds: 3600 }
const askPersonLimit: Limit = { name: 'forgot', attempts: 1, windowSeconds: 3600, lockSeconds: 3600 }
const codeSeconds = 300
const triesAtMost = 5

const tooOftenWords = '操作过于频繁，请稍后再试'
const lockedWords = '登录失败次数过多，请于10分钟后再试'
const wrongCodeWords = '手机号码或验证码错误'

const codeHash = (phone: string, code: string): string => createHash('sha256').update(`${phone}:${code}`).digest('hex')

/** A login name that looks like a phone number must not open the door that a phone number opens. */
const organisationsOfPhone = async (database: Database, phone: string): Promise<Candidate[]> => {
  const candidates = await organisationsOf(database, phone)
  const owners = await Promise.all(
    candidates.map(async (candidate) => {
      const { orgId, uid } = candidate
      const rows = await database.reading(orgId, (tx) =>
        tx.query('select from person where org_id = $1 and id = $2 and phone = $3', [orgId, uid, phone]),
      )
      return rows.length > 0 ? [candidate] : []
    }),
  )
  return owners.flat()
}

/** Who is meant: in the named organisation, or wherever the name is known. */
const meantBy = (
  candidates: readonly Candidate[],
  call: Call,
  orgIdNamed = String(call.headers['operationid'] ?? ''),
): readonly Candidate[] =>
  // A browser writes the header of a client that has none yet in these words.
  ['', 'null', 'undefined'].includes(orgIdNamed) ? candidates : candidates.filter((candidate) => candidate.orgId === orgIdNamed)

const personKey = ({ orgId, uid }: Candidate): string => `${orgId}:${uid}`

/**
 * Those of the candidates whose password it is. Where no one is meant, it is looked at in the same way, so that both take the same time.
 */
const withPassword = async (
  database: Database,
  candidates: readonly Candidate[],
  password: string,
  asker: Asker,
): Promise<(Candidate & { hash: string })[]> => {
  const checks = await Promise.all(
    (candidates.length > 0 ? candidates : [nobody]).map(async (candidate) => {
      const { orgId, uid } = candidate
      const [person] = await database.reading(orgId, (tx) =>
        tx.query<{ password_hash: string | null }>('select password_hash from person where org_id = $1 and id = $2', [orgId, uid]),
      )
      const hash = person?.password_hash
      return (await isPassword(password, hash, asker)) && hash ? [{ ...candidate, hash }] : []
    }),
  )
  return checks.flat()
}

/**
 * As who a person may come in who has shown a password or the code of a phone. Refuses where their company wants them to come in by its own way.
 * Administrators always may, and so may the person who has never come in by that way.
 */
const allowedOf = async <C extends Candidate>(database: Database, candidates: readonly C[]): Promise<readonly [C, ...C[]]> => {
  const closedFlags = await Promise.all(
    candidates.map(async ({ orgId, uid }) => {
      const ways = await database.reading(orgId, (tx) =>
        tx.query(
          `select from foreign_person l join sign_on s on s.org_id = $1 and s.kind = l.keeper and s.enabled and s.exclusive
           join person p on p.org_id = $1 and p.id = l.uid and not p.admin
           where l.org_id = $1 and l.uid = $2 and l.gone_at is null limit 1`,
          [orgId, uid],
        ),
      )
      return ways.length > 0
    }),
  )
  const [first, ...others] = candidates.filter((_, index) => !closedFlags[index])
  if (!first) throw new HttpError(400, refusal('signIn.company', '请用公司账号登录'), { oauthError: 'invalid_grant' })
  return [first, ...others]
}

const nobody: Candidate = { orgId: '1', name: '', avatar: null, uid: '0' }
/** In how many organisations one password is looked at; each costs a hash. */
const organisationsAtMost = 8

/** The one to sign in as. Who has shown the secret, and no one else, is told the organisations to choose from. */
const onlyOne = <C extends Candidate>(candidates: readonly C[]): C => {
  if (candidates.length > 1)
    throw new HttpError(400, refusal('signIn.organisation', '请选择要登录的组织'), {
      oauthError: 'invalid_grant',
      details: candidates.map(organisationRow),
    })
  return firstOf(candidates)
}

/** An organisation in the contract's words. */
export const organisationRow = (organisation: { orgId: Id; name: string; avatar: string | null }) => ({
  operationId: organisation.orgId,
  operationName: organisation.name,
  operationAvatar: organisation.avatar ?? '',
})

type Entry = { readonly client: string; readonly deviceId?: string | undefined; readonly renewed?: string | undefined }

const enter = (call: Call, { orgId, uid }: { orgId: Id; uid: Id }, { client, deviceId, renewed }: Entry): Promise<SignInResult> =>
  call.app.database.inTransaction(orgId, async (tx) => {
    if (renewed) await tx.query('update person set password_hash = $3 where org_id = $1 and id = $2', [orgId, uid, renewed])
    return enterIn(tx, call, uid, { client, deviceId })
  })

/** Opens a session for a person whose identity is proven, in the transaction that proved it. */
export const enterIn = async (tx: Tx, call: Call, uid: Id, { client, deviceId }: Entry): Promise<SignInResult> => {
  const platform = String(call.headers['platformtype'] ?? 'huaruan').slice(0, 40)
  const [token, { identity }] = await Promise.all([openSession(tx, { uid, client, platform, deviceId }), readIdentity(tx, uid)])
  return { token, identity }
}
