import type { Id } from '../../kernel/id.ts'
import type { App } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { fileLimitBytes } from '../files/files.ts'
import { folderOf, type Storage } from '../storage/storage.ts'
import { enqueue, type Job, type Worker } from '../jobs/jobs.ts'
import { notify } from '../messaging/notify.ts'
import type { Sink } from './archive.ts'
import { takeOut } from './out.ts'

/** Why nothing came of a takeout. */
export const failures = {
  noRoom: '组织的文件空间不足，请删除不用的文件或联系运维人员',
  noDisk: '服务器磁盘空间不足，请联系运维人员',
  fault: '导出时出错，请稍后再试或联系运维人员',
} as const

export const takeoutScreen = '/pages/user/takeout'

/** Where a piece of the file lies, from 1. */
export const piecePath = (orgId: Id, { id, attempt }: TakeoutArchive, number: number): string =>
  `${folderOf(orgId)}/takeouts/${id}-${attempt}-${String(number).padStart(5, '0')}.part`

/** One making of a takeout; `pieces`: how many of it may be there. */
export type TakeoutArchive = { readonly id: Id; readonly attempt: number; readonly pieces: number }

const pieceBytes = 16 * 1024 * 1024
const keptHours = 24
const attemptsAtMost = 5

class NoRoom extends Error {
  readonly why: 'noRoom' | 'noDisk'
  constructor(reason: 'noRoom' | 'noDisk') {
    super(reason)
    this.why = reason
  }
}

type Means = Pick<App, 'storage' | 'spool' | 'settings'>

/** Makes takeouts, one of an organisation at a time, from the beginning each time it is cut off; and takes their files away after a day. */
export const takeoutWorkers = (means: Means, signal: AbortSignal): readonly Worker[] => [
  { kind: 'takeout', piece: (database, job: Job<{ id: Id }>) => make(database, means, job, signal) },
  { kind: 'takeout.remove', piece: (database, job: Job<{ id: Id }>) => remove(database, means.storage, job) },
]

