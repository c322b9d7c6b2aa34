import { startTransition, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type Id, newId, newUuid } from '../../../kernel/id.ts'
import { assertDefined } from '../../../kernel/assert.ts'
import { CallError } from '../../call.ts'
import { hrefOf } from '../../frames.ts'
import { confirm } from '../../look/overlays/confirm.ts'
import { showProblem } from '../../look/overlays/showProblem.ts'
import { toast } from '../../look/overlays/toast.ts'
import { useLeaveGuard, useScreen } from '../../screen.ts'
import { withPaths } from '../../outbox/files/reference.ts'
import { forgetFiles, storeFiles } from '../../outbox/outbox.ts'
import { leaveFreely } from '../../travel.ts'
import { t } from '../../words.ts'
import {
  begin,
  done,
  filled,
  type FillingState,
  type FormSource,
  isChanged,
  keptOf,
  overtaken,
  type Problems,
  refused,
  saved,
  sent,
  type Shape,
  shownProblems,
  type Step,
  type StoredFilling,
  told,
  typed,
  unanswered,
  type Wrong,
} from './filling.ts'
import { type Shelf, shelfOf } from './shelf.ts'
import { problemsIn, wordsByPath } from './problems.ts'

/** What a screen has begun to fill in. Another `round` is another form. */
export type BegunFilling<F> = {
  readonly filling: FillingState<F, never>
  readonly shelf: Shelf<F>
  readonly shape: Shape<F>
  readonly round: number
  /** Begins again with what was given, after a question. */
  readonly anew: () => Promise<void>
}

/** `id`: of what the server has; one is made where it has nothing. `isUnanswered`: nothing answers what is given. */
type BegunOptions = { readonly id?: Id | undefined; readonly isUnanswered?: boolean }

/**
 * Begins with what this device has kept of the screen, else with `given`; undefined until that is there. Where nothing answers, a new form
 * that was kept begins as it was kept.
 */
export const useBegun = <F>(
  shape: Shape<F>,
  givenSource: FormSource<F> | undefined,
  { id, isUnanswered = false }: BegunOptions = {},
): BegunFilling<F> | undefined => {
  const { path, search } = useScreen()
  const [shelf] = useState(() => shelfOf<F>(hrefOf(path, search)))
  const [begun, setBegun] = useState<{ filling: FillingState<F, never>; round: number }>()
  const anew = async () => {
    const source = givenSource ?? (begun && baseOf(begun.filling))
    if (!source || !(await confirm({ title: t('放弃已填写的内容?'), yes: t('重新填写') }))) return
    shelf.keep(undefined)
    setBegun((now) => ({ filling: begin({ shape, id: id ?? newId(), source, meant: contested() }), round: (now?.round ?? 0) + 1 }))
  }
  if (begun) return { ...begun, shelf, shape, anew }
  if (!givenSource && !isUnanswered) return undefined
  const storedFilling = shelf.found()
  const source = givenSource ?? (storedFilling?.version === 0 ? baseOf(storedFilling) : undefined)
  if (source) setBegun({ filling: begin({ shape, id: id ?? newId(), source, storedFilling, meant: contested() }), round: 0 })
  return undefined
}

const baseOf = <F>({ base, version }: StoredFilling<F>): FormSource<F> => ({ form: base, version })

/** What is sent. */
export type FillingSend<F> = { readonly id: Id; readonly form: F; readonly base: F; readonly version: number; readonly commandId: string }

/** What happens once it has arrived. */
export type Afterwards = () => unknown

/** How a form is sent; `C` is what is chosen about that. */
export type Ways<F, C> = {
  /** What is wrong before it is submitted, by path and in one sentence. */
  readonly check: (form: F, choice: C) => Wrong | undefined
  readonly save?: (sending: FillingSend<F>) => Promise<{ version: number; after: Afterwards }>
  readonly submit: (sending: FillingSend<F>, choice: C) => Promise<Afterwards>
  /** It is submitted by the outbox, which sends the files of this device before it. */
  readonly isQueued?: boolean
  /** The reason for which a server refuses what another person has changed meanwhile, and what they made of it. */
  readonly overtakenBy: string
  readonly theirs: (id: Id) => Promise<FormSource<F>>
  /** Its version tells sending it again from sending something else; otherwise only its command does. */
  readonly guarded?: boolean
  /** Where words stand that are about no field. */
  readonly wholeAt?: string
  /** Leaving asks, and what was typed is gone then; otherwise it stays on this device. */
  readonly asks?: boolean
}

/** A form for what draws it by itself in the moment it changes; the rest of the screen follows when there is time. */
export type Ahead<F> = {
  readonly now: () => F
  readonly subscribe: (listener: () => void) => () => void
  readonly change: (change: (form: F) => F) => void
}

