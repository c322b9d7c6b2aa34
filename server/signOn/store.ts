import type { Id } from '../../kernel/id.ts'
import type { LdapSettings, OidcSettings } from '../../domain/signOn/operations.ts'
import type { Tx } from '../db/tx.ts'

/** How an organisation signs people in, by kind. Of `scim` there are no settings. */
export type Ways = { readonly oidc: OidcSettings; readonly ldap: LdapSettings; readonly scim: Record<never, never> }
export type Way = keyof Ways

export type StoredWay<K extends Way> = {
  readonly settings: Ways[K]
  readonly enabled: boolean
  readonly exclusive: boolean
  /** Answered to no one. */
  readonly secret: string | null
  readonly updatedAt: string
}

export const wayOf = async <K extends Way>(tx: Pick<Tx, 'orgId' | 'query'>, kind: K): Promise<StoredWay<K> | undefined> => {
  const [row] = await tx.query<StoredWay<K>>(
    'select settings, enabled, exclusive, secret, updated_at as "updatedAt" from sign_on where org_id = $1 and kind = $2',
    [tx.orgId, kind],
  )
  return row
}

type WaySaveInput<K extends Way> = {
  readonly settings: Ways[K]
  readonly enabled: boolean
  readonly exclusive: boolean
  readonly secret: string | null
  readonly by: Id
}

export const saveWay = async <K extends Way>(
  tx: Tx,
  kind: K,
  { settings, enabled, exclusive, secret, by }: WaySaveInput<K>,
): Promise<void> => {
  await tx.query(
    `insert into sign_on (org_id, kind, enabled, exclusive, settings, secret, updated_by, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::float8 / 1000))
     on conflict (org_id, kind) do update set enabled = excluded.enabled, exclusive = excluded.exclusive, settings = excluded.settings,
       secret = excluded.secret, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    [tx.orgId, kind, enabled, exclusive, settings, secret, by, tx.now()],
  )
}
