import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DiskNode } from '../../domain/disk/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { auditDatabase } from '../audit/audit.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { openDisk } from './testing/disk.ts'

const { app, database, newCompany } = await testApp(handlers)
const doors = [await openDisk(app), await openDisk(app)]

/** What a disk is, in the fewest words: every node knows its parent, and the person who throws one away marks it alone. */
type Model = Map<Id, { parent: Id; name: string; versions: string[] | null; trashed: boolean }>

const places = fc.nat(11)
const command = fc.oneof(
  fc.record({
    t: fc.constant('put' as const),
    at: places,
    name: fc.constantFrom('a', 'A', 'b', '丙.txt'),
    bytes: fc.constantFrom('1', '22', '333'),
    version: fc.boolean(),
  }),
  fc.record({ t: fc.constant('folder' as const), at: places, name: fc.constantFrom('f', 'g', 'F') }),
  fc.record({ t: fc.constantFrom('move' as const, 'copy' as const), what: places, at: places }),
  fc.record({
    t: fc.constantFrom('delete' as const, 'restore' as const, 'purge' as const, 'back' as const, 'share' as const),
    what: places,
  }),
)

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 5)
const seed = Number(process.env['PROPERTY_SEED'] ?? 3)

/** Random commands of two people over two processes: the disk is what the model is after each, and what it takes is what the model holds. */
test('whatever people do in whatever order, the disk is what it should be', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(command, fc.nat(1)), { minLength: 10, maxLength: 35 }), async (commands) => {
      const company = await newCompany()
      const [owner, guest] = [await company.hire(`o${company.orgId}`), await company.hire(`g${company.orgId}`)]
      const [mine, theirs] = [await company.tokenOf(owner), await company.tokenOf(guest)]
      const model: Model = new Map()
      const shares = new Set<Id>()
      const wayOf = (id: Id): Id[] => (id === owner ? [] : [id, ...wayOf(model.get(id)!.parent)])
      const isGone = (id: Id): boolean => wayOf(id).some((each) => model.get(each)!.trashed)
      const below = (id: Id): Id[] => [id, ...[...model].flatMap(([child, { parent }]) => (parent === id ? below(child) : []))]
      const folderAt = (n: number): Id => {
        const folders = [owner, ...[...model].filter(([id, { versions }]) => versions === null && !isGone(id)).map(([id]) => id)]
        return folders[n % folders.length]!
      }
      const pick = (n: number, of: (id: Id) => boolean): Id | undefined => {
        const ids = [...model.keys()].filter(of)
        return ids.length === 0 ? undefined : ids[n % ids.length]
      }
      const note = ({ id, parentId, name }: DiskNode, versions: string[] | null): void => {
        model.set(id, { parent: parentId!, name, versions, trashed: false })
      }
      const info = async (id: Id): Promise<DiskNode> => (await doors[0]!.call(mine, 'netdisknode/info', { id })).node
      for (const [does, door] of commands) {
        const { call, upload } = doors[door]!
        if (does.t === 'put') {
          const node = await upload(mine, folderAt(does.at), does.name, Buffer.from(does.bytes), does.version ? 'version' : 'number')
          const before = model.get(node.id)
          if (before) before.versions!.push(does.bytes)
          else note(node, [does.bytes])
        } else if (does.t === 'folder')
          note(await call(mine, 'netdisknode/folder', { parentId: folderAt(does.at), name: does.name, same: 'number' }), null)
        else if (does.t === 'move' || does.t === 'copy') {
          const [what, parentId] = [pick(does.what, (id) => !isGone(id)), folderAt(does.at)]
          if (!what) continue
          const isCircle = wayOf(parentId).includes(what)
          const done = call(mine, `netdisknode/${does.t}`, { ids: [what], parentId })
          if (isCircle && !(does.t === 'move' && model.get(what)!.parent === parentId)) {
            await assert.rejects(done, /disk\.circle/)
            continue
          }
          const { ids } = await done
          if (does.t === 'move') model.get(what)!.parent = parentId
          else {
            // A copy has what was there, without older versions and what had been thrown away.
            const copied = async (from: Id, to: Id): Promise<void> => {
              const { versions } = model.get(from)!
              note(await info(to), versions && [versions.at(-1)!])
              const children = [...model].filter(([, each]) => each.parent === from && !each.trashed).map(([id]) => id)
              if (versions !== null || children.length === 0) return
              const { list } = await call(mine, 'netdisknode/list', { id: to })
              for (const child of children) await copied(child, list.find(({ name }: DiskNode) => name === model.get(child)!.name).id)
            }
            await copied(what, ids[0])
          }
          model.get(does.t === 'move' ? what : ids[0])!.name = (await info(does.t === 'move' ? what : ids[0])).name
        } else if (does.t === 'delete') {
          const what = pick(does.what, (id) => !isGone(id))
          if (what) await call(mine, 'netdisknode/delete', { ids: [what] }).then(() => (model.get(what)!.trashed = true))
        } else if (does.t === 'restore') {
          const what = pick(does.what, (id) => model.get(id)!.trashed)
          if (!what) continue
          await call(mine, 'netdisknode/restore', { ids: [what] })
          const each = model.get(what)!
          each.trashed = false
          if (isGone(what)) each.parent = owner
          each.name = (await info(what)).name
        } else if (does.t === 'purge') {
          const what = pick(does.what, (id) => model.get(id)!.trashed)
          if (!what) continue
          await call(mine, 'netdisknode/purge', { ids: [what] })
          for (const id of below(what)) model.delete(id)
        } else if (does.t === 'back') {
          const what = pick(does.what, (id) => model.get(id)!.versions !== null && !isGone(id))
          if (!what) continue
          const versions = model.get(what)!.versions!
          const { versionNo } = await call(mine, 'netdisknode/restoreVersion', { id: what, no: 1 })
          if (versionNo > versions.length) versions.push(versions[0]!)
        } else {
          const what = pick(does.what, (id) => !isGone(id))
          if (what) await call(mine, 'netdiskshare/save', { nodeId: what, to: 'person', toIds: [guest] }).then(() => shares.add(what))
        }
      }
      const { call, fetch } = doors[0]!
      for (const [id, { parent, versions }] of model) {
        const readsIt = !isGone(id) && wayOf(id).some((each) => shares.has(each))
        if (versions) {
          const mineNow = await fetch(mine, { id, versionNo: versions.length })
          assert.equal(mineNow.status, isGone(id) ? 404 : 200)
          if (!isGone(id)) assert.equal(mineNow.bytes.toString(), versions.at(-1))
          assert.equal((await fetch(theirs, { id, versionNo: versions.length })).status, readsIt ? 200 : 404)
        } else await (readsIt ? call(theirs, 'netdisknode/list', { id }) : assert.rejects(call(theirs, 'netdisknode/list', { id }), /404/))
        if (!isGone(id)) assert.equal((await info(id)).parentId, parent)
      }
      const listed = async (id: Id): Promise<string[]> => {
        const { list } = await call(mine, 'netdisknode/list', { id })
        return (
          await Promise.all(list.map(async (node: DiskNode) => [node.id, ...(node.kind === 'folder' ? await listed(node.id) : [])]))
        ).flat()
      }
      assert.deepEqual((await listed(owner)).toSorted(), [...model.keys()].filter((id) => !isGone(id)).toSorted())
      const names = await database.reading(company.orgId, (tx) =>
        tx.query('select 1 from disk_node where org_id = $1 and trashed_at is null group by parent_id, name_key having count(*) > 1', [
          company.orgId,
        ]),
      )
      assert.deepEqual(names, [])
    }),
    { numRuns, seed, endOnFailure: numRuns < 100 },
  )
  assert.deepEqual(
    (await auditDatabase(database, { storage: app.storage })).filter(({ count }) => count > 0),
    [],
  )
})
