import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { monthClose, monthReopen } from '../../domain/books/operations.ts'
import { firstDayOf, type MonthNumber, monthOfText, monthText } from '../../domain/books/month.ts'
import type { ParsedInput, SignedIn } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { dayStart } from '../db/days.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { enqueue, type Job, type PieceWorker } from '../jobs/jobs.ts'
import { type Book, forgetBooks, lockBooks, readBooks } from './books.ts'
import { readObstacles } from './obstacles.ts'
import { enterFromRegister } from './opening.ts'
import { dropShares, writeShares } from './costShares.ts'
import { dropTotals, writeTotals } from './totals.ts'
import { pushVouchersOf } from './voucherJobs.ts'
import { voidVouchers, writeVouchers } from './vouchers.ts'

const bookOf = async (tx: Tx, bookId: Id): Promise<Book> => {
  const book = (await readBooks(tx)).find(({ id }) => id === bookId)
  if (!book) throw new NotFound()
  return book
}

/** Closes a month to postings and starts its run. Refuses in words what stands in the way; a run that is under way is the answer again. */
export const closeMonth = async (
  { tx, session, at }: SignedIn,
  { bookId, month: text }: ParsedInput<typeof monthClose>,
): Promise<OutputOf<typeof monthClose>> => {
  await lockBooks(tx)
  const book = await bookOf(tx, bookId)
  const month = monthOfText(text)
  const [existingPeriod] = await tx.query<{ id: Id; state: string }>(
    `select id, state from book_period where org_id = $1 and book_id = $2 and month = $3 and state <> 'undone'`,
    [tx.orgId, bookId, month],
  )
  if (existingPeriod?.state === 'undoing') refuse('book.undoing', '{month}正在反结账，请稍后再试', { month: text })
  if (existingPeriod) {
    // A run that rests after failures goes on where it stopped.
    if (existingPeriod.state === 'running')
      await enqueue(tx, { kind: 'book.close', key: existingPeriod.id, body: { periodId: existingPeriod.id } })
    return { month: text }
  }
  if (month !== book.closedMonth + 1)
    refuse('book.notNext', '只能依次结账，下一个月份是{month}', { month: monthText(book.closedMonth + 1) })
  const [unfinishedRun] = await tx.query(
    `select from book_period where org_id = $1 and book_id = $2 and state in ('running', 'undoing') limit 1`,
    [tx.orgId, bookId],
  )
  if (unfinishedRun) refuse('book.running', '上一个月份还在计算，请稍后再试')
  const obstacle = (await readObstacles(tx, book)).find(({ blocks }) => blocks)
  if (obstacle) refuse('book.obstacle', obstacleWords[obstacle.kind], { count: obstacle.count, month: text })
  const id = newId()
  await Promise.all([
    tx.query(
      `insert into book_period (org_id, id, book_id, month, state, actor_uid, started_at) values ($1, $2, $3, $4, 'running', $5, $6)`,
      [tx.orgId, id, bookId, month, session.uid, new Date(at).toISOString()],
    ),
    tx.query('update book set closed_month = $3 where org_id = $1 and id = $2', [tx.orgId, bookId, month]),
    enqueue(tx, { kind: 'book.close', key: id, body: { periodId: id } }),
  ])
  forgetBooks(tx)
  return { month: text }
}

/** Why a month cannot be closed. */
const obstacleWords = {
  future: '{month}还没有结束，月末当天起可以结账',
  opening: '期初资产正在进入账簿，请稍后再试',
  pending: '有{count}张{month}的单据还没有入账，请先处理',
  waiting: '有{count}张影响价值的单据还在审批中',
  noLife: '有{count}项资产没有使用年限，请先设置折旧规则或分类的使用年限',
  noValue: '有{count}项资产没有原值',
  notTakenOver: '台账中另有{count}项有原值的资产没有期初余额',
  shortLife: '有{count}个分类的折旧年限短于规定的最低年限',
  differences: '有{count}项盘点差异还没有处理',
  invoices: '有{count}项本月入账的资产，原值与发票金额不一致',
} as const

/** Opens the last closed month again. */
export const reopenMonth = async (
  { tx, session, at }: SignedIn,
  { bookId, month: text, reason }: ParsedInput<typeof monthReopen>,
): Promise<OutputOf<typeof monthReopen>> => {
  await lockBooks(tx)
  const book = await bookOf(tx, bookId)
  const month = monthOfText(text)
  const [period] = await tx.query<{ id: Id; state: string }>(
    `select id, state from book_period where org_id = $1 and book_id = $2 and month = $3 and state <> 'undone'`,
    [tx.orgId, bookId, month],
  )
  if (!period) return refuse('book.notClosed', '{month}没有结账', { month: text })
  if (period.state === 'undoing') return { month: text }
  if (period.state === 'running') refuse('book.running', '上一个月份还在计算，请稍后再试')
  if (month !== book.closedMonth) refuse('book.notLast', '只能反结最后一个已结账的月份：{month}', { month: monthText(book.closedMonth) })
  await Promise.all([
    tx.query(
      `update book_period set state = 'undoing', run_through = null, undone_by = $3, undone_at = $4, reason = $5 where org_id = $1 and id = $2`,
      [tx.orgId, period.id, session.uid, new Date(at).toISOString(), reason],
    ),
    enqueue(tx, { kind: 'book.close', key: period.id, body: { periodId: period.id } }),
  ])
  return { month: text }
}

