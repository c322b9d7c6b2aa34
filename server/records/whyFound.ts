import { inWords } from '../../domain/english/all.ts'
import { aboutOf } from '../../domain/records/aboutRecord.ts'
import type { Page } from '../../domain/operations/define.ts'
import type { FoundWhy, RecordRow } from '../../domain/records/operations.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { isEmpty, declaredField, textIn } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import type { SignedIn } from '../call.ts'
import { columnOf, type Values } from '../db/recordTable.ts'
import { searchedOf } from '../search/recordSearch.ts'
import { searchTextOf, spellingsOf, wordsOf } from '../search/searchText.ts'
import { recordReferredTo } from '../tables/records.ts'

/** The rows of a page that a keyword found, each with where it stands. */
export const tellingWhy = async (
  call: Pick<SignedIn, 'tx' | 'language'>,
  kind: RecordKind,
  page: Page<RecordRow>,
  keyword: string | undefined,
): Promise<Page<RecordRow>> => {
  if (!keyword?.trim()) return page
  const whys = await whysFound(call, kind, page.list, keyword)
  return { ...page, list: page.list.map((row, index) => ({ ...row, why: whys[index] ?? null })) }
}

/**
 * Where a keyword stands in each of some records, as their reader sees them: the first field that search reads with a word that is in none of
 * those that tell the record apart, or in what the record refers to. Null where all of it is in sight.
 */
export const whysFound = async (
  { tx, language }: Pick<SignedIn, 'tx' | 'language'>,
  kind: RecordKind,
  rows: readonly RecordRow[],
  keyword: string,
): Promise<readonly (FoundWhy | null)[]> => {
  const words = wordsOf(keyword)
  const unseenWords = rows.map((row) => words.filter((word) => !holds(inSight(kind, row), word)))
  const label = (key: string) => inWords(language, declaredField(kind.fields, key).label)
  const ownReasons = rows.map((row, index): FoundWhy | null => {
    for (const word of unseenWords[index] ?? [])
      for (const key of [...kind.searched, ...kind.searchedBy]) {
        const text = saidIn(kind, row, key)
        if (holds(text, word)) return { label: label(key), value: text }
      }
    return null
  })
  const open = rows.flatMap((row, index) => (unseenWords[index]?.length && !ownReasons[index] ? [row] : []))
  if (open.length === 0) return ownReasons
  const besides = await Promise.all(
    kind.searchedBy.map(async (key) => {
      const recordKind = recordReferredTo(kind, key)
      const ids = open.flatMap((row) => textIn(row, key) ?? [])
      const { shown } = searchedOf(recordKind)
      const rowsFound = await tx.query<Values & { id: Id }>(
        `select id, ${shown.map((field) => `${columnOf(field)} as "${field}"`).join(', ')} from "${recordKind.table}" where org_id = $1 and id = any ($2::bigint[])`,
        [tx.orgId, [...new Set(ids)]],
      )
      return { key, texts: new Map(rowsFound.map(({ id, ...texts }) => [id, Object.values(texts)])) }
    }),
  )
  return ownReasons.map((reason, index) => {
    if (reason) return reason
    for (const word of unseenWords[index] ?? [])
      for (const { key, texts } of besides) {
        const matchingText = texts.get(String(rows[index]?.[key]))?.find((text) => typeof text === 'string' && holds(text, word))
        if (matchingText !== undefined) return { label: label(key), value: String(matchingText) }
      }
    return null
  })
}

const inSight = (kind: RecordKind, row: RecordRow): string => [String(row[kind.nameField] ?? ''), ...aboutOf(kind, row)].join('\n')

const saidIn = ({ fields }: RecordKind, row: RecordRow, key: string): string => {
  const value = row[key]
  if (isEmpty(value)) return ''
  return refersTo(declaredField(fields, key).control) ? (row.names[String(value)] ?? '') : String(value)
}

const holds = (said: string, word: string): boolean => {
  const text = searchTextOf(said.split('\n'))
  return spellingsOf(word).some((spelling) => text.includes(spelling))
}
