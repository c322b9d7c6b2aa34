import { isEmpty } from '../../../kernel/field.ts'
import type { Id } from '../../../kernel/id.ts'

/** What is wrong, in words, by path; '' is the form as a whole. */
export type Problems = ReadonlyMap<string, string>

/** What keeps a form from being sent: where, and in one sentence. */
export type Wrong = { readonly problems: Problems; readonly said: string }

/** What must be known of a form besides what is in it. */
export type Shape<F> = {
  /** What of the problems found in a form still holds in what became of it. */
  readonly stillWrong: (problems: Problems, form: F, now: F) => Problems
  /** What another person made of `base`, with what was done to it here: this stands where both did something, which is named by path. */
  readonly merge: (base: F, theirs: F, ours: F) => { readonly form: F; readonly contested: readonly string[] }
}

/** A form as the server has it, or as it begins where the server has none: its version is 0 then. */
export type FormSource<F> = { readonly form: F; readonly version: number }

/** Saving a draft, or submitting. */
export type Step = 'save' | 'submit'

/** A form under a person's hands: `F` is what is filled in, `C` what was chosen about sending it. */
export type FillingState<F, C = undefined> = {
  /** Of what is made by it; made when it was begun, so that sending it twice makes one. */
  readonly id: Id
  readonly form: F
  /** As it was before a person changed it. */
  readonly base: F
  readonly version: number
  /** It was found on this device. */
  readonly restored: boolean
  readonly found: { readonly words: Problems; readonly form: F }
  readonly step: Step | undefined
  /** The command it is submitted by: the same from the first sending on until it is refused. */
  readonly command: string | undefined
  /** It was submitted, and no answer came. */
  readonly unsent: { readonly choice: C } | undefined
  /** It has arrived: nothing more happens to it here. */
  readonly over: boolean
}

/** What is kept of it on this device. */
export type StoredFilling<F> = Pick<FillingState<F>, 'id' | 'form' | 'base' | 'version' | 'command'>

const noProblems: Problems = new Map()

type BeginInput<F> = {
  readonly shape: Shape<F>
  readonly id: Id
  readonly source: FormSource<F>
  /** What was found on this device. */
  readonly storedFilling?: StoredFilling<F> | undefined
  /** The words for what another person has changed as well. */
  readonly meant: string
}

/** Begins with what was found on this device, else with what is given. */
export const begin = <F, C>({ shape, id, source, storedFilling, meant }: BeginInput<F>): FillingState<F, C> => {
  const { form, version } = source
  const fresh = {
    id,
    form,
    base: form,
    version,
    found: { words: noProblems, form },
    step: undefined,
    command: undefined,
    unsent: undefined,
  }
  // What belongs to a draft that the server has is not begun with where there is none.
  if (!storedFilling || storedFilling.version > version) return { ...fresh, restored: false, over: false }
  const restored: FillingState<F, C> = {
    ...fresh,
    ...storedFilling,
    found: { words: noProblems, form: storedFilling.form },
    restored: true,
    over: false,
  }
  return storedFilling.version === version ? restored : overtaken(shape, restored, source, meant).filling
}

/** A person has typed. */
export const typed = <F, C>(filling: FillingState<F, C>, change: (form: F) => F): FillingState<F, C> => {
  const form = change(filling.form)
  return form === filling.form ? filling : { ...filling, form }
}

/** What goes without saying became known: that is no change of a person's. */
export const filled = <F, C>(filling: FillingState<F, C>, change: (form: F) => F): FillingState<F, C> => {
  const form = change(filling.form)
  if (form === filling.form) return filling
  return { ...filling, form, base: filling.form === filling.base ? form : filling.base }
}

/** It is on its way; a submission that may have arrived goes under the command that it had. */
export const sent = <F, C>(filling: FillingState<F, C>, step: Step, command: string): FillingState<F, C> => ({
  ...filling,
  step,
  command: step === 'submit' ? (filling.command ?? command) : filling.command,
  unsent: undefined,
  found: { words: noProblems, form: filling.form },
})

