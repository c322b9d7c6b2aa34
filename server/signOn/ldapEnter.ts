import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { ForeignDirectory } from '../../domain/directory/foreign.ts'
import type { Keeper } from '../../domain/directory/keeper.ts'
import { attempt, attemptFromNetwork, guessingKey, networkOf, placesOf, rememberPlace, type Limit } from '../access/guard.ts'
import { enterIn, type SignInResult } from '../access/signIn.ts'
import type { App, Call } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { applyPerson } from '../directory/applyPerson.ts'
import { boundAs, ldapDirectory, type Ldap } from './ldap.ts'
import { enteringAs } from './people.ts'
import { wayOf } from './store.ts'

const loginLimit: Limit = { name: 'ldap-login', attempts: 5, windowSeconds: 600, lockSeconds: 600 }
const networkLimit: Limit = { name: 'ldap-network', attempts: 100, windowSeconds: 600, lockSeconds: 600 }

type LdapSignIn = {
  readonly operationId: Id
  readonly username: string
  readonly password: string
  readonly device_id?: string | undefined
}

/** The LDAP of an organisation where it is switched on. */
export const ldapOf = async (database: Database, orgId: Id): Promise<Ldap | undefined> => {
  const storedWay = await database.reading(orgId, (tx) => wayOf(tx, 'ldap'))
  return storedWay?.enabled ? { ...storedWay.settings, secret: storedWay.secret } : undefined
}

/** Signs in with what a person has at their company's LDAP. Refuses in the same words for an unknown name and a wrong password. */
export const enterLdap = async (
  call: Call,
  { operationId, username, password, device_id: deviceId }: LdapSignIn,
): Promise<SignInResult> => {
  const { database, settings } = call.app
  const ldap = await ldapOf(database, operationId)
  if (!ldap) return refuse('signOn.noLdap', '这个公司没有开通账号登录')
  const login = `${operationId} ${username.normalize('NFKC').trim().toLowerCase()}`
  const places = placesOf(call.ip, deviceId)
  const byNetwork = await attemptFromNetwork(database, {
    limit: networkLimit,
    network: networkOf(call.ip),
    people: [login],
    words: '操作过于频繁，请稍后再试',
  })
  const byLogin = await attempt(database, loginLimit, await guessingKey(database, places, login), '登录失败次数过多，请于10分钟后再试')
  const askedMs = database.now()
  const boundPerson = await boundAs(ldap, settings.serviceReach, username, password)
  if (!boundPerson) return refuse('signIn.wrong', '用户名或密码错误')
  await Promise.all([byNetwork.giveBack(), byLogin.clear(), ...places.map((place) => rememberPlace(database, place, login))])
  return database.inTransaction(operationId, async (tx) => {
    const open = await tx.query(`select from organisation where org_id = $1 and state = 'active'`, [tx.orgId])
    if (open.length === 0) return refuse('signOn.noLdap', '这个公司没有开通账号登录')
    const { person } = boundPerson
    if (ldap.syncs) await applyPerson(tx, 'ldap', person, { atMs: askedMs, isEntering: true })
    const identity = {
      sub: person.id,
      ...(person.name && { name: person.name }),
      ...(person.username && { username: person.username }),
      ...(person.email && { email: person.email }),
      ...(person.phone && { phone: person.phone }),
    }
    return enterIn(tx, call, await enteringAs(tx, 'ldap', identity, ldap.makesPeople), { client: 'app', deviceId })
  })
}

/** Who to ask for the people of an organisation that keeps them in LDAP; undefined for other keepers. */
export const ldapDirectoryOf = async (
  { database, settings }: Pick<App, 'database' | 'settings'>,
  orgId: Id,
  keeper: Keeper,
): Promise<ForeignDirectory | undefined> => {
  const ldap = keeper === 'ldap' ? await ldapOf(database, orgId) : undefined
  return ldap && ldapDirectory(ldap, settings.serviceReach)
}
