import * as v from 'valibot'
import { type Id, isId } from '../../kernel/id.ts'
import { place } from '../../kernel/fields/place.ts'
import { storedPath } from '../../kernel/fields/storedPath.ts'
import { type CardNoun, cardNouns } from '../cards/cards.ts'
import { findLinks, type LinkPiece } from '../text/markup.ts'
import { chatLimits } from './limits.ts'

/** What people send, and what the conversation tells of itself: `note` of its people and its name, `recall` of a message that was taken back. */
export const sentKinds = ['text', 'picture', 'file', 'voice', 'place', 'card'] as const
export const messageKinds = [...sentKinds, 'note', 'recall'] as const
export type SentKind = (typeof sentKinds)[number]
export type MessageKind = (typeof messageKinds)[number]

/** What counts as unread. */
export const isCounted = (kind: MessageKind): boolean => kind !== 'note' && kind !== 'recall'

const id = v.pipe(
  v.string('编号有误'),
  v.check((value) => isId(value), '编号有误'),
)
const side = v.pipe(v.number('图片有误'), v.integer('图片有误'), v.minValue(1, '图片有误'), v.maxValue(100_000, '图片有误'))
const index = v.pipe(v.number('提及有误'), v.integer('提及有误'), v.minValue(0, '提及有误'), v.maxValue(100_000, '提及有误'))

/** The part of a text from `from` to before `to`, counted in UTF-16 units as JavaScript does, that names a person; `all` everyone. */
const mention = v.strictObject({ from: index, to: index, uid: v.union([id, v.literal('all')], '提及有误') })
export type Mention = v.InferOutput<typeof mention>

const text = v.pipe(
  v.strictObject({
    text: v.pipe(
      v.string('应为文字'),
      v.check((value) => value.trim() !== '', '请输入内容'),
      v.maxLength(chatLimits.textSigns, '不能超过{max}个字'),
    ),
    mentions: v.optional(v.pipe(v.array(mention, '提及有误'), v.maxLength(50, '最多提及{max}人')), []),
  }),
  v.check(({ text, mentions }) => inOrder(mentions, text.length), '提及有误'),
)

/** Mentions follow each other, none within another or beyond the end. */
const inOrder = (mentions: readonly Mention[], end: number): boolean =>
  mentions.every(({ from, to }, index) => from < to && to <= end && (mentions[index - 1]?.to ?? from) <= from)

const picture = v.strictObject({
  pictures: v.pipe(
    v.array(
      v.strictObject({
        path: storedPath,
        smallPath: v.optional(storedPath),
        width: side,
        height: side,
        /** A blur of some 25 bytes as base64, shown until the picture is there. */
        thumbhash: v.optional(v.pipe(v.string('图片有误'), v.maxLength(60, '图片有误'), v.regex(/^[A-Za-z0-9+/]*={0,2}$/, '图片有误'))),
      }),
      '应为图片',
    ),
    v.minLength(1, '请至少选择一项'),
    v.maxLength(chatLimits.pictures, '最多{max}张图片'),
  ),
})

const file = v.strictObject({
  path: storedPath,
  name: v.pipe(v.string('文件名有误'), v.minLength(1, '文件名有误'), v.maxLength(200, '文件名有误')),
  sizeBytes: v.pipe(
    v.number('文件有误'),
    v.integer('文件有误'),
    v.minValue(0, '文件有误'),
    v.maxValue(chatLimits.fileBytes, '文件过大，请放入网盘后发送'),
  ),
})

/** Speech that was recorded here, with its length. */
const voice = v.strictObject({
  path: storedPath,
  milliseconds: v.pipe(
    v.number('语音有误'),
    v.integer('语音有误'),
    v.minValue(1, '语音有误'),
    v.maxValue(chatLimits.voiceSeconds * 1000 + chatLimits.voiceSlackMs, '语音过长'),
  ),
})

/** A thing of ours: nothing of it but its noun and id; what a reader sees of it he is told by his own rights when he looks. */
const card = v.strictObject({
  noun: v.picklist(cardNouns, '卡片有误'),
  id,
  /** The kind of a document or record, where the noun has several. */
  kind: v.optional(v.pipe(v.string('卡片有误'), v.regex(/^[\w-]{1,60}$/, '卡片有误'))),
})

/** The bodies that are sent, by kind. Texts are plain; their links are found when they are shown (`piecesOf`). */
export const bodySchemas = {
  text,
  picture,
  file,
  voice,
  place: v.strictObject({ place: place.check({ type: 'place' }, '位置') }),
  card,
} as const

/** `admins` and `members`: who became one. `exported`: taken out for a dispute, by one administrator (`by`) with another one who agreed. */
export type NoteKind =
  | 'made'
  | 'joined'
  | 'left'
  | 'removed'
  | 'renamed'
  | 'picture'
  | 'notice'
  | 'settings'
  | 'owner'
  | 'admins'
  | 'members'
  | 'dissolved'
  | 'exported'