const assetsOfPart = 20_000

/** Runs a month, and takes a run back, so many assets at a time; a run that was cut off goes on behind its last part. */
export const closingWorker: PieceWorker = {
  kind: 'book.close',
  piece: (database: Database, job: Job) => {
    const { periodId } = job.body as { readonly periodId: Id }
    return database.inTransaction(job.orgId, (tx) => runPiece(tx, periodId))
  },
}

/** The run of a month, locked. */
export type Period = {
  readonly id: Id
  readonly bookId: Id
  readonly month: MonthNumber
  readonly state: 'running' | 'closed' | 'undoing' | 'undone'
  readonly through: Id | null
  readonly actor: Id
  readonly undoneBy: Id | null
}

/** One part of the run of a month, or of taking it back; answers whether there is more. */
export const runPiece = async (tx: Tx, periodId: Id, assetsAtOnce = assetsOfPart): Promise<boolean> => {
  const [period] = await tx.query<Period>(
    `select id, book_id as "bookId", month, state, run_through as through, actor_uid as actor, undone_by as "undoneBy"
     from book_period where org_id = $1 and id = $2 for update`,
    [tx.orgId, periodId],
  )
  if (!period || period.state === 'closed' || period.state === 'undone') return false
  const book = await bookOf(tx, period.bookId)
  if (period.state === 'running' && period.through === null && (await enterMissed(tx, book, period))) return true
  const [part] = await tx.query<{ last: Id | null }>(
    `select max(asset_id) as last from (
       select asset_id from book_asset where org_id = $1 and book_id = $2 and asset_id > $3 order by asset_id limit $4) p`,
    [tx.orgId, book.id, period.through ?? '0', assetsAtOnce],
  )
  const last = part?.last ?? undefined
  if (last === undefined) return period.state === 'running' ? endRun(tx, period) : endUndoing(tx, book, period)
  const range: AssetRange = { after: period.through ?? '0', last }
  await (period.state === 'running' ? runAssets(tx, book, period, range) : undoAssets(tx, period, range))
  await tx.query('update book_period set run_through = $3 where org_id = $1 and id = $2', [tx.orgId, periodId, last])
  return true
}

type AssetRange = { readonly after: Id; readonly last: Id }

/** Charges the month and moves values to where their assets stand at its end; which comes first, the regime says. */
const runAssets = async (tx: Tx, book: Book, period: Period, range: AssetRange): Promise<void> => {
  await planUnits(tx, period, range)
  const isChargedFirst = book.rules.chargesDepartmentAt === 'start'
  if (isChargedFirst) await chargeAssets(tx, period, range)
  await transferAssets(tx, period, range)
  if (!isChargedFirst) await chargeAssets(tx, period, range)
}

/**
 * Plans the month of assets that are charged by their units: of what is left, the share that the readings of the month are of the units that are
 * left. A month that is run again plans it anew. Same as chargeOfUnits of domain/books/depreciation.ts.
 */
const planUnits = (tx: Tx, { bookId, month }: Period, { after, last }: AssetRange): Promise<unknown> =>
  tx.query(
    `insert into value_segment (org_id, book_id, asset_id, from_month, months, base, until_month)
     select b.org_id, b.book_id, b.asset_id, $3, 1, c.charge, $3
     from book_asset b join asset a on a.org_id = $1 and a.id = b.asset_id
     cross join lateral (select coalesce(sum(r.units) filter (where r.read_on < $6::date), 0) as before, sum(r.units) filter (where r.read_on >= $6::date) as done
       from unit_reading r where r.org_id = $1 and r.asset_code = a.instance_code and r.deleted_at is null and r.read_on < $7::date
         and r.read_on >= make_date(coalesce(b.units_from, b.entry_month) / 12, coalesce(b.units_from, b.entry_month) % 12 + 1, 1)) u
     cross join lateral (select b.cost - b.impairment - b.residual - b.depreciation_before - coalesce(sum(
         charged_in(s.base, s.months, least($3 - 1, s.until_month) - s.from_month + 1)), 0) as amount
       from value_segment s where s.org_id = $1 and s.book_id = $2 and s.asset_id = b.asset_id and s.from_month < $3) o
     cross join lateral (select case when u.before + u.done >= b.units_total then o.amount
       else round(o.amount * u.done / (b.units_total - u.before), 2) end as charge) c
     where b.org_id = $1 and b.book_id = $2 and b.asset_id > $4 and b.asset_id <= $5 and b.method = 'unitsOfProduction' and b.units_total is not null
       and b.entry_month <= $3 and (b.last_month is null or b.last_month >= $3) and u.done > 0 and c.charge > 0
     on conflict do nothing`,
    [tx.orgId, bookId, month, after, last, firstDayOf(month), firstDayOf(month + 1)],
  )

