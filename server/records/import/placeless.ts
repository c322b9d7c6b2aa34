import { compare } from '../../../kernel/decimal.ts'
import { isEmpty, textIn, type Option } from '../../../kernel/field.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Question } from '../../../domain/records/import/questions.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { Directory } from './directory.ts'
import type { CompletionContext, Writer } from './completion.ts'

/** The places to choose from where rows say none; a new one where there are none yet and the writer may make it. */
export const placeOptions = (
  directory: Directory,
  isOwnPlace: (place: unknown) => boolean,
  { managedLocations: locations, codes, language }: Writer,
): readonly Option[] => {
  const places = directory.listed('location').filter(({ id }) => isOwnPlace(id))
  if (places.length > 0) return places.slice(0, optionsAtMost).map(({ id, name }) => ({ value: id, label: name }))
  return locations === 'all' && codes.has('gsgoodsloc:save')
    ? [{ value: newPlacePrefix + inWords(language, '总部'), label: '新建区域“总部”' }]
    : []
}

const optionsAtMost = 500
/** Begins the answer that makes a place; its name follows. */
const newPlacePrefix = 'new:'

/**
 * What lies in a store stands where it belongs. Of anything else a register may say only where it belongs, and then it stands nowhere. A row
 * that says neither is asked about, once for all of them.
 */
export const completePlace = (raw: Record<string, unknown>, context: CompletionContext): void => {
  const { isWrong, excuse, places } = context
  if (!isEmpty(raw['locId']) || isWrong('locId') || isWrong('homeId')) return
  if (!isEmpty(raw['homeId'])) {
    const isElsewhere = !isEmpty(raw['holderUid']) || (raw['state'] !== undefined && raw['state'] !== 'idle')
    if (isElsewhere) excuse('locId')
    else raw['locId'] = raw['homeId']
    return
  }
  if (places.length === 0) return
  const place = askPlace(withoutPlace, [raw['instanceName'], raw['instanceCode']], context)
  if (place === undefined) excuse('locId')
  else raw['locId'] = place
}

/** Stock lies in a store: rows that name none are asked about, once for all of them. */
export const completeStore = (raw: Record<string, unknown>, context: CompletionContext): void => {
  const quantity = textIn(raw, 'openingQuantity')
  if (quantity === undefined || compare(quantity, '0') <= 0 || !isEmpty(raw['openingLoc']) || context.isWrong('openingLoc')) return
  if (context.places.length === 0) return context.wrong('openingLoc', '有期初数量时请填写{label}')
  const place = askPlace(withoutStore, [raw['goodsName'], raw['goodsCode']], context)
  if (place !== undefined) raw['openingLoc'] = place
}

/** The place that is answered for all rows which name none; undefined as long as no one has. */
const askPlace = (
  question: Pick<Question, 'key' | 'column' | 'words' | 'once'>,
  names: readonly unknown[],
  { directory, questions, places }: CompletionContext,
): Id | undefined => {
  const likelyPlace = places.length === 1 ? places[0]?.value : undefined
  const answer = questions.ask({ ...question, options: places, params: {}, supposed: likelyPlace }, names.filter(Boolean).join(' '))
  if (!answer?.startsWith(newPlacePrefix)) return answer
  const placeMatch = directory.refer('location', answer.slice(newPlacePrefix.length), { filter: {}, mayMake: true })
  return 'id' in placeMatch ? placeMatch.id : undefined
}

const withoutPlace = {
  key: 'locId.all',
  column: 'locId',
  words: '没有写明所在区域的资产，都放在哪里？',
  once: true,
} as const
const withoutStore = {
  key: 'openingLoc.all',
  column: 'openingLoc',
  words: '没有写明仓库的期初库存，都放在哪里？',
  once: true,
} as const
