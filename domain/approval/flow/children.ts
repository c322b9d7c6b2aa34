import { refuse } from '../../../kernel/refusal.ts'
import type { SubFlow } from './definition.ts'
import { idsAt, valueAt, withValue, type Form, type Json, type UserId } from '../form/form.ts'
import type { State, Step } from './state.ts'

/** How many children one step starts at most. */
export const childrenMax = 200

/** A flow to start: initiator and form. */
export type Child = { readonly initiator: UserId; readonly form: Form }

/** The flows that a sub-flow starts: one, or one for each row of the table it is repeated for, in their order. */
export const childrenFor = (node: SubFlow, { form, initiator }: Pick<State, 'form' | 'initiator'>): Child[] => {
  if (!node.each) return [childFrom(node, form, initiator)]
  const { table } = node.each
  const rows = Object.hasOwn(form, table) && Array.isArray(form[table]) ? form[table] : []
  if (rows.length > childrenMax)
    refuse('approval.tooManyChildren', '“{node}”最多为{max}行明细发起子流程', { node: node.name, max: childrenMax })
  // With this row alone in its table, a path through the table leads to this row.
  return rows.map((row: Json) => childFrom(node, { ...form, [table]: [row] }, initiator))
}

const childFrom = (node: SubFlow, form: Form, ownUser: UserId): Child => ({
  initiator: node.initiator === 'initiator' ? ownUser : (idsAt(form, node.initiator.field)[0] ?? ownUser),
  form: Object.entries(node.input).reduce<Form>((childForm, [to, from]) => withValue(childForm, to, valueAt(form, from)), {}),
})

/**
 * What several children together come to: nothing yet while one runs that still matters; then whether all were approved. A step that
 * goes on after a no waits for all; another one may be settled by the first no.
 */
export const verdictOf = (node: SubFlow, children: NonNullable<Step['children']>): 'approved' | 'refused' | undefined => {
  const isAnyRefused = isRefused(children)
  const isEnded = children.every((outcome) => outcome !== null)
  if (!isEnded && !(isAnyRefused && node.each?.settle === 'early' && node.onReject !== 'continue')) return undefined
  return isAnyRefused ? 'refused' : 'approved'
}

/** True where one of them was not approved. */
export const isRefused = (children: NonNullable<Step['children']>): boolean =>
  children.some((outcome) => outcome !== null && outcome !== 'approved')
