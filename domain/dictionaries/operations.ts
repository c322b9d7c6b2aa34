import * as v from 'valibot'
import { keysOf } from '../../kernel/keysOf.ts'
import { nothing, operation, type Operation } from '../operations/define.ts'
import { wordLists } from './dictionaries.ts'

/** The items of one dictionary; only codes, never a table or a column. */
export const dictionaryItems = operation({
  name: 'dict.getDictItems',
  method: 'GET',
  path: '/sys/dict/getDictItems/{dictCode}',
  title: '字典项',
  access: 'signed-in',
  byKey: 'always',
  input: v.strictObject({ dictCode: v.pipe(v.string(), v.maxLength(60)) }),
  output: v.array(v.object({ label: v.string(), value: v.string(), text: v.string(), title: v.string() })),
  reads: true,
})

const listCode = v.picklist(keysOf(wordLists), '没有这个字典')
/** So many words one list has at most. */
export const wordsAtMost = 60
const wordLength = 20
/** English takes more letters for the same. */
const englishLength = 40
const word = (message: string, max = wordLength) =>
  v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, message), v.maxLength(max, '不能超过{max}个字'))

const standingWord = v.object({
  value: v.string(),
  zh: v.string(),
  en: v.nullable(v.string()),
  isRetired: v.boolean(),
  /** What the product delivers under this key, in both languages; null for a word that was added. */
  delivered: v.nullable(v.object({ zh: v.string(), en: v.string() })),
})
const list = v.object({ dictCode: listCode, words: v.array(standingWord) })
export type WordList = v.InferOutput<typeof list>

/** The lists of words that the organisation may make its own, retired words included. */
export const wordListsOfOwn = operation({
  name: 'sysoperation.wordLists',
  method: 'GET',
  path: '/api/operation/sysoperation/wordLists',
  title: '常用词',
  access: ['sysoperation:update'],
  input: nothing,
  output: v.array(list),
  reads: true,
})

/**
 * What the organisation has a list say, in order. A delivered word that is left out stays, behind the others; one that was added and is left out is gone:
 * where it was written it stays as text.
 */
export const wordListSave = operation({
  name: 'sysoperation.saveWords',
  path: '/api/operation/sysoperation/saveWords',
  title: '修改常用词',
  changes: ['sysoperation.wordLists', 'dict.'],
  access: ['sysoperation:update'],
  input: v.strictObject({
    dictCode: listCode,
    words: v.pipe(
      v.array(
        v.strictObject({
          /** Left out of a word that is added. */
          value: v.optional(v.pipe(v.string('应为文字'), v.maxLength(wordLength, '不能超过{max}个字'))),
          zh: word('请填写词语'),
          en: v.nullable(word('请填写词语', englishLength)),
          isRetired: v.boolean('应为是或否'),
        }),
      ),
      v.maxLength(wordsAtMost, '最多{max}项'),
      v.check((words) => new Set(words.map(({ zh }) => zh)).size === words.length, '词语不能重复'),
    ),
  }),
  output: list,
})

export const dictionaryOperations: readonly Operation[] = [dictionaryItems, wordListsOfOwn, wordListSave]
