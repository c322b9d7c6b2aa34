import type { Id } from '../../kernel/id.ts'
import type { LetterFigures } from '../../domain/mail/letter.ts'
import type { RingCategory } from '../../domain/push/ringing.ts'
import type { Tx } from '../db/tx.ts'

/** Something that a person has not read; `shown` says it in a language. */
export type Unread = {
  readonly id: Id
  readonly uid: Id
  readonly category: RingCategory
  /** Meant for this person: he is named, or no one else is told. */
  readonly isForMe: boolean
  /** Others wait for him. */
  readonly isUrgent: boolean
  /** The same for what is about one thing: the newest takes the place of the others. */
  readonly about: string
  readonly shown: (language: 'zh' | 'en') => DeliveryText
  /** What it says one by one where a way has room for that, read when it is sent; undefined where nothing could be read. */
  readonly entries?: (language: 'zh' | 'en') => Promise<readonly DeliveryEntry[] | undefined>
  /** The file that goes with it where a way takes one, made when it is sent. */
  readonly attachment?: (language: 'zh' | 'en') => Promise<Attachment>
}

/** `file`: undefined where none is wanted or it is too large; `note` says where it is another than was wanted, and is empty otherwise. */
export type Attachment = { readonly file: { readonly name: string; readonly content: Buffer } | undefined; readonly note: string }

/** `link` is a path of the screen table with its query. `figures` stand in a mail as a table. `entries`: what it says one by one, where it gathers several things. */
export type DeliveryText = {
  readonly title: string
  readonly content: string
  readonly link: string | null
  readonly figures?: LetterFigures
  readonly entries?: readonly DeliveryEntry[]
}
export type DeliveryEntry = Omit<DeliveryText, 'entries'>

/** Where messages come from. */
export type Source = {
  readonly name: string
  /** Those among them that are not read, for the person who is in service: for everyone who they are for, or for one. */
  readonly unread: (tx: Tx, ids: readonly Id[], uid?: Id) => Promise<Unread[]>
}

/**
 * A way by which messages reach people who look at no screen: mail, push, a chat. Each is one file and one entry in the list of
 * `server/workers.ts`; what it needs besides, it is made with.
 */
export type Deliverer = {
  /** Names its jobs; stays as long as they do. */
  readonly name: string
  /** What people call it. */
  readonly title: string
  /**
   * True for a way that rings at people. It gets nothing that was read within the first seconds, that an open screen shows, that its reader
   * does not want to be rung at for, or that a way before it in the list has wanted; and never twice what it may have delivered.
   */
  readonly rings?: boolean
  /** After so long without an answer a delivery is tried again later. */
  readonly timeoutSeconds: number
  /** How many deliveries are under way at once; four where nothing is said. */
  readonly atOnce?: number
  /** Which of the messages are wanted this way, and where: an address is whatever `deliver` understands, several for one person as well. */
  readonly wants: (tx: Tx, unread: readonly Unread[]) => Promise<readonly DeliveryTarget[]>
  /** Delivers outside any transaction. What it throws is tried again later. */
  readonly deliver: (delivery: Delivery) => Promise<Outcome>
}

export type DeliveryTarget = { readonly id: Id; readonly uid: Id; readonly address: string }

/** `key` is the same however often this is tried, after a crash as well, and nothing else has it: the person who receives knows it again by that. */
export type Delivery = {
  readonly key: string
  readonly orgId: Id
  readonly address: string
  readonly message: Unread
  readonly signal: AbortSignal
}

/**
 * `gone`: there is no one at this address. `refused`: never, whatever was tried; `why` in words. `again`: not now, and not before
 * `afterSeconds` where the person who receives asks for that; `isUntried` where its turn has not come, which is no try.
 */
export type Outcome =
  | { readonly t: 'delivered' }
  | { readonly t: 'gone' }
  | { readonly t: 'refused'; readonly why: string }
  | { readonly t: 'again'; readonly why: string; readonly afterSeconds?: number; readonly isUntried?: true }
