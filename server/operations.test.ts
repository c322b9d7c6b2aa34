import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toJsonSchema } from '@valibot/to-json-schema'
import { handlers } from './routes.ts'

const operations = handlers.map(({ operation }) => operation)

test('what a write changes are the beginnings of reads that there are', () => {
  const reads = operations.filter(({ reads }) => reads).map(({ name }) => name)
  const writers = operations.filter(({ reads }) => !reads)
  assert.ok(writers.length > 100)
  const unknown = writers.flatMap(({ name, changes }) =>
    changes
      .filter((change) => !name.startsWith(change) && !reads.some((read) => read.startsWith(change)))
      .map((change) => `${name}: ${change}`),
  )
  assert.deepEqual(unknown, [])
})

test('what only reads changes nothing', () => {
  assert.deepEqual(
    operations.filter(({ reads, changes }) => reads && changes.length > 0).map(({ name }) => name),
    [],
  )
})

type Schema = {
  readonly type?: string
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** What the database keeps in 64 bits, or as it was sent. */
const large: readonly string[] = ['sizeBytes', 'quotaBytes', 'offset', 'balanceSeq']

/** The whole numbers of a schema that may be larger than 32 bits; ids, which may come as text as well, are none. */
const unbounded = (schema: Schema, key: string): string[] => [
  ...(schema.type === 'integer' && !(schema.maximum! < 2 ** 31) && !large.includes(key) ? [key] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => unbounded(each, name)),
  ...(schema.items ? unbounded(schema.items, key) : []),
  ...(typeof schema.additionalProperties === 'object' ? unbounded(schema.additionalProperties, key) : []),
  ...[schema.anyOf ?? [], schema.oneOf ?? []].flatMap((choices) =>
    choices.some(({ type }) => type === 'string') ? [] : choices.flatMap((each) => unbounded(each, key)),
  ),
]

test('a number that counts is refused in words where the database could not keep it', () => {
  const found = operations.flatMap((operation) =>
    unbounded(toJsonSchema(operation.input as never, { errorMode: 'ignore', typeMode: 'input' }) as Schema, '').map(
      (key) => `${operation.name}: ${key}`,
    ),
  )
  assert.deepEqual(found, [])
})
