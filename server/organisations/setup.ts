import { dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse, RefusalError } from '../../kernel/refusal.ts'
import { ownOrder, trialOrder } from '../../domain/licence/offers.ts'
import { setupFound, setupState } from '../../domain/organisation/setupOperations.ts'
import { brokenRule, mobile, password, ruleRefusal } from '../../kernel/rule.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import type { TokenAnswer } from '../../domain/access/signInOperations.ts'
import { type Call, handlePublic, type Handler } from '../call.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { codeHash, newCode } from '../access/codes.ts'
import { attempt, type Limit, networkOf } from '../access/guard.ts'
import { readIdentity, tokenAnswer } from '../access/identity.ts'
import { hashPassword } from '../access/passwords.ts'
import { openSession } from '../access/sessions.ts'
import { sendsCodes } from '../access/sms.ts'
import { proveNumber, signInWithPassword } from '../access/signIn.ts'
import { foundOrganisation, loginOf, rootCode } from './foundation.ts'

/** True where no organisation is there, not even one that is closed. */
export const isEmpty = async (database: Database): Promise<boolean> =>
  (await database.gate('select from gate_organisations() limit 1')).length === 0

/**
 * Makes a code with which the first organisation of an empty installation is made. Any number may be out, one from each start of each process;
 * the first that is used ends them all. Only its hash is kept.
 */
export const makeSetupCode = async (database: Database): Promise<string> => {
  const code = newCode()
  await database.gate('insert into installation (key, value) values ($1, now()::text)', [keyOf(code)])
  return code
}

export const setupHandlers: readonly Handler[] = [
  handlePublic(setupState, async ({ app }) => ({
    waiting: await isEmpty(app.database),
    registration: app.settings.registration,
    sms: sendsCodes(app.settings),
  })),

  handlePublic(setupFound, async (call, input) => {
    const { database } = call.app
    const { username, id } = input
    const broken = brokenRule(input.password, [password])
    if (broken || input.password === '') throw new RefusalError(ruleRefusal(broken ?? password, '密码'), [{ path: 'password' }])
    const attemptMade = await attempt(database, limit, networkOf(call.ip), '操作过于频繁，请稍后再试')
    const first = await isOpen(database, input.code)
    if (!first && !(await mayRegister(call, input))) return signInAgain(call, input)
    await attemptMade.giveBack()
    if (!first) {
      await proveNumber(call, username, input.code)
      await attempt(database, registerLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
    }

    const passwordHash = await hashPassword(input.password, { network: networkOf(call.ip), login: username })
    const answer = await database.inTransaction(id, async (tx): Promise<TokenAnswer | undefined> => {
      await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
      if (first && !(await takeCode(tx, input.code))) return undefined
      const uid = await foundOrganisation(tx, {
        name: input.operationName,
        department: { code: rootCode, name: input.operationName },
        administrator: {
          ...loginOf(username),
          userName: input.userName,
          passwordHash,
        },
        orders: [(first ? ownOrder : trialOrder)(dayAt(call.at))],
      })
      const session = { uid, client: 'app', platform: 'setup', deviceId: input.device_id }
      const [token, { identity }] = await Promise.all([openSession(tx, session), readIdentity(tx, uid)])
      return tokenAnswer(token, identity)
    })
    return answer ?? signInAgain(call, input)
  }),
]

/** By themselves people register with a mobile number, where the setting says so and a person has begun here already; what was made is not made again. */
const mayRegister = async ({ app }: Call, { id, username }: Input): Promise<boolean> =>
  app.settings.registration === 'open' &&
  mobile.test(username) &&
  !(await isEmpty(app.database)) &&
  !(await isMade(app.database, String(id)))

const isMade = async (database: Database, orgId: Id): Promise<boolean> =>
  (await database.reading(orgId, (tx) => tx.query('select from organisation where org_id = $1', [orgId]))).length > 0

type Input = InputOf<typeof setupFound>

/** The same was sent before and the answer was lost: the person who knows the password of the organisation made then is signed in. */
const signInAgain = async (call: Call, { id, username, password: chosen, device_id }: Input): Promise<TokenAnswer> => {
  if (!(await isMade(call.app.database, String(id)))) return refuse('setup.code', '初始化码有误，或已经使用过')
  const { token, identity } = await signInWithPassword(
    { ...call, client: 'app', headers: { ...call.headers, operationid: String(id) } },
    { grant_type: 'password', username, password: chosen, device_id },
  )
  return tokenAnswer(token, identity)
}

/** Whether the code is one that waits for the first organisation. */
const isOpen = async (database: Database, code: string): Promise<boolean> =>
  (await database.gate('select from installation where key = $1 and not exists (select from gate_organisations())', [keyOf(code)])).length >
  0

/** Ends all codes, and answers whether this one was open. */
const takeCode = async (tx: Tx, code: string): Promise<boolean> => {
  const [open] = await tx.query('select from installation where key = $1 and not exists (select from gate_organisations())', [keyOf(code)])
  if (open) await tx.query(`delete from installation where key like 'setup.%'`)
  return open !== undefined
}

const limit: Limit = { name: 'setup', attempts: 10, windowSeconds: 600, lockSeconds: 600 }
/** Each is an organisation that a person has to look after. */
const registerLimit: Limit = { name: 'register', attempts: 3, windowSeconds: 86_400, lockSeconds: 86_400 }
const lockKey = 7120004

const keyOf = (code: string): string => `setup.${codeHash(code)}`
