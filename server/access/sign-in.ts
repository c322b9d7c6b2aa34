import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Id } from '../../kernel/id.ts'
import { refusal, refuse } from '../../kernel/refusal.ts'
import type { Identity } from '../../domain/operations/auth.ts'
import { smsCodeLength, smsCountdownSeconds } from '../../domain/rules/constants.ts'
import type { Call } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { Unanswered } from '../unanswered.ts'
import { attempt, networkOf, sweepGuards, type Limit } from './guard.ts'
import { readIdentity } from './identity.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import { openSession } from './sessions.ts'
import { smsGateway } from './sms.ts'

/** Somebody is in: the token, which is known nowhere else, and who they are. */
export type Entered = { readonly token: string; readonly identity: Identity }

export type PasswordGrant = { grant_type: string; username: string; password: string; device_id?: string | undefined }

/**
 * Signs in with a password. The header `operationId` chooses the organisation where the login name is known in several. Throws an OAuth
 * error; it is the same, and takes the same time, for an unknown name and for a wrong password.
 */
export const signInWithPassword = async (call: Call, input: PasswordGrant): Promise<Entered> => {
  const { database } = call.app
  if (input.grant_type !== 'password')
    throw new Unanswered(400, refusal('oauth.grant', '不支持的登录方式'), { oauthError: 'unsupported_grant_type' })
  const login = input.username.trim().toLowerCase()
  const byNetwork = await attempt(database, networkLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
  const byLogin = await attempt(database, loginLimit, login, lockedWords)

  const found = chooseOrganisation(await organisationsOf(database, login), call)
  // Nobody is looked for in the same way as somebody, so that both take the same time.
  const { orgId, uid } = found ?? { orgId: '1', uid: '0' }
  const [person] = await database.reading(orgId, (tx) =>
    tx.query<{ password_hash: string | null }>('select password_hash from person where org_id = $1 and id = $2', [orgId, uid]),
  )
  if (!(await isPassword(input.password, person?.password_hash)))
    throw new Unanswered(400, refusal('signIn.wrong', '用户名或密码错误'), { oauthError: 'invalid_grant' })

  await Promise.all([byLogin.clear(), byNetwork.giveBack(), sweepGuards(database)])
  const renewed = isOutdated(person!.password_hash!) ? await hashPassword(input.password) : undefined
  return enter(call, { orgId, uid }, { client: call.client === 'pc' ? 'pc_to_mobile' : 'app', deviceId: input.device_id, renewed })
}

export type PhoneGrant = { phone: string; code: string; operationId?: Id | undefined; deviceId?: string | undefined }

/** Signs in with the code that was sent to a phone. Refuses in the same words for an unknown number, a wrong code and one that is over. */
export const signInWithCode = async (call: Call, { phone, code, operationId, deviceId }: PhoneGrant): Promise<Entered> => {
  const { database } = call.app
  const byNetwork = await attempt(database, networkLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
  const [sent] = await database.gate<{ code_hash: string }>(
    'update sms_code set tries = tries + 1 where phone = $1 and expires_at > now() and tries < $2 returning code_hash',
    [phone, triesAtMost],
  )
  if (!sent || !timingSafeEqual(Buffer.from(codeHash(phone, code)), Buffer.from(sent.code_hash)))
    return refuse('signIn.code', wrongCodeWords)

  const found = chooseOrganisation(await organisationsOfPhone(database, phone), call, operationId)
  if (!found) return refuse('signIn.code', wrongCodeWords)
  const used = await database.gate('delete from sms_code where phone = $1 and code_hash = $2 returning 1', [phone, sent.code_hash])
  if (used.length === 0) return refuse('signIn.code', wrongCodeWords)
  await Promise.all([byNetwork.giveBack(), sweepGuards(database)])
  return enter(call, found, { client: 'app', deviceId })
}

/** Sends a sign-in code; the answer is the same for an unknown number. Refuses within 60 s of the last one. */
export const sendCode = async (call: Call, phone: string): Promise<{ countdownSeconds: number }> => {
  const { database, settings, log } = call.app
  await attempt(database, sendNetworkLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
  const code = String(randomInt(10 ** smsCodeLength)).padStart(smsCodeLength, '0')
  const taken = await database.gate(
    `insert into sms_code as c (phone, code_hash, sent_at, expires_at, tries) values ($1, $2, now(), now() + make_interval(secs => $3), 0)
     on conflict (phone) do update set code_hash = excluded.code_hash, sent_at = now(), expires_at = excluded.expires_at, tries = 0
       where c.sent_at <= now() - make_interval(secs => $4)
     returning 1`,
    [phone, codeHash(phone, code), codeSeconds, smsCountdownSeconds],
  )
  if (taken.length === 0) {
    const [last] = await database.gate<{ wait: number }>(
      'select ceil($2 - extract(epoch from now() - sent_at))::int as wait from sms_code where phone = $1',
      [phone, smsCountdownSeconds],
    )
    return refuse('sms.wait', '请{seconds}秒后再获取验证码', { seconds: Math.max(1, last?.wait ?? smsCountdownSeconds) })
  }
  await attempt(database, sendPhoneLimit, phone, '今天获取验证码的次数过多，请明天再试')
  const known = await organisationsOfPhone(database, phone)
  // Nobody waits for the gateway: how long the answer takes must not tell whether the number is known.
  if (known.length > 0)
    smsGateway(settings, log)(phone, code).catch((error) =>
      log.error({ requestId: call.requestId, operation: 'auth.sendVerifyCodeSMS', error }),
    )
  return { countdownSeconds: smsCountdownSeconds }
}

/** The organisations in which a login name or phone number is known and in service. */
export const organisationsOf = (database: Database, login: string): Promise<Candidate[]> =>
  database.gate<Candidate>('select org_id as "orgId", name, avatar, uid from gate_organisations_of_login($1)', [login])

type Candidate = { readonly orgId: Id; readonly name: string; readonly avatar: string | null; readonly uid: Id }

const loginLimit: Limit = { name: 'login', attempts: 5, windowSeconds: 600, lockSeconds: 600 }
const networkLimit: Limit = { name: 'network', attempts: 100, windowSeconds: 600, lockSeconds: 600 }
const sendNetworkLimit: Limit = { name: 'sms-network', attempts: 20, windowSeconds: 600, lockSeconds: 600 }
const sendPhoneLimit: Limit = { name: 'sms-phone', attempts: 10, windowSeconds: 86_400, lockSeconds: 86_400 }
const codeSeconds = 300
const triesAtMost = 5

const lockedWords = '登录失败次数过多，请于10分钟后再试'
const wrongCodeWords = '手机号码或验证码错误'

const codeHash = (phone: string, code: string): string => createHash('sha256').update(`${phone}:${code}`).digest('hex')

/** A login name that looks like a phone number must not open the door that a phone number opens. */
const organisationsOfPhone = async (database: Database, phone: string): Promise<Candidate[]> => {
  const candidates = await organisationsOf(database, phone)
  const owns = await Promise.all(
    candidates.map(({ orgId, uid }) =>
      database.reading(orgId, (tx) => tx.query('select from person where org_id = $1 and id = $2 and phone = $3', [orgId, uid, phone])),
    ),
  )
  return candidates.filter((_, at) => owns[at]!.length > 0)
}

/** The organisation to sign in to: the named one, or the only one. Refuses where there are several and none is named. */
const chooseOrganisation = (
  candidates: readonly Candidate[],
  call: Call,
  named = String(call.headers['operationid'] ?? ''),
): Candidate | undefined => {
  // A browser writes the header of a client that has none yet in these words.
  if (!['', 'null', 'undefined'].includes(named)) return candidates.find((candidate) => candidate.orgId === named)
  if (candidates.length > 1)
    throw new Unanswered(400, refusal('signIn.organisation', '请选择要登录的组织'), {
      oauthError: 'invalid_grant',
      details: candidates.map(organisationRow),
    })
  return candidates[0]
}

/** An organisation in the contract's words. */
export const organisationRow = (of: { orgId: Id; name: string; avatar: string | null }) => ({
  operationId: of.orgId,
  operationName: of.name,
  operationAvatar: of.avatar ?? '',
})

type Entry = { readonly client: string; readonly deviceId?: string | undefined; readonly renewed?: string | undefined }

const enter = (call: Call, { orgId, uid }: { orgId: Id; uid: Id }, { client, deviceId, renewed }: Entry): Promise<Entered> =>
  call.app.database.inTransaction(orgId, async (tx) => {
    if (renewed) await tx.query('update person set password_hash = $3 where org_id = $1 and id = $2', [orgId, uid, renewed])
    const platform = String(call.headers['platformtype'] ?? 'huaruan').slice(0, 40)
    const [token, { identity }] = await Promise.all([openSession(tx, { uid, client, platform, deviceId }), readIdentity(tx, uid)])
    return { token, identity }
  })
