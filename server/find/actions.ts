import { documentKinds } from '../../domain/documents/all.ts'
import { codeOf, type DocumentKind } from '../../domain/documents/define.ts'
import { atPlaceHref, kindsAtPlace, kindsForAsset, kindsForSupplies, withAssetsHref, withItemsHref } from '../../domain/documents/offers.ts'
import { inWords } from '../../domain/english/all.ts'
import { type FindAnswer, foundAtMost } from '../../domain/find/operations.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { recordKinds } from '../../domain/records/all.ts'
import { calledOf, type RecordKind } from '../../domain/records/define.ts'
import type { FunctionCode } from '../../domain/rules/functionCode.ts'
import { isId } from '../../kernel/id.ts'
import type { Session } from '../call.ts'
import { asSeenBy } from '../access/scope.ts'
import { findRecord } from '../records/engine.ts'
import { searchTextOf, spellSearch, wordsOf } from '../search/searchText.ts'
import type { FindContext, FindResult } from './finding.ts'
import { assertDefined } from '../../kernel/assert.ts'

type Action = FindAnswer['actions'][number]
type Offer = { readonly kind: DocumentKind; readonly title: string; readonly href: string }

/** What the reader may begin with a record, by the short names of the kinds that offer it. */
const offersOf = ({ uid, codes }: Session, { noun }: RecordKind, row: RecordRow): Offer[] => {
  const isAllowed = (code: FunctionCode) => codes.has(code)
  switch (noun) {
    case 'asset':
      return kindsForAsset(row, uid, isAllowed).map((kind) => ({
        kind,
        title: keptName(kind, isAllowed(`${codeOf(kind)}:post`)),
        href: withAssetsHref(kind, [row.id]),
      }))
    case 'consumable':
      return kindsForSupplies(isAllowed).map((kind) => ({ kind, title: shortOf(kind.title), href: withItemsHref(kind, [row.id]) }))
    case 'location':
      return kindsAtPlace(isAllowed).map((kind) => ({
        kind,
        title: assertDefined(kind.placeOffer, 'the offer at a place').title,
        href: atPlaceHref(kind, row.id),
      }))
    default:
      return []
  }
}

/** A keeper finds the action by the kind's name, an employee by the name it is offered under. */
const keptName = ({ title, applicantTitle, cardOffer }: DocumentKind, posts: boolean): string =>
  posts && applicantTitle !== undefined ? shortOf(title) : assertDefined(cardOffer, 'the offer on the card').title

/** 资产发放 is 发放 where the thing itself is named. */
export const shortOf = (title: string): string =>
  deeds.find((candidate) => title.endsWith(candidate) && title.length === candidate.length + 2) ?? title

const deeds = [
  '价值变动',
  '拆分合并',
  '采购',
  '入库',
  '申领',
  '领用',
  '发放',
  '退库',
  '借用',
  '续借',
  '归还',
  '转移',
  '调拨',
  '维修',
  '保养',
  '处置',
  '调整',
  '盘点',
] as const

export const actionsWith = ({ session, language }: FindContext, kind: RecordKind, row: RecordRow): Action[] =>
  offersOf(session, kind, row).map(({ title, href }) => ({ title: inWords(language, title), href }))

const actionFor = (
  { language }: FindContext,
  record: RecordKind,
  { kind, title, href }: Offer,
  { row, text }: { readonly row: RecordRow; readonly text: string },
): FindAnswer => ({
  key: `begin ${kind.kind} ${row.id}`,
  title: inWords(language, '{action} {name}', { action: inWords(language, title), name: calledOf(record, row) }),
  text,
  why: null,
  href,
  icon: kind.icon,
  picture: null,
  fit: 2,
  actions: [],
})

/** The record that a word of an address names ("asset:123"), with what may be done with it; narrowed by what one types. */
export const offersHere = async (call: FindContext, path: string, text: string): Promise<FindAnswer[]> => {
  const [noun, id = ''] = path.split(':')
  const kind = recordKinds.find((recordKind) => recordKind.noun === noun)
  if (!kind || !isId(id)) return []
  const record = await findRecord(call.tx, kind, id)
  if (!record) return []
  const row = asSeenBy(call.session, kind, record)
  const words = wordsOf(text)
  return offersOf(call.session, kind, row)
    .map((offer) => actionFor(call, kind, offer, { row, text: '' }))
    .filter(({ title }) => words.every((word) => searchTextOf([title]).includes(word)))
    .slice(0, foundAtMost)
}

/** What a text such as "发放 ThinkPad X1" begins: the first word, or how the text begins, names a kind; the rest finds what it is about. */
export const beginnings = async (
  call: FindContext,
  text: string,
  find: (call: FindContext, kind: RecordKind, text: string) => Promise<FindResult[]>,
): Promise<FindAnswer[]> => {
  const [verb, rest] = splitVerb(text)
  if (!verb || !rest || !documentKinds.some((kind) => isCalled(kind, verb))) return []
  const matches = await Promise.all(
    recordKinds
      .filter(({ noun }) => noun === 'asset' || noun === 'consumable')
      .map(async (kind) => {
        const hits = await find(call, kind, rest)
        return hits.flatMap(({ row, found: thing }) =>
          offersOf(call.session, kind, row)
            .filter(({ kind: begins, title }) => isCalled(begins, verb, title))
            .map((offer) => actionFor(call, kind, offer, { row, text: thing.text })),
        )
      }),
  )
  return matches.flat().slice(0, foundAtMost)
}

const isCalled = ({ title, applicantTitle = '', cardOffer }: DocumentKind, verb: string, also = ''): boolean =>
  searchTextOf([title, applicantTitle, also, cardOffer?.title ?? ''].flatMap((words) => [words, shortOf(words), inWords('en', words)]))
    .split('\n')
    .some((line) => line.startsWith(verb))

/** The verb and what it is about: "发放 X1" as it is written, "发放X1" by the Chinese before what is not. */
export const splitVerb = (text: string): [verb: string, rest: string] => {
  const phrase = spellSearch(text)
  const [, verb = '', rest = ''] = /^(\S{2,}) (.+)$/u.exec(phrase) ?? /^(\p{Script=Han}{2})(.+)$/u.exec(phrase) ?? []
  return [verb, rest]
}
