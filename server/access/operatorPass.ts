import { randomBytes } from 'node:crypto'
import { refuse } from '../../kernel/refusal.ts'
import { operatorEnter, operatorLeave } from '../../domain/operator/operations.ts'
import { type Call, handleOperator, handlePublic, type Handler, type Operator } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { codeHash, newCode } from './codes.ts'
import { attempt, type Limit, networkOf } from './guard.ts'
import { tokenHash } from './tokens.ts'

/** A code opens this long. */
export const operatorCodeMinutes = 15
/** And what it opens ends after this long, used or not. */
const sessionMinutes = 120
const limit: Limit = { name: 'operator', attempts: 10, windowSeconds: 600, lockSeconds: 600 }

/** Makes a code that opens the operator's page once. `byName` is who will have done whatever is done there. Only its hash is kept. */
export const makeOperatorCode = async (database: Database, byName: string): Promise<string> => {
  const code = newCode()
  await database.gate(`delete from operator_pass where coalesce(until, code_until) < now() - interval '1 day'`)
  await database.gate('insert into operator_pass (code_hash, by_name, code_until) values ($1, $2, now() + make_interval(mins => $3))', [
    codeHash(code),
    byName,
    operatorCodeMinutes,
  ])
  return code
}

/** Who holds this token; undefined where it was never given out or is over. It names no organisation, so no session has one like it. */
export const findOperator = async (database: Database, token: string): Promise<Operator | undefined> => {
  if (!token.startsWith(prefix)) return undefined
  const hash = tokenHash(token)
  const [row] = await database.gate<{ byName: string }>(
    'select by_name as "byName" from operator_pass where token_hash = $1 and until > now()',
    [hash],
  )
  return row && { byName: row.byName, tokenHash: hash }
}

const prefix = 'operator-'

type OperatorSession = { readonly token: string; readonly byName: string; readonly until: string }

/** One statement uses the code up, so of many at once one comes in; the same command comes in again while the code is good. */
const enter = async (call: Call, code: string): Promise<OperatorSession> => {
  const { database } = call.app
  const attemptMade = await attempt(database, limit, networkOf(call.ip), '操作过于频繁，请稍后再试')
  const token = `${prefix}${randomBytes(32).toString('base64url')}`
  const [row] = await database.gate<{ byName: string; until: string }>(
    `update operator_pass set used_command = $3, token_hash = $2, until = now() + make_interval(mins => $4)
     where code_hash = $1 and code_until > now() and (token_hash is null or used_command = $3)
     returning by_name as "byName", until`,
    [codeHash(code), tokenHash(token), call.commandId ?? null, sessionMinutes],
  )
  if (!row) return refuse('operator.code', '进入码有误、已经使用过，或已过期')
  await attemptMade.giveBack()
  return { token, ...row }
}

export const operatorPassHandlers: readonly Handler[] = [
  handlePublic(operatorEnter, (call, { code }) => enter(call, code)),
  handleOperator(operatorLeave, async ({ app, operator }) => {
    await app.database.gate('update operator_pass set until = now() where token_hash = $1', [operator.tokenHash])
    return { left: true as const }
  }),
]
