import { firstOf } from '../../kernel/assert.ts'
import type { Logger } from 'pino'
import type { Id } from '../../kernel/id.ts'
import { keepRecent } from '../../kernel/recent.ts'
import type { ChatFrame, ReactionFrame } from '../../domain/chat/operations.ts'
import type { ReactionChange } from '../../domain/chat/reactions.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import type { Database } from '../db/pool.ts'
import type { QueryTx } from '../db/tx.ts'
import type { Event, Hearer } from '../messaging/relay.ts'
import type { Sockets } from '../messaging/sockets.ts'
import { messageColumns, messageIn, messageJoins, type StoredMessage } from './messages.ts'

export type FramesParts = { readonly database: Database; readonly log: Logger; readonly sockets: Pick<Sockets, 'peopleOf' | 'tell'> }

export type Frames = {
  readonly hear: Hearer
  /** Settles when everything that was heard so far is sent. */
  readonly settled: () => Promise<void>
}

/** Who is in a conversation, by the version of its members; with the number from which on he sees what is said. */
type Members = { readonly version: number; readonly fromSeq: ReadonlyMap<Id, number> }

type Recipients = {
  readonly sockets: FramesParts['sockets']
  readonly orgId: Id
  readonly members: Members
  readonly connectedUids: ReadonlySet<Id>
}

/**
 * Sends new messages of conversations, and reactions to them, to those of their members who are connected here. The messages of a batch are
 * read once, however many people they are for. Who left gets none, because a message names the version of the members that it was sent to.
 * What fails is only not sent: each screen asks for what it finds missing.
 */
export const openFrames = ({ database, log, sockets }: FramesParts): Frames => {
  const members = new Map<string, Members>()
  let last = Promise.resolve()

  const tell = async (orgId: Id, events: readonly Event[]) => {
    const connectedUids = new Set(sockets.peopleOf(orgId))
    if (connectedUids.size === 0) return
    await database.reading(orgId, async (tx) => {
      await learn(tx, members, events)
      const concernedEvents = events.filter(({ key }) =>
        [...(membersOf(members, orgId, key)?.fromSeq.keys() ?? [])].some((uid) => connectedUids.has(uid)),
      )
      if (concernedEvents.length === 0) return
      const rows = await messagesOf(
        tx,
        concernedEvents.filter(({ topic }) => topic === 'chat'),
      )
      for (const event of concernedEvents) {
        const knownMembers = membersOf(members, orgId, event.key)
        if (!knownMembers) continue
        const row = rows.get(String(event.body['id']))
        const recipients: Recipients = { sockets, orgId, members: knownMembers, connectedUids }
        if (event.topic === 'chatface') sendChange(event, recipients)
        else if (row) sendMessage(row, event, recipients)
      }
    })
  }

  return {
    hear: (events) => {
      const ours = events.filter(({ topic }) => topic === 'chat' || topic === 'chatface')
      if (ours.length === 0) return
      for (const [orgId, of] of Map.groupBy(ours, ({ orgId }) => orgId)) {
        if (sockets.peopleOf(orgId).length === 0) continue
        // One batch after the other, so that messages come in their order.
        last = last
          .then(() => tell(orgId, of))
          .catch((error) => log.warn({ error }, 'Messages of conversations could not be sent to screens'))
      }
    },
    settled: () => last,
  }
}

/** Of a reaction only what changed is sent: a message in a large group has many. */
const sendChange = ({ key, body }: Event, { sockets, orgId, members: { fromSeq }, connectedUids }: Recipients): void => {
  const seq = Number(body['seq'])
  const frame: ReactionFrame = { type: messageTypes.chat, topic: 'chatface', key, seq, change: body['change'] as ReactionChange }
  const text = Buffer.from(JSON.stringify(frame))
  for (const [uid, from] of fromSeq) if (connectedUids.has(uid) && seq > from) sockets.tell(orgId, uid, text)
}

const sendMessage = (row: StoredMessage, { body }: Event, { sockets, orgId, members: { fromSeq }, connectedUids }: Recipients): void => {
  const membersVersion = Number(body['membersVersion'])
  const textFrom = (from: number): Buffer => {
    const message = messageIn(row, from)
    const frame: ChatFrame = {
      type: messageTypes.chat,
      topic: 'chat',
      key: row.chat_id,
      seq: row.seq,
      membersVersion,
      message,
    }
    return Buffer.from(JSON.stringify(frame))
  }
  const wholeFrame = textFrom(0)
  for (const [uid, from] of fromSeq) {
    if (!connectedUids.has(uid) || row.seq <= from) continue
    // What it answers may be older than what he may see.
    sockets.tell(orgId, uid, row.reply_seq !== null && row.reply_seq <= from ? textFrom(from) : wholeFrame)
  }
}

const membersOf = (members: ReadonlyMap<string, Members>, orgId: Id, chatId: string): Members | undefined =>
  members.get(`${orgId}/${chatId}`)

/** How many conversations a process remembers the members of. */
const rememberedAtMost = 5_000

/** Reads the members of conversations that are not known, or were read before what is told now. */
const learn = async (queryTx: QueryTx, members: Map<string, Members>, events: readonly Event[]): Promise<void> => {
  const due = new Set<Id>()
  for (const { key, body } of events) {
    const cachedMembers = membersOf(members, queryTx.orgId, key)
    if (!cachedMembers || cachedMembers.version < Number(body['membersVersion'])) due.add(key)
  }
  if (due.size === 0) return
  // The version is read with the members, in one statement and so of one moment.
  const rows = await queryTx.query<{ chat_id: Id; version: number; uid: Id; from_seq: number }>(
    `select m.chat_id, c.members_version as version, m.uid, m.from_seq
     from chat c join chat_member m on m.org_id = $1 and m.chat_id = c.id and m.left_seq is null
     where c.org_id = $1 and c.id = any ($2::bigint[])`,
    [queryTx.orgId, [...due]],
  )
  for (const [chatId, of] of Map.groupBy(rows, ({ chat_id }) => chat_id))
    keepRecent(
      members,
      `${queryTx.orgId}/${chatId}`,
      { version: firstOf(of).version, fromSeq: new Map(of.map(({ uid, from_seq }) => [uid, from_seq])) },
      rememberedAtMost,
    )
}

/** The list of ids stands in a select of its own: the planner then keeps one plan for all calls. */
const messagesOf = async (queryTx: QueryTx, events: readonly Event[]): Promise<ReadonlyMap<Id, StoredMessage>> => {
  if (events.length === 0) return new Map()
  const rows = await queryTx.query<StoredMessage>(
    `select ${messageColumns} from chat_message m ${messageJoins} where m.org_id = $1 and m.id = any ((select $2::bigint[])::bigint[])`,
    [queryTx.orgId, events.map(({ body }) => String(body['id']))],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
