import type { Field, Fields, Noun } from '../../../kernel/field.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import { type Id, isId } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { factsIn, carryFacts } from '../../../domain/approval/form/formFacts.ts'
import { needsFacts } from '../../../domain/approval/form/neededFacts.ts'
import { begunWith, type FilledAction, filledIn, startPermission } from '../../../domain/approval/flow/filledForm.ts'
import { type Action, systemActor } from '../../../domain/approval/flow/command.ts'
import type { Definition } from '../../../domain/approval/flow/definition.ts'
import { factsKey, overlay, type Form, type Path } from '../../../domain/approval/form/form.ts'
import { type FormAgain, formAgain } from '../../../domain/approval/form/formAgain.ts'
import { textsOf } from '../../../domain/approval/form/change.ts'
import { fieldOf, fieldsOf, type FormDesign } from '../../../domain/approval/form/formDesign.ts'
import type { State } from '../../../domain/approval/flow/state.ts'
import type { Tx } from '../../db/tx.ts'
import { lookUp, type ReferenceName, referencesOf } from '../../documents/references.ts'
import { filesIn, ownFiles, requireFiles } from '../../files/namedFiles.ts'
import { requireLookups } from './lookups.ts'
import { linkableAmong, numbersOf } from './linkedProcesses.ts'
import type { Actor } from './actor.ts'
import { loadFormFacts } from './facts.ts'

type BeginFormInput = {
  readonly definition: Definition
  readonly design: FormDesign
  readonly raw: Form
  readonly actor: Actor | typeof systemActor
}

/** A custom form as an application begins with it: whole, computed, and about things that are there. Refuses in words. */
export const beginForm = async (tx: Tx, { definition, design, raw, actor }: BeginFormInput): Promise<Form> => {
  const values = begunWith(definition, design, await withOwnFacts(tx, design, raw), actor)
  await Promise.all([
    requireFormReferences(tx, design, { before: {}, after: values, actor }),
    requireOwnFiles(tx, actor === systemActor ? undefined : actor.uid, design, { values, before: {} }),
  ])
  return values
}

/** A new form with the facts that its formulas ask for; what a client says of them does not count. */
export const withOwnFacts = async (tx: Tx, design: FormDesign, form: Form): Promise<Form> =>
  needsFacts(design) ? carryFacts(form, await loadFormFacts(tx, design, form, {})) : carryFacts(form, {})

/** A command whose change of the form brings the facts along that follow from it. */
const withFactsOfPatch = async (tx: Tx, design: FormDesign, form: Form, action: Action): Promise<Action> => {
  if (!('patch' in action) || !action.patch) return action
  const patch = carryFacts(action.patch, {})
  if (!needsFacts(design)) return Object.hasOwn(action.patch, factsKey) ? { ...action, patch } : action
  const facts = await loadFormFacts(tx, design, { ...form, ...overlay(form, patch) }, factsIn(form))
  return { ...action, patch: carryFacts(patch, facts) }
}

/** A command as it is decided on a custom form, which what it newly refers to must bear. */
export const prepareOnForm = async (
  tx: Tx,
  design: FormDesign,
  {
    definition,
    state,
    actor,
    action,
    mayFillIn,
  }: {
    definition: Definition
    state: State
    actor: Actor | typeof systemActor
    action: Action
    /** Whether an approval, or a resubmission, is his to give. */
    mayFillIn: boolean
  },
): Promise<Pick<FilledAction, 'action' | 'definition'>> => {
  const factual = await withFactsOfPatch(tx, design, state.form, action)
  const { change, ...filled } = filledIn(design, definition, state, { by: actor, action: factual, mayFillIn })
  if (change)
    await Promise.all([
      requireFormReferences(tx, design, { before: change.before, after: change.after, actor }),
      // A service hands in no files: it may only leave those that it found.
      requireOwnFiles(tx, actor === systemActor ? nobody : actor.uid, design, { values: change.after, before: change.before }),
    ])
  return filled
}

type BeginAgainInput = {
  readonly byUid: Id
  readonly definition: Definition
  readonly design: FormDesign
  readonly former: { readonly definition: Definition; readonly design: FormDesign; readonly form: Form }
}

/** What a former application of the same flow, of whatever version of its form, brings along into a new one. */
export const beginAgain = async (tx: Tx, { byUid, definition, design, former }: BeginAgainInput): Promise<FormAgain> => {
  const [names, ownNames] = await Promise.all([
    referredNames(tx, former.design, former.form),
    ownFiles(tx, byUid, filesIn(partsOf(former.design, former.form))),
  ])
  const existingKeys = new Set([...names.map(({ noun, id }) => `${noun} ${id}`), ...[...ownNames].map((path) => `file ${path}`)])
  const before = { design: former.design, form: former.form, permissionAt: startPermission(former.definition) }
  return formAgain(design, startPermission(definition), before, (noun, id) => existingKeys.has(`${noun} ${id}`))
}

