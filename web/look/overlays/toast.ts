import { errorToastMs, notifyMs, successToastMs, toastMs } from '../../../domain/rules/constants.ts'

export type ToastKind = 'plain' | 'success' | 'error' | 'notify'

export type ToastMessage = {
  readonly id: number
  readonly text: string
  readonly kind: ToastKind
  readonly onTap?: (() => void) | undefined
}

/** Shows a short message that goes by itself: plain and success after 1 s, error after 1.5 s or as long as its words take to read, notify after 3 s. */
export const toast = (text: string, kind: ToastKind = 'plain', onTap?: () => void): void => {
  lastId += 1
  show({ id: lastId, text, kind, onTap })
  clearTimeout(timer)
  timer = setTimeout(() => show(undefined), kind === 'error' ? Math.max(errorToastMs, text.length * readingMs) : durationMs[kind])
}

/** The message on show; for the one place that draws it. */
export const shownToast = (): ToastMessage | undefined => shown
export const onToast = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const durationMs: Record<ToastKind, number> = { plain: toastMs, success: successToastMs, error: errorToastMs, notify: notifyMs }

/** One letter takes so long to read. */
const readingMs = 110

let lastId = 0
let shown: ToastMessage | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const show = (message: ToastMessage | undefined): void => {
  shown = message
  for (const listener of listeners) listener()
}
