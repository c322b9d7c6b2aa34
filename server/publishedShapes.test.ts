import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { toJsonSchema } from '@valibot/to-json-schema'
import { allCodes } from '../domain/access/codes.ts'
import { isKeyCode, isOpenToKey } from '../domain/access/keyAccess.ts'
import { documentKinds } from '../domain/documents/all.ts'
import { codeOf } from '../domain/documents/define.ts'
import type { Operation } from '../domain/operations/define.ts'
import { recordKinds } from '../domain/records/all.ts'
import { recordCodeOf } from '../domain/records/code.ts'
import { exampleInputs } from './openapiExamples.ts'
import { handlers } from './routes.ts'
import { openapiOf } from './openapi.ts'

/**
 * What programs of others read of the calls that they use: every field that stands in the file is answered. A field that is new is published by
 * PUBLISH_SHAPES=1 npm test server/publishedShapes.test.ts; one that goes breaks those programs.
 */
const file = join(import.meta.dirname, 'publishedShapes.json')
const publishedShapes: Readonly<Record<string, readonly string[]>> = JSON.parse(readFileSync(file, 'utf8'))
const operations = new Map(handlers.map(({ operation }) => [operation.name, operation]))

type Schema = {
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

/** The path of each value that a schema describes. */
const pathsIn = (schema: Schema, at = ''): string[] => {
  if (schema.items) return pathsIn(schema.items, `${at}[]`)
  if (schema.properties) return Object.entries(schema.properties).flatMap(([key, part]) => pathsIn(part, at === '' ? key : `${at}.${key}`))
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf
  return parts ? [...new Set(parts.flatMap((part) => pathsIn(part, at)))] : [at]
}

/** The fields of a record or a document stand in its kind, not in the schema of the answer. */
const fieldsOf = (noun: string): readonly string[] => {
  const record = recordKinds.find((kind) => recordCodeOf(kind) === noun)
  if (record) return Object.keys(record.fields)
  const document = documentKinds.find((kind) => codeOf(kind) === noun)
  return document
    ? [...Object.keys(document.header).map((key) => `header.${key}`), ...Object.keys(document.line).map((key) => `lines[].${key}`)]
    : []
}

const shapeOf = (operation: Operation): string[] => {
  const [noun = '', verb = ''] = operation.name.split('.')
  const answer = toJsonSchema(operation.output as never, { errorMode: 'ignore', typeMode: 'input' }) as Schema
  const isKindList = verb === 'list' && recordKinds.some((kind) => recordCodeOf(kind) === noun)
  const fields = isKindList || verb === 'info' ? fieldsOf(noun).map((key) => (isKindList ? `list[].${key}` : key)) : []
  return [...new Set([...pathsIn(answer), ...fields])].toSorted()
}

for (const name of Object.keys(publishedShapes))
  test(`${name} answers every field that is published, and keys may call it`, () => {
    const operation = operations.get(name)
    assert.ok(operation, 'the call is there')
    const shape = new Set(shapeOf(operation))
    assert.deepEqual(
      publishedShapes[name]?.filter((path) => !shape.has(path)),
      [],
      'published fields that are gone',
    )
    assert.ok(isOpenToKey(operation, { codes: new Set(allCodes().filter(isKeyCode)), isReadOnly: true }))
  })

test('examples of the API page are taken by their calls', async () => {
  const { readInput } = await import('./input.ts')
  for (const [name, body] of Object.entries(exampleInputs)) {
    const operation = operations.get(name)
    assert.ok(operation, name)
    assert.doesNotThrow(() => readInput(operation, { params: {}, query: {}, body }, 'zh'), name)
  }
})

if (process.env.PUBLISH_SHAPES === '1') {
  const shapes = Object.keys(publishedShapes).map((name) => {
    const operation = operations.get(name)
    return [name, operation ? shapeOf(operation) : []]
  })
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(shapes), undefined, 2)}\n`)
}

const openApi = openapiOf(
  handlers.map(({ operation }) => operation),
  '1.0.0',
  'http://localhost',
  'en',
)

/** Every object within a value. */
const objectsIn = (value: unknown): readonly object[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : []

const partAt = (reference: string): unknown =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), openApi)

test('every reference of the OpenAPI document leads to a part of it', () => {
  const references = objectsIn(openApi).flatMap((part) => ('$ref' in part ? [String(part.$ref)] : []))
  assert.deepEqual(
    [...new Set(references)].filter((reference) => !reference.startsWith('#/components/') || partAt(reference) === undefined),
    [],
  )
  assert.ok(
    references.some((reference) => reference.includes('ownfield')),
    'a schema that contains itself has a name among the components',
  )
})

test('every operation of the product stands in the OpenAPI document', () => {
  const operationIds = Object.values(openApi.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  assert.deepEqual(operationIds.toSorted(), handlers.map(({ operation }) => operation.name).toSorted())
})