/** What was planned by readings goes with the run that is taken back: they may change before the next one. */
const dropUnits = (tx: Tx, { bookId, month }: Period, { after, last }: AssetRange): Promise<unknown> =>
  tx.query(
    `delete from value_segment s using book_asset b
     where s.org_id = $1 and s.book_id = $2 and s.asset_id > $4 and s.asset_id <= $5 and s.from_month = $3
       and b.org_id = $1 and b.book_id = $2 and b.asset_id = s.asset_id and b.method = 'unitsOfProduction'`,
    [tx.orgId, bookId, month, after, last],
  )

/** One entry for each asset that is charged in the month. */
const chargeAssets = (tx: Tx, { id, bookId, month, actor }: Period, { after, last }: AssetRange): Promise<unknown> =>
  tx.query(
    `insert into value_entry (org_id, book_id, month, asset_id, kind, source_id, depreciation, dept_id, cat_id, actor_uid, at)
     select c.org_id, c.book_id, $3, c.asset_id, 'depreciation', $6, c.charge, c.dept_id, c.cat_id, $7, $8
     from (
       select a.org_id, a.book_id, a.asset_id, a.dept_id, a.cat_id,
         sum(charged_in(s.base, s.months, least($3, s.until_month) - s.from_month + 1)
           - charged_in(s.base, s.months, least($3 - 1, s.until_month) - s.from_month + 1)) as charge
       from book_asset a join value_segment s on s.org_id = $1 and s.book_id = $2 and s.asset_id = a.asset_id and s.from_month <= $3 and s.until_month >= $3
       where a.org_id = $1 and a.book_id = $2 and a.asset_id > $4 and a.asset_id <= $5 and a.entry_month <= $3 and (a.last_month is null or a.last_month >= $3)
       group by a.org_id, a.book_id, a.asset_id, a.dept_id, a.cat_id) c
     where c.charge <> 0
     on conflict do nothing`,
    [tx.orgId, bookId, month, after, last, id, actor, new Date(tx.now()).toISOString()],
  )

/**
 * Takes the value of assets out of the department and category that the book has, and brings it to where their cards stood at the end of the
 * month: a later change of the department is looked up in their histories.
 */
const transferAssets = async (tx: Tx, { id, bookId, month, actor }: Period, { after, last }: AssetRange): Promise<void> => {
  const movedAssets = await tx.query<{ id: Id; deptId: Id | null; catId: Id | null }>(
    `select b.asset_id as id, t.dept_id as "deptId", t.cat_id as "catId"
     from book_asset b join asset a on a.org_id = $1 and a.id = b.asset_id left join model m on m.org_id = $1 and m.id = a.goods_id
     cross join lateral (select case when e.dept is null then a.dept_id else nullif(e.dept, '')::bigint end as dept_id,
         coalesce(a.cat_id, m.cat_id) as cat_id
       from (select 1) o left join lateral (
         select coalesce(h.changes -> 'deptId' ->> 0, '') as dept from asset_event h
         where h.org_id = $1 and h.asset_id = b.asset_id and h.at >= ${dayStart('$5')} and h.changes ? 'deptId' order by h.seq limit 1) e on true) t
     where b.org_id = $1 and b.book_id = $2 and b.asset_id > $3 and b.asset_id <= $4 and b.entry_month <= $6 and b.cost <> 0
       and (b.dept_id is distinct from t.dept_id or b.cat_id is distinct from t.cat_id)`,
    [tx.orgId, bookId, after, last, firstDayOf(month + 1), month],
  )
  if (movedAssets.length === 0) return
  const arrays = [movedAssets.map((asset) => asset.id), movedAssets.map(({ deptId }) => deptId), movedAssets.map(({ catId }) => catId)]
  await tx.query(
    `insert into value_entry (org_id, book_id, month, asset_id, kind, source_id, cost, depreciation, impairment, dept_id, cat_id, actor_uid, at)
     select b.org_id, b.book_id, $3, b.asset_id, w.kind, $4, w.sign * v.cost, w.sign * v.depreciation, w.sign * v.impairment,
       case w.sign when 1 then m.dept_id else b.dept_id end, case w.sign when 1 then m.cat_id else b.cat_id end, $8, $9
     from unnest($5::bigint[], $6::bigint[], $7::bigint[]) as m (asset_id, dept_id, cat_id)
     join book_asset b on b.org_id = $1 and b.book_id = $2 and b.asset_id = m.asset_id
     cross join (values ('transferOut', -1), ('transferIn', 1)) as w (kind, sign)
     cross join lateral (select sum(e.cost) as cost, sum(e.depreciation) as depreciation, sum(e.impairment) as impairment
       from value_entry e where e.org_id = $1 and e.book_id = $2 and e.asset_id = m.asset_id and e.month <= $3
         and e.kind not in ('transferOut', 'transferIn')) v
     on conflict do nothing`,
    [tx.orgId, bookId, month, id, ...arrays, actor, new Date(tx.now()).toISOString()],
  )
  await tx.query(
    `update book_asset b set dept_id = m.dept_id, cat_id = m.cat_id
     from unnest($3::bigint[], $4::bigint[], $5::bigint[]) as m (asset_id, dept_id, cat_id)
     where b.org_id = $1 and b.book_id = $2 and b.asset_id = m.asset_id`,
    [tx.orgId, bookId, ...arrays],
  )
}