/** What is told of a form that no one answered: it lies on the device, and goes by itself as long as it is open. */
export const keptHereWords = '网络不通，内容已保存在这台设备上；请留在此页，网络恢复后会自动提交。'
const draftHereWords = '没有网络，草稿没有存到服务器；填写的内容在这台设备上，联网后请再存一次'

export type FillingIn<F, C> = {
  readonly form: F
  readonly base: F
  readonly id: Id
  readonly version: number
  readonly restored: boolean
  readonly changed: boolean
  readonly step: Step | undefined
  readonly unsent: { readonly choice: C } | undefined
  readonly problems: Problems
  /** Around the fields, so that the first that is wrong comes into sight. */
  readonly frame: (element: Element | null) => void
  readonly anew: () => Promise<void>
  readonly change: (change: (form: F) => F) => void
  readonly ahead: Ahead<F>
  /** What goes without saying became known. */
  readonly fill: (change: (form: F) => F) => void
  readonly tell: (path: string, words: string) => void
  /** Says what is wrong before it is submitted; true where nothing is. */
  readonly passes: (choice: C) => boolean
  readonly save: () => Promise<void>
  readonly submit: (choice: C) => Promise<void>
  /** What was filled in is gone, or is not wanted any more: nothing of it is kept. */
  readonly drop: () => void
}

/**
 * Filling in a form and sending it, whatever it is. What is typed stays on this device until it is sent; what is wrong stands beside its
 * field until that is changed; one submission is one however often it is sent, and goes by itself when the network is back; what a person
 * else has changed meanwhile comes in and takes nothing away.
 */
export const useFilling = <F, C = undefined>(
  { filling: first, shelf, shape, anew }: BegunFilling<F>,
  ways: Ways<F, C>,
): FillingIn<F, C> => {
  const [filling, setFilling] = useState<FillingState<F, C>>(first)
  const { latest, turn, subscribe } = useLatest<F, C>(filling, setFilling, shelf)
  const [frame, setFrame] = useState<Element | null>(null)
  const hasChanges = isChanged(filling)
  const forget = () => {
    shelf.keep(undefined)
    leaveFreely()
  }
  useEffect(() => {
    addEventListener('pagehide', shelf.flush)
    return () => {
      removeEventListener('pagehide', shelf.flush)
      shelf.flush()
    }
  }, [shelf])
  useLeaveGuard(ways.asks === true && hasChanges, { left: () => shelf.keep(undefined) })
  const { passes, save, submit } = sendingOf({ shape, shelf, ways, latest, turn, frame, forget })
  const { unsent } = filling
  const sendAgain = useEffectEvent(() => unsent && void submit(unsent.choice))
  useEffect(() => {
    if (!unsent) return
    addEventListener('online', sendAgain)
    return () => removeEventListener('online', sendAgain)
  }, [unsent])

  const { form, base, id, version, restored, step } = filling
  return {
    form,
    base,
    id,
    version,
    restored,
    changed: hasChanges,
    step,
    unsent,
    anew,
    passes,
    submit,
    frame: setFrame,
    problems: shownProblems(shape, filling),
    change: useCallback((change) => turn((now) => typed(now, change)), [turn]),
    ahead: useMemo(
      () => ({ now: () => latest().form, subscribe, change: (change) => turn((now) => typed(now, change), true) }),
      [latest, subscribe, turn],
    ),
    fill: useCallback((change) => turn((now) => filled(now, change)), [turn]),
    tell: useCallback((path, words) => turn((now) => told(shape, now, path, words)), [shape, turn]),
    save,
    drop: () => {
      turn(done)
      forget()
    },
  }
}

type Turn<F, C> = (step: (filling: FillingState<F, C>) => FillingState<F, C>, isDrawn?: boolean) => void

type SendingInput<F, C> = Pick<BegunFilling<F>, 'shape' | 'shelf'> & {
  readonly ways: Ways<F, C>
  readonly latest: () => FillingState<F, C>
  readonly turn: Turn<F, C>
  /** Around the fields. */
  readonly frame: Element | null
  readonly forget: () => void
}

/** A draft to save, or a submission with the choice about it. */
type Order<C> = { readonly step: 'save' } | { readonly step: 'submit'; readonly choice: C }

