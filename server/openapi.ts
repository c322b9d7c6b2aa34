import { toJsonSchema } from '@valibot/to-json-schema'
import { firstOf } from '../kernel/assert.ts'
import { inWords } from '../domain/english/all.ts'
import { allCodes } from '../domain/access/codes.ts'
import { isKeyCode, isOpenToKey } from '../domain/access/keyAccess.ts'
import type { Operation } from '../domain/operations/define.ts'
import type { Access } from '../domain/access/permission.ts'
import { exampleInputs } from './openapiExamples.ts'

/** The OpenAPI 3.1 document of these operations, their titles in the reader's language. */
export const openapiOf = (operations: readonly Operation[], version: string, url: string, language: 'zh' | 'en'): OpenApi => {
  const describedOperations = operations.map((operation) => ({ operation, ...describe(operation, language) }))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Zaice',
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: 'Ids, quantities and money are decimal strings; days are YYYY-MM-DD; moments are ISO 8601 in UTC.',
    },
    servers: [{ url }],
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'A person who is signed in' },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'zaice_…',
          description: 'An API key: in the rights of its owner at the moment of the call, within its own codes, places and networks',
        },
        client: { type: 'http', scheme: 'basic' },
        operator: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Refusal: refusalSchema, ...Object.assign({}, ...describedOperations.map(({ definitions }) => definitions)) },
      responses: refusalResponses,
    },
    paths: Object.fromEntries(
      [...Map.groupBy(describedOperations, ({ operation }) => operation.path)].map(([path, ofPath]) => [
        path,
        Object.fromEntries(ofPath.map(({ operation, describedOperation }) => [operation.method.toLowerCase(), describedOperation])),
      ]),
    ),
  }
}

export type OpenApi = { readonly paths: Record<string, Record<string, DescribedOperation>> } & Record<string, unknown>

type Schema = Record<string, unknown>
type DescribedOperation = {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  'x-access': Access
  parameters: Schema[]
  requestBody?: Schema
  responses: Schema
}

