import type { FoundWhy } from '../../domain/records/operations.ts'
import type { Id } from '../../kernel/id.ts'

/** What every row of a list is known by; `names` says what the ids in it stand for, `why` where a keyword stands that is not in sight. */
export type Row = { readonly id: Id; readonly names?: Readonly<Record<string, string>>; readonly why?: FoundWhy | null }

/** What a list's call is asked. */
export type TableQuery = Readonly<Record<string, unknown>>

/** What letters do with the row at the cursor. */
export type RowKeys<R> = Readonly<Record<string, (row: R) => void>>
