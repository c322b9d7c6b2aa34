import {
  dictionary,
  isWordList,
  type OwnWord,
  standingWords,
  type WordListCode,
  wordLists,
} from '../../domain/dictionaries/dictionaries.ts'
import { inWords } from '../../domain/english/all.ts'
import { dictionaryItems, type WordList, wordListSave, wordListsOfOwn } from '../../domain/dictionaries/operations.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { refuse } from '../../kernel/refusal.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import { forgetOwnFields } from '../db/organisationKind.ts'
import type { QueryTx } from '../db/tx.ts'

type OwnRow = OwnWord & { readonly dictCode: string }

/** The words that the organisation has put down itself, in order. */
export const ownWords = (queryTx: QueryTx, dictCodes: readonly string[]): Promise<OwnRow[]> =>
  queryTx.query<OwnRow>(
    `select dict_code as "dictCode", value, zh, en, is_retired as "isRetired" from own_word
     where org_id = $1 and dict_code = any ($2::text[]) order by dict_code, position`,
    [queryTx.orgId, dictCodes],
  )

const deliveredOf = (dictCode: WordListCode) => dictionary(dictCode) ?? []

const listOf = (dictCode: WordListCode, ownRows: readonly OwnWord[]): WordList => {
  const deliveredLabels = new Map(deliveredOf(dictCode).map(({ value, label }) => [value, label]))
  const words = standingWords(deliveredOf(dictCode), ownRows).map(({ value, zh, en, isRetired }) => {
    const label = deliveredLabels.get(value)
    return { value, zh, en, isRetired, delivered: label === undefined ? null : { zh: label, en: inWords('en', label) } }
  })
  return { dictCode, words }
}

const saveWords = async ({ tx, session, at }: SignedIn, { dictCode, words }: InputOf<typeof wordListSave>): Promise<WordList> => {
  const values = words.map(({ value, zh }) => value ?? zh)
  if (new Set(values).size < values.length) refuse('dictionary.twice', '词语不能重复')
  const rows = words.map(({ zh, en, isRetired }, position) => ({ value: values[position], zh, en, position, retired: isRetired }))
  // One who saves the same list waits; the later one wins as a whole.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, $2::bigint))', [`words:${dictCode}`, tx.orgId])
  await tx.query('delete from own_word where org_id = $1 and dict_code = $2', [tx.orgId, dictCode])
  await tx.query(
    `insert into own_word (org_id, dict_code, value, zh, en, position, is_retired, updated_by, updated_at)
     select o.org_id, $2, w.value, w.zh, w.en, w.position, w.retired, $4, $5
     from organisation o cross join jsonb_to_recordset($3::jsonb) as w (value text, zh text, en text, position int, retired boolean) where o.org_id = $1`,
    [tx.orgId, dictCode, JSON.stringify(rows), session.uid, new Date(at).toISOString()],
  )
  forgetOwnFields(tx)
  return listOf(dictCode, await ownWords(tx, [dictCode]))
}

export const dictionaryHandlers: readonly Handler[] = [
  handle(dictionaryItems, async ({ tx, language }, { dictCode }) => {
    const deliveredLabels = dictionary(dictCode) ?? refuse('dictionary.unknown', '没有这个字典')
    const ownRows = isWordList(dictCode) ? await ownWords(tx, [dictCode]) : []
    return standingWords(deliveredLabels, ownRows)
      .filter(({ isRetired }) => !isRetired)
      .map(({ value, zh, en }) => {
        const words = language === 'en' ? (en ?? inWords(language, zh)) : zh
        return { value, label: words, text: words, title: words }
      })
  }),
  handle(wordListsOfOwn, async ({ tx }) => {
    const ownRows = Map.groupBy(await ownWords(tx, keysOf(wordLists)), ({ dictCode }) => dictCode)
    return keysOf(wordLists).map((dictCode) => listOf(dictCode, ownRows.get(dictCode) ?? []))
  }),
  handle(wordListSave, saveWords),
]
