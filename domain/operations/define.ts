import * as v from 'valibot'
import { isId } from '../../kernel/id.ts'
import type { Access } from '../access/permission.ts'

type Schema = v.GenericSchema

/**
 * One request that the server answers. Input is the path's, the query's and the body's values in one object; a body that is a
 * JSON array arrives as `ids`. The declaration gives the route, the typed client, the API page and the generated tests.
 */
export type Operation<I extends Schema = Schema, O extends Schema = Schema> = {
  /** The name in logs, cache keys and test titles: noun and verb as in the path. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** As in the contract; places in braces: `/api/news/newannnews/info/{id}`. */
  readonly path: string
  readonly title: string
  /** What `{title}` in the title stands for: the title of a kind. */
  readonly kind?: string
  readonly access: Access
  readonly input: I
  readonly output: O
  /**
   * How the output stands in the envelope: as `result` and `data`; as `page`; or with its keys beside `code` as well (`merged`),
   * where clients of the contract read them at the top.
   */
  readonly answer: 'result' | 'page' | 'merged'
  /** The body code that says success; 0 but for the phone sign-in. */
  readonly successCode: 0 | 200
  /** True where the operation changes nothing: it needs no transaction and may be asked again freely. */
  readonly reads: boolean
  /** True of a reading that may take long, which a read replica answers where there is one: lists and reports. */
  readonly readsReplica: boolean
  /**
   * What is read differently after it: beginnings of operations' names. A client asks again for what it shows of them. Its own noun, unless
   * it says otherwise; nothing where it only reads.
   */
  readonly changes: readonly string[]
  /** True where the request carries a file; the server then reads a multipart body, whose other fields are input. */
  readonly uploads: boolean
  /** The names of values of the input and of the answer that are kept nowhere, not even as a hash: passwords, keys that are told once. */
  readonly secrets: readonly string[]
  /** True where its calls are counted apart from the others of their session, so that neither keeps the other waiting. */
  readonly countedApart: boolean
  /** True where a person may call it whose password another person chose, before they have replaced it. */
  readonly beforeOwnPassword: boolean
  /** True for a write that goes on where the organisation's licence is over: ways in and out, one's own settings, marks of what was read. */
  readonly withoutLicence: boolean
  /**
   * Whether an API key may call it: as its function codes say (`byCode`), whatever they are (`always`), or not at all (`never`), as work that goes
   * on after the request in the person's own rights.
   */
  readonly byKey: 'byCode' | 'always' | 'never'
}

export type InputOf<O extends Operation> = v.InferInput<O['input']>
export type OutputOf<O extends Operation> = v.InferOutput<O['output']>

type Declaration<I extends Schema, O extends Schema> = Pick<Operation<I, O>, 'name' | 'path' | 'title' | 'access' | 'input' | 'output'> &
  Partial<
    Pick<
      Operation,
      | 'kind'
      | 'method'
      | 'answer'
      | 'successCode'
      | 'reads'
      | 'readsReplica'
      | 'changes'
      | 'uploads'
      | 'secrets'
      | 'countedApart'
      | 'beforeOwnPassword'
      | 'withoutLicence'
      | 'byKey'
    >
  >

/** Declares an operation; POST, answered as `result`, writing, unless it says otherwise. */
export const operation = <I extends Schema, O extends Schema>(declaration: Declaration<I, O>): Operation<I, O> => ({
  method: 'POST',
  answer: 'result',
  successCode: 0,
  reads: false,
  readsReplica: declaration.reads === true && declaration.answer === 'page',
  changes: declaration.reads ? [] : [declaration.name.slice(0, declaration.name.indexOf('.') + 1)],
  uploads: false,
  secrets: [],
  countedApart: false,
  beforeOwnPassword: false,
  withoutLicence: false,
  byKey: 'byCode',
  ...declaration,
})

/** What is read differently once something was posted: cards, stock and documents of all kinds, and what people are to do next. */
export const changedByPosting = ['gs', 'cs', 'receipt', 'catalogue', 'workbench', 'card.'] as const

/** What is read differently once a person decided: what a decision may end is posted. */
export const changedByDecision = [...changedByPosting, 'workflow', 'msgmessage'] as const

/** What is read differently once a record was written: its name stands on cards, documents and in pickers, a person's in the address book. */
export const changedByRecord = [
  ...changedByPosting,
  'sysdept',
  'sysuser',
  'person',
  'addressbook',
  'invitation',
  'sysoperation.beginning',
] as const

/** A page of rows as the contract answers it; `next` continues after the last row whatever was added meanwhile. */
export const pageOf = <R extends Schema>(row: R) =>
  v.object({
    totalCount: v.number(),
    pageSize: v.number(),
    totalPage: v.number(),
    currPage: v.number(),
    list: v.array(row),
    /** True where counting stopped at `totalCount` because there are more. */
    more: v.optional(v.boolean()),
    next: v.optional(v.string()),
  })

export type Page<R> = {
  totalCount: number
  pageSize: number
  totalPage: number
  currPage: number
  list: R[]
  more?: boolean | undefined
  next?: string | undefined
}

const wholeIn = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/, '应为整数'), v.transform(Number))], '应为整数'),
    v.integer('应为整数'),
    v.minValue(min, '不能小于{min}'),
    v.maxValue(max, '不能大于{max}'),
  )

/** An id in a request: a decimal string, or a number where the client sends one. */
export const idInput = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger())], '编号有误'),
  v.transform(String),
  v.check((value) => isId(value), '编号有误'),
)

/** A number that counts something, or says which of several: a version, a place in an order. The database keeps it in 32 bits. */
export const counterInput = (min: 0 | 1) =>
  v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(min, '不能小于{min}'), v.maxValue(2_147_483_647, '不能大于{max}'))

/** The closed list of names that a list sorts by; empty means its own order, which is the only one of a list without names. */
export const sortedBy = (...names: readonly string[]) => v.optional(v.picklist(['', ...names], '不能按这一项排序'))

/** The words every list understands: page number or cursor, size (10, at most 10000 as the contract's own screens ask), sort by a closed list of names, keyword. */
export const listInput = {
  page: v.optional(wholeIn(1, 1_000_000)),
  pageNo: v.optional(wholeIn(1, 1_000_000)),
  pageSize: v.optional(wholeIn(1, 10_000)),
  limit: v.optional(wholeIn(1, 10_000)),
  after: v.optional(v.pipe(v.string(), v.maxLength(1500))),
  sidx: sortedBy(),
  order: v.optional(v.picklist(['asc', 'desc', 'ASC', 'DESC', ''], '应为 asc 或 desc')),
  likeQuery: v.optional(v.pipe(v.string(), v.maxLength(100, '不能超过{max}个字'))),
}

/** Which part of a list is asked for, whatever words the client used. */
export type ListRequest = v.InferOutput<v.StrictObjectSchema<typeof listInput, undefined>>
export const pageAsked = (input: ListRequest): { page: number; pageSize: number } => ({
  page: input.page ?? input.pageNo ?? 1,
  pageSize: input.pageSize ?? input.limit ?? 10,
})

/** The reason why a write is refused that would overwrite what another person has written since it was read. */
export const changedMeanwhile = 'changed-meanwhile'

export const idsInput = v.strictObject({
  ids: v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请至少选择一项'), v.maxLength(1000, '最多{max}项')),
})
export const byId = v.strictObject({ id: idInput })
export const nothing = v.strictObject({})
export const anything = v.record(v.string(), v.unknown())
