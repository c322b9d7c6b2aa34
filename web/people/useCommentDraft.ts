import { useState } from 'react'
import type { Attachment } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { ignoreCallError } from '../ignoreCallError.ts'
import { useBusy } from '../writing.ts'
import { askedAt, withNamed } from './mentions.ts'

/** What is said: who is named in it with @, and the paths of the files that come along. */
export type CommentInput = { readonly body: string; readonly mentions: Id[]; readonly attachments: string[] }

type NamedPerson = { readonly id: Id; readonly name: string }
type Draft = {
  readonly body: string
  readonly named: readonly NamedPerson[]
  readonly pictures: readonly string[]
  readonly files: readonly Attachment[]
}
const emptyDraft: Draft = { body: '', named: [], pictures: [], files: [] }

/** A comment while it is written; `onSent` is called once it is sent. */
export const useCommentDraft = (onSay: (comment: CommentInput) => Promise<unknown>, onSent: () => void) => {
  const [sending, setSending] = useBusy()
  /** Where in the text those who are being picked are named. */
  const [mentionStart, setMentionStart] = useState<number>()
  const [draft, setDraft] = useState(emptyDraft)
  const write = (body: string) => {
    setMentionStart(askedAt(draft.body, body))
    setDraft({ ...draft, body })
  }
  const mention = (people: readonly NamedPerson[]) => {
    const names = people.map(({ name }) => name)
    const body = withNamed(draft.body, mentionStart ?? draft.body.length, names)
    setDraft({ ...draft, body, named: [...draft.named, ...people] })
  }
  const pickPeople = () => setMentionStart(draft.body.endsWith('@') ? draft.body.length - 1 : draft.body.length)
  const send = async () => {
    const body = draft.body.trim()
    const mentions = [...new Set(draft.named.filter((person) => body.includes(`@${person.name}`)).map(({ id }) => id))]
    const attachments = [...draft.pictures, ...draft.files.map(({ path }) => path)]
    setSending(true)
    try {
      await onSay({ body, mentions, attachments })
      setDraft(emptyDraft)
      onSent()
    } catch (error) {
      ignoreCallError(error)
    } finally {
      setSending(false)
    }
  }
  const attach = (change: Partial<Pick<Draft, 'pictures' | 'files'>>) => setDraft((now) => ({ ...now, ...change }))
  return {
    draft,
    write,
    attach,
    mention,
    pickPeople,
    isPicking: mentionStart !== undefined,
    endPicking: () => setMentionStart(undefined),
    send,
    sending,
  }
}
