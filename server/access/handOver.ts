import { newId, type Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { handOverEnter, handOverMake, handOverStanding } from '../../domain/access/handOverOperations.ts'
import { handle, handleOneByOne, handlePublic, type Call, type Handler } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { attempt, networkOf, type Limit } from './guard.ts'
import { tokenAnswer } from './identity.ts'
import { type SignInResult, enterIn } from './signIn.ts'
import { claimedOrganisation, newToken, tokenHash } from './tokens.ts'

/** How long a phone has. */
const goodSeconds = 60
/** How long a phone whose answer was lost may ask again. */
const repeatSeconds = 120
const guessLimit: Limit = { name: 'hand-over', attempts: 20, windowSeconds: 600, lockSeconds: 600 }

const stateText = `case when h.used_at is not null then 'used' when h.expires_at > now() and s.ended_at is null and s.expires_at > now() then 'open' else 'over' end`

type HandOverRow = {
  readonly id: Id
  readonly uid: Id
  readonly state: 'open' | 'used' | 'over'
  readonly used_command: string | null
  /** Used just now, and the person who made it is still signed in. */
  readonly repeats: boolean
  readonly is_open: boolean
  readonly is_there: boolean
}

/** Whose code it is, whatever became of it; locked, so that of two phones one is in. */
const find = async (tx: Tx, code: string): Promise<HandOverRow | undefined> =>
  (
    await tx.query<HandOverRow>(
      `select h.id, h.uid, ${stateText} as state, h.used_command,
         coalesce(h.used_at > now() - make_interval(secs => $3) and s.ended_at is null and s.expires_at > now(), false) as repeats, o.state = 'active' as is_open,
         p.state = 'active' and p.deleted_at is null as is_there
       from hand_over h
       join session s on s.org_id = $1 and s.token_hash = h.session_hash
       join person p on p.org_id = $1 and p.id = h.uid
       join organisation o on o.org_id = $1
       where h.org_id = $1 and h.code_hash = $2 for no key update of h`,
      [tx.orgId, tokenHash(code), repeatSeconds],
    )
  )[0]

/** Opens a phone's own session. The same command sent again, because its answer was lost, opens another for a while. */
const enter = async (call: Call, code: string, deviceId: string | undefined): Promise<SignInResult> => {
  if (call.client !== 'pc') refuse('handOver.client', '不支持的登录方式')
  const attemptMade = await attempt(call.app.database, guessLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
  const orgId = claimedOrganisation(code)
  if (orgId === undefined) return refuse('handOver.unknown', '这个二维码无效，请在电脑上重新生成')
  const signInResult = await call.app.database.inTransaction(orgId, async (tx) => {
    const handOver = await find(tx, code)
    if (!handOver) return refuse('handOver.unknown', '这个二维码无效，请在电脑上重新生成')
    if (!handOver.is_open) return refuse('handOver.closed', '组织已停用，请联系运营方')
    if (!handOver.is_there) return refuse('handOver.person', '账号已停用，请联系管理员')
    const isRepeated = call.commandId !== undefined && handOver.repeats && handOver.used_command === call.commandId
    if (handOver.state === 'over') return refuse('handOver.over', '二维码已过期，请在电脑上重新生成')
    if (handOver.state === 'used' && !isRepeated) return refuse('handOver.used', '二维码已被使用，请在电脑上重新生成')
    if (handOver.state === 'open')
      await tx.query('update hand_over set used_at = now(), used_command = $3 where org_id = $1 and id = $2', [
        tx.orgId,
        handOver.id,
        call.commandId ?? null,
      ])
    return enterIn(tx, call, handOver.uid, { client: 'app', deviceId })
  })
  await attemptMade.giveBack()
  return signInResult
}

export const handOverHandlers: readonly Handler[] = [
  // The code is told once and kept nowhere, so a command that is sent again makes another.
  handleOneByOne(handOverMake, async ({ session, inTransaction }) =>
    inTransaction(async (tx) => {
      const code = newToken(tx.orgId)
      await tx.query(
        `delete from hand_over where org_id = $1 and uid = $2 and (session_hash = $3 or expires_at < now() - interval '1 hour')`,
        [tx.orgId, session.uid, session.tokenHash],
      )
      const insertedRow = await onlyRow(
        tx.query<{ id: Id; expiresAt: string }>(
          `insert into hand_over (org_id, id, uid, session_hash, code_hash, expires_at)
           values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6)) returning id, expires_at as "expiresAt"`,
          [tx.orgId, newId(), session.uid, session.tokenHash, tokenHash(code), goodSeconds],
        ),
      )
      return { ...insertedRow, code }
    }),
  ),

  handle(handOverStanding, async ({ tx, session }, { id }) => {
    const [row] = await tx.query<{ state: HandOverRow['state']; usedAt: string | null }>(
      `select ${stateText} as state, h.used_at as "usedAt"
       from hand_over h join session s on s.org_id = $1 and s.token_hash = h.session_hash
       where h.org_id = $1 and h.id = $2 and h.uid = $3 and h.session_hash = $4`,
      [tx.orgId, id, session.uid, session.tokenHash],
    )
    if (!row) throw new NotFound()
    return row
  }),

  handlePublic(handOverEnter, async (call, { code, device_id }) => {
    const { token, identity } = await enter(call, code, device_id)
    return tokenAnswer(token, identity)
  }),
]
