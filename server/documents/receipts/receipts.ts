import { declaredField, textIn } from '../../../kernel/field.ts'
import type { Id } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { documentKinds } from '../../../domain/documents/all.ts'
import { codeOf, type DocumentKind } from '../../../domain/documents/define.ts'
import { receiverFieldOf } from '../../../domain/documents/receivers.ts'
import type { Session } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { administrators } from '../../access/people.ts'
import { managesPlace } from '../../access/scope.ts'
import { keepersFor } from '../../reminders/keepers.ts'
import { type Body, headerOf, valuesOf } from '../body.ts'
import type { DocumentRecord } from '../store.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import { managedBy } from '../../access/places.ts'

type ReceiptDocument = Pick<DocumentRecord, 'id' | 'header' | 'authorUid'>

/**
 * The people a stage waits for, who are also the ones notified: the person in the header, the keeper of the place or the head of the
 * department there, else the administrators; undefined where it waits for the owner of the code.
 */
export const receiversOf = async (
  tx: Tx,
  kind: DocumentKind,
  { header }: Pick<ReceiptDocument, 'header'>,
  stage: number,
): Promise<readonly Id[] | undefined> => {
  const receiverKey = receiverFieldOf(kind, header, stage)
  if (receiverKey === undefined) return undefined
  const receiver = textIn(header, receiverKey)
  if (receiver === undefined) return []
  if (isPlace(kind, receiverKey)) return keepersFor(tx, kind, receiver)
  const noun = nounOf(kind, receiverKey)
  if (noun === 'asset') return holdersOf(tx, receiver)
  if (noun !== 'department') return [receiver]
  const [row] = await tx.query<{ head: Id }>(headText, [tx.orgId, receiver])
  return row ? [row.head] : administrators(tx)
}

/** Who uses a piece; no one where a department or a place does. */
const holdersOf = async (tx: Tx, asset: Id): Promise<Id[]> => {
  const rows = await tx.query<{ uid: Id }>('select holder_uid as uid from asset where org_id = $1 and id = $2 and holder_uid is not null', [
    tx.orgId,
    asset,
  ])
  return rows.map(({ uid }) => uid)
}

const headText = `select p.id as head from department d join person p on p.org_id = $1 and p.id = d.manager_uid and p.state = 'active' and p.deleted_at is null
  where d.org_id = $1 and d.id = $2`

type ReceiptStage = { readonly kind: DocumentKind; readonly document: ReceiptDocument; readonly stage: number }

/** True for the person who a stage waits for, and for a manager above the place that it names. */
const isReceiver = async (tx: Tx, session: Session, { kind, document, stage }: ReceiptStage): Promise<boolean> => {
  const receiverKey = receiverFieldOf(kind, document.header, stage)
  if (receiverKey === undefined) return false
  if ((await receiversOf(tx, kind, document, stage))?.includes(session.uid)) return true
  const receiver = textIn(document.header, receiverKey)
  return session.managedLocations !== 'all' && receiver !== undefined && isPlace(kind, receiverKey) && managesPlace(tx, session, receiver)
}

/**
 * Whether a person may take a stage. What is received is confirmed by the person who receives it; an administrator may stand in, though not for
 * what he sent himself as long as there is another person.
 */
export const mayTake = async (tx: Tx, session: Session, { kind, document, stage }: ReceiptStage): Promise<boolean> => {
  const receivers = await receiversOf(tx, kind, document, stage)
  if (receivers === undefined) return session.codes.has(`${codeOf(kind)}:advance`)
  if (await isReceiver(tx, session, { kind, document, stage })) return true
  return session.managedLocations === 'all' && (document.authorUid !== session.uid || receivers.length === 0)
}

/**
 * True where the first stage waits for the person who receives something, in an organisation that wants it confirmed: there is something to hand over,
 * and it is not he who ends the approval.
 */
export const waitsForReceiver = async (
  tx: Tx,
  kind: DocumentKind,
  { document, body, actor }: { readonly document: ReceiptDocument; readonly body: Body; readonly actor: Id },
): Promise<boolean> => {
  const isReceived = kind.stages?.[0]?.by !== undefined
  if (!isReceived || !body.lines.some((line) => (kind.moves?.(headerOf(body), valuesOf(line), 0) ?? []).length > 0)) return false
  const receivers = (await receiversOf(tx, kind, document, 0)) ?? []
  return receivers.length > 0 && !receivers.includes(actor)
}

/** True where the person takes a stage of it, by what its header names: he may read it. */
export const receives = async (tx: Tx, session: Session, kind: DocumentKind, document: ReceiptDocument): Promise<boolean> => {
  for (const stage of (kind.stages ?? []).keys()) if (await isReceiver(tx, session, { kind, document, stage })) return true
  return false
}

/** Refuses in words who may not take a stage that waits for another person. */
export const requireReceiver = async (tx: Tx, session: Session, { kind, document, stage }: ReceiptStage): Promise<void> => {
  if (await mayTake(tx, session, { kind, document, stage })) return
  const receivers = (await receiversOf(tx, kind, document, stage)) ?? []
  const names = await tx.query<{ name: string }>(
    'select user_name as name from person where org_id = $1 and id = any ($2::bigint[]) order by id',
    [tx.orgId, receivers],
  )
  refuse('not-the-receiver', '由接收方{people}确认收货', { people: names.map(({ name }) => name).join('、') })
}

const nounOf = (kind: DocumentKind, receiverKey: string) => refersTo(declaredField(kind.header, receiverKey).control)
const isPlace = (kind: DocumentKind, receiverKey: string): boolean => nounOf(kind, receiverKey) === 'location'

/** Kind, stage, field of the receiver, what it names, and the fields that go before it where they are filled. */
const stages = documentKinds.flatMap((kind) =>
  (kind.stages ?? []).flatMap(({ by, otherwiseBy = [] }, stage) => {
    const keys = by === undefined ? [] : [by, ...otherwiseBy]
    return keys.map((key, place) => {
      const earlier = keys.slice(0, place).map((otherKey) => `'${otherKey}'`)
      return `('${kind.kind}', ${stage}, '${key}', '${nounOf(kind, key) ?? ''}', array[${earlier.join(', ')}]::text[])`
    })
  }),
)

/** Documents `d` of organisation $1 that wait for person $2 to confirm them. */
export const awaitedReceipts = `
  with recursive mine (id) as (
    select l.id from location l where l.org_id = $1 and l.deleted_at is null and ${managedBy('$2')}
    union select c.id from mine m join location c on c.org_id = $1 and c.parent_id = m.id and c.deleted_at is null
  ), awaited as (
    select d.* from (values ${stages.join(', ')}) as s (kind, stage, by, noun, earlier)
    join document d on d.org_id = $1 and d.kind = s.kind and d.state = 'inProgress' and d.stage = s.stage and not d.header ?| s.earlier
      and (s.stage > 0 or not exists (select from document_receipt r where r.org_id = $1 and r.document_id = d.id))
    where case s.noun when 'location' then (d.header ->> s.by)::bigint in (select id from mine)
      when 'department' then (d.header ->> s.by)::bigint in (
        select h.id from department h where h.org_id = $1 and h.manager_uid = $2 and h.deleted_at is null)
      when 'asset' then exists (
        select from asset a where a.org_id = $1 and a.id = (d.header ->> s.by)::bigint and a.holder_uid = $2)
      else (d.header ->> s.by)::bigint = $2 end
    union all
    select d.* from document_receipt r join document d on d.org_id = $1 and d.id = r.document_id and d.state = 'inProgress' and d.stage = 0
    where r.org_id = $1 and r.uid = $2 and r.confirmed_at is null
  )`