/**
 * What a note tells. `uids` and `names` are the people it is about, as they were called then, the first of `count`; `by` did it, null where
 * the directory changed. `renamed` says the new `name`, `exported` the days as `name`.
 */
export type Note = {
  readonly note: NoteKind
  readonly by: { readonly uid: Id; readonly name: string } | null
  readonly uids: readonly Id[]
  readonly names: readonly string[]
  readonly count: number
  readonly name?: string
}

export type Bodies = {
  readonly text: v.InferOutput<typeof text>
  readonly picture: v.InferOutput<typeof picture>
  readonly file: v.InferOutput<typeof file>
  readonly voice: v.InferOutput<typeof voice>
  readonly place: v.InferOutput<typeof bodySchemas.place>
  readonly card: v.InferOutput<typeof card>
  readonly note: Note
  /** The message that was taken back. */
  readonly recall: { readonly targetId: Id; readonly targetSeq: number }
}

/** What is sent: its kind and the body of that kind. */
export type SentContent = { readonly [K in SentKind]: { readonly kind: K; readonly body: Bodies[K] } }[SentKind]

/** A message's content; `body` null where it was taken back. */
export type Content = { readonly [K in MessageKind]: { readonly kind: K; readonly body: Bodies[K] | null } }[MessageKind]

/** The files of a message. */
export const filesOf = (content: Content): string[] => {
  if (content.body === null) return []
  if (content.kind === 'file' || content.kind === 'voice') return [content.body.path]
  if (content.kind === 'picture') return content.body.pictures.flatMap(({ path, smallPath }) => [path, ...(smallPath ? [smallPath] : [])])
  return []
}

/** Who a message names: people, and whether everyone. */
export const mentionedIn = (content: Content): { readonly uids: readonly Id[]; readonly all: boolean } => {
  const mentionedUids = content.kind === 'text' && content.body ? content.body.mentions.map(({ uid }) => uid) : []
  return { uids: [...new Set(mentionedUids.filter((uid) => uid !== 'all'))], all: mentionedUids.includes('all') }
}

/** What a search finds a message by: text, names of files, of places and their addresses. */
export const searchPartsOf = (content: Content): string[] => {
  if (content.body === null) return []
  if (content.kind === 'text') return [content.body.text]
  if (content.kind === 'file') return [content.body.name]
  if (content.kind === 'place') return [content.body.place.name, content.body.place.address].filter(Boolean)
  return []
}

/** A piece of a text as it is shown. */
export type Piece = LinkPiece | { readonly kind: 'at'; readonly text: string; readonly uid: Id | 'all' }

/** A text in its pieces, in order; all pieces together are the text. */
export const piecesOf = ({ text, mentions }: Bodies['text']): Piece[] => {
  const pieces: Piece[] = []
  let position = 0
  for (const { from, to, uid } of mentions) {
    pieces.push(...findLinks(text.slice(position, from)), { kind: 'at', text: text.slice(from, to), uid })
    position = to
  }
  return [...pieces, ...findLinks(text.slice(position))]
}

/** What a list shows of a message, a push or a quotation: the beginning of a text, the name of a file or place, how many pictures. */
export type Brief =
  | { readonly kind: 'text' | 'file' | 'place'; readonly text: string }
  | { readonly kind: 'picture'; readonly count: number }
  | { readonly kind: 'voice'; readonly seconds: number }
  | { readonly kind: 'card'; readonly noun: CardNoun; readonly id: Id; readonly cardKind?: string }
  | { readonly kind: 'note'; readonly note: Note }
  | { readonly kind: 'recall' }

export const briefOf = (content: Content): Brief => {
  if (content.body === null) return { kind: 'recall' }
  switch (content.kind) {
    case 'text':
      return { kind: 'text', text: cut(content.body.text) }
    case 'file':
      return { kind: 'file', text: cut(content.body.name) }
    case 'place':
      return { kind: 'place', text: cut(content.body.place.name || content.body.place.address) }
    case 'voice':
      return { kind: 'voice', seconds: voiceSeconds(content.body.milliseconds) }
    case 'picture':
      return { kind: 'picture', count: content.body.pictures.length }
    case 'card':
      return { kind: 'card', noun: content.body.noun, id: content.body.id, ...(content.body.kind && { cardKind: content.body.kind }) }
    case 'note':
      return { kind: 'note', note: { ...content.body, uids: content.body.uids.slice(0, 3), names: content.body.names.slice(0, 3) } }
    case 'recall':
      return { kind: 'recall' }
  }
}

/** Whole seconds of speech; what was said has at least one. */
export const voiceSeconds = (milliseconds: number): number => Math.max(1, Math.round(milliseconds / 1000))

/** The beginning in one line; a letter is not cut in two. */
const cut = (text: string): string => {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  return letters.length > chatLimits.briefSigns ? `${letters.slice(0, chatLimits.briefSigns).join('')}…` : letters.join('')
}
