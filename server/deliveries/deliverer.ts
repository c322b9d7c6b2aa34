import type { Id } from '../../kernel/id.ts'
import type { MessageRow } from '../../domain/operations/messages.ts'
import type { Tx } from '../db/tx.ts'

/** A message that somebody has not read; `shown` says it in a language. */
export type Unread = { readonly id: Id; readonly uid: Id; readonly shown: (language: 'zh' | 'en') => MessageRow }

/**
 * A way by which messages reach people who look at no screen: mail, push, a chat. Each is one file and one entry in the list of
 * `server/workers.ts`; what it needs besides, it is made with.
 */
export type Deliverer = {
  /** Names its jobs; stays as long as they do. */
  readonly name: string
  /** What people call it. */
  readonly title: string
  /** After so long without an answer a delivery is tried again later. */
  readonly timeoutSeconds: number
  /** Which of the messages are wanted this way, and where: an address is whatever `deliver` understands, several for one person as well. */
  readonly wants: (tx: Tx, unread: readonly Unread[]) => Promise<readonly Wanted[]>
  /** Delivers outside any transaction. What it throws is tried again later. */
  readonly deliver: (delivery: Delivery) => Promise<Outcome>
}

export type Wanted = { readonly id: Id; readonly address: string }

/** `key` is the same however often this is tried, after a crash as well, and nothing else has it: whoever receives knows it again by that. */
export type Delivery = {
  readonly key: string
  readonly orgId: Id
  readonly address: string
  readonly message: Unread
  readonly signal: AbortSignal
}

/** `gone`: there is nobody at this address. `again`: not now, `why` in words, and not before `afterSeconds` where whoever receives asks for that. */
export type Outcome = { readonly t: 'delivered' | 'gone' } | { readonly t: 'again'; readonly why: string; readonly afterSeconds?: number }
