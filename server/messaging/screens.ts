import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Id } from '../../kernel/id.ts'
import type { Database } from '../db/pool.ts'

/** Who has a screen of this process in sight: told to all processes within a moment, and again for as long as it is so. */
export type Screens = {
  /** Says who looks now; the others of an earlier time do not any more. */
  readonly look: (viewers: Iterable<{ readonly orgId: Id; readonly uid: Id }>) => void
  readonly stop: () => void
}

/** A process that says nothing more has died, or no one looks. */
export const lookingSeconds = 75
const renewSeconds = 30
/** So that a person who goes from one page to the next is not written down twice. */
const gatherMs = 300

export const openScreens = (database: Database, log: Logger): Screens => {
  const process = randomUUID()
  let viewersByOrganisation: ReadonlyMap<Id, ReadonlySet<Id>> = new Map()
  let toldViewers: ReadonlyMap<Id, ReadonlySet<Id>> = new Map()
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = async (isRenewal: boolean) => {
    const [now, before] = [viewersByOrganisation, toldViewers]
    toldViewers = now
    for (const orgId of new Set([...now.keys(), ...before.keys()])) {
      const [here, there] = [now.get(orgId) ?? new Set<Id>(), before.get(orgId) ?? new Set<Id>()]
      const come = isRenewal ? [...here] : [...here].filter((uid) => !there.has(uid))
      const absentUids = [...there].filter((uid) => !here.has(uid))
      if (come.length + absentUids.length === 0) continue
      await database.inTransaction(orgId, async (tx) => {
        const until = new Date(tx.now() + lookingSeconds * 1000)
        await Promise.all([
          tx.query('delete from screen_seen where org_id = $1 and (uid = any ($2::bigint[]) and process = $3 or until < now())', [
            tx.orgId,
            absentUids,
            process,
          ]),
          tx.query(
            `insert into screen_seen (org_id, uid, process, until) select p.org_id, p.id, $3, $4 from person p where p.org_id = $1 and p.id = any ($2::bigint[])
             on conflict (org_id, uid, process) do update set until = excluded.until`,
            [tx.orgId, come.toSorted(), process, until],
          ),
        ])
      })
    }
  }
  const tellSafely = (isRenewal: boolean) =>
    void tell(isRenewal).catch((error: unknown) => log.warn({ error }, 'It could not be written down who looks at a screen'))
  const renewal = setInterval(() => tellSafely(true), renewSeconds * 1000)
  return {
    look: (people) => {
      const next = new Map<Id, Set<Id>>()
      for (const { orgId, uid } of people) next.set(orgId, (next.get(orgId) ?? new Set()).add(uid))
      viewersByOrganisation = next
      timer ??= setTimeout(() => {
        timer = undefined
        tellSafely(false)
      }, gatherMs)
    },
    stop: () => {
      clearInterval(renewal)
      clearTimeout(timer)
    },
  }
}
