import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type * as v from 'valibot'
import type { Id } from '../kernel/id.ts'
import { assertDefined } from '../kernel/assert.ts'
import type { Params } from '../kernel/refusal.ts'
import type { Workplace, WorkplaceName } from '../hosts/workplace.ts'
import type { Operation, OutputOf } from '../domain/operations/define.ts'
import type { RobotWorld } from '../domain/robots/robot.ts'
import { isOpenToKey } from '../domain/access/keyAccess.ts'
import type { Rights } from '../domain/access/roleRights.ts'
import type { FunctionCode } from '../domain/rules/functionCode.ts'
import { noteWrite } from './db/lastWrites.ts'
import { setActor } from './eventRules/raise.ts'
import type { Database } from './db/pool.ts'
import type { Tx } from './db/tx.ts'
import type { Spool } from './storage/spool.ts'
import type { BackupWork } from './backups/backupWork.ts'
import type { Storage } from './storage/storage.ts'
import type { Heavy, HeavyCaller } from './heavy/heavy.ts'
import type { MapSource } from './maps/source.ts'
import type { Settings } from './settings.ts'
import { closedToKeys, Forbidden, passwordNotOwn, readOnlyKey, unlicensed } from './httpError.ts'

/** Who is asking: read from the session table, never from what the client says. */
export type Session = {
  readonly orgId: Id
  readonly uid: Id
  readonly userName: string
  /** `app`, or `pc_to_mobile` for a hand-over from a PC. */
  readonly client: string
  /** Rule of the specification, section 6. */
  readonly admin: boolean
  readonly roleCodes: readonly string[]
  readonly codes: ReadonlySet<FunctionCode>
  readonly departmentIds: readonly Id[]
  /**
   * The locations whose assets and stock this person may see: `all`, or the managed ones with everything below them (may be
   * empty). Their own holdings and documents everyone sees.
   */
  readonly locations: 'all' | readonly Id[]
  /** The locations in which this person changes something; a role that only reads reaches further than these. */
  readonly managedLocations: 'all' | readonly Id[]
  /** The departments and the categories whose assets this person sees besides, with everything below them. */
  readonly departments: readonly Id[]
  readonly categories: readonly Id[]
  /** True of the head of a department, who looks at what his departments and those below them have. */
  readonly headsDepartment: boolean
  /** The columns of the register that none of this person's roles shows. */
  readonly hiddenFields: ReadonlySet<string>
  /** What the active roles give together: more than that a person gives no one. */
  readonly rights: Rights
  /** Another person chose the password: nothing is answered but what replaces it. */
  readonly mustReplacePassword: boolean
  /** When the organisation's licence ends, in milliseconds since 1970; 0 where it has none. From then on it reads. */
  readonly licensedUntil: number
  /** Inside a workplace chat, where the organisation keeps its talking there: of conversations only those about things are shown. */
  readonly subjectsOnly: boolean
  /** SHA-256 of the token, hex: the key of the session row. */
  readonly tokenHash: string
  /** The API key that asks, in the rights of a person and no further than its own; absent where the person does himself. */
  readonly key?: SessionKey
}

export type SessionKey = { readonly id: Id; readonly isReadOnly: boolean; readonly expiresAt: string }

/** The person who runs the installation: no one of any organisation. */
export type Operator = {
  /** Who the command was told it is. */
  readonly byName: string
  /** The key of the row that lets him in. */
  readonly tokenHash: string
}

/** What the process has one of. */
export type App = {
  readonly settings: Settings
  readonly database: Database
  readonly storage: Storage
  readonly spool: Spool
  readonly backups: BackupWork
  readonly heavy: Heavy
  readonly map: MapSource
  /** The workplace chats that the operator has connected us to. */
  readonly workplaces: ReadonlyMap<WorkplaceName, Workplace>
  /** Whose robots of groups are called. */
  readonly robots: RobotWorld
  /** Where people open it, without a slash at the end: as set, or where we listen. */
  readonly address: () => string
  /** The TXT records of a domain. */
  readonly textsOf: (domain: string) => Promise<readonly string[] | undefined>
  readonly log: Logger
}

/** One request on its way through: what a handler knows besides its input. */
export type Call = {
  readonly requestId: string
  readonly at: number
  readonly ip: string
  readonly language: 'zh' | 'en'
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly app: App
  /** The idempotency key of the command, a uuid, where the client named one; http.ts answers a repeated one by itself. */
  readonly commandId?: string
  /** The sign-in client that showed its credential; there wherever the operation's access is `client`. */
  readonly client?: string
  /** The file that came along, where the operation says that it uploads; gone when the request is answered. */
  readonly upload?: Upload
  /** Aborted when the person who asked has gone before the answer. */
  readonly signal?: AbortSignal
  /** The body as it came, where it is JSON: what a signature of it is held against. */
  readonly text?: string | undefined
  /** What the person should know although nothing stood in the way: the answer says it. */
  readonly warn?: (words: string, params: Params) => void
  /** Who is signed in; in a public operation only where a good token came along. */
  readonly session?: Session
  /** Counts one more call of the session, as for a question that came along with others. Throws 429 where it came too soon. */
  readonly countCall?: () => void
  /** There wherever the operation's access is `operator`. */
  readonly operator?: Operator
}

