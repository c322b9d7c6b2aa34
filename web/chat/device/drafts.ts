import { useSyncExternalStore } from 'react'
import type { Mention } from '../../../domain/chat/body.ts'
import type { Id } from '../../../kernel/id.ts'
import { session, storeAside, stored } from '../../session/session.ts'

/** What a person has begun to write in a conversation. */
export type Draft = { readonly text: string; readonly mentions: readonly Mention[]; readonly reply?: QuotedMessage }
/** The message that is answered, and what is shown of it. */
export type QuotedMessage = { readonly id: Id; readonly seq: number; readonly name: string; readonly words: string }

const emptyDraft: Draft = { text: '', mentions: [] }

/** The drafts of the person who is signed in, by conversation; they outlive the session on this device. */
const drafts = (): Readonly<Record<Id, Draft>> => {
  const key = keyNow()
  if (cachedDrafts?.key !== key) cachedDrafts = { key, drafts: stored<Record<Id, Draft>>(key) ?? {} }
  return cachedDrafts.drafts
}
let cachedDrafts: { key: string; drafts: Readonly<Record<Id, Draft>> } | undefined
const keyNow = (): string => `_chat_drafts_${session().uid}`

export const draftOf = (chatId: Id): Draft => drafts()[chatId] ?? emptyDraft

/** Keeps what was begun; an empty one goes. */
export const keepDraft = (chatId: Id, draft: Draft): void => {
  const { [chatId]: _, ...others } = drafts()
  const next = draft.text.trim() === '' && !draft.reply ? others : { ...others, [chatId]: draft }
  cachedDrafts = { key: keyNow(), drafts: next }
  storeAside(keyNow(), next, 0)
  for (const listener of listeners) listener()
}

/** Every draft; the component renders again when one is another. */
export const useDrafts = (): Readonly<Record<Id, Draft>> =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, drafts)

const listeners = new Set<() => void>()