const missedAtOnce = 1000

/** Brings in assets that came while not every process knew of the book; answers whether there were any. */
const enterMissed = async (tx: Tx, book: Book, { month, actor }: Period): Promise<boolean> => {
  const missedAssets = await tx.query<{ id: Id }>(
    `select a.id from asset a where a.org_id = $1 and a.deleted_at is null and is_inside(a.account) and a.value is not null
       and not exists (select from book_asset b where b.org_id = $1 and b.book_id = $2 and b.asset_id = a.id) limit $3`,
    [tx.orgId, book.id, missedAtOnce],
  )
  if (missedAssets.length === 0) return false
  await enterFromRegister(
    tx,
    { ...book, closedMonth: month - 1 },
    missedAssets.map(({ id }) => id),
    actor,
  )
  return true
}

/** Adds the month up and closes it. */
const endRun = async (tx: Tx, { id, month, bookId }: Period): Promise<boolean> => {
  await writeTotals(tx, bookId, month)
  await writeShares(tx, { id, bookId, month })
  await writeVouchers(tx, { id, bookId, month })
  await pushVouchersOf(tx, id)
  await tx.query(`update book_period set state = 'closed', closed_at = $3 where org_id = $1 and id = $2`, [
    tx.orgId,
    id,
    new Date(tx.now()).toISOString(),
  ])
  return false
}

/** Takes back what a run wrote about assets, by entries of its own. */
const undoAssets = async (tx: Tx, period: Period, range: AssetRange): Promise<void> => {
  const { id, bookId, month, actor, undoneBy } = period
  const { after, last } = range
  await dropUnits(tx, period, range)
  await tx.query(
    `insert into value_entry (org_id, book_id, month, asset_id, kind, source_id, no, cost, depreciation, impairment, dept_id, cat_id, actor_uid, at)
     select e.org_id, e.book_id, e.month, e.asset_id, 'undone', e.source_id, row_number() over (partition by e.asset_id order by e.kind, e.no) - 1,
       -e.cost, -e.depreciation, -e.impairment, e.dept_id, e.cat_id, $7, $8
     from value_entry e where e.org_id = $1 and e.book_id = $2 and e.month = $3 and e.asset_id > $4 and e.asset_id <= $5 and e.source_id = $6
       and e.kind in ('depreciation', 'transferOut', 'transferIn')
     on conflict do nothing`,
    [tx.orgId, bookId, month, after, last, id, undoneBy ?? actor, new Date(tx.now()).toISOString()],
  )
  await tx.query(
    `update book_asset b set dept_id = e.dept_id, cat_id = e.cat_id from value_entry e
     where b.org_id = $1 and b.book_id = $2 and e.org_id = $1 and e.book_id = $2 and e.month = $3 and e.asset_id = b.asset_id
       and e.asset_id > $4 and e.asset_id <= $5 and e.source_id = $6 and e.kind = 'transferOut'`,
    [tx.orgId, bookId, month, after, last, id],
  )
}

const endUndoing = async (tx: Tx, book: Book, { id, month, bookId }: Period): Promise<boolean> => {
  await lockBooks(tx)
  await dropTotals(tx, bookId, month)
  await dropShares(tx, bookId, month)
  await voidVouchers(tx, id)
  await pushVouchersOf(tx, id)
  await Promise.all([
    tx.query('update book set closed_month = $3 where org_id = $1 and id = $2', [tx.orgId, book.id, month - 1]),
    tx.query(`update book_period set state = 'undone' where org_id = $1 and id = $2`, [tx.orgId, id]),
  ])
  forgetBooks(tx)
  return false
}
