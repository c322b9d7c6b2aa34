import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Definition, parseDefinition } from '../../../../../domain/approval/flow/definition.ts'
import { begin, edited, type History, rebased, redone, undone } from '../../../../../domain/approval/design/history.ts'
import { mergeDefinitions, type Side } from '../../../../../domain/approval/design/merge.ts'
import { type FlowProblem, flowOperations } from '../../../../../domain/operations/flows.ts'
import { call, CallError } from '../../../../call.ts'

/** `conflict`: somebody else has changed the same meanwhile; `failed`: it could not be kept and is tried again. */
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
  /** Takes what somebody else has saved meanwhile. */
  readonly catchUp: () => Promise<void>
  /** What was changed here and by somebody else, differently: keys of a merge. */
  readonly contested: readonly string[]
  /** Decides them; everything else that either of the two has changed is taken. Deciding for the other side can be undone. */
  readonly settle: (side: Side) => void
}

/** Changes are kept on the server when doing pauses. */
const pauseMs = 900
const retryMs = 5000

type Kept = { readonly definition: Definition; readonly revision: number }

/**
 * A definition while it is being changed: every step can be undone, and is saved as the draft of its flow. What somebody else has saved
 * meanwhile is merged into every step, so that undoing takes back nothing but what was done here.
 */
export const useDraft = (flowKey: string, loaded: Definition, loadedRevision: number, onMerged: () => void): Draft => {
  const [history, setHistory] = useState(() => begin(loaded))
  const [saving, setSaving] = useState<Exclude<Saving, 'waiting'>>('saved')
  const [found, setFound] = useState<{ of: Definition; problems: readonly FlowProblem[] }>()
  const kept = useRef<Kept>({ definition: loaded, revision: loadedRevision })
  const [met, setMet] = useState<{ theirs: Kept; contested: readonly string[] }>()
  const running = useRef<Promise<number | undefined>>(undefined)
  const [stored, setStored] = useState<Kept>({ definition: loaded, revision: loadedRevision })
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
      if (error.reason === 'approval.draftChanged') return meet(definition)
      setSaving('failed')
      return undefined
    }
  }
  /** What was saved last here stands between theirs and ours. */
  const meet = async (ours: Definition): Promise<number | undefined> => {
    try {
      const { body, revision } = await call(flowOperations.definition, { flowKey, version: 'draft' }, { quiet: true })
      const parsed = parseDefinition(body)
      if ('refusal' in parsed) throw new Error(parsed.refusal.words)
      const theirs = { definition: { ...parsed.definition, form: ours.form }, revision }
      const { rows, merged } = mergeDefinitions(kept.current.definition, theirs.definition, ours)
      const contested = rows.filter(({ by }) => by === 'conflict').map(({ key }) => key)
      if (contested.length > 0) {
        setMet({ theirs, contested })
        setSaving('conflict')
        return undefined
      }
      take(theirs, ours, merged)
      onMerged()
      return save(merged)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setSaving('failed')
      return undefined
    }
  }
  /** Theirs becomes what was saved last; `ours` as it stands with it is known already. */
  const take = (theirs: Kept, ours: Definition, merged: Definition) => {
    const base = kept.current.definition
    kept.current = theirs
    setStored(theirs)
    setHistory((was) => rebased(was, (step) => (step === ours ? merged : mergeDefinitions(base, theirs.definition, step).merged)))
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
    catchUp: async () => {
      await meet(now)
    },
    contested: met?.contested ?? [],
    settle: (side) => {
      if (!met) return
      const { theirs, contested } = met
      const base = kept.current.definition
      const choices = Object.fromEntries(contested.map((key) => [key, side]))
      take(theirs, now, mergeDefinitions(base, theirs.definition, now).merged)
      if (side === 'theirs') setHistory((was) => edited(was, mergeDefinitions(base, theirs.definition, now, choices).merged))
      setMet(undefined)
      setSaving('saved')
    },
  }
}
