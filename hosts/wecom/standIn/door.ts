import { isSame } from '../../callbackCrypto.ts'
import type { Callbacks } from './callbacks.ts'
import type { StandInSettings } from './calls.ts'
import { choicePage, wordsPage } from './pages.ts'
import { give, isLicensed, openedBy, type World } from './world.ts'

type Visit = {
  readonly path: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  readonly cookie: string | undefined
}
type DoorParts = {
  readonly world: World
  readonly settings: StandInSettings
  readonly app: () => string
  readonly event: Callbacks['event']
}
type DoorAnswer = { readonly page: string; readonly status?: number } | { readonly to: string }

const pathOfClient = '/connect/oauth2/authorize'
const pathOfDesk = '/wwlogin/sso/login'
const pathOfInstall = '/3rdapp/install'

/** The pages that WeCom itself shows: installing, signing in; or where they lead to. */
export const answerVisit = async (parts: DoorParts, visit: Visit): Promise<DoorAnswer> => {
  const { world } = parts
  const { path, query } = visit
  const isInstall = path === pathOfInstall
  const refusal = refusedVisit(parts, visit)
  if (refusal) return refusal
  const person = visitorOf(visit)
  const corp = person && world.corps.get(person.corpId)
  if (!corp || !corp.people.has(person.personId)) return { page: choicePage(world, isInstall ? 'install' : 'signIn', `${path}?${query}`) }
  if (isInstall && !corp.administrators.includes(person.personId)) return { page: wordsPage('只有企业的管理员可以安装应用'), status: 403 }
  const back = new URL(query.get('redirect_uri') ?? '')
  if (isInstall) {
    back.searchParams.set('auth_code', give(world, { kind: 'authCode', ...person }, 600))
    back.searchParams.set('expires_in', '600')
  } else {
    const isDesk = path === pathOfDesk
    if (!isDesk && !isLicensed(world, corp, person.personId)) await parts.event(corp, person.personId, 'unlicensed_notify', {})
    back.searchParams.set('code', give(world, { kind: isDesk ? 'deskCode' : 'code', ...person }, 300))
  }
  back.searchParams.set('state', query.get('state') ?? '')
  return { to: back.href }
}

const refusedVisit = ({ world, settings, app }: DoorParts, { path, query }: Visit): DoorAnswer | undefined => {
  if (![pathOfInstall, pathOfClient, pathOfDesk].includes(path)) return { page: wordsPage('没有这个页面'), status: 404 }
  const isInstall = path === pathOfInstall
  const suiteId = path === pathOfDesk ? settings.loginSuite.suiteId : settings.suiteId
  if (!isSame(query.get(isInstall ? 'suite_id' : 'appid') ?? '', suiteId)) return { page: wordsPage('suiteid不正确（40083）'), status: 400 }
  if (!isTrusted(app(), query.get('redirect_uri') ?? '')) return { page: wordsPage('redirect_uri与可信域名不一致（50001）'), status: 400 }
  const installation = isInstall ? openedBy(world, 'preAuth', query.get('pre_auth_code')) : undefined
  if (isInstall && !installation) return { page: wordsPage('预授权码已过期（42007）'), status: 400 }
  if (installation && (installation.isTest ?? false) !== world.mood.isUnpublished)
    return { page: wordsPage(world.mood.isUnpublished ? '应用未发布，只能测试安装' : '应用已发布，不能测试安装'), status: 400 }
  return undefined
}

/** As whom the page is opened. Cookies of this machine do not tell ports apart: in the client it is the person of the app's page. */
const visitorOf = ({ path, form, cookie = '' }: Visit): { readonly corpId: string; readonly personId: string } | undefined => {
  const personId = form.get('personId')
  if (personId !== null) return { corpId: form.get('corpId') ?? '', personId }
  const [, clientCorpId = '', clientPersonId = ''] = /(?:^|;\s*)standInClient=wecom(?::|%3A)([\w-]+)(?::|%3A)([\w-]+)/.exec(cookie) ?? []
  return path === pathOfClient && clientCorpId !== '' ? { corpId: clientCorpId, personId: clientPersonId } : undefined
}

/** The same domain with its port; this machine has two names. */
const isTrusted = (app: string, redirect: string): boolean => {
  const origin = (address: string) => (URL.canParse(address) ? new URL(address).origin.replace('//localhost', '//127.0.0.1') : undefined)
  return origin(redirect) !== undefined && origin(redirect) === origin(app)
}
