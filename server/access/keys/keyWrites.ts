import { newId, type Id } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { isAccountCode, isKeyCode } from '../../../domain/access/keyAccess.ts'
import { codeTitles } from '../../../domain/access/matrix.ts'
import { type keyRenew, type keySave, keysAtMost, type keyUpdate, keyWarningDays } from '../../../domain/access/keyOperations.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { FunctionCode } from '../../../domain/rules/functionCode.ts'
import type { ParsedInput, SignedIn } from '../../call.ts'
import { onlyRow, requireUnchanged } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { Forbidden, NotFound } from '../../httpError.ts'
import { newKeyToken, tokenHash } from '../tokens.ts'
import { forgetKey } from './keySession.ts'
import { findKey, planKeyWarning, type StoredKey, writeKeyEvent } from './keyStore.ts'

type Secret = OutputOf<typeof keySave>
const dayMs = 86_400_000

/** Refuses what the maker does not have himself and what no key may have. */
const requireOwnCodes = ({ session }: SignedIn, codes: readonly string[], isService: boolean): void => {
  const mayHave = isService ? isAccountCode : isKeyCode
  const beyond = codes.find((code) => !mayHave(code as FunctionCode) || !session.codes.has(code as FunctionCode))
  if (beyond === undefined) return
  const [noun, verb] = codeTitles(beyond as FunctionCode)
  refuse('apiKey.exceeds', '密钥不能有“{noun}：{verb}”这项权限', { noun, verb })
}

const requireOwnPlaces = async ({ tx, session }: SignedIn, locIds: readonly Id[] | null): Promise<void> => {
  if (locIds === null) return
  const { n } = await onlyRow(
    tx.query<{ n: number }>(
      `select count(*)::int as n from location where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null
       and ($3::bigint[] is null or id = any ($3::bigint[]))`,
      [tx.orgId, locIds, session.locations === 'all' ? null : session.locations],
    ),
  )
  if (n < locIds.length) refuse('reference.unknown', '{label}不存在、已删除或不适用', { label: '区域' })
}

