import type { Id } from '../id.ts'
import { type Applications, applications } from './applications.ts'
import { type Attachments, attachments } from './attachments.ts'
import { type Choice, choice } from './choice.ts'
import { date, type DateType } from './date.ts'
import { type Datetime, datetime } from './datetime.ts'
import { type Duration, duration } from './duration.ts'
import { type Flag, flag } from './flag.ts'
import { isEmpty, type Kind, type Noun, type Speaker } from './kind.ts'
import { type Lookup, lookup } from './lookup.ts'
import { type Money, money } from './money.ts'
import { period, type PeriodType } from './period.ts'
import { type Pictures, pictures } from './pictures.ts'
import { place, type PlaceType } from './place.ts'
import { type Quantity, quantity } from './quantity.ts'
import { type Reference, reference } from './reference.ts'
import { type Text, text } from './text.ts'
import { time, type Time } from './time.ts'
import { type WholeControl, wholeKind } from './whole.ts'

/** How a field is entered and shown. */
export type FieldType =
  | Text
  | Choice
  | Money
  | Quantity
  | WholeControl
  | DateType
  | Datetime
  | Time
  | PeriodType
  | Duration
  | Flag
  | PlaceType
  | Lookup
  | Reference
  | Pictures
  | Attachments
  | Applications

/** Every kind of field. What a person asks of a field is asked here, never by comparing its type. */
export const kinds = {
  text,
  choice,
  money,
  quantity,
  whole: wholeKind,
  date,
  datetime,
  time,
  period,
  duration,
  flag,
  place,
  lookup,
  reference,
  pictures,
  attachments,
  applications,
} satisfies { readonly [T in FieldType['type']]: Kind<Extract<FieldType, { type: T }>, unknown, string> }

/** What a designer of forms may begin. */
export type Preset = { [T in keyof typeof kinds]: keyof (typeof kinds)[T]['presets'] }[keyof typeof kinds]

export const kindOf = (type: FieldType): Kind<FieldType, unknown, string> => kinds[type.type] as Kind<FieldType, unknown, string>

type Presets = { readonly [name in Preset]: Kind<FieldType, unknown>['presets'][FieldType['type']] }

export const presets = Object.assign({}, ...Object.values(kinds).map((kind) => kind.presets)) as Presets

/** As which of them one was begun. */
export const presetOf = (type: FieldType): Preset => (kindOf(type).preset?.(type) ?? type.type) as Preset

/** A value in words, empty where there is none. */
export const wordsOf = (type: FieldType, value: unknown, speaker: Speaker): string =>
  isEmpty(value) ? '' : kindOf(type).words(value, type, speaker)

/** What lists and titles say of a value; empty where they say nothing. */
export const briefOf = (type: FieldType, value: unknown, speaker: Speaker): string => {
  const kind = kindOf(type)
  if (isEmpty(value) || kind.isSilent) return ''
  return kind.brief ? kind.brief(value, type, speaker) : kind.words(value, type, speaker)
}

/** What a condition compares a field with, in words. */
export const literalWords = (type: FieldType, literal: string, speaker: Speaker): string => {
  const comparedType = (kindOf(type).compared?.(type) ?? type) as FieldType
  return kindOf(comparedType).isPlain ? literal : wordsOf(comparedType, literal, speaker)
}

/** The field as one that points at records. */
export const referenceOf = (type: FieldType): Reference | undefined => (type.type === 'reference' ? type : undefined)

export const refersTo = (type: FieldType): Noun | undefined => referenceOf(type)?.to

/** The ids of the records that a value points at. */
export const idsIn = (type: FieldType, value: unknown): Id[] => (referenceOf(type) && !isEmpty(value) ? ([value].flat() as Id[]) : [])

/** What a choice offers; of other fields nothing. */
export const optionsOf = (type: FieldType): Choice['options'] | undefined => (type.type === 'choice' ? type.options : undefined)

/** What is known of a number; undefined for everything else. */
export const numberOf = (type: FieldType) => kindOf(type).number?.(type)

/** True for a number, which may be computed. */
export const isNumber = (type: FieldType): boolean => kindOf(type).number !== undefined

/** The files that a value names. */
export const filesIn = (type: FieldType, value: unknown): readonly { readonly path: string; readonly isPicture: boolean }[] =>
  isEmpty(value) ? [] : (kindOf(type).files?.(value) ?? [])

/** True for what is uploaded. */
export const holdsFiles = (type: FieldType): boolean => kindOf(type).files !== undefined

/** True for what is filled in as far as it must be. */
export const isFilled = (type: FieldType, value: unknown): boolean => kindOf(type).demand?.holds(value) ?? !isEmpty(value)
