import { begin, edited, type History, rebased } from './history.ts'
import type { Side } from './merge.ts'

/** What is kept on the server; `revision` is 0 while nothing is. */
export type DraftRevision<T> = { readonly content: T; readonly revision: number }

/** Puts together what two made of `base`. `contested` names what both have changed, differently: there `side` stands. */
export type Merge<T> = (base: T, theirs: T, ours: T, side: Side) => { readonly merged: T; readonly contested: readonly string[] }

/**
 * A flow or a form while it is designed: every step of it, and how it stands to what is kept. A `passing` failure goes away by itself, a
 * `lasting` one by another edit.
 */
export type Draft<T> = {
  readonly history: History<T>
  /** As it was saved or read last: what another person saves meanwhile is held against it. */
  readonly kept: DraftRevision<T>
  readonly isSaving: boolean
  readonly failure: 'passing' | 'lasting' | undefined
  /** What another person has saved, where the same was changed here: nothing is saved until one of the two is chosen. */
  readonly met: { readonly theirs: DraftRevision<T>; readonly contested: readonly string[] } | undefined
}

export const beginDraft = <T>(revision: DraftRevision<T>): Draft<T> => ({
  history: begin(revision.content),
  kept: revision,
  isSaving: false,
  failure: undefined,
  met: undefined,
})

/** `failed` is tried again, `refused` waits for an edit, `conflict` for a choice. */
export type SavingState = 'saved' | 'waiting' | 'saving' | 'failed' | 'refused' | 'conflict'

export const savingOf = <T>({ history, kept, isSaving, failure, met }: Draft<T>): SavingState => {
  if (met) return 'conflict'
  if (isSaving) return 'saving'
  if (history.now === kept.content) return 'saved'
  if (failure === undefined) return 'waiting'
  return failure === 'passing' ? 'failed' : 'refused'
}

/** Edited, undone or done again. */
export const stepped = <T>(draft: Draft<T>, step: (history: History<T>) => History<T>): Draft<T> => {
  const history = step(draft.history)
  return history === draft.history ? draft : { ...draft, history, failure: undefined }
}

export const sending = <T>(draft: Draft<T>): Draft<T> => ({ ...draft, isSaving: true, failure: undefined })

export const saved = <T>(draft: Draft<T>, kept: DraftRevision<T>): Draft<T> => ({ ...draft, kept, isSaving: false })

export const failed = <T>(draft: Draft<T>, failure: 'passing' | 'lasting'): Draft<T> => ({ ...draft, isSaving: false, failure })

/** Another person's is merged into every step, so that undoing takes back nothing but what was done here; or it waits for a choice. */
export const met = <T>(draft: Draft<T>, theirs: DraftRevision<T>, merge: Merge<T>): Draft<T> => {
  const { contested } = merge(draft.kept.content, theirs.content, draft.history.now, 'ours')
  const waiting = { ...draft, isSaving: false, failure: undefined }
  return contested.length > 0 ? { ...waiting, met: { theirs, contested } } : onto(waiting, theirs, merge)
}

/** Whichever of the two stands where both have changed the same, the other is one step back. */
export const settled = <T>(draft: Draft<T>, side: Side, merge: Merge<T>): Draft<T> => {
  if (!draft.met) return draft
  const { theirs } = draft.met
  const theirsFirst = merge(draft.kept.content, theirs.content, draft.history.now, 'theirs').merged
  const merged = onto(draft, theirs, merge)
  const { history } = merged
  return { ...merged, history: side === 'theirs' ? edited(history, theirsFirst) : { ...history, past: [...history.past, theirsFirst] } }
}

const onto = <T>({ history, kept, ...rest }: Draft<T>, theirs: DraftRevision<T>, merge: Merge<T>): Draft<T> => ({
  ...rest,
  history: rebased(history, (step) => merge(kept.content, theirs.content, step, 'ours').merged),
  kept: theirs,
  met: undefined,
})
