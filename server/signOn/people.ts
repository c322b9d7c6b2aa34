import type { Id } from '../../kernel/id.ts'
import { mobile, plainMobile } from '../../kernel/rule.ts'
import { refuse } from '../../kernel/refusal.ts'
import { isUnchecked, type Keeper } from '../../domain/directory/keeper.ts'
import { loginOf, placeholderName } from '../../domain/directory/foreignFields.ts'
import { createPerson } from '../access/people.ts'
import type { Tx } from '../db/tx.ts'
import { untouchable } from '../directory/applyPerson.ts'
import { linkPerson, lockDirectory, personOf } from '../directory/links.ts'
import type { OidcIdentity } from './oidc.ts'

/**
 * Who of ours a person proven elsewhere is: the person who is linked, else the one whose phone number or e-mail address it is (no phone number and no administrator where
 * the keeper checks nothing), else a person new
 * where that is allowed. Refuses in words where it is no one, and where they are out of service.
 */
export const enteringAs = async (tx: Tx, keeper: Keeper, identity: OidcIdentity, makesPeople: boolean): Promise<Id> => {
  await lockDirectory(tx)
  const uid =
    (await personOf(tx, keeper, identity.sub)) ??
    (await linked(tx, keeper, identity)) ??
    (makesPeople ? await makePerson(tx, keeper, identity) : undefined)
  if (uid === undefined) return refuse('signOn.nobody', '公司里没有找到您，请联系管理员添加，或由管理员允许自动加入')
  const inService = await tx.query(`select from person where org_id = $1 and id = $2 and state = 'active' and deleted_at is null`, [
    tx.orgId,
    uid,
  ])
  return inService.length > 0 ? uid : refuse('signOn.disabled', '您的账号已停用，请联系管理员')
}

const linked = async (tx: Tx, keeper: Keeper, { sub, phone, email }: OidcIdentity): Promise<Id | undefined> => {
  const number = phone === undefined || isUnchecked(keeper) ? '' : plainMobile(phone)
  const protectedUids = await untouchable(tx, keeper)
  const all = await tx.query<{ id: Id; byPhone: boolean }>(
    `select id, coalesce(phone = $2, false) as "byPhone" from person
     where org_id = $1 and deleted_at is null and (phone = $2 or lower(email) = $3)
       and not exists (select from foreign_person l where l.org_id = $1 and l.keeper = $4 and l.uid = person.id and l.gone_at is null) limit 3`,
    [tx.orgId, number || null, email?.toLowerCase() ?? null, keeper],
  )
  const matches = all.filter(({ id }) => !protectedUids.has(id))
  const [own, ...others] = matches.some(({ byPhone }) => byPhone) ? matches.filter(({ byPhone }) => byPhone) : matches
  if (!own || others.length > 0) return undefined
  await linkPerson(tx, keeper, sub, own.id)
  return own.id
}

const makePerson = async (tx: Tx, keeper: Keeper, identity: OidcIdentity): Promise<Id> => {
  const login = loginOf({ id: identity.sub, username: identity.username, departmentIds: [], isActive: true })
  const number = identity.phone === undefined ? '' : plainMobile(identity.phone)
  const namesakes = await tx.query<{ login: boolean | null; phone: boolean | null }>(
    'select username = $2 as login, phone = $3 as phone from person where org_id = $1 and deleted_at is null and (username = $2 or phone = $3)',
    [tx.orgId, login ?? null, number || null],
  )
  const uid = await createPerson(tx, {
    userName: [...(identity.name ?? identity.username ?? placeholderName(identity.sub))].slice(0, 30).join(''),
    username: namesakes.some((row) => row.login) ? undefined : login,
    phone: mobile.test(number) && number !== '' && !namesakes.some((row) => row.phone) ? number : undefined,
    ...(identity.email && { email: identity.email.toLowerCase() }),
  })
  await linkPerson(tx, keeper, identity.sub, uid)
  return uid
}
