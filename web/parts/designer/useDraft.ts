import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Definition } from '../../../domain/approval/definition.ts'
import { begin, edited, type History, redone, undone } from '../../../domain/approval/edit.ts'
import { type FlowProblem, flowOperations } from '../../../domain/operations/flows.ts'
import { call, CallError } from '../../call.ts'

/** `conflict`: somebody else has saved another draft meanwhile; `failed`: it could not be kept and is tried again. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'conflict' | 'failed'

export type Draft = {
  readonly definition: Definition
  readonly history: History<Definition>
  readonly saving: Saving
  /** Of the draft on the server; 0 while there is none. */
  readonly revision: number
  /** What the server found wrong with the definition as it is now; undefined while it has not seen it. */
  readonly problems: readonly FlowProblem[] | undefined
  readonly edit: (next: Definition, merging?: string) => void
  readonly undo: (() => void) | undefined
  readonly redo: (() => void) | undefined
  /** Saves what is not saved yet; answers the revision, undefined where that did not work. */
  readonly flush: () => Promise<number | undefined>
  /** Saves over what somebody else has saved. */
  readonly overwrite: () => Promise<void>
}

/** Changes are kept on the server when doing pauses. */
const pauseMs = 900
const retryMs = 5000

/** A definition while it is being changed: every step can be undone, and is saved as the draft of its flow. */
export const useDraft = (flowKey: string, loaded: Definition, loadedRevision: number): Draft => {
  const [history, setHistory] = useState(() => begin(loaded))
  const [saving, setSaving] = useState<Exclude<Saving, 'waiting'>>('saved')
  const [found, setFound] = useState<{ of: Definition; problems: readonly FlowProblem[] }>()
  const kept = useRef({ definition: loaded, revision: loadedRevision })
  const running = useRef<Promise<number | undefined>>(undefined)
  const [stored, setStored] = useState({ definition: loaded, revision: loadedRevision })
  const { now } = history

  const save = async (definition: Definition): Promise<number | undefined> => {
    setSaving('saving')
    try {
      const { revision: next, problems } = await call(
        flowOperations.saveDefinition,
        { flowKey, revision: kept.current.revision, body: definition },
        { quiet: true },
      )
      kept.current = { definition, revision: next }
      setStored(kept.current)
      setFound({ of: definition, problems })
      setSaving('saved')
      return next
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setSaving(error.reason === 'approval.draftChanged' ? 'conflict' : 'failed')
      return undefined
    }
  }
  /** One after the other, so that revisions follow each other. */
  const saveNow = async (definition: Definition): Promise<number | undefined> => {
    await running.current
    if (kept.current.definition === definition) return kept.current.revision
    running.current = save(definition)
    return running.current
  }
  const keep = useEffectEvent((definition: Definition) => void saveNow(definition))
  useEffect(() => {
    if (now === kept.current.definition || saving === 'conflict' || saving === 'saving') return
    const timer = setTimeout(() => keep(now), saving === 'failed' ? retryMs : pauseMs)
    return () => clearTimeout(timer)
  }, [now, saving])

  return {
    definition: now,
    history,
    saving:
      saving === 'conflict' || saving === 'saving'
        ? saving
        : now === stored.definition
          ? 'saved'
          : saving === 'failed'
            ? 'failed'
            : 'waiting',
    revision: stored.revision,
    problems: found?.of === now ? found.problems : undefined,
    edit: (next, merging) => setHistory((was) => edited(was, next, merging)),
    undo: history.past.length > 0 ? () => setHistory(undone) : undefined,
    redo: history.future.length > 0 ? () => setHistory(redone) : undefined,
    flush: () => saveNow(now),
    overwrite: async () => {
      const { revision: theirs } = await call(flowOperations.definition, { flowKey, version: 'draft' })
      kept.current = { ...kept.current, revision: theirs }
      await saveNow(now)
    },
  }
}
