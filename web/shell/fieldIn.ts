import type { Field, Fields } from '../../kernel/field.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** The field of a kind by a name that the kind declares. */
export const fieldIn = (fields: Fields, key: string): Field => assertDefined(fields[key], `the field ${key}`)
