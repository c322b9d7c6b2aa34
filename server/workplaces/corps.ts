import { createHash, randomBytes } from 'node:crypto'
import type { Id } from '../../kernel/id.ts'
import type { SignInPlace, WorkplaceName } from '../../hosts/workplace.ts'
import type { Database } from '../db/pool.ts'
import type { QueryTx } from '../db/tx.ts'

/** An organisation of a chat, and which of ours it is. */
export type Corp = {
  readonly chat: WorkplaceName
  readonly corpId: string
  readonly corpName: string
  readonly logo: string | null
  readonly agentId: string | null
  readonly administrators: string[]
  readonly granted: boolean
  readonly grantedMs: number
  readonly running: boolean
  readonly runningMs: number
  readonly since: string | null
  readonly organisation: Id | null
  /** The chat brought the organisation here; one that was here before lives on without it. */
  readonly founded: boolean
  /** Made as its administrator before the chat said who that is. */
  readonly founder: Id | null
  readonly closed: boolean
}

export const corpColumns = `chat, corp_id as "corpId", corp_name as "corpName", logo, agent_id as "agentId", administrators, granted,
  granted_ms::float8 as "grantedMs", running, running_ms::float8 as "runningMs", since, organisation, founded, founder, closed`

export const readCorp = async (database: Database, name: WorkplaceName, corpId: string): Promise<Corp | undefined> =>
  (await database.gate<Corp>(`select ${corpColumns} from workplace_corp where chat = $1 and corp_id = $2`, [name, corpId]))[0]

/** Which organisation of ours an organisation of a chat is, whether or not it has the app at this moment. */
export const corpOf = async (database: Database, name: WorkplaceName, corpId: string): Promise<Id | undefined> =>
  (await readCorp(database, name, corpId))?.organisation ?? undefined

/** The chat that the organisation is connected to. */
export const corpOfOrganisation = async (tx: QueryTx): Promise<Corp | undefined> =>
  (await tx.query<Corp>(`select ${corpColumns} from workplace_corp where organisation = $1 and granted`, [tx.orgId]))[0]

/** The chat whose people the organisation's are, where the app may be opened in it now. */
export const workplaceOf = async (
  tx: QueryTx,
): Promise<{ readonly name: WorkplaceName; readonly corpId: string; readonly agentId?: string } | undefined> => {
  const corp = await corpOfOrganisation(tx)
  if (!corp?.running) return undefined
  return { name: corp.chat, corpId: corp.corpId, ...(corp.agentId !== null && { agentId: corp.agentId }) }
}

/** What a person is led out for: to install the app, into one of ours where `organisation` names it, or to sign in, by the same `browser` throughout. */
export type Purpose =
  | { readonly t: 'install'; readonly organisation: Id | null }
  | {
      readonly t: 'signIn'
      readonly browser: string
      readonly place: SignInPlace
    }

/** The word that a person takes along to a chat and comes back with. */
export const newState = async (database: Database, name: WorkplaceName, purpose: Purpose): Promise<string> => {
  const state = randomBytes(18).toString('hex')
  await database.gate('delete from workplace_state where until < now()')
  await database.gate(
    'insert into workplace_state (hash, chat, purpose, organisation, browser_hash, place, until) values ($1, $2, $3, $4, $5, $6, $7)',
    [
      hashOf(state),
      name,
      purpose.t,
      purpose.t === 'install' ? purpose.organisation : null,
      purpose.t === 'signIn' ? hashOf(purpose.browser) : null,
      purpose.t === 'signIn' ? purpose.place : null,
      new Date(database.now() + stateSeconds * 1000).toISOString(),
    ],
  )
  return state
}

/** Uses the word of an installation up; undefined for one that is over, used or no one's. `organisation`: for which of ours it was asked. */
export const takeInstallState = async (
  database: Database,
  name: WorkplaceName,
  state: string,
): Promise<{ readonly organisation: Id | null } | undefined> =>
  (
    await database.gate<{ organisation: Id | null }>(
      `delete from workplace_state where hash = $1 and chat = $2 and purpose = 'install' and until > now() returning organisation`,
      [hashOf(state), name],
    )
  )[0]

/** Uses the word of signing in up, and answers where that was begun; undefined for one that is over, used, no one's, or another browser's. */
export const takeSignInState = async (
  database: Database,
  name: WorkplaceName,
  state: string,
  browser: string,
): Promise<SignInPlace | undefined> => {
  const [takenRow] = await database.gate<{ place: SignInPlace | null }>(
    `delete from workplace_state where hash = $1 and chat = $2 and purpose = 'signIn' and browser_hash = $3 and until > now() returning place`,
    [hashOf(state), name, hashOf(browser)],
  )
  return takenRow && (takenRow.place ?? 'client')
}

/** An administrator may read what an installation asks for before granting it. */
const stateSeconds = 1800

const hashOf = (state: string): string => createHash('sha256').update(state).digest('base64url')