/** Something is wrong with it; so far it was not sent, or it was refused. `arrived`: because it had been taken before. */
export const refused = <F, C>(filling: FillingState<F, C>, words: Problems, arrived = false): FillingState<F, C> => ({
  ...filling,
  step: undefined,
  command: filling.step === 'submit' && !arrived ? undefined : filling.command,
  found: { words, form: filling.form },
})

/** One more place turned out to be wrong. */
export const told = <F, C>(shape: Shape<F>, filling: FillingState<F, C>, path: string, words: string): FillingState<F, C> => ({
  ...filling,
  found: { words: new Map([...shownProblems(shape, filling), [path, words]]), form: filling.form },
})

/** No answer came: it may have arrived or not. */
export const unanswered = <F, C>(filling: FillingState<F, C>, choice: C): FillingState<F, C> => ({
  ...filling,
  step: undefined,
  unsent: filling.step === 'submit' ? { choice } : undefined,
})

/** The server has kept `form`, which may have been typed on since. */
export const saved = <F, C>(filling: FillingState<F, C>, form: F, version: number): FillingState<F, C> => ({
  ...filling,
  base: form,
  version,
  step: undefined,
  restored: false,
})

export const done = <F, C>(filling: FillingState<F, C>): FillingState<F, C> => ({ ...filling, over: true, unsent: undefined })

/**
 * Another person was faster: what they changed comes in, what was typed here stays, and what both changed is marked by `meant`. `news`:
 * something came in or is marked.
 */
export const overtaken = <F, C>(
  shape: Shape<F>,
  filling: FillingState<F, C>,
  theirs: FormSource<F>,
  meant: string,
): { filling: FillingState<F, C>; news: boolean } => {
  const { form, contested } = shape.merge(filling.base, theirs.form, filling.form)
  const words = new Map(contested.map((path) => [path, meant]))
  const next = { ...filling, form, base: theirs.form, version: theirs.version, step: undefined, command: undefined, found: { words, form } }
  return { filling: next, news: contested.length > 0 || !isSame(form, filling.form) }
}

/** The problems that still hold. */
export const shownProblems = <F, C>(shape: Shape<F>, { found, form }: FillingState<F, C>): Problems =>
  found.form === form ? found.words : shape.stillWrong(found.words, found.form, form)

/** Something would be lost by leaving. */
export const isChanged = <F, C>({ form, base, restored, over, unsent }: FillingState<F, C>): boolean =>
  !over && (form !== base || restored || unsent !== undefined)

/** What is to be kept on this device; undefined where nothing is. */
export const keptOf = <F, C>(filling: FillingState<F, C>): StoredFilling<F> | undefined => {
  const { id, form, base, version, command } = filling
  return isChanged(filling) || (filling.step === 'submit' && !filling.over) ? { id, form, base, version, command } : undefined
}

type Values = Readonly<Record<string, unknown>>

/** A form that is values by key. Words stay until the value that they speak of is changed; those about the whole until anything is. */
export const valuesShape: Shape<Values> = {
  stillWrong: (problems, problemForm, now) =>
    new Map([...problems].filter(([path]) => path !== '' && isSame(valueAt(problemForm, path), valueAt(now, path)))),
  merge: (base, theirs, ours) => {
    const changedKeys = (values: Values) => Object.keys({ ...base, ...values }).filter((key) => !isSame(values[key], base[key]))
    const own = changedKeys(ours)
    const others = new Set(changedKeys(theirs))
    return {
      form: { ...theirs, ...Object.fromEntries(own.map((key) => [key, ours[key]])) },
      contested: own.filter((key) => others.has(key) && !isSame(ours[key], theirs[key])),
    }
  },
}

/** A form that has values by key in it; the rest of it stays as it is here. */
export const valuesIn = <F>(valuesOf: (form: F) => Values, having: (form: F, values: Values) => F): Shape<F> => ({
  stillWrong: (problems, problemForm, now) => valuesShape.stillWrong(problems, valuesOf(problemForm), valuesOf(now)),
  merge: (base, theirs, ours) => {
    const { form, contested } = valuesShape.merge(valuesOf(base), valuesOf(theirs), valuesOf(ours))
    return { form: having(ours, form), contested }
  },
})

const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values)

/** What was never filled in and what was emptied is the same. */
export const isSame = (a: unknown, b: unknown): boolean => a === b || (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)
