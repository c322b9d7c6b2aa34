import { documentKinds } from '../../../domain/documents/all.ts'
import { fileActions } from '../../../domain/records/history/fileActions.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Session } from '../../call.ts'
import { isForSql, isManagedSql, seesAll } from '../../documents/scope.ts'

/** Documents of these kinds reserve the assets that they name while they are in approval. */
const reservingKinds = documentKinds.filter(({ moves }) => moves !== undefined)

/**
 * What happened to an asset: changes of its card in the order of their numbers, and between them, by time, the labels that were printed for it, the
 * closed counts that it was in, the files of its folder, and the documents in approval that reserved it, as far as this reader sees those. A place is
 * the number of the change before it, and for what is no change its microsecond and what it is.
 */
export const historyEntries = (
  session: Session,
  orgId: Id,
  assetId: Id,
): { readonly text: string; readonly values: readonly unknown[] } => ({
  text: `
  select e.id::text, e.seq, 0::bigint as micros, '' as key, e.at, 'event' as source, e.action, null as subject, e.actor_uid, e.document_id, e.changes
  from asset_event e where e.org_id = $1 and e.asset_id = $2
  union all
  select o.key, coalesce((select max(e.seq) from asset_event e where e.org_id = $1 and e.asset_id = $2 and e.at <= o.at), 0),
         (extract(epoch from o.at) * 1000000)::bigint, o.key, o.at, o.source, o.action, o.subject, o.actor_uid, o.document_id, '{}'
  from (${labelsText} union all ${countsText} union all ${filesText} union all ${reservationsText(session)}) o`,
  values: [
    orgId,
    assetId,
    fileActions,
    session.uid,
    reservingKinds.map(({ kind }) => kind),
    reservingKinds.filter((kind) => seesAll(session, kind)).map(({ kind }) => kind),
    session.locations === 'all' ? null : session.locations,
    session.departments,
  ],
})

const labelsText = `
  select 'label-' || l.job_id || '-' || l.label_no as key, l.printed_at as at, 'label' as source, l.copy::text as action, null as subject,
         l.printed_by as actor_uid, null::bigint as document_id
  from label_print l where l.org_id = $1 and l.noun = 'asset' and l.item_id = $2`

const countsText = `
  select 'count-' || t.id, coalesce(s.at, t.closed_at), 'count', r.verdict, t.name, r.seen_uid, null
  from count_task t
  join lateral (select r.verdict, r.seen_uid from count_result r
    where r.org_id = $1 and r.task_id = t.id and r.item_kind = 'asset' and r.item_id = $2 order by r.round desc limit 1) r on true
  left join lateral (select max(u.happened_at) as at from count_event u
    where u.org_id = $1 and u.task_id = t.id and u.item_id = $2 and u.kind = 'seen' and u.disposition = 'ok') s on true
  where t.org_id = $1 and t.id in (select k.task_id from count_line k where k.org_id = $1 and k.item_kind = 'asset' and k.item_id = $2)
    and t.state = 'closed' and t.closed_at is not null`

const filesText = `
  select 'file-' || f.id, f.at, 'file', f.action, f.details ->> 'name', f.actor_uid, null
  from record_event f where f.org_id = $1 and f.noun = 'asset' and f.record_id = $2 and f.action = any ($3::text[])`

/** Documents that name the piece in a line, and those in approval that reserve it by its model. */
const reservationsText = (session: Session): string => `
  select 'document-' || v.id, v.at, 'reservation', v.action, null, v.actor_uid, d.id
  from (select l.document_id from document_line l where l.org_id = $1 and l.item_id = $2
        union select r.document_id from reservation r where r.org_id = $1 and r.item_id = $2) n
  join document d on d.org_id = $1 and d.id = n.document_id
  join document_event v on v.org_id = $1 and v.document_id = d.id
  where d.instance_id is not null and d.kind = any ($5::text[]) and v.action in ('submit', 'rejected', 'withdrawn', 'returned')
    and (d.author_uid = $4::bigint or ${isForSql('$4::bigint')}
      or d.kind = any ($6::text[]) and ${isManagedSql(session, { locations: '$7', departments: '$8' })}
      or exists (select from wf_participant w where w.org_id = $1 and w.instance_id = d.instance_id and w.uid = $4::bigint))`