const sendingOf = <F, C>({ shape, shelf, ways, latest, turn, frame, forget }: SendingInput<F, C>) => {
  const show = (change: (now: FillingState<F, C>) => FillingState<F, C>, words: string) => {
    turn(change)
    showProblem(frame)
    toast(words, 'error')
  }

  const passes = (choice: C): boolean => {
    const wrong = ways.check(latest().form, choice)
    if (wrong) show((now) => refused(now, wrong.problems), wrong.said)
    return wrong === undefined
  }

  const deliver = async (order: Order<C>, sending: FillingSend<F>): Promise<{ version?: number; after: Afterwards }> =>
    order.step === 'submit' ? { after: await ways.submit(sending, order.choice) } : assertDefined(ways.save, 'a way to save')(sending)

  /** The form with its files on the server: the form in hands has their paths from then on, and this device the files no more. */
  const storeFilesOf = async (form: F): Promise<F> => {
    const paths = await storeFiles(form)
    if (paths.size === 0) return form
    const storedForm = withPaths(form, paths)
    turn((now) => typed(now, (current) => (current === form ? storedForm : withPaths(current, paths))))
    void forgetFiles([...paths.keys()])
    return storedForm
  }

  const send = async (order: Order<C>, from = latest(), again = false): Promise<void> => {
    let leaving = sent(from, order.step, newUuid())
    const firstLeaving = leaving
    turn(() => firstLeaving)
    if (order.step === 'submit') shelf.flush()
    try {
      if (order.step === 'save' || ways.isQueued !== true) leaving = { ...leaving, form: await storeFilesOf(leaving.form) }
      const { id, form, base, version, command } = leaving
      const commandId = (order.step === 'submit' ? command : undefined) ?? newUuid()
      const { version: nextVersion, after } = await deliver(order, { id, form, base, version, commandId })
      forget()
      turn((now) => (nextVersion === undefined ? done(now) : saved(now, form, nextVersion)))
      await after()
    } catch (error) {
      if (!(error instanceof CallError)) {
        turn((now) => refused(now, nothing))
        throw error
      }
      if (error.reason === ways.overtakenBy) await meet(order, leaving, again)
      else refuse(order, error)
    }
  }

  /** Takes in what another person has made of it. */
  const meet = async (order: Order<C>, leaving: FillingState<F, C>, again: boolean): Promise<void> => {
    try {
      const theirs = await ways.theirs(leaving.id)
      const met = overtaken(shape, leaving, theirs, contested())
      // It was this very text that had arrived before.
      if (!met.news && !again) return await send(order, met.filling, true)
      show((now) => overtaken(shape, now, theirs, contested()).filling, t('刚被别人修改过，已载入最新内容，你填的还在；请核对后再保存'))
    } catch (error) {
      turn((now) => refused(now, nothing))
      if (!(error instanceof CallError)) throw error
    }
  }

  const refuse = (order: Order<C>, error: CallError) => {
    if (error.status === 0) {
      turn((now) => (order.step === 'submit' ? unanswered(now, order.choice) : { ...now, step: undefined, unsent: undefined }))
      // The notice stands at the top of the form, which may be out of sight.
      const draftWords = error.reason === 'offline' ? t(draftHereWords) : error.message
      toast(order.step === 'save' ? draftWords : t(keptHereWords), 'error')
      return
    }
    const problems = problemsIn(error.details)
    // What the business says no to stays on the form until something is changed.
    const whole = error.status === 200 ? new Map([[ways.wholeAt ?? '', error.message]]) : nothing
    const arrived = error.reason === 'command.changed' && ways.guarded !== true
    show((now) => refused(now, problems.length > 0 ? wordsByPath(problems) : whole, arrived), error.message)
  }

  const submit = async (choice: C) => {
    if (passes(choice)) await send({ step: 'submit', choice })
  }
  return { passes, submit, save: () => send({ step: 'save' }) }
}

/**
 * What happens to a form counts, and is kept, from the moment it happens, whenever it is drawn: no one sends or leaves it without what was typed
 * last.
 */
const useLatest = <F, C>(begun: FillingState<F, C>, draw: (filling: FillingState<F, C>) => void, shelf: Shelf<F>) => {
  const now = useRef(begun)
  const listeners = useRef(new Set<() => void>())
  // What is found for a form that was left or begun anew comes too late to be kept.
  const isThere = useRef(false)
  const keep = useCallback(() => {
    const stored = isThere.current ? keptOf(now.current) : undefined
    if (stored) shelf.keep(stored)
  }, [shelf])
  useEffect(() => {
    isThere.current = true
    keep()
    return () => void (isThere.current = false)
  }, [keep])
  const latest = useCallback(() => now.current, [])
  const subscribe = useCallback((listener: () => void) => {
    const { current } = listeners
    current.add(listener)
    return () => void current.delete(listener)
  }, [])
  /** `isDrawn`: by the person who changes it; the rest follows. */
  const turn = useCallback(
    (step: (filling: FillingState<F, C>) => FillingState<F, C>, isDrawn = false) => {
      const next = step(now.current)
      if (next === now.current) return
      now.current = next
      keep()
      if (isDrawn) startTransition(() => draw(next))
      else draw(next)
      for (const listener of listeners.current) listener()
    },
    [draw, keep],
  )
  return { latest, turn, subscribe }
}

const nothing: Problems = new Map()
const contested = () => t('别人也改了这一项，保存后以这里填的为准')
