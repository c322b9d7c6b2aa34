import * as v from 'valibot'
import { isRecord } from './isRecord.ts'

/**
 * One of several objects, told apart by the key of `schemas` that stands in it; objects may nest. The input is held against that one only,
 * and the schemas are made once: a union made for each part costs more than the parts.
 */
export const objectByKey = <T>(schemasOf: () => Readonly<Record<string, v.GenericSchema<unknown, T>>>): v.GenericSchema<unknown, T> => {
  let schemas: { readonly byKey: ReadonlyMap<string, v.GenericSchema<unknown, T>>; readonly any: v.GenericSchema<unknown, T> } | undefined
  return v.lazy((input) => {
    if (schemas === undefined) {
      const byKey = new Map(Object.entries(schemasOf()))
      schemas = { byKey, any: v.union([...byKey.values()]) }
    }
    const { byKey, any } = schemas
    const key = isRecord(input) ? Object.keys(input).find((name) => byKey.has(name)) : undefined
    return (key === undefined ? undefined : byKey.get(key)) ?? any
  })
}
