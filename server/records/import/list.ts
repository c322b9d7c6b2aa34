import { dayAt } from '../../../kernel/day.ts'
import { recordCodeOf } from '../../../domain/records/code.ts'
import type { Page } from '../../../domain/operations/define.ts'
import { type ImportRow, importList } from '../../../domain/records/import/operations.ts'
import { listExports } from '../../../domain/tables/exportOperations.ts'
import { recordKinds, recordOf } from '../../../domain/records/all.ts'
import { importOutcomes, importTable } from '../../../domain/records/import/table.ts'
import { keepsAll } from '../../access/scope.ts'
import { type Handler, handle, handleOneByOne, type Session } from '../../call.ts'
import { Conditions } from '../../db/conditions.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { countLimit, pageFor } from '../../page.ts'
import { likeAnywhere } from '../../search/searchText.ts'
import { chosenText } from '../../tables/chosenRows.ts'
import { behindOf, cursorAt, orderOf, plannedFor, type Request, sortedPartOf, sortValues } from '../../tables/order.ts'
import type { Standings } from '../../tables/columnStanding.ts'
import { conditionsOf } from '../../tables/where.ts'
import { type ListColumn, sheetMoment, tableFile } from '../export/lists.ts'
import { isHeld } from './commit.ts'

const skippedCount = `coalesce(jsonb_array_length(b.skipped), 0)`

/** Where the columns of imports `b` by people `p` stand. */
const standings = {
  fileName: { sql: 'b.file_name', filled: true },
  noun: { sql: 'b.kind', filled: true },
  outcome: {
    sql: `case when b.state = 'done' then case when ${skippedCount} > 0 then 'partial' else 'whole' end
               when b.state = 'running' and ${isHeld('b.id', 'b.org_id')} then 'running' else 'failed' end`,
  },
  rowCount: { sql: 'b.row_count', filled: true },
  skippedCount: { sql: skippedCount, filled: true },
  createdAt: { sql: 'b.created_at', filled: true },
  createdBy: { sql: 'b.created_by' },
} satisfies Standings

const imports = 'import_batch b join person p on p.org_id = $1 and p.id = b.created_by'

/** The imports that a person began, of the person who keeps everything everyone's; a sheet that was only uploaded is none. */
export const importsAsked = (tx: Tx, session: Session, input: Request) => {
  const nouns = recordKinds.filter((kind) => session.codes.has(`${recordCodeOf(kind)}:import`)).map(({ noun }) => noun)
  const c = new Conditions(tx.orgId, nouns, keepsAll(session) ? null : session.uid)
  c.add(`b.org_id = $1 and b.state <> 'analysed' and b.kind = any ($2) and ($3::bigint is null or b.created_by = $3)`)
  if (input.likeQuery?.trim()) {
    const words = c.place(likeAnywhere(input.likeQuery.trim().toLowerCase()))
    c.add(`(lower(b.file_name) like ${words} or lower(p.user_name) like ${words})`)
  }
  if (input.chosen) c.add(chosenText(c, input.chosen, 'b.id'))
  for (const text of conditionsOf(c, importTable, standings, { where: input.where ?? [], today: dayAt(tx.now()) })) c.add(text)
  return { from: imports, conditions: c, id: 'b.id', standings }
}

/** One page of them. */
const listImports = async (tx: Tx, session: Session, input: Request): Promise<Page<ImportRow>> => {
  const part = sortedPartOf(importTable, standings, input)
  const { conditions: c } = importsAsked(tx, session, input)
  const from = () => `from ${imports} where ${c.texts.join(' and ')}`
  const planMode = plannedFor(input)
  const counting = tx.query<{ n: number }>(
    `select count(*)::int as n from (select ${from()} limit ${countLimit + 1}) f`,
    [...c.values],
    planMode,
  )
  if (part.after !== undefined) c.add(`b.id < ${c.place(part.after)}`)
  if (part.behind) c.add(`(${behindOf(c, part.sorting, part.behind, 'b.id')})`)
  const page = tx.query<ImportRow & { sortedBy: (string | null)[] }>(
    `select b.id, b.kind as noun, b.file_name as "fileName", ${standings.outcome.sql} as outcome, b.row_count as "rowCount",
            ${skippedCount} as "skippedCount", b.created_by as "createdBy", p.user_name as "createdByName", b.created_at as "createdAt",
            ${sortValues(part.sorting)}
     ${from()} order by ${orderOf(part.sorting, 'b.id')} limit ${c.place(part.pageSize)} offset ${c.place(part.offset)}`,
    c.values,
    planMode,
  )
  const [rows, { n }] = await Promise.all([page, onlyRow(counting)])
  return pageFor(
    part,
    rows.map(({ sortedBy: _, ...row }) => row),
    n,
    {
      limit: countLimit,
      place: cursorAt(importTable, part.sorting, rows),
    },
  )
}

const columns: readonly ListColumn<ImportRow>[] = [
  { key: 'fileName', label: '文件', cell: ({ fileName }) => fileName },
  { key: 'noun', label: '表格内容', cell: ({ noun }, words) => words(recordOf(noun).title) },
  { key: 'outcome', label: '结果', cell: ({ outcome }, words) => words(importOutcomes[outcome]) },
  { key: 'rowCount', label: '数据行数', cell: ({ rowCount }) => String(rowCount), amount: true },
  { key: 'skippedCount', label: '未导入的行', cell: (row) => String(row.skippedCount), amount: true },
  { key: 'createdByName', label: '导入人', cell: ({ createdByName }) => createdByName },
  { key: 'createdAt', label: '上传时间', cell: ({ createdAt }) => sheetMoment(createdAt), date: 'moment' },
]

export const importListHandlers: readonly Handler[] = [
  handle(importList, ({ tx, session }, input) => listImports(tx, session, input)),
  handleOneByOne(listExports.imports, (call, input) =>
    tableFile(
      call,
      { title: importTable.title, table: importTable, columns },
      (tx, question: Request) => listImports(tx, call.session, question),
      input,
    ),
  ),
]
