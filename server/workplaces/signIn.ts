import { type Member, type SignInPlace, type Workplace, WorkplaceFault } from '../../hosts/workplace.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { ForeignPerson } from '../../domain/directory/foreign.ts'
import { attempt, type Limit, networkOf } from '../access/guard.ts'
import { readIdentity } from '../access/identity.ts'
import { enterIn, type SignInResult } from '../access/signIn.ts'
import { bearerOf } from '../bearer.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { applyPerson } from '../directory/applyPerson.ts'
import { foreignOf, linkPerson, personOf } from '../directory/links.ts'
import { type Corp, readCorp } from './corps.ts'
import { assertDefined } from '../../kernel/assert.ts'

const codeLimit: Limit = { name: 'workplace-code', attempts: 300, windowSeconds: 600, lockSeconds: 120 }

/** A proof of the chat's, and where it came from. */
export type CodeProof = {
  readonly code: string | undefined
  readonly corpId: string | undefined
  readonly place?: SignInPlace
}

/** Whose code it is. Refuses a code that is over, used or no one's, in the same words. */
export const memberOf = async (call: Call, workplace: Workplace, { code, corpId, place = 'client' }: CodeProof): Promise<Member> => {
  const attemptMade = await attempt(call.app.database, codeLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
  const member = code === undefined ? undefined : await askHost(() => workplace.whoIs(code, corpId, place))
  if (!member || (corpId !== undefined && member.corpId !== corpId)) return refuse('host.code', '登录已过期，请重新打开应用')
  // A whole office stands behind one address.
  await attemptMade.giveBack()
  return member
}

/** What a chat says no to is refused in words, where it is known in those that say what to do; no one else is to blame. */
export const askHost = async <R>(ask: () => Promise<R>): Promise<R> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof WorkplaceFault)) throw error
    if (error.kind === 'withdrawn') return refuse('host.withdrawn', '企业已停用这个应用')
    if (error.mendedBy !== undefined || error.kind === 'refused')
      return refuse('host.fault', '{advice}（{code}）', { advice: error.advice ?? '工作平台拒绝了请求', code: error.code })
    return refuse('host.fault', '工作平台暂时没有回应，请稍后再试（{code}）', { code: error.code })
  }
}

/**
 * Signs in who the chat vouches for, where the organisation has the app: the person who is not here yet is asked for and made. The session that came along
 * is kept where it is his.
 */
export const enterByChat = async (
  call: Call,
  workplace: Workplace,
  corp: Corp & { readonly organisation: Id },
  { member, deviceId }: { readonly member: Member; readonly deviceId: string | undefined },
): Promise<SignInResult> => {
  const { database } = call.app
  const linkedPerson = await database.reading(corp.organisation, (tx) => personOf(tx, workplace.name, member.personId))
  const askedMs = database.now()
  const person = linkedPerson === undefined ? await personAs(workplace, member) : undefined
  return database.inTransaction(corp.organisation, async (tx) => {
    const uid = person ? await bringMember(tx, workplace, corp, { member, person, askedMs }) : assertDefined(linkedPerson, 'the person')
    await requireInService(tx, uid)
    const { session } = call
    const token = bearerOf(String(call.headers['authorization'] ?? ''))
    if (session?.uid === uid && session.orgId === tx.orgId && token !== undefined) {
      const { identity } = await readIdentity(tx, uid)
      return { token, identity }
    }
    return enterIn(tx, call, uid, { client: 'app', deviceId })
  })
}

/** A person as the chat shows them now; as his code says where it does not show him to us. */
const personAs = async (workplace: Workplace, member: Member): Promise<ForeignPerson> =>
  (await askHost(() => workplace.corp(member.corpId).directory.person(member.personId))) ?? {
    id: member.personId,
    name: member.name,
    phone: member.phone,
    departmentIds: [],
    isActive: true,
  }

const bringMember = async (
  tx: Tx,
  { name }: Workplace,
  { founder }: Corp,
  { member, person, askedMs }: { readonly member: Member; readonly person: ForeignPerson; readonly askedMs: number },
): Promise<Id> => {
  // No one could say who administers it when it was made: the first of its administrators who comes does.
  if (founder !== null && member.isAdministrator && !(await foreignOf(tx, name, [founder])).has(founder))
    await linkPerson(tx, name, person.id, founder)
  return applyPerson(tx, name, person, { atMs: askedMs, isEntering: true })
}

const requireInService = async (tx: Tx, uid: Id): Promise<void> => {
  const [open] = await tx.query<{ open: boolean; active: boolean }>(
    `select exists (select from organisation where org_id = $1 and state = 'active') as open, state = 'active' and deleted_at is null as active
     from person where org_id = $1 and id = $2`,
    [tx.orgId, uid],
  )
  if (!open?.open) refuse('organisation.closed', '组织已停用，请联系系统管理员')
  if (!open?.active) refuse('person.disabled', '账号已停用，请联系管理员')
}

/** As who the client came: by its session, or as it remembers. */
export const cameAs = async (
  call: Call,
  workplace: Workplace,
  previous: { readonly old_uid?: Id | undefined; readonly old_corpId?: string | undefined },
): Promise<{ old_uid: Id | null; old_corpId: string | null }> => {
  const { session } = call
  if (!session) return { old_uid: previous.old_uid ?? null, old_corpId: previous.old_corpId ?? null }
  const [row] = await call.app.database.gate<{ corpId: string }>(
    'select corp_id as "corpId" from workplace_corp where chat = $1 and organisation = $2 and granted',
    [workplace.name, session.orgId],
  )
  return { old_uid: session.uid, old_corpId: row?.corpId ?? null }
}

export const corpOfMember = ({ app }: Call, workplace: Workplace, { corpId }: Member): Promise<Corp | undefined> =>
  readCorp(app.database, workplace.name, corpId)
