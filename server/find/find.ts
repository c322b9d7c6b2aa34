import { asTexts } from '../../kernel/field.ts'
import { recordCodeOf } from '../../domain/records/code.ts'
import { inWords } from '../../domain/english/all.ts'
import { findAll, type Fit, type FindAnswer, foundAtMost, type FoundGroup, foundGroups } from '../../domain/find/operations.ts'
import { aboutOf, together } from '../../domain/records/aboutRecord.ts'
import { recordKinds } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import type { FoundWhy } from '../../domain/records/operations.ts'
import { pictureFieldOf } from '../../domain/records/import/pictures.ts'
import { handle, type Handler } from '../call.ts'
import { organisationKind } from '../db/organisationKind.ts'
import { assetsFitting } from '../records/assetList.ts'
import { type FittingRow, recordsFitting } from '../records/list.ts'
import { searchTextOf, spellSearch, wordsOf } from '../search/searchText.ts'
import { whysFound } from '../records/whyFound.ts'
import { actionsWith, beginnings, offersHere } from './actions.ts'
import { findDocuments } from './documents.ts'
import type { FindContext, FindResult } from './finding.ts'
import { actionsFor, type Place, screensFor } from './places.ts'
import { findProcesses } from './processes.ts'
import { viewsFor } from './views.ts'

type Group = { readonly group: FoundGroup; readonly rows: FindAnswer[] }

const findRecords = async (call: FindContext, deliveredKind: RecordKind, text: string): Promise<FindResult[]> => {
  const kind = await organisationKind(call.tx, deliveredKind, call.language)
  const fittingRows = kind.large ? await assetsFitting(call, text, foundAtMost) : await recordsFitting(call, kind, text, foundAtMost)
  const rows = fittingRows.map(({ row }) => row)
  const whys = await whysFound(call, kind, rows, text)
  return fittingRows.map((fittingRow, index) => ({ row: fittingRow.row, found: foundOf(call, kind, fittingRow, whys[index] ?? null) }))
}

const foundOf = (call: FindContext, kind: RecordKind, { row, fit }: FittingRow, reason: FoundWhy | null): FindAnswer => {
  const pictures = pictureFieldOf(kind)
  const { path, id } = kind.screens.detail ?? { path: kind.screens.form, id: 'id' }
  return {
    key: `${kind.noun} ${row.id}`,
    title: String(row[kind.nameField] ?? ''),
    text: together(aboutOf(kind, row)),
    why: reason,
    href: `${path}?${id}=${row.id}`,
    icon: kind.screens.icon,
    picture: (pictures && asTexts(row[pictures.key])[0]) ?? null,
    fit,
    actions: actionsWith(call, kind, row),
  }
}

/** The best first; among equals in the order in which they came. */
const findPlaces = (places: readonly Place[], text: string): FindAnswer[] => {
  const phrase = spellSearch(text)
  const words = wordsOf(text)
  return places
    .filter(({ search }) => words.every((word) => search.includes(word)))
    .map(({ row }): FindAnswer => ({ ...row, fit: fitIn(row.title, phrase) }))
    .toSorted((a, b) => a.fit - b.fit)
    .slice(0, foundAtMost)
}

const fitIn = (title: string, phrase: string): Fit => {
  const lines = searchTextOf([title]).split('\n')
  if (lines.includes(phrase)) return 0
  return lines.some((line) => line.startsWith(phrase)) ? 1 : 2
}

/** What a person has, for the person who may look through the register: a step behind each person. */
const holdings = ({ session, language }: FindContext, people: readonly FindAnswer[]): FindAnswer[] =>
  session.codes.has('gsgoodsinstance:list')
    ? people.slice(0, 2).map(({ key, title }) => ({
        key: `holdings ${key}`,
        title: inWords(language, '{name}名下的资产', { name: title }),
        text: '',
        why: null,
        href: `/pages/goods/GsGoodsInstance/index?holderUid=${key.slice('person '.length)}`,
        icon: 'boxes',
        picture: null,
        fit: 2,
        actions: [],
      }))
    : []

/** One Latin letter stands in nearly everything: then places and people alone are looked through. */
const isTooShort = (text: string): boolean => /^[\x20-\x7e]$/.test(spellSearch(text))

const kindsFor = ({ session }: FindContext, text: string): RecordKind[] =>
  recordKinds.filter(
    (kind) =>
      (kind.readBy === 'everybody' || session.codes.has(`${recordCodeOf(kind)}:list`)) && (kind.noun === 'person' || !isTooShort(text)),
  )

const findByWord = async (call: FindContext, text: string): Promise<Partial<Record<FoundGroup, FindAnswer[]>>> => {
  const { session, language } = call
  const screens = screensFor(session, language)
  const [documents, processes, views, begun, ...records] = await Promise.all([
    isTooShort(text) ? [] : findDocuments(call, text),
    isTooShort(text) ? [] : findProcesses(call, text),
    viewsFor(call, screens),
    beginnings(call, text, findRecords),
    ...kindsFor(call, text).map(async (kind) => ({ kind, found: (await findRecords(call, kind, text)).map(({ found }) => found) })),
  ])
  const answersOf = (group: FoundGroup): FindAnswer[] =>
    records
      .flatMap(({ kind, found }) => (groupOf(kind) === group ? found : []))
      .filter(({ fit }) => fit < 2 || !isTooShort(text))
      .toSorted((a, b) => a.fit - b.fit)
  const people = answersOf('person')
  const shownKeys = new Set(documents.map(({ key }) => key))
  return {
    screen: findPlaces([...screens, ...views], text),
    action: [...findPlaces(actionsFor(session, language), text), ...begun].slice(0, foundAtMost),
    person: [...people, ...holdings(call, people)],
    asset: answersOf('asset'),
    consumable: answersOf('consumable'),
    record: answersOf('record').slice(0, foundAtMost),
    document: documents,
    process: processes.filter(({ about }) => !shownKeys.has(about)).map(({ found }) => found),
  }
}

export const findHandlers: readonly Handler[] = [
  handle(findAll, async (call, { text, here }) => {
    const offers = here === undefined ? [] : await offersHere(call, here, text)
    const answersByNoun = spellSearch(text) === '' ? {} : await findByWord(call, text)
    const groups = foundGroups.map((group): Group => ({ group, rows: group === 'here' ? offers : (answersByNoun[group] ?? []) }))
    // What is called so comes before everything that only holds the word.
    const isCalledSo = ({ rows }: Group) => rows[0]?.fit === 0
    return groups.filter(({ rows }) => rows.length > 0).toSorted((a, b) => Number(isCalledSo(b)) - Number(isCalledSo(a)))
  }),
]

const groupOf = ({ noun }: RecordKind): FoundGroup => (noun === 'person' || noun === 'asset' || noun === 'consumable' ? noun : 'record')
