import type { Id } from '../../kernel/id.ts'
import { cardKey, type CardRef } from '../../domain/cards/cards.ts'
import { managersAbove } from '../access/places.ts'
import type { SignedIn } from '../call.ts'
import type { SubjectOf } from '../chat/handlers.ts'
import type { Tx } from '../db/tx.ts'
import type { CardReaders } from './readers.ts'

/**
 * The title of a conversation about a record and the people it concerns: for an asset its holder and the keeper of its place, for a document
 * and an application the author, the receivers and the approvers, for a count its author and the counters. For readers of the card.
 */
export const subjectOf =
  (readers: CardReaders): SubjectOf =>
  async (call, noun, id) => {
    const { tx } = call
    const ref = await refOf(tx, noun, id)
    if (!ref) return undefined
    const card = (await readers[ref.noun]?.(call, [ref]))?.get(cardKey(ref))
    if (card === undefined || card === 'gone') return undefined
    const rows = await concernedPeople[ref.noun](tx, ref.id)
    const managers = ref.noun === 'asset' ? await keepersOf(call, ref.id) : []
    return { name: `${card.label} ${card.title}`, uids: [...new Set([...rows.flatMap(({ uid }) => uid ?? []), ...managers])] }
  }

type Subject = CardRef & { readonly noun: keyof typeof concernedPeople }

type Person = { uid: Id | null }

/** Who each thing concerns. */
const concernedPeople = {
  asset: (tx: Tx, id: Id) => tx.query<Person>('select holder_uid as uid from asset where org_id = $1 and id = $2', [tx.orgId, id]),
  document: (tx: Tx, id: Id) =>
    tx.query<Person>(
      `select d.author_uid as uid from document d where d.org_id = $1 and d.id = $2
       union select d.subject_uid from document d where d.org_id = $1 and d.id = $2
       union select l.receiver_uid from document_line l where l.org_id = $1 and l.document_id = $2 and l.receiver_uid is not null
       union select w.uid from document d join wf_participant w on w.org_id = $1 and w.instance_id = d.instance_id
         where d.org_id = $1 and d.id = $2 and w.roles & 3 > 0`,
      [tx.orgId, id],
    ),
  process: (tx: Tx, id: Id) =>
    tx.query<Person>('select uid from wf_participant where org_id = $1 and instance_id = $2 and roles & 3 > 0', [tx.orgId, id]),
  count: (tx: Tx, id: Id) =>
    tx.query<Person>(
      `select opened_by as uid from count_task where org_id = $1 and id = $2
       union select uid from count_share where org_id = $1 and task_id = $2 and uid is not null`,
      [tx.orgId, id],
    ),
} as const

const refOf = async (tx: Tx, noun: string, id: Id): Promise<Subject | undefined> => {
  if (noun === 'asset' || noun === 'process' || noun === 'count') return { noun, id }
  if (noun !== 'document') return undefined
  const [row] = await tx.query<{ kind: string }>('select kind from document where org_id = $1 and id = $2', [tx.orgId, id])
  return row && { noun, id, kind: row.kind }
}

/** The person who is named first as keeping the place of an asset, or the next one around it that has a person. */
const keepersOf = async ({ tx }: SignedIn, id: Id): Promise<Id[]> => {
  const rows = await tx.query<{ uid: Id }>(
    `${managersAbove} select m.uid from above a join manager m on m.id = a.id order by a.depth, m.rank, m.uid limit 1`,
    [tx.orgId, await placesOf(tx, id)],
  )
  return rows.map(({ uid }) => uid)
}

const placesOf = async (tx: Tx, id: Id): Promise<Id[]> => {
  const [row] = await tx.query<{ loc_id: Id | null }>(
    'select coalesce(loc_id, home_id) as loc_id from asset where org_id = $1 and id = $2',
    [tx.orgId, id],
  )
  return row?.loc_id ? [row.loc_id] : []
}
