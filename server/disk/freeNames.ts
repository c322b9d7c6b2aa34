import { freeName, nameKeyOf, stemOf } from '../../domain/disk/name.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Tx } from '../db/tx.ts'
import { recordFileEvents } from './fileEvents.ts'
import { gramsOf, searchTextOf } from '../search/searchText.ts'

/** What is kept of a name. */
export const namedColumns = (name: string) => {
  const search = searchTextOf([name])
  return { name, key: nameKeyOf(name), search, grams: gramsOf(search) }
}

/** What a folder has under a name; the space is locked. */
export const namesake = async (tx: Tx, parentId: Id, name: string): Promise<{ id: Id; kind: 'folder' | 'file' } | undefined> => {
  const [row] = await tx.query<{ id: Id; kind: 'folder' | 'file' }>(
    'select id, kind from disk_node where org_id = $1 and parent_id = $2 and name_key = $3 and trashed_at is null',
    [tx.orgId, parentId, nameKeyOf(name)],
  )
  return row
}

/** Names that are free in a folder, for each that is wanted there, none of them twice; the space is locked. */
export const freeNames = async (tx: Tx, parentId: Id, names: readonly string[]): Promise<string[]> => {
  const rows = await tx.query<{ key: string }>(
    `select n.name_key as key from unnest($3::text[]) as w (stem)
     join disk_node n on n.org_id = $1 and n.parent_id = $2 and n.trashed_at is null and starts_with(n.name_key, w.stem)`,
    [tx.orgId, parentId, [...new Set(names.map((name) => nameKeyOf(stemOf(name)).slice(0, 100)))]],
  )
  const usedKeys = new Set(rows.map(({ key }) => key))
  return names.map((name) => {
    const free = freeName(name, (key) => usedKeys.has(key))
    usedKeys.add(nameKeyOf(free))
    return free
  })
}

export type NewNode = {
  readonly id: Id
  readonly spaceId: Id
  readonly parentId: Id
  readonly name: string
  readonly content?: { readonly id: Id; readonly sizeBytes: number } | undefined
}

/** Puts nodes where nothing has their names; a file's first version with it. Parents stand before what lies in them. */
export const insertNodes = async (tx: Tx, uid: Id, nodes: readonly NewNode[]): Promise<void> => {
  const nameColumns = nodes.map(({ name }) => namedColumns(name))
  const columnOf = <K>(value: (node: NewNode) => K): K[] => nodes.map(value)
  await tx.query(
    `insert into disk_node (org_id, id, space_id, parent_id, kind, name, name_key, search, grams, content_id, size_bytes, version_no, created_by, changed_by)
     select o.org_id, n.id, n.space_id, n.parent_id, case when n.content_id is null then 'folder' else 'file' end, n.name, n.key, n.search,
       string_to_array(n.grams, e'\\t'), n.content_id, n.size, case when n.content_id is null then 0 else 1 end, $2, $2
     from organisation o cross join unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[], $11::bigint[])
       as n (id, space_id, parent_id, name, key, search, grams, content_id, size) where o.org_id = $1`,
    [
      tx.orgId,
      uid,
      columnOf(({ id }) => id),
      columnOf(({ spaceId }) => spaceId),
      columnOf(({ parentId }) => parentId),
      nameColumns.map(({ name }) => name),
      nameColumns.map(({ key }) => key),
      nameColumns.map(({ search }) => search),
      // A tab is in no gram.
      nameColumns.map(({ grams }) => grams.join('\t')),
      columnOf(({ content }) => content?.id ?? null),
      columnOf(({ content }) => content?.sizeBytes ?? 0),
    ],
  )
  const files = nodes.flatMap(({ id, spaceId, name, content }) => (content ? [{ id, spaceId, name, content }] : []))
  if (files.length === 0) return
  await recordFileEvents(tx, uid, 'attach', files)
  await tx.query(
    `insert into disk_version (org_id, node_id, no, space_id, content_id, size_bytes, uid)
     select o.org_id, v.node_id, 1, v.space_id, v.content_id, v.size, $2
     from organisation o cross join unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) as v (node_id, space_id, content_id, size) where o.org_id = $1`,
    [
      tx.orgId,
      uid,
      files.map(({ id }) => id),
      files.map(({ spaceId }) => spaceId),
      files.map(({ content }) => content.id),
      files.map(({ content }) => content.sizeBytes),
    ],
  )
}

/** Versions of a file beyond these go with the next one. */
export const versionsAtMost = 20

type AddVersionInput = {
  readonly node: { readonly id: Id; readonly spaceId: Id }
  readonly content: { readonly id: Id; readonly sizeBytes: number }
  readonly note?: string | null | undefined
}

/** Makes a content the newest version of a file. */
export const addVersion = async (tx: Tx, uid: Id, { node, content, note = null }: AddVersionInput): Promise<number> => {
  const [row] = await tx.query<{ no: number; name: string }>(
    `update disk_node set version_no = (select max(v.no) + 1 from disk_version v where v.org_id = $1 and v.node_id = $2),
       content_id = $3, size_bytes = $4, changed_at = now(), changed_by = $5
     where org_id = $1 and id = $2 and kind = 'file' returning version_no as no, name`,
    [tx.orgId, node.id, content.id, content.sizeBytes, uid],
  )
  if (!row) return refuse('disk.noFile', '这不是文件')
  await recordFileEvents(tx, uid, 'revise', [{ spaceId: node.spaceId, name: row.name }])
  await tx.query(
    'insert into disk_version (org_id, node_id, no, space_id, content_id, size_bytes, uid, note) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [tx.orgId, node.id, row.no, node.spaceId, content.id, content.sizeBytes, uid, note],
  )
  await tx.query(
    `delete from disk_version where org_id = $1 and node_id = $2
       and no <= (select v.no from disk_version v where v.org_id = $1 and v.node_id = $2 order by v.no desc offset $3 limit 1)`,
    [tx.orgId, node.id, versionsAtMost],
  )
  return row.no
}

/** Ids for what is made. */
export const idsFor = (count: number): Id[] => Array.from({ length: count }, newId)
