import * as v from 'valibot'
import { operation, type Operation } from '../operations/define.ts'

/**
 * What a word finds, in the order of the answer where nothing fits better: what may be done with what is on show, screens and what can be begun,
 * then people and things, then papers.
 */
export const foundGroups = ['here', 'screen', 'action', 'person', 'asset', 'consumable', 'record', 'document', 'process'] as const
export type FoundGroup = (typeof foundGroups)[number]

/** A name, code or serial number is what was typed, begins so, or has it somewhere; or the words stand apart, or in what it refers to. */
const fits = [0, 1, 2, 3] as const
export type Fit = (typeof fits)[number]

const findAnswer = v.object({
  /** Tells it from everything else that is found. */
  key: v.string(),
  title: v.string(),
  /** What tells it apart from others that are called the same. */
  text: v.string(),
  /** Where the word stands, where that is neither in the title nor in the text: the label of the field and what stands there. */
  why: v.nullable(v.object({ label: v.string(), value: v.string() })),
  /** A path of the screen table with its query. */
  href: v.string(),
  /** The name of a lucide icon, where there is no picture. */
  icon: v.string(),
  picture: v.nullable(v.string()),
  /** How well the word fits, better before worse; 0: it is its code or its name. */
  fit: v.picklist(fits),
  /** What may be begun with it, by short names. */
  actions: v.array(v.object({ title: v.string(), href: v.string() })),
})
export type FindAnswer = v.InferOutput<typeof findAnswer>

/** So many of a group are answered at most; lists have the rest. */
export const foundAtMost = 6

/**
 * Everything that a word finds which the reader may see: screens and actions of his, people, assets, supplies, other records, documents,
 * applications. By names, codes, pinyin, initials; the best first. `here` is what stands on the screen, as "asset:123": what may be done with
 * it is found too, and is all where there is no word.
 */
export const findAll = operation({
  name: 'find.all',
  path: '/api/pro/find',
  title: '全局查找',
  access: 'signed-in',
  input: v.strictObject({
    text: v.pipe(v.string('应为文字'), v.trim(), v.maxLength(60, '不能超过{max}个字')),
    here: v.optional(v.pipe(v.string('应为文字'), v.maxLength(60))),
  }),
  output: v.array(v.object({ group: v.picklist(foundGroups), rows: v.array(findAnswer) })),
  reads: true,
  readsReplica: true,
})

export const allFindOperations: readonly Operation[] = [findAll]
