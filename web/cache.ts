import { QueryClient } from '@tanstack/react-query'
import type { RecordRow } from '../domain/records/operations.ts'
import type { Id } from '../kernel/id.ts'
import { onNewPerson } from './session/session.ts'

/** All that the server has answered to the person who is signed in; it ends with them. */
export const cache = new QueryClient()
onNewPerson(() => cache.clear())

/** What a thing looks like: its row where that is known, else what an answer said of it. */
export type Look = { readonly row: RecordRow } | { readonly title: string; readonly picture: string | undefined }

export const nameKey = (id: Id) => ['name', id] as const
export const lookKey = (id: Id) => ['look', id] as const

/** Keeps what things are called, by id. */
export const learnNames = (names: Readonly<Record<Id, string>>): void => {
  for (const [id, name] of Object.entries(names)) cache.setQueryData(nameKey(id), name)
}

/** Keeps what an answer says about everything it refers to. */
export const learnLooks = (names: Readonly<Record<Id, string>>, pictures: Readonly<Record<Id, string>>): void => {
  learnNames(names)
  // Several pictures stand in one text with commas between.
  for (const [id, title] of Object.entries(names))
    cache.setQueryData<Look>(lookKey(id), (cachedLook) => cachedLook ?? { title, picture: pictures[id]?.split(',')[0] || undefined })
}

/** Takes up the names that come with an answer, or with the form in it. */
export const learnFrom = (answer: unknown): void => {
  const answerNames = answer as NamesInCache | undefined
  for (const names of [answerNames, answerNames?.form]) {
    if (names?.names && names.pictures) learnLooks(names.names, names.pictures)
    else if (names?.names) learnNames(names.names)
  }
}

type NamesAnswer = { readonly names?: Record<Id, string>; readonly pictures?: Record<Id, string> }
type NamesInCache = NamesAnswer & { readonly form?: NamesAnswer }
