import { isRecord } from '../../kernel/isRecord.ts'
import { ScimFault } from './scimFault.ts'
import { describedBy, fits, type ScimPath } from './scimFilter.ts'

/** One e-mail address or phone number, in the words of SCIM. */
export type ScimValue = { readonly value: string; readonly type?: string | undefined; readonly primary?: boolean | undefined }
export type ScimBody = Readonly<Record<string, unknown>>
export type ScimOperation = { readonly op: string; readonly path?: string | undefined; readonly value?: unknown }

const textAtMost = 1000
const valuesAtMost = 50

export const objectIn = (value: unknown): ScimBody => (isRecord(value) ? value : {})

/** The text of a plain attribute; Entra puts it into a list of one (`[{"value": "x"}]`) where it keeps to no standard. */
export const textIn = (value: unknown): string | undefined => {
  const [first] = Array.isArray(value) ? value : [value]
  const inner = typeof first === 'object' ? objectIn(first)['value'] : first
  if (typeof inner === 'number') return String(inner)
  if (typeof inner !== 'string' || inner.trim() === '') return undefined
  if (inner.length > textAtMost) throw new ScimFault(400, `A text is longer than ${textAtMost} characters.`, 'invalidValue')
  return inner.trim()
}

/** Truth, also in letters (`"False"`, as Entra sends it). */
export const truthIn = (value: unknown): boolean => {
  const text = typeof value === 'boolean' ? String(value) : textIn(value)?.toLowerCase()
  if (text === 'true') return true
  if (text === 'false') return false
  throw new ScimFault(400, 'That is neither true nor false.', 'invalidValue')
}

/** Values of a multi-valued attribute; what has no value is none. A bare text is one of the usual type. */
export const valuesIn = (value: unknown, usualType: string): ScimValue[] => {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > valuesAtMost) throw new ScimFault(400, `There are more than ${valuesAtMost} values.`, 'invalidValue')
  return list.flatMap((item: unknown) => {
    const { type, primary, ...rest } = typeof item === 'string' ? { value: item, type: usualType } : objectIn(item)
    const text = textIn(rest['value'])
    if (text === undefined) return []
    const isPrimary = primary !== undefined && primary !== null && truthIn(primary)
    return [{ value: text, ...(textIn(type) && { type: textIn(type) }), ...(isPrimary && { primary: true }) }]
  })
}

/** Of several values the one of a type, the primary one first; else the primary one without another type; else one without a type. */
export const valueOf = (values: readonly ScimValue[], type: string): string | undefined => {
  const typedItems = values.filter((item) => item.type?.toLowerCase() === type)
  const untypedItems = values.filter((item) => item.type === undefined)
  return [typedItems, untypedItems]
    .map((list) => (list.find(({ primary }) => primary) ?? list[0])?.value)
    .find((value) => value !== undefined)
}

/** At most one value is the primary one: the newest that says so. */
const withOnePrimary = (before: readonly ScimValue[], after: readonly ScimValue[]): ScimValue[] => {
  const isNew = ({ value, type }: ScimValue) => !before.some((item) => item.value === value && item.type === type && item.primary)
  const newest = after.findLast((item) => item.primary && isNew(item)) ?? after.find(({ primary }) => primary)
  return after.map(({ primary, ...item }) =>
    primary && item.value === newest?.value && item.type === newest.type ? { ...item, primary } : item,
  )
}

type Change = { readonly op: string; readonly path: ScimPath; readonly value: unknown; readonly usualType: string }

/** The values of an attribute after one operation. Only what its path chooses changes. */
export const patchedValues = (before: readonly ScimValue[], change: Change): ScimValue[] => {
  const after = change.op === 'remove' ? valuesWithout(before, change) : valuesWith(before, change)
  if (after.length > valuesAtMost) throw new ScimFault(400, `There are more than ${valuesAtMost} values.`, 'invalidValue')
  return withOnePrimary(before, after)
}

const valuesWithout = (before: readonly ScimValue[], { path, value, usualType }: Change): ScimValue[] => {
  const { filter, below } = path
  if (filter) {
    const isPart = below !== undefined && below !== 'value'
    return before.flatMap((item) => {
      if (!fits(item, filter)) return [item]
      return isPart ? valuesIn([{ ...item, [below]: undefined }], usualType) : []
    })
  }
  const namedItems = value === undefined || value === null ? undefined : valuesIn(value, usualType).map((item) => item.value)
  return namedItems ? before.filter((item) => !namedItems.includes(item.value)) : []
}

const valuesWith = (before: readonly ScimValue[], change: Change): ScimValue[] => {
  const { op, path, value, usualType } = change
  const { filter, below } = path
  if (!filter && below === undefined) {
    const namedItems = valuesIn(value, usualType)
    if (op === 'replace') return namedItems
    return [
      ...before.filter((item) => !namedItems.some((namedItem) => namedItem.value === item.value && namedItem.type === item.type)),
      ...namedItems,
    ]
  }
  const chosenFilter = filter ?? { t: 'compare', attribute: 'type', operator: 'eq', value: usualType }
  const part = below === undefined ? partOf(value) : { [below]: value }
  const merge = (item: object) => valuesIn([{ ...item, ...part }], usualType)
  if (before.some((item) => fits(item, chosenFilter))) return before.flatMap((item) => (fits(item, chosenFilter) ? merge(item) : [item]))
  // Entra names a value that is not there yet by its type.
  const description = describedBy(chosenFilter)
  if (!description) throw new ScimFault(400, 'There is no such value.', 'noTarget')
  return [...before, ...merge(description)]
}

/** What an operation without a part below sets of the chosen value: parts of an object, or the value itself. */
const partOf = (value: unknown): ScimBody => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'object' ? objectIn(first) : { value: first }
}
