import type { Id } from '../../../kernel/id.ts'
import { newId } from '../../../kernel/id.ts'
import type { ApiKey, KeyAction, KeyState } from '../../../domain/access/keyOperations.ts'
import { enqueue } from '../../jobs/jobs.ts'
import type { Tx } from '../../db/tx.ts'
import { keyPrefix } from '../tokens.ts'

/** A key as it is stored, with what people are called. */
export type StoredKey = {
  id: Id
  name: string
  ownerUid: Id
  ownerName: string
  accountUid: Id | null
  tokenHash: string
  letters: string
  codes: string[]
  locIds: Id[] | null
  places: { id: Id; name: string }[] | null
  networks: string[]
  isReadOnly: boolean
  createdAt: string
  expiresAt: string
  isRevoked: boolean
  usedAt: string | null
  usedFrom: string | null
  version: number
}

/** A whole address is written without the size of its network. */
export const keyColumns = `k.id, k.name, k.owner_uid as "ownerUid", o.user_name as "ownerName", k.account_uid as "accountUid", k.token_hash as "tokenHash",
  k.last_letters as letters, k.codes, k.loc_ids as "locIds",
  case when k.loc_ids is not null then (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id::text, 'name', l.loc_name) order by l.id), '[]') from location l
    where l.org_id = $1 and l.id = any (k.loc_ids)) end as places,
  array(select case when masklen(n) = case family(n) when 4 then 32 else 128 end then host(n) else n::text end from unnest(k.networks) n) as networks,
  k.is_read_only as "isReadOnly", k.created_at as "createdAt", k.expires_at as "expiresAt", k.revoked_at is not null as "isRevoked",
  k.used_at as "usedAt", k.used_from as "usedFrom", k.version`

export const findKey = async (tx: Tx, id: Id): Promise<StoredKey | undefined> => {
  const [key] = await tx.query<StoredKey>(
    `select ${keyColumns} from api_key k join person o on o.org_id = $1 and o.id = k.owner_uid where k.org_id = $1 and k.id = $2`,
    [tx.orgId, id],
  )
  return key
}

export const keyStateAt = ({ isRevoked, expiresAt }: Pick<StoredKey, 'isRevoked' | 'expiresAt'>, atMs: number): KeyState => {
  if (isRevoked) return 'revoked'
  return Date.parse(expiresAt) <= atMs ? 'expired' : 'active'
}

/** A key as people read it; never its secret. */
export const shownKey = (key: StoredKey, atMs: number): ApiKey => {
  const { accountUid, tokenHash: _, letters, locIds: __, isRevoked: ___, ...keyRow } = key
  return { ...keyRow, hint: `${keyPrefix}…${letters}`, isService: accountUid !== null, state: keyStateAt(key, atMs) }
}

export type KeyEvent = {
  readonly keyId: Id
  readonly action: KeyAction
  readonly byUid: Id
  readonly fromIp: string | null
  readonly before?: string
  readonly after?: string
}

export const writeKeyEvent = async (tx: Tx, { keyId, action, byUid, fromIp, before, after }: KeyEvent): Promise<void> => {
  await tx.query(
    'insert into api_key_event (org_id, id, key_id, action, by_uid, at, from_ip, before, after) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [tx.orgId, newId(), keyId, action, byUid, new Date(tx.now()).toISOString(), fromIp, before ?? null, after ?? null],
  )
}

/** The job that says before a key ends that it will; its key is the key's id. */
export const keyEndJob = 'apiKeyEnd'

/** Plans the next word about the end of a key, so many days before it; none where they are over. */
export const planKeyWarning = async (tx: Tx, id: Id, dueMs: number): Promise<void> =>
  enqueue(tx, { kind: keyEndJob, key: id, dueAt: new Date(dueMs).toISOString() })

/** Revokes the keys for which a person answers who leaves: nobody would watch them any more. */
export const endKeysOf = async (tx: Tx, uid: Id, byUid: Id): Promise<void> => {
  const keys = await tx.query<{ id: Id }>(
    'update api_key set revoked_at = $3, version = version + 1 where org_id = $1 and owner_uid = $2 and revoked_at is null returning id',
    [tx.orgId, uid, new Date(tx.now()).toISOString()],
  )
  for (const { id } of keys) await writeKeyEvent(tx, { keyId: id, action: 'ownerLeft', byUid, fromIp: null })
}
