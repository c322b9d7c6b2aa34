import { type Day, dayAt } from '../../kernel/day.ts'
import { compare, type Decimal, subtract } from '../../kernel/decimal.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { bookStart } from '../../domain/books/operations.ts'
import { type AssetRule, firstChargedMonth, planFor } from '../../domain/books/assetPlan.ts'
import { fenOf } from '../../domain/books/fen.ts'
import { type MonthNumber, monthOfDay } from '../../domain/books/month.ts'
import type { ParsedInput, SignedIn } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { enqueue, type Job, type PieceWorker } from '../jobs/jobs.ts'
import { type Book, forgetBooks, lockBooks, readAssetRules, readBooks } from './books.ts'
import { type BookAsset, insertBookAssets, insertEntries, type ValueEntry } from './entries.ts'
import { writeTotals } from './totals.ts'

/** Starts a book, so that postings are valued in it from now on; the assets that are there come in by a job. */
export const startBook = async (
  { tx, session }: SignedIn,
  { bookId, control }: ParsedInput<typeof bookStart>,
): Promise<OutputOf<typeof bookStart>> => {
  await lockBooks(tx)
  const [book] = await tx.query<{ name: string; startsOn: Day; closedMonth: number | null }>(
    `select book_name as name, starts_on as "startsOn", closed_month as "closedMonth" from book
     where org_id = $1 and id = $2 and deleted_at is null for update`,
    [tx.orgId, bookId],
  )
  if (!book) throw new NotFound()
  if (book.closedMonth !== null) refuse('book.started', '{book}已经启用', { book: book.name })
  if (monthOfDay(book.startsOn) > monthOfDay(dayAt(tx.now())) + 1)
    refuse('book.startsLater', '启用月份最晚为下个月，请到时再启用{book}', { book: book.name })
  await requireSoundOpenings(tx, bookId, control)
  await tx.query('update book set closed_month = $3, version = version + 1 where org_id = $1 and id = $2', [
    tx.orgId,
    bookId,
    monthOfDay(book.startsOn) - 1,
  ])
  forgetBooks(tx)
  // Other processes know of the book within a second; what they post before that comes in by this job.
  await enqueue(tx, {
    kind: 'book.open',
    key: bookId,
    body: { bookId, actor: session.uid },
    dueAt: new Date(tx.now() + rememberedMs).toISOString(),
  })
  return { bookId }
}

const rememberedMs = 1500

type OpeningSums = { assets: number; cost: Decimal; depreciation: Decimal; impairment: Decimal }

/** The sums of what was taken over for a book. */
export const readOpeningSums = (tx: Tx, bookId: Id): Promise<OpeningSums> =>
  onlyRow(
    tx.query<OpeningSums>(
      `select count(*)::int as assets, coalesce(sum(cost), 0) as cost, coalesce(sum(depreciation), 0) as depreciation,
         coalesce(sum(impairment), 0) as impairment
       from opening where org_id = $1 and book_id = $2 and deleted_at is null`,
      [tx.orgId, bookId],
    ),
  )

/** Refuses openings that are about no asset, contradict themselves, or do not add up to what the former register shows. */
const requireSoundOpenings = async (tx: Tx, bookId: Id, control: ParsedInput<typeof bookStart>['control']): Promise<void> => {
  const [sums, strange, wrong] = await Promise.all([
    readOpeningSums(tx, bookId),
    tx.query<{ code: string | null; count: number }>(
      `select min(o.asset_code) as code, count(*)::int as count from opening o
       where o.org_id = $1 and o.book_id = $2 and o.deleted_at is null and not exists (
         select from asset a where a.org_id = $1 and a.instance_code = o.asset_code and a.deleted_at is null and is_inside(a.account))`,
      [tx.orgId, bookId],
    ),
    tx.query<{ code: string | null; count: number }>(
      `select min(asset_code) as code, count(*)::int as count from opening
       where org_id = $1 and book_id = $2 and deleted_at is null
         and (net_value is not null and net_value <> cost - depreciation - coalesce(impairment, 0) or depreciation + coalesce(impairment, 0) > cost)`,
      [tx.orgId, bookId],
    ),
  ])
  const [unknown] = strange
  if (unknown && unknown.count > 0)
    refuse('book.unknownAssets', '{count}条期初余额的资产编码不在台账中，例如{code}', { count: unknown.count, code: unknown.code ?? '' })
  const [contradictory] = wrong
  if (contradictory && contradictory.count > 0)
    refuse('book.wrongNet', '{count}条期初余额的净值不等于原值减累计折旧减减值准备，或小于0，例如{code}', {
      count: contradictory.count,
      code: contradictory.code ?? '',
    })
  if (!control) return
  if (control.assets !== sums.assets)
    refuse('book.controlCount', '期初余额有{found}条，控制数是{expected}条', { found: sums.assets, expected: control.assets })
  for (const [label, foundSum, expected] of [
    ['账面原值', sums.cost, control.cost],
    ['累计折旧', sums.depreciation, control.depreciation],
    ['减值准备', sums.impairment, control.impairment],
  ] as const)
    if (compare(foundSum, expected) !== 0)
      refuse('book.controlSum', '{label}合计{found}，控制数{expected}，相差{difference}', {
        label,
        found: moneyWords(foundSum),
        expected: moneyWords(expected),
        difference: moneyWords(subtract(foundSum, expected)),
      })
}

type OpenBody = { readonly bookId: Id; readonly actor: Id }

/** Brings the assets of the register into a book that was started, so many at a time. */
export const openingBookWorker: PieceWorker = {
  kind: 'book.open',
  piece: (database: Database, job: Job) => {
    const { bookId, actor } = job.body as OpenBody
    return database.inTransaction(job.orgId, (tx) => openPiece(tx, bookId, actor))
  },
}