/** Several at once of one person wait here for each other, so that none gets past the limit. */
const requireRoom = async ({ tx, session }: SignedIn): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('api_key', $1::bigint))`, [session.uid])
  const { n } = await onlyRow(
    tx.query<{ n: number }>(
      'select count(*)::int as n from api_key where org_id = $1 and owner_uid = $2 and revoked_at is null and expires_at > $3',
      [tx.orgId, session.uid, new Date(tx.now()).toISOString()],
    ),
  )
  if (n >= keysAtMost) refuse('apiKey.tooMany', '每人最多{max}个密钥，请先吊销不用的', { max: keysAtMost })
}

type NewKey = {
  readonly id: Id
  readonly name: string
  readonly accountUid: Id | null
  readonly codes: readonly string[]
  readonly locIds: readonly Id[] | null
  readonly networks: readonly string[]
  readonly isReadOnly: boolean
  readonly days: number
}

const insertKey = async ({ tx, session }: SignedIn, key: NewKey): Promise<string> => {
  const token = newKeyToken(tx.orgId)
  const now = tx.now()
  const endMs = now + key.days * dayMs
  await tx.query(
    `insert into api_key (org_id, id, name, owner_uid, account_uid, token_hash, last_letters, codes, loc_ids, networks, is_read_only, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text[]::cidr[], $11, $12, $13)`,
    [
      tx.orgId,
      key.id,
      key.name,
      session.uid,
      key.accountUid,
      tokenHash(token),
      token.slice(-4),
      [...new Set(key.codes)].toSorted(),
      key.locIds,
      key.networks,
      key.isReadOnly,
      new Date(now).toISOString(),
      new Date(endMs).toISOString(),
    ],
  )
  const [firstWarning] = keyWarningDays
  await planKeyWarning(tx, key.id, Math.max(now, endMs - firstWarning * dayMs))
  return token
}

/**
 * A name under which a key writes: a person who was never in service and is in no list, so that histories name the account and nobody signs in
 * by it.
 */
const makeAccount = async (tx: Tx, name: string): Promise<Id> => {
  const uid = newId()
  await tx.query(`insert into person (org_id, id, user_name, state, deleted_at, search) values ($1, $2, $3, 'disabled', now(), chr(1))`, [
    tx.orgId,
    uid,
    name,
  ])
  return uid
}

/** A network without bits beyond its size, as the database wants it. */
const plainNetworks = async (tx: Tx, networks: readonly string[]): Promise<string[]> =>
  (await onlyRow(tx.query<{ list: string[] }>('select array(select network(n::inet)::text from unnest($1::text[]) n) as list', [networks])))
    .list

/** The same id again answers without the secret, which went out once. */
export const saveKey = async (call: SignedIn, input: ParsedInput<typeof keySave>): Promise<Secret> => {
  const { tx, session, ip } = call
  const { id, name, isService, codes, locIds = null, networks, isReadOnly, days } = input
  if (!session.codes.has(isService ? 'apikey:manage' : 'apikey:save')) throw new Forbidden()
  const existing = await findKey(tx, id)
  if (existing) {
    if (existing.ownerUid !== session.uid) refuse('record.exists', '编号已用于另一条{title}', { title: '密钥' })
    return { id, token: null }
  }
  requireOwnCodes(call, codes, isService)
  await requireOwnPlaces(call, locIds)
  await requireRoom(call)
  const accountUid = isService ? await makeAccount(tx, name) : null
  const token = await insertKey(call, {
    id,
    name,
    accountUid,
    codes,
    locIds,
    networks: await plainNetworks(tx, networks),
    isReadOnly,
    days,
  })
  await writeKeyEvent(tx, { keyId: id, action: 'save', byUid: session.uid, fromIp: ip })
  return { id, token }
}

const networkWords = (name: string, networks: readonly string[]): string => [name, ...networks].join(' · ')

export const updateKey = async (call: SignedIn, key: StoredKey, input: ParsedInput<typeof keyUpdate>): Promise<void> => {
  const { tx, session, ip, app } = call
  const { id, name, version } = input
  const networks = await plainNetworks(tx, input.networks)
  requireUnchanged('密钥', version, key.version)
  const before = networkWords(key.name, key.networks)
  await tx.query(
    'update api_key set name = $3, networks = $4::text[]::cidr[], version = version + 1 where org_id = $1 and id = $2 and version = $5',
    [tx.orgId, id, name, networks, version],
  )
  if (key.accountUid) await tx.query('update person set user_name = $3 where org_id = $1 and id = $2', [tx.orgId, key.accountUid, name])
  const after = networkWords(name, (await findKey(tx, id))?.networks ?? [])
  forgetKey(app.database, key.tokenHash)
  if (before !== after) await writeKeyEvent(tx, { keyId: id, action: 'update', byUid: session.uid, fromIp: ip, before, after })
}

/** Only its owner has the secret anew: the rights are his, and none that he has lost meanwhile. */
export const renewKey = async (call: SignedIn, key: StoredKey, { newId: id, days }: ParsedInput<typeof keyRenew>): Promise<Secret> => {
  const { tx, session, ip } = call
  if (key.ownerUid !== session.uid) refuse('apiKey.notOwner', '只有负责人才能换发密钥；接口账号的密钥可以先接管')
  const existing = await findKey(tx, id)
  if (existing) {
    if (existing.ownerUid !== session.uid) throw new NotFound()
    return { id, token: null }
  }
  await requireRoom(call)
  const codes = key.codes.filter((code) => session.codes.has(code as FunctionCode))
  const token = await insertKey(call, { ...key, id, codes, days })
  await writeKeyEvent(tx, { keyId: id, action: 'renew', byUid: session.uid, fromIp: ip, before: key.name })
  return { id, token }
}

/** Every process refuses it within a second. */
export const revokeKey = async ({ tx, session, ip, app }: SignedIn, key: StoredKey): Promise<void> => {
  if (key.isRevoked) return
  await tx.query('update api_key set revoked_at = $3, version = version + 1 where org_id = $1 and id = $2 and revoked_at is null', [
    tx.orgId,
    key.id,
    new Date(tx.now()).toISOString(),
  ])
  forgetKey(app.database, key.tokenHash)
  await writeKeyEvent(tx, { keyId: key.id, action: 'revoke', byUid: session.uid, fromIp: ip })
}

export const takeOverKey = async ({ tx, session, ip, app }: SignedIn, key: StoredKey): Promise<void> => {
  if (key.accountUid === null) refuse('apiKey.personal', '个人密钥以本人名义办理，不能接管')
  if (key.ownerUid === session.uid) return
  await tx.query('update api_key set owner_uid = $3, version = version + 1 where org_id = $1 and id = $2', [tx.orgId, key.id, session.uid])
  forgetKey(app.database, key.tokenHash)
  await writeKeyEvent(tx, {
    keyId: key.id,
    action: 'takeOver',
    byUid: session.uid,
    fromIp: ip,
    before: key.ownerName,
    after: session.userName,
  })
}
