import type { StoredFilling } from '../documents/filling/filling.ts'
import type { Id } from '../../kernel/id.ts'

/** How it stands with something that is kept until the server has taken it. */
export type Fate = {
  /** `sent`: it left this device, and no answer came yet, so it may have arrived. */
  readonly state: 'waiting' | 'sent' | 'refused'
  /** How often in a row the server said that it had a fault of its own. */
  readonly faults: number
  /** Why it was refused, in the server's words. */
  readonly refusal?: string
}

/** Something that a person did in the field, as this device keeps it until the server has taken it. */
export type Action = Fate & {
  /** What it makes or changes. What is kept under the same key later takes its place. */
  readonly key: string
  /** Whose it is: no one else sends it. */
  readonly author: Author
  /** The command's id: the same from the first sending to the last, so that it counts once. */
  readonly command: string
  /** The operation's name, and what it is asked with. */
  readonly operation: string
  readonly input: unknown
  /** What it is called, as a Chinese text that has English; which things it is about, and how these are called. */
  readonly title: string
  readonly things: readonly Id[]
  readonly about: string
  readonly atMs: number
  /** The form that it was filled in with. */
  readonly form?: KeptForm
}

export type Author = { readonly orgId: Id; readonly uid: Id; readonly userName: string }

/** Whose something on this device is. */
export type Owner = Pick<Author, 'orgId' | 'uid'>

/** A file that goes before what names it; `path` once it lies on the server. */
export type KeptFile = { readonly blob: Blob; readonly name: string; readonly path?: string }

/** Where a form opens, and what is put into it so that it opens as it was sent. */
export type KeptForm = { readonly href: string; readonly kept: StoredFilling<unknown> }

/** What came of sending. `signedOut`: the person who it belongs to has to sign in first. */
export type Outcome =
  | { readonly t: 'done'; readonly answer: unknown }
  | {
      readonly t: 'refused'
      readonly status: number
      readonly code: number
      readonly reason: string
      readonly words: string
      readonly details: unknown
    }
  | { readonly t: 'unanswered' }
  | { readonly t: 'fault'; readonly words: string }
  | { readonly t: 'signedOut' }

/** A server that says so often that it has a fault will not take it: a person has to look. */
export const faultsAtMost = 5

/** A failed call as what came of sending; `status` 0 is no answer. */
export const outcomeOf = (error: {
  readonly status: number
  readonly code: number
  readonly reason: string
  readonly message: string
  readonly details: unknown
}): Outcome => {
  const { status, code, reason, message: words, details } = error
  if (status === 401) return { t: 'signedOut' }
  if (status === 500) return { t: 'fault', words }
  if (status === 0 || status === 408 || status === 429 || status > 500) return { t: 'unanswered' }
  return { t: 'refused', status, code, reason, words, details }
}

/** It leaves this device now. */
export const markSent = <F extends Fate>(action: F): F => ({ ...action, state: 'sent' })

/** What is kept of it after an outcome; undefined where nothing is. */
export const after = <F extends Fate>(action: F, outcome: Outcome): F | undefined => {
  if (outcome.t === 'done') return undefined
  if (outcome.t === 'refused') return { ...action, state: 'refused', refusal: outcome.words, faults: 0 }
  if (outcome.t !== 'fault') return action
  const faults = action.faults + 1
  return faults < faultsAtMost ? { ...action, faults } : { ...action, state: 'refused', refusal: outcome.words, faults: 0 }
}

/** Sent once more as it is: one that may have arrived by the command that it had, so that it counts once. */
export const markAgain = <F extends Fate>(action: F): F => {
  const { refusal: _, ...rest } = action
  return { ...(rest as F), state: action.state === 'refused' ? 'sent' : action.state }
}

/** It waits for the network; otherwise for its author. */
export const isWaiting = ({ state }: Fate): boolean => state !== 'refused'

export const isOf = ({ author }: { readonly author: Owner }, { orgId, uid }: Owner): boolean => author.orgId === orgId && author.uid === uid
