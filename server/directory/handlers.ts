import { inWords } from '../../domain/english/all.ts'
import { keeperTitles, type Keeper } from '../../domain/directory/keeper.ts'
import { directoryOperations as calls, type SyncStandingRow } from '../../domain/directory/operations.ts'
import { keptBy } from '../access/keeperFields.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import { namelessPeople, unnamedByName, unnamedDepartments } from './links.ts'
import { confirmSync, dropSync, syncStanding } from './syncing.ts'

/** How it stands, in the reader's language; null where it never began. */
export const standingRow = async ({ tx, language }: Pick<SignedIn, 'tx' | 'language'>, keeper: Keeper): Promise<SyncStandingRow | null> => {
  const syncState = await syncStanding(tx, keeper)
  if (!syncState) return null
  const { endedAt = null, failure, ...rest } = syncState
  return { ...rest, endedAt, failure: failure ? inWords(language, failure.words, failure.params) : '' }
}

export const directoryHandlers: readonly Handler[] = [
  handle(calls.kept, async ({ tx, language }, { noun, id }) =>
    (await keptBy(tx, noun, id)).map(({ keeper, fields }) => ({
      keeper,
      title: inWords(language, keeperTitles[keeper]),
      fields: [...fields],
    })),
  ),
  handle(calls.unnamedByName, ({ tx }, { names }) => unnamedByName(tx, 'wecom', names)),
  handle(calls.unnamedDepartments, ({ tx }, { names }) => unnamedDepartments(tx, 'wecom', names)),
  handle(calls.unnamed, async ({ tx }, { uids }) =>
    [...(await namelessPeople(tx, 'wecom', uids))].map(([uid, foreignId]) => ({ uid, foreignId })),
  ),
  handle(calls.standing, (call, { keeper }) => standingRow(call, keeper)),
  handle(calls.confirm, async (call, { keeper }) => {
    await confirmSync(call.tx, keeper)
    return standingRow(call, keeper)
  }),
  handle(calls.drop, async (call, { keeper }) => {
    await dropSync(call.tx, keeper)
    return standingRow(call, keeper)
  }),
]
