import { createHash } from 'node:crypto'
import type { Id } from '../../kernel/id.ts'
import { partPath } from '../disk/contents.ts'
import { type Check, checkOrganisation, holds, inPieces } from './check.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** What must hold of the net disk. */
export const diskChecks: readonly Check[] = [
  holds(
    'disk: a space takes each content of its files, versions and bin once',
    `select s.id::text || ' says ' || s.used_bytes || ' and has ' || coalesce(f.bytes, 0) from disk_space s
     left join (
       select d.space_id, sum(d.size_bytes) as bytes from (
         select distinct v.space_id, v.content_id, c.size_bytes from disk_version v join disk_content c on c.org_id = $1 and c.id = v.content_id where v.org_id = $1
       ) d group by 1
     ) f on f.space_id = s.id
     where s.org_id = $1 and s.used_bytes <> coalesce(f.bytes, 0)`,
  ),
  holds(
    'disk: reserved is what uploads under way may still bring',
    `select s.id::text || ' says ' || s.reserved_bytes from disk_space s where s.org_id = $1
     and s.reserved_bytes <> coalesce((select sum(u.size_bytes) from disk_upload u where u.org_id = $1 and u.space_id = s.id and u.done_at is null), 0)`,
  ),
  holds(
    'disk: every folder and file has its way to the top of its space',
    `with recursive reached as (
       select n.id, n.space_id from disk_node n where n.org_id = $1 and n.parent_id is null and n.id = n.space_id
       union all
       select c.id, c.space_id from reached r join disk_node c on c.org_id = $1 and c.parent_id = r.id and c.space_id = r.space_id
     )
     select n.id::text from disk_node n where n.org_id = $1 and n.id not in (select id from reached)`,
  ),
  holds(
    'disk: a file is its newest version, of the same content, in the same space',
    `select n.id::text from disk_node n
     left join disk_version v on v.org_id = $1 and v.node_id = n.id and v.no = n.version_no
     where n.org_id = $1 and n.kind = 'file'
       and (v.no is null or v.content_id <> n.content_id or v.size_bytes <> n.size_bytes or v.space_id <> n.space_id
         or exists (select from disk_version w where w.org_id = $1 and w.node_id = n.id and w.no > n.version_no))`,
  ),
  holds(
    'disk: of a whole content every part is there, and in all of them every byte',
    `select c.id::text from disk_content c
     left join (select p.content_id, count(*) as n, sum(p.size_bytes) as bytes, max(p.no) as last from disk_part p where p.org_id = $1 group by 1) p on p.content_id = c.id
     where c.org_id = $1 and c.parts_hash is not null
       and (coalesce(p.bytes, 0) <> c.size_bytes or coalesce(p.n, 0) <> coalesce(p.last, 0))`,
  ),
  checkOrganisation('disk: what is stored is what was uploaded', async function* (query, orgId, { storage }) {
    if (!storage) return
    const contents = inPieces<{ id: Id; day: string; nos: number[]; hashes: string[] }>(
      query,
      orgId,
      `select c.id, c.day, array(select p.no from disk_part p where p.org_id = $1 and p.content_id = c.id order by p.no) as nos,
         array(select p.sha256 from disk_part p where p.org_id = $1 and p.content_id = c.id order by p.no) as hashes
       from disk_content c where c.org_id = $1 and c.parts_hash is not null and c.unused_since is null and c.id > $2 order by c.id limit $3`,
      { keyOf: ({ id }) => id, size: 20 },
    )
    for await (const { id, day, nos, hashes } of contents)
      for (const [at, no] of nos.entries()) {
        const path = partPath(orgId, { id, day }, no, assertDefined(hashes[at], `the hash of part ${no}`))
        const body = await storage.get(orgId, path)
        if (!body) {
          yield `${path} is gone`
          continue
        }
        const hash = createHash('sha256')
        for await (const piece of body.body) hash.update(piece)
        if (hash.digest('hex') !== hashes[at]) yield `${path} was changed`
      }
  }),
]
