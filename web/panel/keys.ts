import { useEffect, useEffectEvent } from 'react'
import { useScreen } from '../screen.ts'
import { isTyping } from '../table/rowKeys.ts'

/** The keys of each scope: what does it, and what `?` says of it. A letter is meant in both cases. */
export const scopes = {
  list: {
    next: { keys: ['j', 'ArrowDown'], words: '下一项' },
    previous: { keys: ['k', 'ArrowUp'], words: '上一项' },
    open: { keys: ['Enter'], words: '打开' },
    select: { keys: ['x'], words: '选择' },
  },
  panel: {
    edit: { keys: ['e'], words: '修改' },
    close: { keys: ['Escape'], words: '关闭' },
  },
  task: {
    approve: { keys: ['a'], words: '同意' },
    reject: { keys: ['r'], words: '驳回' },
  },
} as const satisfies Record<string, Record<string, { keys: readonly string[]; words: string }>>

export const scopeWords = { list: '列表', panel: '打开的内容', task: '审批' } as const satisfies Record<keyof typeof scopes, string>

type Scope = keyof typeof scopes
export type ActsOf<S extends Scope> = { readonly [A in keyof (typeof scopes)[S]]?: (() => void) | undefined }

/** The acts of a scope for the row at the cursor of a table, by their keys. */
export const rowKeysOf = <S extends Scope, R>(scope: S, acts: { readonly [A in keyof (typeof scopes)[S]]?: (row: R) => void }) =>
  Object.fromEntries(
    Object.entries(scopes[scope] as Record<string, { keys: readonly string[] }>).flatMap(([name, { keys }]) => {
      const act = (acts as Readonly<Record<string, (row: R) => void>>)[name]
      return act ? keys.map((key) => [key, act] as const) : []
    }),
  )

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** What a key means in a scope; held with another it means nothing. */
export const actOf = (scope: Scope, { key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | undefined => {
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined
  const meant = key.length === 1 ? key.toLowerCase() : key
  return Object.entries(scopes[scope]).find(([, { keys }]: [string, { keys: readonly string[] }]) => keys.includes(meant))?.[0]
}

/** Whether a person is typing there, or has something open over the screen, to which all keys belong. */
const isTaken = (target: HTMLElement): boolean =>
  isTyping(target) || document.querySelector('[role=dialog],[role=alertdialog],[role=listbox],[role=menu]') !== null

/**
 * Hears the keys of a scope while the screen is on show. Of those that hear the same key, the last one has it; an act that is undefined
 * leaves it to the one before.
 */
export const useKeys = <S extends Scope>(scope: S, acts: ActsOf<S>): void => {
  const { shown } = useScreen()
  const press = useEffectEvent((event: KeyboardEvent): boolean => {
    const act = (acts as Readonly<Record<string, (() => void) | undefined>>)[actOf(scope, event) ?? '']
    // Who holds a key down means it once.
    if (!event.repeat) act?.()
    return act !== undefined
  })
  useEffect(() => {
    if (!shown) return
    const hear = (event: KeyboardEvent) => press(event)
    keyHandlers.push(hear)
    if (keyHandlers.length === 1) addEventListener('keydown', onKeyDown, true)
    return () => {
      keyHandlers.splice(keyHandlers.indexOf(hear), 1)
      if (keyHandlers.length === 0) removeEventListener('keydown', onKeyDown, true)
    }
  }, [shown])
}

const keyHandlers: ((event: KeyboardEvent) => boolean)[] = []

/** Before what is open hears it: a dialog that Esc closes is still there. */
const onKeyDown = (event: KeyboardEvent): void => {
  const { target } = event
  if (event.defaultPrevented || !(target instanceof HTMLElement) || isTaken(target)) return
  if (!keyHandlers.toReversed().some((hear) => hear(event))) return
  event.preventDefault()
  event.stopPropagation()
}