const assetsOfPart = 1000

/** One part of the opening of a book; answers whether there is more. */
export const openPiece = async (tx: Tx, bookId: Id, actor: Id, assetsAtOnce = assetsOfPart): Promise<boolean> => {
  const [row] = await tx.query<{ through: Id | null; openedAt: string | null }>(
    'select opened_through as through, opened_at as "openedAt" from book where org_id = $1 and id = $2 for update',
    [tx.orgId, bookId],
  )
  const book = (await readBooks(tx)).find(({ id }) => id === bookId)
  if (!row || !book || row.openedAt !== null) return false
  const ids = await tx.query<{ id: Id }>('select id from asset where org_id = $1 and id > $2 order by id limit $3', [
    tx.orgId,
    row.through ?? '0',
    assetsAtOnce,
  ])
  const last = ids.at(-1)
  if (last) {
    await enterFromRegister(
      tx,
      book,
      ids.map(({ id }) => id),
      actor,
    )
    await tx.query('update book set opened_through = $3 where org_id = $1 and id = $2', [tx.orgId, bookId, last.id])
    return true
  }
  await writeTotals(tx, bookId, book.firstMonth - 1)
  await tx.query('update book set opened_at = $3 where org_id = $1 and id = $2', [tx.orgId, bookId, new Date(tx.now()).toISOString()])
  return false
}

type RegisterRow = {
  id: Id
  value: Decimal | null
  inServiceOn: Day | null
  boughtOn: Day | null
  createdOn: Day
  catId: Id | null
  deptId: Id | null
  openingCost: Decimal | null
  depreciation: Decimal | null
  impairment: Decimal | null
  openingInServiceOn: Day | null
  monthsDone: number | null
  lifeMonths: number | null
}

/** Enters those of these assets of the register that have a cost and that the book does not know. */
export const enterFromRegister = async (tx: Tx, book: Book, ids: readonly Id[], actor: Id): Promise<void> => {
  // The ledger grows beneath a plan: one that was made on an empty table reads all of it for each asset.
  const rows = await tx.query<RegisterRow>(
    `select a.id, a.value, a.in_service_on as "inServiceOn", a.bought_on as "boughtOn", (a.created_at at time zone 'Asia/Shanghai')::date as "createdOn",
       coalesce(a.cat_id, m.cat_id) as "catId", a.dept_id as "deptId", o.cost as "openingCost", o.depreciation, o.impairment, o.in_service_on as "openingInServiceOn",
       o.months_done as "monthsDone", o.life_months as "lifeMonths"
     from asset a left join model m on m.org_id = $1 and m.id = a.goods_id
     left join opening o on o.org_id = $1 and o.book_id = $3 and o.asset_code = a.instance_code and o.deleted_at is null
     where a.org_id = $1 and a.id = any ($2::bigint[]) and a.deleted_at is null and is_inside(a.account) and (a.value is not null or o.id is not null)
       and not exists (select from book_asset b where b.org_id = $1 and b.book_id = $3 and b.asset_id = a.id)
     order by a.id for update of a`,
    [tx.orgId, ids, book.id],
    'anew',
  )
  if (rows.length === 0) return
  const ruleOf = await readAssetRules(tx, [...new Set(rows.map(({ catId }) => catId))])
  const enteredAssets = rows.map((row) => enteredAsset(book, ruleOf(book.id, row.catId), row))
  await insertBookAssets(
    tx,
    enteredAssets.map(({ asset }) => asset),
  )
  await insertEntries(
    tx,
    enteredAssets.map(({ entry }) => entry),
    { sourceId: '0', actor, at: tx.now() },
  )
}

/** An asset that was there before its book: as it was taken over, or as the rules reckon it. */
const enteredAsset = (book: Book, rule: AssetRule, row: RegisterRow): { asset: BookAsset; entry: ValueEntry } => {
  const inServiceOn = row.openingInServiceOn ?? row.inServiceOn ?? row.boughtOn ?? row.createdOn
  const firstOpen = book.closedMonth + 1
  const entryMonth = Math.max(firstOpen, monthOfDay(inServiceOn))
  const isOpening = firstOpen === book.firstMonth && monthOfDay(inServiceOn) < book.firstMonth
  const cost = fenOf(row.openingCost ?? row.value ?? '0')
  const impairment = fenOf(row.impairment ?? '0')
  const ownRule = row.lifeMonths === null ? rule : { ...rule, lifeMonths: row.lifeMonths }
  const plan = planFor(
    book.rules,
    ownRule,
    {
      cost,
      inServiceOn,
      entryMonth,
      ...(row.depreciation !== null && {
        takenOver: {
          depreciation: fenOf(row.depreciation),
          impairment,
          monthsDone: row.monthsDone ?? monthsSince(book, inServiceOn, ownRule),
        },
      }),
    },
    book.lowValueLimit,
  )
  const place = { bookId: book.id, assetId: row.id, deptId: row.deptId, catId: row.catId }
  return {
    asset: { ...place, inServiceOn, lifeMonths: ownRule.lifeMonths, unitsTotal: ownRule.unitsTotal, cost, impairment, plan, entryMonth },
    entry: {
      ...place,
      month: isOpening ? book.firstMonth - 1 : entryMonth,
      kind: isOpening ? 'opening' : 'takeover',
      cost,
      depreciation: plan.openingDepreciation,
      impairment,
    },
  }
}

/** How many months were charged before a book begins, by the rules. */
export const monthsSince = ({ rules, firstMonth }: Book, inServiceOn: Day, { lifeMonths = 0 }: AssetRule): MonthNumber =>
  Math.min(lifeMonths, Math.max(0, firstMonth - firstChargedMonth(rules, inServiceOn)))
