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
  startToastTime()
}

/** Starts the time of the message on show, as soon as it is drawn: a busy device draws it late, and it is there to be read. */
export const startToastTime = (): void => {
  clearTimeout(timer)
  if (currentToast) timer = setTimeout(() => show(undefined), readingTimeMs(currentToast))
}

/** The message on show; for the one place that draws it. */
export const shownToast = (): ToastMessage | undefined => currentToast
export const onToast = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const durationMs: Record<ToastKind, number> = { plain: toastMs, success: successToastMs, error: errorToastMs, notify: notifyMs }

const readingTimeMs = ({ kind, text }: ToastMessage): number =>
  kind === 'error' ? Math.max(errorToastMs, text.length * letterMs) : durationMs[kind]

/** One letter takes so long to read. */
const letterMs = 110

let lastId = 0
let currentToast: ToastMessage | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const show = (message: ToastMessage | undefined): void => {
  currentToast = message
  for (const listener of listeners) listener()
}
