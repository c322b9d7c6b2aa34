import { useSyncExternalStore } from 'react'
import { fill, type Params, translateParams } from '../kernel/refusal.ts'
import { store, stored } from './session/session.ts'

export type Language = 'zh' | 'en'

/** The words for a reader: the Chinese text is the key, `{name}` places are filled. What has no English stays Chinese. */
export const t = (chinese: string, params: Params = {}): string => say(chinese, params)

/** A refusal or an incident as it was stored: our texts within it are in the reader's language as well. */
export const inOwnWords = ({ words, params }: { readonly words: string; readonly params: Params }): string =>
  t(words, translateParams(params, t))

export const language = (): Language => current

/** The language as requests and pages name it. */
export const languageCode = (): string => (current === 'en' ? 'en' : 'zh-CN')

/** The language; the component renders again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, language)

/** Switches the language and remembers it on this device. */
export const setLanguage = async (next: Language): Promise<void> => {
  await showLanguage(next)
  store('_language', next, 0)
}

/** The English dictionaries are loaded when they are first wanted. */
const showLanguage = async (next: Language): Promise<void> => {
  say = next === 'en' ? (await import('./english/all.ts')).inEnglish : fill
  current = next
  document.documentElement.lang = languageCode()
  for (const listener of listeners) listener()
}

/** Before the first render: the language that was chosen on this device, else the browser's. */
export const restoreLanguage = async (): Promise<void> => {
  const next = stored<Language>('_language') ?? firstLanguage(navigator.languages)
  if (next !== current) await showLanguage(next)
}

/** What a browser that names these languages reads at its first visit. */
export const firstLanguage = ([first = 'zh']: readonly string[]): Language => (/^zh(-|$)/i.test(first) ? 'zh' : 'en')

let current: Language = 'zh'
let say: (chinese: string, params: Params) => string = fill
const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
