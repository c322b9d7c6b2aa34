import { createHash } from 'node:crypto'
import library from 'web-push'
import { onlyRow } from '../db/rows.ts'
import type { Database } from '../db/pool.ts'
import * as v from 'valibot'

/** What browsers subscribe with and every push is signed by: one pair for the installation, which no organisation takes along. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string; readonly keyId: string }

/** Made at the first need, by whichever process asks first. */
export const pushKeys = (database: Database): Promise<PushKeys> => {
  const cachedKeys = pairs.get(database)
  if (cachedKeys) return cachedKeys
  const keys = read(database).catch((error: unknown) => {
    pairs.delete(database)
    throw error
  })
  pairs.set(database, keys)
  return keys
}

const keyPair = v.object({ publicKey: v.string(), privateKey: v.string() })

const read = async (database: Database): Promise<PushKeys> => {
  await database.gate('insert into installation (key, value) values ($1, $2) on conflict (key) do nothing', [
    place,
    JSON.stringify(library.generateVAPIDKeys()),
  ])
  const { value } = await onlyRow(database.gate<{ value: string }>('select value from installation where key = $1', [place]))
  const { publicKey, privateKey } = v.parse(keyPair, JSON.parse(value))
  return { publicKey, privateKey, keyId: createHash('sha256').update(publicKey).digest('base64url').slice(0, 16) }
}

const place = 'push.keys'
const pairs = new WeakMap<Database, Promise<PushKeys>>()
