import type { Noun, Option } from '../../../kernel/field.ts'
import type { Params } from '../../../kernel/refusal.ts'
import type { Questions } from '../../../domain/records/import/questions.ts'
import type { Session } from '../../call.ts'
import type { Values } from '../../db/recordTable.ts'
import type { Directory } from './directory.ts'

/** Who imports, and in which language what is made on the way is called. */
export type Writer = Pick<Session, 'managedLocations' | 'codes' | 'hiddenFields'> & { readonly language: 'zh' | 'en' }

export type CompletionContext = {
  readonly directory: Directory
  /** What may be made on the way where it is named and not there. */
  readonly mayMake: ReadonlySet<Noun>
  readonly wrong: (key: string, words: string, params?: Params) => void
  readonly isWrong: (key: string) => boolean
  /** Says that a required field stays empty, or is still asked about. */
  readonly excuse: (key: string) => void
  readonly questions: Questions
  /** Says something about the rows where it holds; with the place `{count}`. */
  readonly note: (words: string) => void
  /** The places that the writer may put things into, to choose from; and one that is made where there are none. */
  readonly places: readonly Option[]
}

/** What a cell stands in: the row so far, what is on record, and the header of its column. */
export type Reader = {
  readonly raw: Values
  readonly directory: Directory
  readonly mayMake: ReadonlySet<Noun>
  readonly header: string
  /** Says something about the rows where it holds; with the place `{count}`. */
  readonly note: (words: string) => void
}
