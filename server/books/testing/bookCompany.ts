import assert from 'node:assert/strict'
import { pino } from 'pino'
import { type Day, dayAt } from '../../../kernel/day.ts'
import { addMonths } from '../../../kernel/month.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import type { PieceWorker } from '../../jobs/jobs.ts'
import { type Desk, desks, type Row, rowsOf } from '../../testing/desk.ts'
import { closingWorker } from '../closing.ts'
import { openingBookWorker } from '../opening.ts'

export const { app, newDesk, faults } = await desks({ breaks: [] })
const log = pino({ level: 'silent' })
const today = dayAt(Date.now())
/** The first day of the month so many months before the present one. */
export const monthStart = (before: number): Day => `${addMonths(`${today.slice(0, 7)}-01`, -before)}`
export const monthName = (before: number): string => monthStart(before).slice(0, 7)

export const ok = async (desk: Desk, path: string, body: unknown): Promise<Row> => {
  const answer = await desk.call(path, body)
  assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
  return answer['result'] ?? answer
}

/** Does the jobs of a kind of an organisation to their end. */
export const runJobs = async (orgId: Id, worker: PieceWorker): Promise<void> => {
  const jobs = await app.database.reading(orgId, (tx) =>
    tx.query<{ id: Id; key: string; body: Record<string, unknown> }>(
      'select id, key, body from job where org_id = $1 and kind = $2 and done_at is null',
      [orgId, worker.kind],
    ),
  )
  for (const job of jobs) while (await worker.piece(app.database, { ...job, orgId, kind: worker.kind, attempts: 0 }, log));
}

type Setting = { readonly regime?: string; readonly startsBefore?: number; readonly residualRate?: string; readonly life?: number }

/** A company with a category, a model, two places, two departments and a book that is not started. */
export const furnish = async ({ regime = 'enterprise', startsBefore = 3, residualRate = '5', life = 36 }: Setting = {}) => {
  const desk = await newDesk()
  const category = await ok(desk, 'goods/gscat/save', {
    catCode: 'C1',
    catName: '电脑',
    catKind: 'asset',
    usefulLifeMonths: life,
    residualRate,
  })
  const model = await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M1', goodsName: '笔记本', catId: category['id'] })
  const place = await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'L1', locName: '库房' })
  const sales = await ok(desk, 'pro/sysdept/save', { deptCode: 'S', deptName: '销售部' })
  const works = await ok(desk, 'pro/sysdept/save', { deptCode: 'W', deptName: '生产部' })
  const book = await ok(desk, 'goods/gsbook/save', { bookName: '账面', regime, startsOn: monthStart(startsBefore) })
  const enter = (values: Row): Promise<Row> =>
    ok(desk, 'goods/gsgoodsinstance/save', { goodsId: model['id'], locId: place['id'], deptId: sales['id'], ...values })
  const start = async (more: Row = {}) => {
    await ok(desk, 'goods/gsvalue/start', { bookId: book['id'], ...more })
    await runJobs(desk.company.orgId, openingBookWorker)
  }
  const close = async (before: number) => {
    await ok(desk, 'goods/gsvalue/close', { bookId: book['id'], month: monthName(before) })
    await runJobs(desk.company.orgId, closingWorker)
  }
  const months = (): Promise<Row> => ok(desk, 'goods/gsvalue/months', { bookId: book['id'] })
  const valueOf = async (id: string): Promise<Row> => (await ok(desk, 'goods/gsvalue/asset', { id }))['list'][0]
  const movements = (from: number, to: number, by = 'category'): Promise<Row> =>
    ok(desk, 'goods/gsvalue/movements', { bookId: book['id'], from: monthName(from), to: monthName(to), by })
  return { desk, category, model, place, sales, works, book, enter, start, close, months, valueOf, movements }
}

export const submit = (desk: Desk, kind: string, header: Row, line: Row): Promise<Row> =>
  desk.call(`goods/${kind}/submit`, { id: newId(), header, lines: [line] })
export const stockIn = (desk: Desk, header: Row, line: Row): Promise<Row> => submit(desk, 'gsinstockorder', header, line)

/** The rows of a workbook that a call answers. */
export const readWorkbook = async (desk: Desk, path: string, body: Row): Promise<readonly (readonly string[])[]> => {
  const token = await desk.company.tokenOf(desk.company.admin)
  return rowsOf((await app.ask({ path: `/api/${path}`, body, token })).bytes)
}
