import type { Decimal } from '../../../kernel/decimal.ts'
import { type FieldPermissions, type Form, type Path, permissionOf } from '../form/form.ts'
import { amountOf, amountPath, type FormDesign } from '../form/formDesign.ts'
import type { Definition } from './definition.ts'
import { within } from './plan.ts'

/** True where neither the start nor a step hides it: what lists, titles and searches, which are the same for all, may say. */
export const isToldToAll = (definition: Definition, path: Path): boolean =>
  readersOf(definition).every((fields) => permissionOf(fields, path, 'read') !== 'hide')

/** The permissions of the start and of every step. */
export const readersOf = ({ startFields, body }: Definition): readonly FieldPermissions[] => [
  startFields,
  ...within(body).flatMap((node) => ('fields' in node ? [node.fields] : [])),
]

/** Of texts by path, those that are told to all. */
export const toldToAll = (definition: Definition, texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([path]) => isToldToAll(definition, path)))

/** The amount of a request, where it is told to all. */
export const amountToldOf = (definition: Definition, design: FormDesign, values: Readonly<Form>): Decimal | null => {
  const path = amountPath(design)
  return path !== undefined && isToldToAll(definition, path) ? amountOf(design, values) : null
}
