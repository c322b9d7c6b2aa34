import type { Definition } from '../../domain/approval/flow/definition.ts'
import { readersOf } from '../../domain/approval/flow/audience.ts'
import type { FieldPermissions } from '../../domain/approval/form/form.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { hiddenOfList } from '../../domain/documents/table.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { hiddenOfDocument } from '../access/hidden.ts'
import { seesAll } from './scope.ts'

/**
 * What stands in a list of documents `d` for a column, in SQL: `sql`, and where its reader does not see that of the document, `instead`, or
 * nothing.
 */
export type HiddenColumn = (column: string, sql: string, instead?: string) => string

/** For the person who sees all of every document in the list. */
export const allShown: HiddenColumn = (_, sql) => sql

/**
 * What the flows of some kinds hide from a reader, as far as a list can tell without reading each process: from an author what the start hides, from
 * everyone who decides or is not the author what any step does, so that a list says at most what the document itself would. `$1` is the
 * organisation, `reader` the place of the reader's id, `locations` that of the places that narrow what a keeper sees.
 */
export const shownTo = async (
  tx: Tx,
  session: Session,
  kinds: readonly DocumentKind[],
  { reader, locations }: { readonly reader: string; readonly locations: string },
): Promise<HiddenColumn> => {
  const narrowedKinds = kinds.filter((kind) => !seesAll(session, kind) || session.locations !== 'all')
  const versions = await hidingVersions(
    tx,
    narrowedKinds.map(({ flowKey }) => flowKey),
  )
  const shownByRoles = columnOfRoles(session, kinds, reader)
  if (versions.length === 0) return shownByRoles
  const othersCondition = `(d.author_uid <> ${reader} or exists (select from wf_task t where t.org_id = $1 and t.instance_id = i.id and t.assignee_uid = ${reader} and t.status = 1))`
  return (column, sql, instead = 'null') => {
    const hidden = narrowedKinds.flatMap((kind) => {
      const hidingIn = (permissions: (version: HidingVersion) => FieldPermissions) =>
        versions.flatMap((version) =>
          version.flowKey === kind.flowKey && hiddenOfList(kind, permissions(version)).includes(column) ? [version.version] : [],
        )
      const anywhere = hidingIn((version) => version.anywhere)
      if (anywhere.length === 0) return []
      const atStart = hidingIn(({ atStart: start }) => start)
      const readerCondition = atStart.length === 0 ? othersCondition : `(i.version in (${atStart.join(', ')}) or ${othersCondition})`
      const outside = seesAll(session, kind) ? `not (d.loc_ids = '{}' or d.loc_ids && ${locations}::bigint[]) and ` : ''
      return `d.kind = '${kind.kind}' and ${outside}exists (
        select from wf_instance i where i.org_id = $1 and i.id = d.instance_id and i.version in (${anywhere.join(', ')}) and ${readerCondition})`
    })
    const shownSql = shownByRoles(column, sql, instead)
    return hidden.length === 0 ? shownSql : `case when ${hidden.join(' or ')} then ${instead} else ${shownSql} end`
  }
}

/** What a reader whose roles hide fields is shown of the documents of others. */
const columnOfRoles = (session: Session, kinds: readonly DocumentKind[], reader: string): HiddenColumn => {
  if (session.hiddenFields.size === 0) return allShown
  return (column, sql, instead = 'null') => {
    const hidingKinds = kinds.filter((kind) => hiddenOfList(kind, hiddenOfDocument(session, kind)).includes(column))
    if (hidingKinds.length === 0) return sql
    return `case when d.author_uid <> ${reader} and d.kind in (${hidingKinds.map(({ kind }) => `'${kind}'`).join(', ')}) then ${instead} else ${sql} end`
  }
}

/** What a version of a flow hides: from the person who starts it, and from any of its readers. */
type HidingVersion = {
  readonly flowKey: string
  readonly version: number
  readonly atStart: FieldPermissions
  readonly anywhere: FieldPermissions
}

/** The published versions of some flows that hide something from a person. */
const hidingVersions = async (tx: Tx, flowKeys: readonly string[]): Promise<HidingVersion[]> => {
  if (flowKeys.length === 0) return []
  const definitions = await tx.query<{ flowKey: string; version: number; body: Definition }>(
    `select flow_key as "flowKey", version, body from wf_definition
     where org_id = $1 and flow_key = any ($2) and jsonb_path_exists(body, '$.** ? (@ == "hide")') order by flow_key, version`,
    [tx.orgId, flowKeys],
  )
  return definitions.map(({ flowKey, version, body }) => {
    const hidden = readersOf(body).flatMap((fields) => Object.keys(fields).filter((path) => fields[path] === 'hide'))
    return { flowKey, version, atStart: body.startFields, anywhere: Object.fromEntries(hidden.map((path) => [path, 'hide' as const])) }
  })
}
