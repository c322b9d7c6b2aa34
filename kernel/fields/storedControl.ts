import * as v from 'valibot'
import { type FieldType, kinds } from './kinds.ts'

/** A field that a person designs, as it is sent and stored: each kind says how it is kept, and which one it is stands in its type. */
export const storedControl: v.GenericSchema<unknown, FieldType> = v.lazy((input) => {
  const type = typeof input === 'object' && input !== null && 'type' in input ? input.type : undefined
  return isKindName(type) ? kinds[type].stored : noKind
})

const isKindName = (type: unknown): type is FieldType['type'] => typeof type === 'string' && Object.hasOwn(kinds, type)
const noKind = v.strictObject({ type: v.picklist(Object.keys(kinds)) }) as unknown as v.GenericSchema<unknown, FieldType>
