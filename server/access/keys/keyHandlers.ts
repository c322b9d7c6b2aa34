import type { Id } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import {
  type ApiKey,
  keyCurrent,
  keyEvents,
  keyInfo,
  keyList,
  keyRenew,
  keyRevoke,
  keySave,
  keyTakeOver,
  keyUpdate,
} from '../../../domain/access/keyOperations.ts'
import type { ListRequest, OutputOf, Page } from '../../../domain/operations/define.ts'
import { handle, type Handler, type SignedIn } from '../../call.ts'
import { Conditions, limitOf } from '../../db/conditions.ts'
import { onlyRow } from '../../db/rows.ts'
import { Forbidden, NotFound } from '../../httpError.ts'
import { countLimit, pageFor, partOf } from '../../page.ts'
import { findKey, keyColumns, shownKey, type StoredKey } from './keyStore.ts'
import { renewKey, revokeKey, saveKey, takeOverKey, updateKey } from './keyWrites.ts'

/** The page of a list of which `from` says the rows; the newest come first. */
const newestPage = async <R extends { id: Id }>(
  { tx }: Pick<SignedIn, 'tx'>,
  input: ListRequest,
  { c, from, columns, id }: { readonly c: Conditions; readonly from: string; readonly columns: string; readonly id: string },
): Promise<Page<R>> => {
  const part = partOf(input, { most: 100 })
  const counting = { text: c.texts.join(' and '), values: [...c.values] }
  if (part.after !== undefined) c.add(`${id} < ${c.place(part.after)}`)
  const [total, list] = await Promise.all([
    onlyRow(
      tx.query<{ n: number }>(
        `select count(*)::int as n from (select ${from} where ${counting.text} limit ${countLimit + 1}) t`,
        counting.values,
      ),
    ),
    tx.query<R>(
      `select ${columns} ${from} where ${c.texts.join(' and ')} order by ${id} desc ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
    ),
  ])
  return pageFor(part, list, total.n)
}

const listKeys = async (call: SignedIn, { all, ...input }: ListRequest & { all?: '0' | '1' | undefined }): Promise<Page<ApiKey>> => {
  const { tx, session } = call
  if (all === '1' && !session.codes.has('apikey:manage')) throw new Forbidden()
  const c = new Conditions(tx.orgId)
  c.add('k.org_id = $1')
  if (all !== '1') c.add(`k.owner_uid = ${c.place(session.uid)}`)
  const from = 'from api_key k join person o on o.org_id = $1 and o.id = k.owner_uid'
  const page = await newestPage<StoredKey>(call, input, { c, from, columns: keyColumns, id: 'k.id' })
  return { ...page, list: page.list.map((key) => shownKey(key, tx.now())) }
}

/** A key of one's own, or any for the people who manage keys; to others it is not there. */
const visibleKey = async ({ tx, session }: Pick<SignedIn, 'tx' | 'session'>, id: Id): Promise<StoredKey> => {
  const key = await findKey(tx, id)
  if (!key || (key.ownerUid !== session.uid && !session.codes.has('apikey:manage'))) throw new NotFound()
  return key
}

type ShownEvent = OutputOf<typeof keyEvents>['list'][number]

const listEvents = async (call: SignedIn, { id, ...input }: ListRequest & { id: Id }): Promise<Page<ShownEvent>> => {
  await visibleKey(call, id)
  const c = new Conditions(call.tx.orgId)
  c.add('e.org_id = $1')
  c.add(`e.key_id = ${c.place(id)}`)
  return newestPage<ShownEvent>(call, input, {
    c,
    from: 'from api_key_event e join person p on p.org_id = $1 and p.id = e.by_uid',
    columns: 'e.id, e.action, p.user_name as "byName", e.at, e.from_ip as "from", e.before, e.after',
    id: 'e.id',
  })
}

/** Changes a key that the caller may see, and answers it anew. */
const changeKey =
  <I extends { readonly id: Id }>(change: (call: SignedIn, key: StoredKey, input: I) => Promise<void>) =>
  async (call: SignedIn, input: I): Promise<ApiKey> => {
    await change(call, await visibleKey(call, input.id), input)
    return shownKey(await visibleKey(call, input.id), call.tx.now())
  }

const requireInUse = ({ isRevoked }: StoredKey): void => {
  if (isRevoked) refuse('apiKey.revoked', '密钥已吊销，请新建一个')
}

export const keyHandlers: readonly Handler[] = [
  handle(keyList, listKeys),
  handle(keyInfo, async (call, { id }) => shownKey(await visibleKey(call, id), call.tx.now())),
  handle(keyEvents, listEvents),
  handle(keySave, saveKey),
  handle(
    keyUpdate,
    changeKey((call, key, input) => {
      requireInUse(key)
      return updateKey(call, key, input)
    }),
  ),
  handle(keyRenew, async (call, input) => {
    const key = await visibleKey(call, input.id)
    requireInUse(key)
    return renewKey(call, key, input)
  }),
  handle(keyRevoke, changeKey(revokeKey)),
  handle(
    keyTakeOver,
    changeKey((call, key) => {
      requireInUse(key)
      return takeOverKey(call, key)
    }),
  ),
  handle(keyCurrent, async ({ session }) => ({
    id: session.key?.id ?? null,
    organisationId: session.orgId,
    actsAs: { id: session.uid, name: session.userName },
    codes: [...session.codes].toSorted(),
    isReadOnly: session.key?.isReadOnly ?? false,
    expiresAt: session.key?.expiresAt ?? null,
  })),
]
