import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openapiOf } from './openapi.ts'
import { handlers } from './routes.ts'

const document = openapiOf(
  handlers.map(({ operation }) => operation),
  '1.0.0',
  'http://localhost',
  'en',
)

/** Every object within a value. */
const objectsIn = (value: unknown): readonly object[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : []

const found = (reference: string): unknown =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), document)

test('every reference of the OpenAPI document leads to a part of it', () => {
  const references = objectsIn(document).flatMap((part) => ('$ref' in part ? [String(part.$ref)] : []))
  assert.deepEqual(
    [...new Set(references)].filter((reference) => !reference.startsWith('#/components/') || found(reference) === undefined),
    [],
  )
  assert.ok(
    references.some((reference) => reference.includes('ownfield')),
    'a schema that contains itself has a name among the components',
  )
})

test('every operation of the product stands in the OpenAPI document', () => {
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  assert.deepEqual(described.toSorted(), handlers.map(({ operation }) => operation.name).toSorted())
})
