import type { Id } from '../../../kernel/id.ts'
import type { Tx } from '../../db/tx.ts'
import { NotFound } from '../../httpError.ts'
import { flowRowOf } from '../flow/rows.ts'
import { peopleOf } from '../process/lists.ts'

type Body = Record<string, unknown>

/** A flow as its designer reads it: a version of it (the published one unless another is asked for) or the draft, and which versions there are. */
export const definitionOf = async (tx: Tx, flowKey: string, version: number | 'draft' | undefined) => {
  const flow = await flowRowOf(tx, flowKey)
  const [versions, [draft]] = await Promise.all([
    tx.query<{ version: number; published_at: string; published_by: Id | null; note: string; running: number }>(versionsText, [
      tx.orgId,
      flowKey,
    ]),
    tx.query<{ body: Body; revision: number }>('select body, revision from wf_draft where org_id = $1 and flow_key = $2', [
      tx.orgId,
      flowKey,
    ]),
  ])
  const people = await peopleOf(
    tx,
    versions.map(({ published_by }) => published_by),
  )
  const versionWanted = version === 'draft' ? undefined : (version ?? flow.version ?? undefined)
  const [publishedRow] = await tx.query<{ body: Body }>(
    'select body from wf_definition where org_id = $1 and flow_key = $2 and version = $3',
    [tx.orgId, flowKey, versionWanted ?? flow.version],
  )
  const body = version === 'draft' ? (draft?.body ?? publishedRow?.body) : publishedRow?.body
  if (!body) throw new NotFound()
  return {
    flow,
    version: versionWanted ?? null,
    revision: draft?.revision ?? 0,
    body,
    versions: versions.map((row) => ({
      version: row.version,
      publishedAt: row.published_at,
      publishedBy: row.published_by === null ? null : people(row.published_by),
      note: row.note,
      running: row.running,
    })),
  }
}

const versionsText = `
  select d.version, d.published_at, d.published_by, d.note,
         (select count(*)::int from wf_instance i where i.org_id = $1 and i.flow_key = d.flow_key and i.version = d.version
            and i.status in ('running', 'returned', 'posting')) as running
  from wf_definition d where d.org_id = $1 and d.flow_key = $2 order by d.version desc`
