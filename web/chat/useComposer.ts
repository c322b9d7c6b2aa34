import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { Bodies, Mention } from '../../domain/chat/body.ts'
import { chatLimits } from '../../domain/chat/limits.ts'
import type { Id } from '../../kernel/id.ts'
import { write } from './device/device.ts'
import { type Draft, draftOf, keepDraft, type QuotedMessage } from './device/drafts.ts'
import { insertMention, mentionsAfter, trimMessage } from './device/mentions.ts'
import { useWide } from '../screen.ts'
import { cardWritten } from './cardWritten.ts'
import { isKept } from './pickedFiles.ts'

export type ComposerHandle = {
  readonly reply: (quote: QuotedMessage) => void
  readonly name: (person: NamedPerson) => void
  readonly insert: (text: string) => void
  /** Takes up a text that was taken back, behind what is begun. */
  readonly rewrite: (body: Bodies['text']) => void
}
type NamedPerson = { readonly uid: Id; readonly name: string }

type ComposerInput = {
  handle: RefObject<ComposerHandle | null>
  chatId: Id
  /** Puts away what stands below the line. */
  onFold: () => void
  /** Something was put down to be sent. */
  onWritten: () => void
}

/** The message that is written in a conversation: what was begun is kept by conversation. `box` is the area that it is typed into. */
export const useComposer = ({ handle, chatId, onFold, onWritten }: ComposerInput) => {
  const [draft, setDraft] = useState<Draft>(() => draftOf(chatId))
  const { box, placeCaret } = useWritingArea()
  const { text, mentions } = draft

  const change = (next: Draft) => {
    setDraft(next)
    keepDraft(chatId, next)
  }
  const type = (next: string) => change({ ...draft, text: next, mentions: mentionsAfter(text, next, mentions) })
  const insert = (words: string) => {
    const area = box.current
    const from = area?.selectionStart ?? text.length
    const next = text.slice(0, from) + words + text.slice(area?.selectionEnd ?? from)
    if (next.length > chatLimits.textSigns) return
    placeCaret(from + words.length)
    type(next)
  }
  const mention = (person: NamedPerson) => {
    const next = insertMention(text, box.current?.selectionStart ?? text.length, mentions, person)
    placeCaret(next.caret)
    change({ ...draft, text: next.text, mentions: next.mentions })
    box.current?.focus()
  }
  const rewrite = (body: Bodies['text']) => {
    const next = withText(draft, body)
    placeCaret(next.text.length)
    change(next)
    onFold()
    box.current?.focus()
  }
  useImperativeHandle(handle, () => ({
    reply: (quote) => {
      change({ ...draft, reply: quote })
      box.current?.focus()
    },
    name: mention,
    insert,
    rewrite,
  }))

  const endReply = () => {
    const { reply: _, ...others } = draft
    change(others)
  }
  const send = async () => {
    const message = trimMessage(text, mentions)
    if (message.text === '') return
    change({ text: '', mentions: [] })
    onFold()
    if (await isKept(write(chatId, await contentOf(draft, message)))) onWritten()
    else change(draft)
  }
  return { draft, box, type, insert, mention, endReply, send }
}

/** The area grows with its text; the caret is put where it belongs once the text stands there. */
const useWritingArea = () => {
  const box = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number>(undefined)
  const wide = useWide()
  useLayoutEffect(() => {
    const area = box.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${Math.min(area.scrollHeight, 160)}px`
    if (caret.current === undefined) return
    area.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  useEffect(() => {
    if (wide) box.current?.focus()
  }, [wide])
  const placeCaret = (offset: number) => {
    caret.current = offset
  }
  return { box, placeCaret }
}

/** A draft with a further text at its end, as far as there is room. */
const withText = (draft: Draft, body: Bodies['text']): Draft => {
  const before = draft.text.trim() === '' ? '' : `${draft.text.trimEnd()}\n`
  const shift = ({ from, to, uid }: Mention): Mention => ({ from: from + before.length, to: to + before.length, uid })
  const text = (before + body.text).slice(0, chatLimits.textSigns)
  const mentions = [...draft.mentions, ...body.mentions.map(shift)].filter(({ to }) => to <= text.length)
  return { ...draft, text, mentions }
}

/** The address of a thing alone is sent as its card. */
const contentOf = async ({ reply }: Draft, message: ReturnType<typeof trimMessage>) => {
  const card = message.mentions.length === 0 ? await cardWritten(message.text) : undefined
  return card ? { kind: 'card' as const, body: card, reply } : { kind: 'text' as const, body: message, reply }
}
