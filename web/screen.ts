import { createContext, type ReactNode, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { confirm } from './look/overlays/confirm.ts'
import type { ScreenPath, SearchOf } from './screens.ts'
import type { Resource } from './session/session.ts'
import { guardFrame } from './travel.ts'
import { t } from './words.ts'

/** The screen that a component stands on. A screen that is kept alive keeps its own search while another is shown. */
export type ScreenHere = {
  readonly id: string
  readonly path: string
  /** In the reader's language. */
  readonly title: string
  readonly index: number
  readonly isTab: boolean
  readonly search: Readonly<Record<string, string>>
  readonly shown: boolean
  /** It stands in a panel beside a list. */
  readonly beside?: Beside | undefined
}

/** What a screen beside a list can ask of it. `goOn`: what was to be done here is done. */
export type Beside = { readonly goOn: () => void }

export const ScreenContext = createContext<ScreenHere>({ id: '', path: '', title: '', index: 0, isTab: false, search: {}, shown: true })

/** What stands at the title of every screen, before what its own header has there. */
export const BesideTitle = createContext<ReactNode>(null)

export const useScreen = (): ScreenHere => use(ScreenContext)

/** The menu of the person who is signed in; undefined while it is on its way. */
export const ResourcesContext = createContext<readonly Resource[] | undefined>(undefined)
export const useResources = (): readonly Resource[] | undefined => use(ResourcesContext)

/** As what a screen is looked at: the view or the conditions of its list, in words. They are read when it is kept at the side. */
const looks = new Map<string, string>()
export const lookOf = (screen: string): string => looks.get(screen) ?? ''
export const useLook = (words: string): void => {
  const { id } = useScreen()
  useEffect(() => {
    looks.set(id, words)
    return () => void looks.delete(id)
  }, [id, words])
}

/** The search that a screen was opened with, as its row in the table names it. */
export const useSearch = <P extends ScreenPath>(_: P): SearchOf<P> => useScreen().search as SearchOf<P>

/**
 * Asks before an unsaved form is left, where it cannot be saved first; `left` is called where the answer is yes. Call `leaveFreely()` after
 * saving.
 */
export const useLeaveGuard = (isUnsaved: boolean, { save, left }: { save?: () => Promise<boolean>; left?: () => void } = {}): void => {
  const { id } = useScreen()
  const askLeave = useEffectEvent(async () => {
    if (await save?.()) return true
    const isAgreed = await confirm({ title: t('离开此页？'), text: t('尚未保存的内容将丢失。'), yes: t('离开'), no: t('继续填写') })
    if (isAgreed) left?.()
    return isAgreed
  })
  useEffect(() => {
    if (!isUnsaved) return
    guardFrame(id, () => askLeave())
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => {
      guardFrame(id, undefined)
      removeEventListener('beforeunload', stay)
    }
  }, [id, isUnsaved])
}

/** True on windows of 1024 px and more, where navigation stands at the side and lists stand beside details; never of what stands beside one. */
export const useWide = (): boolean => {
  const { beside } = useScreen()
  return useWideWindow() && !beside
}

/** The same for what lies over the window, wherever it was opened. */
export const useWideWindow = (): boolean => useSyncExternalStore(onWide, isWide)

const wide = globalThis.matchMedia?.('(min-width: 64rem)')
const isWide = (): boolean => wide?.matches ?? false
const onWide = (listener: () => void): (() => void) => {
  wide?.addEventListener('change', listener)
  return () => wide?.removeEventListener('change', listener)
}
