import { isEmpty, type Option } from '../../../kernel/field.ts'
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
export const completePlace = (raw: Record<string, unknown>, { directory, isWrong, excuse, questions, places }: CompletionContext): void => {
  if (!isEmpty(raw['locId']) || isWrong('locId') || isWrong('homeId')) return
  if (!isEmpty(raw['homeId'])) {
    const isElsewhere = !isEmpty(raw['holderUid']) || (raw['state'] !== undefined && raw['state'] !== 'idle')
    if (isElsewhere) excuse('locId')
    else raw['locId'] = raw['homeId']
    return
  }
  if (places.length === 0) return
  const assetLabel = [raw['instanceName'], raw['instanceCode']].filter(Boolean).join(' ')
  const likelyPlace = places.length === 1 ? places[0]?.value : undefined
  const answer = questions.ask({ ...withoutPlace, options: places, params: {}, supposed: likelyPlace }, assetLabel)
  if (answer === undefined) excuse('locId')
  else if (!answer.startsWith(newPlacePrefix)) raw['locId'] = answer
  else {
    const placeMatch = directory.refer('location', answer.slice(newPlacePrefix.length), { filter: {}, mayMake: true })
    if ('id' in placeMatch) raw['locId'] = placeMatch.id
  }
}

const withoutPlace = {
  key: 'locId.all',
  column: 'locId',
  words: '没有写明所在区域的资产，都放在哪里？',
  once: true,
} as const