const make = async (database: Database, { storage, spool, settings }: Means, job: Job<{ id: Id }>, signal: AbortSignal): Promise<false> => {
  const { orgId } = job
  const { id } = job.body
  const takeout = await begin(database, orgId, id)
  // An organisation that was brought in from elsewhere has the job and not the takeout.
  if (!takeout) return false
  const { uid, name, before } = takeout
  await removePieces(storage, orgId, before)
  const attemptKey = { id, attempt: before.attempt + 1 }
  const limitBytes = fileLimitBytes(settings)
  let pieces = 0
  let bytes = 0
  const note = async (progress: number | null): Promise<void> => {
    const [ours] = await database.inTransaction(orgId, (tx) =>
      tx.query(
        `update takeout set progress = coalesce($4, progress), pieces = $5, size_bytes = $6
         where org_id = $1 and id = $2 and attempt = $3 and state = 'running' returning 1`,
        [orgId, id, attemptKey.attempt, progress, pieces, bytes],
      ),
    )
    if (!ours) throw new Error('Somebody else makes this takeout now.')
  }
  const keep = async (piece: Buffer): Promise<void> => {
    if (!(await spool.room()).takesFiles) throw new NoRoom('noDisk')
    // Counted before it is there: what is cut off in between is taken away by the process that begins again.
    pieces++
    bytes += piece.length
    await note(null)
    const [room] = await database.reading(orgId, (tx) =>
      tx.query<{ used: string }>('select used_bytes as used from file_room where org_id = $1', [orgId]),
    )
    if (limitBytes !== null && Number(room?.used ?? 0) > limitBytes) throw new NoRoom('noRoom')
    await storage.put(orgId, piecePath(orgId, { ...attemptKey, pieces }, pieces), piece, 'application/octet-stream')
  }
  try {
    let buffers: Buffer[] = []
    let waitingBytes = 0
    const sink: Sink = async (part) => {
      buffers.push(part)
      waitingBytes += part.length
      if (waitingBytes < pieceBytes) return
      await keep(Buffer.concat(buffers))
      buffers = []
      waitingBytes = 0
    }
    let reportedAtMs = 0
    const onProgress = async (share: number): Promise<void> => {
      const progress = Math.min(99, Math.floor(share * 100))
      if (progress < reportedAtMs + 5) return
      reportedAtMs = progress
      await note(progress)
    }
    await takeOut({ database, storage }, { orgId, by: name, secrets: false, sink, onProgress, signal })
    await keep(Buffer.concat(buffers))
    await database.inTransaction(orgId, async (tx) => {
      const [done] = await tx.query<{ gone_at: string }>(
        `update takeout set state = 'done', progress = 100, done_at = now(), gone_at = now() + make_interval(hours => ${keptHours})
         where org_id = $1 and id = $2 and attempt = $3 and state = 'running' returning gone_at`,
        [orgId, id, attemptKey.attempt],
      )
      if (!done) return
      await enqueue(tx, { kind: 'takeout.remove', key: id, body: { id }, dueAt: done.gone_at })
      await notify(tx, {
        uids: [uid],
        msgType: 2,
        category: 'system',
        title: '组织的全部数据已导出，请在一天内下载',
        link: takeoutScreen,
      })
    })
  } catch (error) {
    // Where the process ends, the process that takes the job next begins anew.
    if (signal.aborted || (!(error instanceof NoRoom) && job.attempts < attemptsAtMost)) throw error
    await removePieces(storage, orgId, { ...attemptKey, pieces })
    await database.inTransaction(orgId, async (tx) => {
      const [ours] = await tx.query(
        `update takeout set state = 'failed', failure = $4, size_bytes = 0, pieces = 0
         where org_id = $1 and id = $2 and attempt = $3 and state = 'running' returning 1`,
        [orgId, id, attemptKey.attempt, error instanceof NoRoom ? error.why : 'fault'],
      )
      if (!ours) return
      await notify(tx, { uids: [uid], msgType: 2, category: 'system', title: '组织的全部数据没有导出成功', link: takeoutScreen })
    })
    if (!(error instanceof NoRoom)) throw error
  }
  return false
}

const remove = async (database: Database, storage: Storage, { orgId, body: { id } }: Job<{ id: Id }>): Promise<false> => {
  const [row] = await database.reading(orgId, (tx) =>
    tx.query<TakeoutArchive>(`select id, attempt, pieces from takeout where org_id = $1 and id = $2 and state = 'done'`, [orgId, id]),
  )
  if (!row) return false
  await removePieces(storage, orgId, row)
  await database.inTransaction(orgId, (tx) =>
    tx.query(`update takeout set state = 'gone', gone_at = now(), pieces = 0, size_bytes = 0 where org_id = $1 and id = $2`, [orgId, id]),
  )
  return false
}

const removePieces = async (storage: Storage, orgId: Id, archive: TakeoutArchive): Promise<void> => {
  for (let number = 1; number <= archive.pieces; number++) await storage.remove(orgId, piecePath(orgId, archive, number))
}

/** Takes the takeout over; what was made of it before. Undefined where there is nothing to make. */
const begin = (database: Database, orgId: Id, id: Id) =>
  database.inTransaction(orgId, async (tx) => {
    const [before] = await tx.query<TakeoutArchive & { uid: Id; name: string }>(
      `select t.id, t.attempt, t.pieces, t.uid, p.user_name as name from takeout t join person p on p.org_id = $1 and p.id = t.uid
       where t.org_id = $1 and t.id = $2 and t.state in ('waiting', 'running') for update of t`,
      [orgId, id],
    )
    if (!before) return undefined
    await tx.query(
      `update takeout set state = 'running', progress = 0, attempt = attempt + 1, pieces = 0, size_bytes = 0 where org_id = $1 and id = $2`,
      [orgId, id],
    )
    return { uid: before.uid, name: before.name, before }
  })
