import { createElement } from 'react'
import { signOut } from '../../domain/access/sessionOperations.ts'
import { storagePrefix } from '../../domain/rules/constants.ts'
import { HostFault } from '../../hosts/fault.ts'
import type { Knows } from '../../hosts/host.ts'
import { startHost } from '../../hosts/halves.ts'
import { queryOf } from '../../hosts/query.ts'
import { hostBeside } from '../../hosts/start.ts'
import { arrivalOf, isOfAnotherCompany } from './arrival.ts'
import { call, CallError } from '../call.ts'
import { hrefOf } from '../frames.ts'
import { drawSaid } from '../look/drawText.ts'
import { NamesIn } from '../people/PersonName.tsx'
import { screenAt } from '../screens.ts'
import { clear, hideSession, session, signedIn, store, stored } from './session.ts'
import { frames, replace, replaceHref } from '../travel.ts'
import { restoreLanguage, t } from '../words.ts'

/** Lets the host take over the page, and who it knows come in. */
export const startHere = async (): Promise<void> => {
  const host = await startHost((operation, input, headers) => call(operation, input, { quiet: true, token: session().token, headers }))
  if (host?.entitle) followTitle(host.entitle)
  // Names that only the host knows, wherever one is said.
  if (host?.drawName) drawSaid((text) => (typeof text === 'string' ? createElement(NamesIn, { text }) : text))
  if (!host?.knows) return
  leaveToOtherCompany(host.knows)
  // What goes wrong is said in words.
  await restoreLanguage().catch(() => undefined)
  await arriveFirst()
}

/**
 * Lets in who the host knows, before the first screen: another person than was signed in here last may look at it. Where that does not come about, a
 * screen says why; screens that are open to all are shown as they are.
 */
const arriveFirst = async (): Promise<void> => {
  const knows = hostBeside()?.knows
  const [first] = frames().list
  // Whatever comes of the rest: nothing of the other company is drawn.
  if (knows && isOfAnotherCompany(knows.corpId(), stored<string>('_corp_id'))) {
    store('_corp_id', knows.corpId(), 0)
    endSession()
  }
  if (!knows || !first || (screenAt(first.path)?.who === 'public' && first.path !== '/pages/login')) return
  const currentPath = first.path === '/pages/login' ? (first.search['to'] ?? workbench) : hrefOf(first.path, first.search)
  const wantedPath = broughtBack(currentPath)
  if (isSeen()) return
  try {
    await arrive(wantedPath, knows)
  } catch (error) {
    if (isUnconnected(error)) return
    // Without a network the person who was signed in goes on with what is kept on the device.
    if (isOffline(error) && session().token) return
    failureWords = arrivalWords(error)
    replace('/pages/login', { to: wantedPath })
  }
}

/**
 * A window leaves its screen when another window of the device opens another company: it would draw what belongs to that one, or let its own
 * person in again and take the place of the one who has just come.
 */
const leaveToOtherCompany = (knows: Knows): void =>
  addEventListener('storage', ({ key }) => {
    if (key !== `${storagePrefix}_corp_id` || !isTakenOver(knows)) return
    hideSession(true)
    const [path, search] = hereNow()
    if (path !== '/pages/login') replace('/pages/login', { to: hrefOf(path, search) })
  })

const isTakenOver = (knows: Knows | undefined): boolean => isOfAnotherCompany(knows?.corpId(), stored<string>('_corp_id'))