/** Names and pictures of everything that a form refers to, by id. */
export const formNames = async (tx: Tx, design: FormDesign, values: Form) => {
  const [names, numbers] = await Promise.all([referredNames(tx, design, values), numbersOf(tx, linkedIn(design, values))])
  return {
    names: { ...numbers, ...Object.fromEntries(names.map(({ id, name }) => [id, name])) },
    pictures: Object.fromEntries(names.flatMap(({ id, picture }) => (picture ? [[id, picture]] : []))),
  }
}

/** What lists and titles may say of a form, by key. */
export const formTexts = async (tx: Tx, design: FormDesign, values: Form): Promise<Record<string, string>> =>
  textsOf(design, values, (await formNames(tx, design, values)).names)

/** A form before and after a change, and the actor who changes it. */
type FormChange = { readonly before: Form; readonly after: Form; readonly actor: Actor | typeof systemActor }

/** What is newly referred to must be there; what went away since it was chosen does not hold up a decision. */
export const requireFormReferences = async (tx: Tx, design: FormDesign, { before, after, actor }: FormChange): Promise<void> => {
  await requireLinks(tx, design, { before, after, actor })
  await requireLookups(tx, design, { before, after, actor })
  const idsBefore = new Set(idsIn(design, before))
  const addedIds = idsIn(design, after).filter((id) => !idsBefore.has(id))
  if (addedIds.length === 0) return
  const existingIds = new Set((await referredNames(tx, design, after)).map(({ noun, id }) => `${noun} ${id}`))
  const missing = fieldsOf(design).find(({ path, field }) => {
    const noun = refersTo(field.control)
    return noun !== undefined && valuesAt(after, path).some((id) => addedIds.includes(`${noun} ${id}`) && !existingIds.has(`${noun} ${id}`))
  })
  if (missing) refuse('form.referenceGone', '“{field}”所选的内容不存在', { field: missing.field.label })
}

/** The person who links another application must be able to read it. */
const requireLinks = async (tx: Tx, design: FormDesign, { before, after, actor }: FormChange): Promise<void> => {
  const idsBefore = new Set(linkedIn(design, before))
  const addedIds = linkedIn(design, after).filter((id) => !idsBefore.has(id))
  if (addedIds.length === 0) return
  const linkableIds = await linkableAmong(tx, addedIds, actor === systemActor || actor.seesAll ? undefined : actor.uid)
  const missing = linksIn(design).find(({ path }) =>
    valuesAt(after, path).some((id) => addedIds.includes(String(id)) && !linkableIds.has(String(id))),
  )
  if (missing) refuse('form.referenceGone', '“{field}”所选的内容不存在', { field: missing.field.label })
}

/** The other applications that a form leads to. */
export const linkedIn = (design: FormDesign, values: Form): Id[] => [
  ...new Set(linksIn(design).flatMap(({ path }) => valuesAt(values, path).filter(isId))),
]

const linksIn = (design: FormDesign) => fieldsOf(design).filter(({ field }) => field.control.type === 'applications')

const idsIn = (design: FormDesign, values: Form): string[] =>
  [...referencesIn(design, values)].flatMap(([noun, ids]) => [...ids].map((id) => `${noun} ${id}`))

const valuesAt = (values: Form, path: Path): unknown[] => {
  const [key = '', column] = path.split('.')
  return column === undefined ? [values[key]].flat() : rowsAt(values, key).flatMap((row) => row[column] ?? [])
}

const referredNames = (tx: Tx, design: FormDesign, values: Form): Promise<ReferenceName[]> => {
  const references = referencesIn(design, values)
  return references.size === 0 ? Promise.resolve([]) : lookUp(tx, references)
}

const referencesIn = (design: FormDesign, values: Form): ReadonlyMap<Noun, ReadonlySet<string>> => referencesOf(partsOf(design, values))

/** The form and every row of its tables, each with its fields. */
const partsOf = (design: FormDesign, values: Form): { fields: Fields; values: Form }[] =>
  [...Map.groupBy(fieldsOf(design), ({ table }) => table?.key)].flatMap(([key, among]) => {
    const fields: Fields = Object.fromEntries(among.map(({ field }): [string, Field] => [field.key, fieldOf(field)]))
    return (key === undefined ? [values] : rowsAt(values, key)).map((row) => ({ fields, values: present(row) }))
  })

/** Refuses files that a form newly names and that its writer did not upload himself; the server itself (undefined) passes on any of ours. */
export const requireOwnFiles = (
  tx: Tx,
  byUid: Id | undefined,
  design: FormDesign,
  { values, before }: { readonly values: Form; readonly before: Form },
): Promise<void> => requireFiles(tx, byUid, filesIn(partsOf(design, values)), filesIn(partsOf(design, before)))

/** The stored paths that a form names. */
export const filePathsIn = (design: FormDesign, values: Form): string[] => filesIn(partsOf(design, values)).map(({ path }) => path)

/** The person who uploaded nothing. */
const nobody: Id = '0'

/** A cleared cell is null. */
const present = (row: Form): Form => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

const rowsAt = (values: Form, key: string): Form[] => (Array.isArray(values[key]) ? (values[key] as Form[]) : [])
