import { firstOf } from '../../kernel/assert.ts'
import { isAsked, type Option, declaredField } from '../../kernel/field.ts'
import { refersTo, referenceOf } from '../../kernel/fields/kinds.ts'
import type { Reference } from '../../kernel/fields/reference.ts'
import { isOwnKey } from '../records/ownFields/ownField.ts'
import type { DocumentKind } from './define.ts'

type LineOwner = Pick<DocumentKind, 'line'>
type AssetField = { readonly key: string; readonly many: boolean; readonly reference: Reference }

/** The field of a line that says what it is about: the first that points at something. */
export const itemFieldOf = ({ line }: LineOwner): string =>
  Object.keys(line).find((key) => refersTo(declaredField(line, key).control) !== undefined) ?? firstOf(Object.keys(line))

/** The same of one line: what it asks of what is filled in. */
export const itemFieldIn = (kind: LineOwner, values: Readonly<Record<string, unknown>>): string => {
  const requiredFields = Object.fromEntries(Object.entries(kind.line).filter(([, field]) => isAsked(field, values)))
  return itemFieldOf({ line: requiredFields })
}

/** True where lines are about things of the register; others say times or words. */
export const isAboutThings = ({ line }: LineOwner): boolean => Object.values(line).some(({ control }) => refersTo(control) !== undefined)

/** The fields of a line that the summary of a document says: what it is of and how many, or, where it is about no thing, when. */
export const summaryFieldsOf = (kind: LineOwner): string[] => {
  const says = isAboutThings(kind) ? thingWords : timeWords
  return Object.entries(kind.line).flatMap(([key, { control }]) =>
    !isOwnKey(key) && (refersTo(control) !== undefined || says.has(control.type)) ? [key] : [],
  )
}
const thingWords: ReadonlySet<string> = new Set(['quantity'])
const timeWords: ReadonlySet<string> = new Set(['period', 'date', 'datetime'])

/** Ways to add a line that is not about what the kind's lines are about: the choice that says so, one by one. */
export const lineWaysOf = (kind: LineOwner): { readonly key: string; readonly option: Option }[] => {
  const { when } = declaredField(kind.line, itemFieldOf(kind))
  const control = when && kind.line[when.field]?.control
  if (!when || !('not' in when) || control?.type !== 'choice') return []
  return control.options.filter(({ value }) => when.not.includes(value)).map((option) => ({ key: when.field, option }))
}

/** The field of a line that says how many, where lines are counted: each line has to say it. */
export const quantityFieldOf = ({ line }: LineOwner): string | undefined =>
  Object.keys(line).find((key) => !isOwnKey(key) && line[key]?.control.type === 'quantity' && line[key].required !== 'never')

/** The fields of a line that name assets, and whether each names several. */
export const assetFieldsOf = ({ line }: LineOwner): AssetField[] =>
  Object.entries(line).flatMap(([key, { control }]) => {
    const reference = referenceOf(control)
    return reference?.to === 'asset' ? [{ key, many: reference.many, reference }] : []
  })

/** True where lines are about supplies. */
export const isOfSupplies = ({ line }: LineOwner): boolean => Object.values(line).some(({ control }) => refersTo(control) === 'consumable')
