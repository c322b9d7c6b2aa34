import { asText, isEmpty, textIn } from '../../../kernel/field.ts'
import type { Id } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { Tx } from '../../db/tx.ts'
import { recordEvent } from '../history/recordEvents.ts'
import type { CompletionContext } from './completion.ts'
import { insertRows, type ReadRow, type RecordWrite } from './write.ts'

/** A sheet of another program names no book: where there is one it is meant, and where there are several, a person says which. */
export const completeBook = (raw: Record<string, unknown>, { directory, isWrong, excuse, questions, wrong }: CompletionContext): void => {
  if (!isEmpty(raw['bookId']) || isWrong('bookId')) return
  const books = directory.listed('book').map(({ id, name }) => ({ value: id, label: name }))
  if (books.length === 0) return wrong('bookId', '还没有账簿，请先新建账簿')
  const [onlyBook] = books.length === 1 ? books : []
  const answer = onlyBook?.value ?? questions.ask({ ...withoutBook, options: books, params: {} })
  if (answer === undefined) excuse('bookId')
  else raw['bookId'] = answer
}

const withoutBook = { key: 'bookId.all', column: 'bookId', words: '这些行属于哪个账簿？', once: true } as const

/** Refuses rows about assets that are not on the register. */
export const requireAssetCodes = async (tx: Tx, rows: readonly ReadRow[]): Promise<void> => {
  const [unknown] = await tx.query<{ code: string | null; count: number }>(
    `select min(c.code) as code, count(*)::int as count from unnest($2::text[]) as c (code)
     where not exists (select from asset a where a.org_id = $1 and a.instance_code = c.code and a.deleted_at is null) having count(*) > 0`,
    [tx.orgId, rows.flatMap(({ values }) => textIn(values, 'assetCode') ?? [])],
  )
  if (unknown) refuse('asset.unknownCodes', '有{count}行的资产编码不在台账中，例如{code}', { ...unknown, code: unknown.code ?? '' })
}

/** Refuses rows of books that were started, for they read them no more; and rows about assets that are not there or are there twice. */
export const requireOpenings = async (tx: Tx, rows: readonly ReadRow[]): Promise<void> => {
  const [startedBook] = await tx.query<{ name: string }>(
    'select book_name as name from book where org_id = $1 and id = any ($2::bigint[]) and closed_month is not null limit 1',
    [tx.orgId, rows.flatMap(({ values }) => textIn(values, 'bookId') ?? [])],
  )
  if (startedBook) refuse('opening.read', '账簿已经启用，期初余额不能再改')
  await requireAssetCodes(tx, rows)
  const [double] = [...Map.groupBy(rows, ({ values }) => `${asText(values['bookId'])} ${asText(values['assetCode'])}`).values()].filter(
    ({ length }) => length > 1,
  )
  if (double)
    refuse('opening.double', '资产{code}在表格中有{count}行，请合并为一行', {
      code: asText(double[0]?.values['assetCode']) ?? '',
      count: double.length,
    })
}

/** A sheet that is brought in once more replaces what it says anew. */
export const writeOpenings = async ({ tx, kind, rows, author, at, onProgress }: RecordWrite): Promise<undefined> => {
  const replacedRows = await tx.query<{ record: Id }>(
    `update opening o set deleted_at = now(), version = o.version + 1 from unnest($2::bigint[], $3::text[]) as r (book_id, code)
     where o.org_id = $1 and o.book_id = r.book_id and o.asset_code = r.code and o.deleted_at is null returning o.id as record`,
    [tx.orgId, rows.map(({ values }) => values['bookId']), rows.map(({ values }) => values['assetCode'])],
  )
  await recordEvent(
    tx,
    { noun: kind.noun, actor: author.uid, at },
    replacedRows.map(({ record }) => ({ record, action: 'delete' as const })),
  )
  await insertRows(tx, kind, rows, { uid: author.uid, onProgress })
}
