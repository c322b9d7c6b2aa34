import fc from 'fast-check'
import * as v from 'valibot'
import { storedPath } from '../../kernel/fields/storedPath.ts'
import { idInput } from '../../domain/operations/define.ts'

/** What inputs are made of. The same words at the same places with the same seed make the same input, whatever the words are. */
export type Words = {
  /** Stands wherever an id is asked for. */
  readonly ids: readonly string[]
  /** Stands wherever the stored path of a file is asked for. */
  readonly path?: string
  /** Stands wherever a free text may. */
  readonly text: string
  /** Keys of values that a schema leaves open. */
  readonly keys: readonly string[]
}

/**
 * Inputs for a schema, found by walking it: mostly as it wants them, and one value in `oddEvery` something else. Whether one is valid is
 * for the schema to say. Throws for a kind of schema that it does not know, so that none is passed over.
 */
export const arbitraryOf = (schema: v.GenericSchema, words: Words, oddEvery = Infinity): fc.Arbitrary<unknown> => {
  const walk = (of: v.GenericSchema): fc.Arbitrary<unknown> => {
    const made = plain(of)
    return oddEvery === Infinity
      ? made
      : fc.oneof({ weight: oddEvery - 1, arbitrary: made }, { weight: 1, arbitrary: fc.constantFrom(...odd) })
  }
  const open: fc.Arbitrary<unknown> = fc.oneof(
    fc.constantFrom(...words.ids),
    fc.constantFrom<unknown>(words.text, 'A-1', '1', '12.50', '2026-01-05', true, 0, 7, null, ''),
    fc.array(fc.constantFrom<unknown>(...words.ids, words.text, {}), { maxLength: 2 }),
    ...(words.path === undefined ? [] : [fc.constantFrom([words.path], [{ path: words.path, name: 'a', sizeBytes: 1 }])]),
  )
  const plain = (of: v.GenericSchema): fc.Arbitrary<unknown> => {
    if (of === (idInput as v.GenericSchema)) return fc.constantFrom(...words.ids)
    if (of === (storedPath as v.GenericSchema) && words.path !== undefined) return fc.constant(words.path)
    const node = of as unknown as Node
    const inner = () => walk(node.wrapped!)
    switch (node.type) {
      case 'strict_object':
      case 'object':
      case 'loose_object': {
        const entries = Object.entries(node.entries!)
        const required = entries.filter(([, entry]) => !isOptional(entry)).map(([key]) => key)
        const record = fc.record(Object.fromEntries(entries.map(([key, entry]) => [key, walk(entry)])), { requiredKeys: required })
        if (oddEvery === Infinity) return record
        return fc.oneof(
          { weight: 8, arbitrary: record },
          { weight: 1, arbitrary: record.map((value) => ({ ...value, orgId: '1' })) },
          { weight: 1, arbitrary: record.map((value) => Object.fromEntries(Object.entries(value).slice(1))) },
        )
      }
      case 'optional':
      case 'exact_optional':
      case 'undefinedable':
      case 'non_optional':
      case 'non_nullable':
      case 'non_nullish':
        return inner()
      case 'nullable':
      case 'nullish':
        return fc.oneof({ weight: 4, arbitrary: inner() }, { weight: 1, arbitrary: fc.constant(null) })
      case 'array':
        return fc.array(walk(node.item!), { minLength: 1, maxLength: 3 })
      case 'tuple':
      case 'strict_tuple':
        return fc.tuple(...node.items!.map(walk))
      case 'union':
      case 'variant':
        return fittingOr(of, fc.oneof(...(node.options as v.GenericSchema[]).map(walk)))
      case 'intersect':
        return fc.tuple(...(node.options as v.GenericSchema[]).map(walk)).map((parts) => Object.assign({}, ...parts))
      case 'picklist':
      case 'enum':
        // A list of nothing takes nothing.
        return (node.options as unknown[]).length === 0 ? open : fc.constantFrom(...(node.options as unknown[]))
      case 'literal':
        return fc.constant(node.literal)
      case 'null':
        return fc.constant(null)
      case 'record':
        return fc.dictionary(fc.constantFrom(...words.keys), walk(node.value!), { maxKeys: 8 })
      case 'any':
      case 'unknown':
        return open
      case 'string':
      case 'number':
      case 'boolean':
      case 'custom':
      case 'date':
        return fittingOr(of, open)
      case 'lazy':
        return plain(node.getter!(undefined))
      default:
        throw new Error(`There is no arbitrary for a schema of type ${node.type}.`)
    }
  }
  /** Known values that the schema takes; `otherwise` where it takes none of them. */
  const fittingOr = (of: v.GenericSchema, otherwise: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => {
    const fitting = [words.text, ...words.ids, ...leaves].filter((value) => v.is(of, value))
    return fitting.length > 0 ? fc.constantFrom(...fitting) : otherwise
  }
  return walk(schema)
}

type Node = {
  readonly type: string
  readonly entries?: Record<string, v.GenericSchema>
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
  readonly items?: v.GenericSchema[]
  readonly options?: unknown[]
  readonly literal?: unknown
  readonly value?: v.GenericSchema
  readonly getter?: (input: unknown) => v.GenericSchema
}

const isOptional = (of: v.GenericSchema): boolean => ['optional', 'exact_optional', 'nullish', 'undefinedable'].includes(of.type)

/** What the usual patterns and limits are met by. */
const leaves: readonly unknown[] = [
  '13812345678',
  '123456',
  'a@b.cn',
  '2026-01-05',
  '2026-01-05T08:30:00.000Z',
  '6f1c8d0e-3b5a-4c7d-9e2f-0a1b2c3d4e5f',
  'abc',
  'A-1',
  '#0081ff',
  1,
  2,
  10,
  0,
  100,
  0.5,
  true,
  false,
]

/** What people, broken clients and attackers send. */
const odd: readonly unknown[] = [
  null,
  '',
  ' ',
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  true,
  [],
  {},
  [[]],
  [null],
  { a: { b: { c: {} } } },
  'x'.repeat(5000),
  '9223372036854775808',
  '-1',
  '1e5',
  'NaN',
  "' or '1'='1",
  '%_\\',
  '../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '__proto__',
  'constructor',
  'a\u0000b',
  '\ud800',
  '👩‍👩‍👧‍👦',
  '\u202e',
  '0001-01-01',
  '2026-02-30',
  '99999-01-01',
]