/** Signs in who the host knows and goes to the screen they want; or to where the app is installed. */
export const arrive = async (to: string, knows: Knows): Promise<void> => {
  hideSession(false)
  const identity = await knows.recognise({ corpId: stored<string>('_corp_id'), to }).catch((error: unknown) => {
    hideSession(isTakenOver(knows))
    throw error
  })
  const { uid, corpId, answer } = identity
  const arrival = arrivalOf(identity)
  if (corpId !== undefined) store('_corp_id', corpId, 0)
  if (arrival === 'install') {
    endSession()
    return replaceHref(hrefOf(knows.installAt, { ...knows.installSearch, corpId }))
  }
  const before = session()
  if (arrival !== 'stay' && answer) signedIn(answer)
  else if (arrival === 'change') clear()
  keepSeen(uid, corpId)
  // Only once the next one is in: other windows of the device go on with them, and none lets its own in again.
  if (arrival === 'change') void call(signOut, { uid: before.uid }, { background: true, token: before.token }).catch(() => undefined)
  if (hrefOf(...hereNow()) !== to) replaceHref(to)
}

/** Ends the session that the device keeps, here and on the server. */
const endSession = (): void => {
  const { token, uid } = session()
  if (token === undefined) return
  clear()
  void call(signOut, { uid }, { background: true, token }).catch(() => undefined)
}

/**
 * Why no one comes in by themselves: what failed at the start, told once, or that the device is another company's by now, whichever way this window
 * heard of it.
 */
export const takeFailure = (): string | undefined => {
  const words = failureWords ?? (isTakenOver(hostBeside()?.knows) ? t('这台设备上打开了另一家企业，请重试以回到这里。') : undefined)
  failureWords = undefined
  return words
}
let failureWords: string | undefined

/** Why a person did not come in, in words. */
export const arrivalWords = (error: unknown): string => {
  const chat = t(hostBeside()?.knows?.title ?? '')
  if (error instanceof CallError) return error.message
  if (!(error instanceof HostFault)) throw error
  if (error.why === 'old') return t('{chat}版本过低请升级', { chat })
  if (error.why === 'unknown') return t('没有认出所在的企业，请从{chat}的工作台打开。', { chat })
  if (error.why === 'refused' || error.why === 'left') return t('{chat}没有允许登录，请重试或联系企业管理员。', { chat })
  return t('{chat}没有回应，请重试。', { chat })
}

/** The installation is connected to no chat: people sign in as in a browser. */
export const isUnconnected = (error: unknown): boolean => error instanceof CallError && error.reason === 'host.none'

/** Signs out and in again by the host, for the person who wants to be known anew. */
export const arriveAnew = async (): Promise<void> => {
  const signOutCall = call(signOut, { uid: session().uid }, { background: true }).catch(() => undefined)
  forgetSeen()
  replace('/pages/login', { to: workbench })
  await new Promise((resolve) => setTimeout(resolve))
  clear()
  await signOutCall
}

/** The person who leads away and back keeps no fragment: the screen that was wanted comes back in the query. */
export const broughtBack = (otherwise: string): string => {
  const to = queryOf('to', { search: location.search, hash: '' })
  return to?.startsWith('/pages/') ? to : otherwise
}

/** A title bar that does not follow the page by itself. */
const followTitle = (entitle: (title: string) => void): void => {
  const tell = () => entitle(document.title)
  new MutationObserver(tell).observe(document.querySelector('title')!, { childList: true })
  tell()
}

const workbench = '/pages/index/index'

const isOffline = (error: unknown): boolean => error instanceof CallError && error.status === 0

const hereNow = (): Parameters<typeof hrefOf> => {
  const { list, current } = frames()
  const { path, search } = list.find(({ id }) => id === current)!
  return [path, search]
}

/** The person who was recognised in this window is the same while it is open: loading it again asks no one. */
const seenKey = 'zaice.recognised'
const rememberIdentity = (uid: string | undefined, corpId: string | undefined): string => `${uid}@${corpId}`
const keepSeen = (uid: string | undefined, corpId: string | undefined): void =>
  sessionStorage.setItem(seenKey, rememberIdentity(uid, corpId))
const forgetSeen = (): void => sessionStorage.removeItem(seenKey)
const isSeen = (): boolean =>
  session().token !== undefined &&
  sessionStorage.getItem(seenKey) === rememberIdentity(session().uid, hostBeside()?.knows?.corpId() ?? stored<string>('_corp_id'))
