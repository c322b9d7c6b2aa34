import { BlockList, isIP } from 'node:net'
import { keepRecent, openRecentReads } from '../../../kernel/recent.ts'
import type { Id } from '../../../kernel/id.ts'
import { isAccountCode, isKeyCode } from '../../../domain/access/keyAccess.ts'
import type { FunctionCode } from '../../../domain/rules/functionCode.ts'
import type { Call, Session } from '../../call.ts'
import { belowNodes } from '../../db/conditions.ts'
import type { Database } from '../../db/pool.ts'
import type { Tx } from '../../db/tx.ts'
import { keyFromElsewhere } from '../../httpError.ts'
import { inNameOf } from '../sessions.ts'
import { keyOrganisation, tokenHash } from '../tokens.ts'

type FoundKey = { readonly session: Session; readonly networks: BlockList | undefined; readonly usedAt: string | null }

const recentKeys = openRecentReads<Database, FoundKey | undefined>({
  ageMs: 1000,
  atMost: 10_000,
  isLasting: (key, database) => key !== undefined && key.session.licensedUntil > database.now(),
})

/**
 * In whose rights a key asks; undefined where it is none, or over, or revoked, and where its owner is out of service. What was read may be one
 * second old, as with sessions. Throws where it comes from a network that is not its own.
 */
export const findKeySession = async (
  database: Database,
  token: string,
  { at, ip }: Pick<Call, 'at' | 'ip'>,
): Promise<Session | undefined> => {
  const orgId = keyOrganisation(token)
  if (orgId === undefined) return undefined
  const hash = tokenHash(token)
  const foundKey = await recentKeys.read(database, hash, () => database.reading(orgId, (tx) => readKeySession(tx, hash)))
  if (!foundKey?.session.key || Date.parse(foundKey.session.key.expiresAt) <= at) return undefined
  if (foundKey.networks && !isWithin(foundKey.networks, ip)) throw keyFromElsewhere()
  await noteUse(database, foundKey, { at, ip })
  return foundKey.session
}

/** Forgets what this process remembers of a key that was just changed. */
export const forgetKey = (database: Database, hash: string): boolean => recentKeys.forget(database, hash)

type Row = {
  id: Id
  owner_uid: Id
  account_uid: Id | null
  account_name: string | null
  codes: FunctionCode[]
  places: Id[] | null
  networks: string[]
  is_read_only: boolean
  expires_at: string
  used_at: string | null
}

const readKeySession = async (tx: Tx, hash: string): Promise<FoundKey | undefined> => {
  const [row] = await tx.query<Row>(keyText, [tx.orgId, hash])
  const owner = row && (await inNameOf(tx, row.owner_uid))
  if (!owner) return undefined
  return { session: narrowTo(owner, row, hash), networks: networksOf(row.networks), usedAt: row.used_at }
}

/** Documents in the books go on naming a place that was merged into one of these. */
const keyText = `
  select k.id, k.owner_uid, k.account_uid, a.user_name as account_name, k.codes, k.networks::text[] as networks, k.is_read_only, k.expires_at, k.used_at,
    case when k.loc_ids is not null then array(
      select b.id from ${belowNodes('location', '$1', 'k.loc_ids')} b
      union select f.from_id from record_forward f where f.org_id = $1 and f.noun = 'location' and f.into_id = any (array(
        select b.id from ${belowNodes('location', '$1', 'k.loc_ids')} b)) order by 1) end as places
  from api_key k left join person a on a.org_id = $1 and a.id = k.account_uid
  where k.org_id = $1 and k.token_hash = $2 and k.revoked_at is null`

/** The owner's rights of this moment, and nothing beyond the key's own. The account of a key stands for itself and has no department. */
const narrowTo = (owner: Session, row: Row, hash: string): Session => {
  const mayHave = row.account_uid === null ? isKeyCode : isAccountCode
  const codes: ReadonlySet<FunctionCode> = new Set(row.codes.filter((code) => mayHave(code) && owner.codes.has(code)))
  const { places } = row
  const inPlaces = (ids: Session['locations']): Session['locations'] => {
    if (places === null) return ids
    return ids === 'all' ? places : ids.filter((id) => places.includes(id))
  }
  return {
    ...owner,
    ...(row.account_uid !== null && { uid: row.account_uid, userName: row.account_name ?? '', departmentIds: [] }),
    ...(places !== null && { departments: [], categories: [], headsDepartment: false }),
    client: 'key',
    admin: false,
    roleCodes: [],
    codes,
    rights: { ...owner.rights, codes },
    locations: inPlaces(owner.locations),
    managedLocations: inPlaces(owner.managedLocations),
    tokenHash: hash,
    key: { id: row.id, isReadOnly: row.is_read_only, expiresAt: new Date(row.expires_at).toISOString() },
  }
}

/** Undefined where a key may come from anywhere. */
const networksOf = (networks: readonly string[]): BlockList | undefined => {
  if (networks.length === 0) return undefined
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}

/** An address of version 4 that a socket of version 6 shows counts as itself. */
const isWithin = (networks: BlockList, ip: string): boolean => {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  return networks.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/** A use is written once a minute, not with each request. */
const noteEveryMs = 60_000
const notedAt = new Map<string, number>()
const notedAtMost = 10_000

const noteUse = async (database: Database, { session, usedAt }: FoundKey, { at, ip }: Pick<Call, 'at' | 'ip'>): Promise<void> => {
  const { orgId, tokenHash: hash, key } = session
  const last = Math.max(notedAt.get(hash) ?? 0, usedAt === null ? 0 : Date.parse(usedAt))
  if (!key || at - last < noteEveryMs) return
  keepRecent(notedAt, hash, at, notedAtMost)
  await database.inTransaction(orgId, (tx) =>
    tx.query(`update api_key set used_at = $3, used_from = $4 where org_id = $1 and id = $2 and (used_at is null or used_at < $3)`, [
      tx.orgId,
      key.id,
      new Date(at).toISOString(),
      ip,
    ]),
  )
}
