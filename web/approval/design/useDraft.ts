import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  beginDraft,
  type Draft,
  failed,
  type DraftRevision,
  type Merge,
  met,
  saved,
  type SavingState,
  savingOf,
  sending,
  settled,
  stepped,
} from '../../../domain/approval/design/draft.ts'
import { changedMeanwhile } from '../../../domain/operations/define.ts'
import { edited, redone, undone } from '../../../domain/approval/design/history.ts'
import type { Side } from '../../../domain/approval/design/merge.ts'
import { CallError } from '../../call.ts'
import { toast } from '../../look/overlays/toast.ts'
import { useLeaveGuard } from '../../screen.ts'
import { t } from '../../words.ts'

/** How a flow or a form is kept on the server while it is designed. */
export type DraftStore<T> = {
  /** Answers the revision that it has then. */
  readonly save: (content: T, before: DraftRevision<T>) => Promise<number>
  /** What is kept now. */
  readonly read: () => Promise<DraftRevision<T>>
  readonly merge: Merge<T>
}

/** A flow or a form that is being designed: every step can be undone, and is kept on the server when doing pauses. */
export type DraftState<T> = {
  readonly content: T
  readonly saving: SavingState
  /** Of what is kept on the server; 0 while nothing is. */
  readonly revision: number
  /** `merging` names an edit that goes on, as typing does. */
  readonly edit: (next: T, mergeKey?: string) => void
  readonly undo: (() => void) | undefined
  readonly redo: (() => void) | undefined
  /** Saves what is not saved yet; answers the revision, undefined where that did not work. */
  readonly flush: () => Promise<number | undefined>
  /** Publishes what is kept, once everything is; undefined where that did not work and was said. */
  readonly publish: <A>(send: (revision: number) => Promise<A>) => Promise<A | undefined>
  /** What was changed here and by another person, differently, as the merge names it. */
  readonly contested: readonly string[]
  /** Decides it; everything else that either of the two has changed is taken. */
  readonly settle: (side: Side) => void
}

/** How a draft stands to what is kept of it. */
export const savingWords = (savingState: SavingState): string => t(words[savingState])
const words: Readonly<Record<SavingState, string>> = {
  saved: '已自动保存',
  waiting: '正在编辑',
  saving: '正在保存',
  conflict: '草稿有冲突',
  failed: '暂时没有保存，会自动重试',
  refused: '未能保存',
}

const pauseMs = 900
const retryMs = 5000

type ActOn<T> = (step: (draft: Draft<T>) => Draft<T>) => void

export const useDraft = <T>(initial: DraftRevision<T>, store: DraftStore<T>): DraftState<T> => {
  const [draft, show] = useState(() => beginDraft(initial))
  // What comes back from the server meets the draft as it is by then.
  const latest = useRef(draft)
  const act: ActOn<T> = (step) => {
    latest.current = step(latest.current)
    show(latest.current)
  }

  const { meet, keep } = useSaving(latest, act, store)
  const flush = () => keep(false)

  const savingState = savingOf(draft)
  const { history } = draft
  useSavingPauses(draft, latest, flush)

  return {
    content: history.now,
    saving: savingState,
    revision: draft.kept.revision,
    edit: (next, mergeKey) => act((was) => stepped(was, (steps) => edited(steps, next, mergeKey))),
    undo: history.past.length > 0 ? () => act((was) => stepped(was, undone)) : undefined,
    redo: history.future.length > 0 ? () => act((was) => stepped(was, redone)) : undefined,
    flush,
    publish: async (publish) => {
      const revision = await keep(true)
      if (revision === undefined) {
        // Why it was refused was said already.
        const now = savingOf(latest.current)
        if (now !== 'refused') toast(savingWords(now), 'error')
        return undefined
      }
      try {
        return await publish(revision)
      } catch (error) {
        // Its words were toasted.
        if (!(error instanceof CallError)) throw error
        if (error.reason === changedMeanwhile) await meet()
        return undefined
      }
    },
    contested: draft.met?.contested ?? [],
    settle: (side) => act((was) => settled(was, side, store.merge)),
  }
}

/** Brings the draft to the server, and takes what another person has saved there. */
const useSaving = <T>(latest: RefObject<Draft<T>>, act: ActOn<T>, store: DraftStore<T>) => {
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const send = async (): Promise<number | undefined> => {
    const { history, kept } = latest.current
    act(sending)
    try {
      const revision = await store.save(history.now, kept)
      act((was) => saved(was, { content: history.now, revision }))
      return revision
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return error.reason === changedMeanwhile ? meet() : miss(error)
    }
  }
  const miss = ({ status, message }: CallError): undefined => {
    const isPassing = !status || status >= 500 || status === 429
    if (!isPassing) toast(message, 'error')
    act((was) => failed(was, isPassing ? 'passing' : 'lasting'))
  }
  /** Takes what another person has saved, and saves what comes of it. */
  const meet = async (): Promise<number | undefined> => {
    try {
      const theirs = await store.read()
      act((was) => met(was, theirs, store.merge))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return miss(error)
    }
    if (latest.current.met) return undefined
    toast(t('对方的修改已合并进来'))
    return isKept() ? latest.current.kept.revision : send()
  }
  const isKept = () => latest.current.history.now === latest.current.kept.content
  /** One after the other, so that revisions follow each other. `always`: even what was opened and never saved. */
  const keep = (always: boolean): Promise<number | undefined> => {
    const next = queue.current.then(() => {
      const { met: open, kept } = latest.current
      if (open) return undefined
      return isKept() && (kept.revision > 0 || !always) ? kept.revision : send()
    })
    queue.current = next.catch(() => undefined)
    return next
  }
  return { meet, keep }
}

/** Saves when doing pauses, again after a while where that failed, and when the designer is left. */
const useSavingPauses = <T>(draft: Draft<T>, latest: RefObject<Draft<T>>, flush: DraftState<T>['flush']): void => {
  const { now } = draft.history
  const savingState = savingOf(draft)
  const leave = useEffectEvent(() => void flush())
  /** What was edited further waits anew. */
  const pause = useEffectEvent((content: T) => {
    if (content === latest.current.history.now) void flush()
  })
  useEffect(() => {
    if (savingState !== 'waiting' && savingState !== 'failed') return
    const timer = setTimeout(() => pause(now), savingState === 'failed' ? retryMs : pauseMs)
    return () => clearTimeout(timer)
  }, [now, savingState])
  useEffect(() => () => leave(), [])
  useLeaveGuard(savingState !== 'saved', { save: async () => (await flush()) !== undefined })
}