/** What the page of the API shows for a person: every operation, what it takes and what it answers. No script, nothing from elsewhere. */
export const apiPage = (document: OpenApi, language: 'zh' | 'en'): string => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, describedOperation]) => ({ path, method: method.toUpperCase(), describedOperation })),
  )
  const byTag = Map.groupBy(operations, ({ describedOperation }) => firstOf(describedOperation.tags))
  const section = ([tag, list]: [string, typeof operations]) =>
    `<h2>${escape(tag)}</h2>${list
      .map(
        ({ path, method, describedOperation }) =>
          `<details><summary><b>${method}</b> <code>${escape(path)}</code> ${escape(describedOperation.summary)} <i>${escape([describedOperation['x-access']].flat().join(', '))}</i></summary>` +
          `<h3>Input</h3><pre>${show(describedOperation.requestBody ?? describedOperation.parameters)}</pre><h3>Answer</h3><pre>${show(describedOperation.responses)}</pre></details>`,
      )
      .join('')}`
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Zaice API</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}details{border:1px solid #8884;border-radius:8px;margin:.4rem 0;padding:.5rem .8rem}summary{cursor:pointer}b{color:#0081ff}i{opacity:.6;font-size:.85em}pre{overflow:auto;font-size:13px}</style>
<h1>Zaice API</h1><p>${operations.length} operations · <a href="/api/openapi.json">openapi.json</a></p>${[...byTag].map(section).join('')}`
}

/** An operation, and what its schemas refer to by name because it contains itself. */
type Description = { readonly describedOperation: DescribedOperation; readonly definitions: Readonly<Record<string, Schema>> }

const describe = (operation: Operation, language: 'zh' | 'en'): Description => {
  const { schema: input, definitions: inputDefinitions } = schemaOf(operation, 'input')
  const { schema: output, definitions: outputDefinitions } = schemaOf(operation, 'output')
  const properties = (input.properties ?? {}) as Record<string, Schema>
  const required = new Set(input.required as string[] | undefined)
  const inPath = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
  const parameter = (name: string) => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    required: inPath.has(name) || required.has(name),
    schema: properties[name] ?? {},
  })
  const inBody = operation.method === 'POST' && operation.access !== 'client'
  const describedOperation: DescribedOperation = {
    operationId: operation.name,
    summary: inWords(language, operation.title, operation.kind === undefined ? {} : { title: operation.kind }),
    tags: [
      operation.path
        .split('/')
        .slice(1, -1)
        .filter((part) => !part.startsWith('{') && part !== 'info')
        .join('/') || '/',
    ],
    security: securityOf(operation),
    'x-access': operation.access,
    parameters: [
      ...(inBody ? [...inPath] : [...new Set([...inPath, ...Object.keys(properties)])]).map(parameter),
      ...(signsIn(operation) ? signInHeaders : []),
    ],
    ...(inBody && { requestBody: { content: { 'application/json': { schema: without(input, inPath), ...exampleOf(operation) } } } }),
    responses: {
      200: {
        description: 'The answer, or a refusal in words with code 500',
        content: {
          'application/json': { schema: { oneOf: [envelopeSchema(operation, output), { $ref: '#/components/schemas/Refusal' }] } },
        },
      },
      ...Object.fromEntries(refusedStatusesOf(operation).map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  }
  return { describedOperation, definitions: { ...inputDefinitions, ...outputDefinitions } }
}

/** Every code that a key may have: what is closed to such a key is closed to all. */
const widestKey = { codes: new Set(allCodes().filter(isKeyCode)), isReadOnly: false }

const securityOf = (operation: Operation): DescribedOperation['security'] => {
  const { access } = operation
  if (access === 'public') return []
  if (access === 'client' || access === 'operator') return [{ [access]: [] }]
  return isOpenToKey(operation, widestKey) ? [{ session: [] }, { key: [] }] : [{ session: [] }]
}

const exampleOf = ({ name }: Operation): Schema => (Object.hasOwn(exampleInputs, name) ? { example: exampleInputs[name] } : {})

const refusedStatusesOf = ({ access }: Operation): (keyof typeof reasonsByStatus)[] =>
  access === 'public' ? [400, 404, 429, 503] : [400, 401, 403, 404, 429, 503]

/** The stable names of what is refused before the business is asked; those of the business stand in its own answers with status 200. */
const reasonsByStatus = {
  400: ['request.malformed'],
  401: ['session.none', 'key.none', 'client.unknown'],
  403: ['access.denied', 'password.notOwn', 'key.closed', 'key.readOnly', 'key.address'],
  404: ['request.unknown'],
  429: ['request.often'],
  503: ['server.busy', 'server.locked', 'server.slow', 'storage.full', 'storage.unreachable', 'storage.unwritable'],
} as const

/** A person comes in by it with a credential of a client, or by a chat. */
const signsIn = ({ access, path }: Operation): boolean => access === 'client' || path.endsWith('/getLoginUser')

const signInHeaders: readonly Schema[] = [
  { name: 'operationId', description: 'the organisation, where the same login name is known in several' },
  { name: 'platformType', description: 'what the client runs in: huaruan, dingding, workweixin, feishu; at most 40 letters are kept' },
  { name: 'loginType', description: 'how somebody comes in: userpass, dingding, workweixin, feishu; taken and not used' },
  { name: 'autoLogin', description: 'whether that was without being asked; taken and not used' },
].map((header) => ({ ...header, in: 'header', required: false, schema: { type: 'string' } }))

/** Parts that JSON Schema has no word for, as checks by function, are left out: the document then promises less than is checked. */
const schemaOf = (operation: Operation, side: 'input' | 'output') => {
  // References of the document begin at its root, so definitions stand among its components.
  const definitionName = (id: string) => `${operation.name}.${side}.${id}`
  const { $schema, $defs, ...schema } = toJsonSchema(operation[side] as never, {
    errorMode: 'ignore',
    typeMode: 'input',
    overrideRef: ({ referenceId }) => `#/components/schemas/${definitionName(referenceId)}`,
  }) as Schema
  const definitions = Object.entries(($defs ?? {}) as Record<string, Schema>).map(([id, part]) => [definitionName(id), part] as const)
  return { schema, definitions: Object.fromEntries(definitions) }
}

const without = (schema: Schema, names: ReadonlySet<string>): Schema => {
  if (names.size === 0 || !schema.properties) return schema
  const properties = Object.fromEntries(Object.entries(schema.properties as Schema).filter(([name]) => !names.has(name)))
  return { ...schema, properties, required: ((schema.required as string[] | undefined) ?? []).filter((name) => !names.has(name)) }
}

const envelopeSchema = (operation: Operation, payload: Schema): Schema => {
  const base = {
    code: { const: operation.successCode },
    msg: { type: 'string' },
    success: { const: true },
    timestamp: { type: 'integer', description: 'milliseconds since 1970' },
  }
  if (operation.answer === 'page') return { type: 'object', properties: { ...base, page: payload } }
  const both = { type: 'object', properties: { ...base, result: payload, data: payload } }
  return operation.answer === 'merged' ? { allOf: [both, payload] } : both
}

const refusalSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string', description: 'a sentence in the language asked for' },
    reason: { type: 'string', description: 'stable name of the refusal' },
    success: { const: false },
    details: {},
    timestamp: { type: 'integer' },
  },
  required: ['code', 'msg', 'reason', 'success'],
}

const refusalResponses: Schema = Object.fromEntries(
  Object.entries(reasonsByStatus).map(([status, reasons]) => [
    status,
    {
      description: reasons.join(', '),
      ...((status === '429' || status === '503') && {
        headers: { 'Retry-After': { description: 'seconds until another try is welcome', schema: { type: 'integer' } } },
      }),
      content: {
        'application/json': {
          schema: { allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { reason: { enum: reasons } } }] },
        },
      },
    },
  ]),
)

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const show = (value: unknown): string => escape(JSON.stringify(value, undefined, 1))
