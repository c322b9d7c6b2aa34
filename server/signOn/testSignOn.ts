import { RefusalError, type Params } from '../../kernel/refusal.ts'
import type { OneByOne } from '../call.ts'
import type { Reach } from '../approval/flow/services/servicesPost.ts'
import { foundBy, ldapDirectory, withLdap, type Ldap } from './ldap.ts'
import { discover, tryCredential, type Provider } from './oidc.ts'
import { wayOf } from './store.ts'

/** One thing that was tried: what, whether it went well, and what is to be said of it. */
export type Step = { readonly title: string; readonly ok: boolean; readonly words: string; readonly params: Params }

/** Asks the other side as it is saved, step by step, up to the first that fails. */
export const testSteps = async (call: OneByOne, kind: 'oidc' | 'ldap', login: string | undefined, redirect: string): Promise<Step[]> => {
  const reach = call.app.settings.serviceReach
  if (kind === 'oidc') {
    const storedWay = await call.inTransaction((tx) => wayOf(tx, 'oidc'))
    return storedWay ? oidcSteps({ ...storedWay.settings, secret: storedWay.secret, redirect }, reach) : unsavedSteps
  }
  const stored = await call.inTransaction((tx) => wayOf(tx, 'ldap'))
  return stored ? ldapSteps({ ...stored.settings, secret: stored.secret }, reach, login) : unsavedSteps
}

const unsavedSteps: Step[] = [{ title: '设置', ok: false, words: '请先保存', params: {} }]

const oidcSteps = async (provider: Provider, reach: Reach): Promise<Step[]> => {
  const steps: Step[] = []
  const config = await tryStep(steps, '登录服务', async () => {
    const config = await discover(provider, reach)
    return { words: '已找到，签发者一致', answer: config }
  })
  if (config)
    await tryStep(steps, '客户端编号与密钥', async () => {
      await tryCredential(config, provider)
      return { words: '已被接受', answer: true }
    })
  return steps
}

const ldapSteps = async (ldap: Ldap, reach: Reach, login: string | undefined): Promise<Step[]> => {
  const steps: Step[] = []
  const isOpen = await tryStep(steps, '连接与查询账号', async () => {
    await withLdap(ldap, reach, async () => undefined)
    return { words: '已连接', answer: true }
  })
  if (!isOpen) return steps
  if (login)
    await tryStep(steps, '查找登录名', async () => {
      const entry = await foundBy(ldap, reach, login)
      return entry
        ? { words: '找到 {name}，编号 {id}', params: { name: entry.person.name ?? '-', id: entry.person.id }, answer: true }
        : { words: '没有找到，或不止一个', ok: false, answer: false }
    })
  const directory = ldapDirectory(ldap, reach)
  await tryStep(steps, '部门', async () => {
    const { rows } = await directory.departments()
    return { words: '{count}个部门', params: { count: rows.length }, answer: true }
  })
  await tryStep(steps, '人员', async (): Promise<TrialResult<boolean>> => {
    const { rows } = await directory.people()
    const namelessCount = rows.filter(({ name }) => !name).length
    const count = rows.length
    if (namelessCount > 0)
      return {
        words: '{count}人，其中{unnamed}人没有姓名，请核对姓名的属性名',
        params: { count, unnamed: namelessCount },
        ok: false,
        answer: false,
      }
    return { words: '{count}人', params: { count }, ok: count > 0, answer: true }
  })
  return steps
}

type TrialResult<A> = { readonly words: string; readonly params?: Params; readonly ok?: boolean; readonly answer: A }

/** The answer where it went well; what was refused becomes words of the step. */
const tryStep = async <A>(steps: Step[], title: string, run: () => Promise<TrialResult<A>>): Promise<A | undefined> => {
  try {
    const { words, params = {}, ok = true, answer } = await run()
    steps.push({ title, ok, words, params })
    return ok ? answer : undefined
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    steps.push({ title, ok: false, words: error.refusal.words, params: error.refusal.params })
    return undefined
  }
}
