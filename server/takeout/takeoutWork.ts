import type { Id } from '../../kernel/id.ts'
import type { App } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { fileLimitBytes } from '../files/files.ts'
import { folderOf, type Storage } from '../storage/storage.ts'
import { enqueue, type Job, type Worker } from '../jobs/jobs.ts'
import { notify } from '../messaging/notify.ts'
import type { Tx } from '../db/tx.ts'
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

const make = async (database: Database, means: Means, job: Job<{ id: Id }>, signal: AbortSignal): Promise<false> => {
  const { orgId } = job
  const { id } = job.body
  const { storage } = means
  const takeout = await begin(database, orgId, id)
  // An organisation that was brought in from elsewhere has the job and not the takeout.
  if (!takeout) return false
  const { uid, name, before } = takeout
  await removePieces(storage, orgId, before)
  const pieces = new PieceWriter(database, means, orgId, { id, attempt: before.attempt + 1 })
  try {
    await takeOut(
      { database, storage },
      {
        orgId,
        by: name,
        secrets: false,
        sink: (part) => pieces.write(part),
        onProgress: (share) => pieces.report(share),
        signal,
      },
    )
    await pieces.flush()
    await database.inTransaction(orgId, (tx) => finish(tx, pieces.archive, uid))
  } catch (error) {
    // Where the process ends, the process that takes the job next begins anew.
    if (signal.aborted || (!(error instanceof NoRoom) && job.attempts < attemptsAtMost)) throw error
    await removePieces(storage, orgId, pieces.archive)
    await database.inTransaction(orgId, (tx) => fail(tx, pieces.archive, uid, error instanceof NoRoom ? error.why : 'fault'))
    if (!(error instanceof NoRoom)) throw error
  }
  return false
}

/** Stores what a takeout writes in pieces of some size, and notes on the takeout how far it is. */
class PieceWriter {
  readonly #database: Database
  readonly #means: Means
  readonly #orgId: Id
  readonly #attemptKey: Pick<TakeoutArchive, 'id' | 'attempt'>
  #pieces = 0
  #bytes = 0
  #buffers: Buffer[] = []
  #waitingBytes = 0
  #reportedProgress = 0

  constructor(database: Database, means: Means, orgId: Id, attemptKey: Pick<TakeoutArchive, 'id' | 'attempt'>) {
    this.#database = database
    this.#means = means
    this.#orgId = orgId
    this.#attemptKey = attemptKey
  }

  get archive(): TakeoutArchive {
    return { ...this.#attemptKey, pieces: this.#pieces }
  }

  async write(part: Buffer): Promise<void> {
    this.#buffers.push(part)
    this.#waitingBytes += part.length
    if (this.#waitingBytes < pieceBytes) return
    await this.flush()
    this.#buffers = []
    this.#waitingBytes = 0
  }

  /** Stores what waits as one piece. */
  async flush(): Promise<void> {
    const { spool, storage, settings } = this.#means
    const piece = Buffer.concat(this.#buffers)
    if (!(await spool.room()).takesFiles) throw new NoRoom('noDisk')
    // Counted before it is there: what is cut off in between is taken away by the process that begins again.
    this.#pieces++
    this.#bytes += piece.length
    await this.#note(null)
    const [room] = await this.#database.reading(this.#orgId, (tx) =>
      tx.query<{ used: string }>('select used_bytes as used from file_room where org_id = $1', [this.#orgId]),
    )
    const limitBytes = fileLimitBytes(settings)
    if (limitBytes !== null && Number(room?.used ?? 0) > limitBytes) throw new NoRoom('noRoom')
    await storage.put(this.#orgId, piecePath(this.#orgId, this.archive, this.#pieces), piece, 'application/octet-stream')
  }

  /** Notes the progress, in steps of some hundredths. */
  async report(share: number): Promise<void> {
    const progress = Math.min(99, Math.floor(share * 100))
    if (progress < this.#reportedProgress + 5) return
    this.#reportedProgress = progress
    await this.#note(progress)
  }

  async #note(progress: number | null): Promise<void> {
    const { id, attempt } = this.#attemptKey
    const [ours] = await this.#database.inTransaction(this.#orgId, (tx) =>
      tx.query(
        `update takeout set progress = coalesce($4, progress), pieces = $5, size_bytes = $6
         where org_id = $1 and id = $2 and attempt = $3 and state = 'running' returning 1`,
        [this.#orgId, id, attempt, progress, this.#pieces, this.#bytes],
      ),
    )
    if (!ours) throw new Error('Somebody else makes this takeout now.')
  }
}

/** Notes that a takeout is made, and tells the person who wanted it; nothing where it is another one's by now. */
const finish = async (tx: Tx, { id, attempt }: TakeoutArchive, uid: Id): Promise<void> => {
  const [done] = await tx.query<{ gone_at: string }>(
    `update takeout set state = 'done', progress = 100, done_at = now(), gone_at = now() + make_interval(hours => ${keptHours})
     where org_id = $1 and id = $2 and attempt = $3 and state = 'running' returning gone_at`,
    [tx.orgId, id, attempt],
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
}

const fail = async (tx: Tx, { id, attempt }: TakeoutArchive, uid: Id, failure: keyof typeof failures): Promise<void> => {
  const [ours] = await tx.query(
    `update takeout set state = 'failed', failure = $4, size_bytes = 0, pieces = 0
     where org_id = $1 and id = $2 and attempt = $3 and state = 'running' returning 1`,
    [tx.orgId, id, attempt, failure],
  )
  if (!ours) return
  await notify(tx, { uids: [uid], msgType: 2, category: 'system', title: '组织的全部数据没有导出成功', link: takeoutScreen })
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