/** A file as the client sent it: its name is display data only, its content lies at `path` and is not looked at yet. */
export type Upload = { readonly name: string; readonly path: string }

/** An answer that is a file and stands in no envelope. */
export class Download {
  readonly name: string
  readonly type: string
  readonly body: Buffer | string | Readable

  constructor(name: string, type: string, body: Buffer | string | Readable) {
    this.name = name
    this.type = type
    this.body = body
  }
}

export type SignedIn = Call & { readonly session: Session; readonly tx: Tx }

/** What is needed to do something in a person's name: of a request, or of work that goes on after it. */
export type WriteContext = Pick<SignedIn, 'tx' | 'session' | 'at' | 'warn' | 'commandId'>

/** The same where the handler opens its own transactions, one after the other; `call.tx` is not there, so that no lock outlives its turn. */
export type OneByOne = Call & { readonly session: Session; readonly inTransaction: <R>(run: (tx: Tx) => Promise<R>) => Promise<R> }

/** Throws where a person signed in may not call an operation at `at`. */
export const requireAllowed = (operation: Operation, { codes, mustReplacePassword, licensedUntil, key }: Session, atMs: number): void => {
  const { access, beforeOwnPassword, reads, withoutLicence } = operation
  if (mustReplacePassword && !beforeOwnPassword) throw passwordNotOwn()
  if (key?.isReadOnly && !reads) throw readOnlyKey()
  if (key && !isOpenToKey(operation, { codes, isReadOnly: key.isReadOnly })) throw closedToKeys()
  if (typeof access !== 'string' && !access.some((code) => codes.has(code))) throw new Forbidden()
  if (!reads && !withoutLicence && atMs >= licensedUntil) throw unlicensed()
}

/** The person and the organisation that heavy work of this call is charged to. */
export const wantedBy = ({
  session,
  signal,
}: Pick<Call, 'signal'> & { readonly session: Pick<Session, 'orgId'> & { readonly uid: Id | null } }): HeavyCaller => ({
  orgId: session.orgId,
  uid: session.uid ?? '',
  signal,
})

/** The input of an operation as its handler gets it: read, and with its defaults. */
export type ParsedInput<O extends Operation> = v.InferOutput<O['input']>

/**
 * What answers an operation. Operations that need no session get the call alone and open what they need themselves. `run` is a method, so
 * that each may ask for the input of its own operation, which the schema of that operation has checked.
 */
export type Handler =
  | { readonly operation: Operation; readonly signedIn: true; run(call: SignedIn, input: unknown): Promise<unknown> }
  | { readonly operation: Operation; readonly signedIn: false; run(call: Call, input: unknown): Promise<unknown> }

/** Runs `work` in one transaction for a person, who is shown nothing older from then on. */
export const writeInNameOf = async <R>(database: Database, session: Session, work: (tx: Tx) => Promise<R>): Promise<R> => {
  const result = await database.inTransaction(session.orgId, (tx) => {
    setActor(tx, session.uid)
    return work(tx)
  })
  noteWrite(session)
  return result
}

/** Answers an operation for a person signed in; `call.tx` is bound to their organisation. */
export const handle = <O extends Operation>(
  operation: O,
  run: (call: SignedIn, input: ParsedInput<O>) => Promise<OutputOf<O>>,
): Handler => ({
  operation,
  signedIn: true,
  run,
})

/** Answers an operation that is public or for a sign-in client. */
export const handlePublic = <O extends Operation>(
  operation: O,
  run: (call: Call, input: ParsedInput<O>) => Promise<OutputOf<O>>,
): Handler => ({
  operation,
  signedIn: false,
  run,
})

/** Answers an operation for the person who runs the installation. No transaction is open: the organisation is his to say. */
export const handleOperator = <O extends Operation>(
  operation: O,
  run: (call: Call & { readonly operator: Operator }, input: ParsedInput<O>) => Promise<OutputOf<O>>,
): Handler => {
  if (operation.access !== 'operator') throw new Error(`${operation.name} is not for the operator`)
  return handlePublic(operation, (call, input) => run({ ...call, operator: assertDefined(call.operator, 'the operator') }, input))
}

/**
 * Answers an operation for a person signed in that does one thing after the other, each in a transaction of its own: what fails or waits
 * neither holds nor undoes the rest. The answer of a repeated command is not kept; the handler makes each thing safe to send twice.
 */
export const handleOneByOne = <O extends Operation>(
  operation: O,
  run: (call: OneByOne, input: ParsedInput<O>) => Promise<OutputOf<O>>,
): Handler => {
  if (typeof operation.access === 'string' && operation.access !== 'signed-in') throw new Error(`${operation.name} is for nobody signed in`)
  return handlePublic(operation, (call, input) => {
    const session = assertDefined(call.session, 'the session')
    return run(
      {
        ...call,
        session,
        inTransaction: (work) => writeInNameOf(call.app.database, session, work),
      },
      input,
    )
  })
}
