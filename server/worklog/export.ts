import { textsOf } from '../../domain/approval/form/change.ts'
import { withRequestBudget } from '../requestBudget.ts'
import { fieldsOf } from '../../domain/approval/form/formDesign.ts'
import { readForm } from '../../domain/approval/form/formReading.ts'
import { logOperations as calls, type LogRow } from '../../domain/worklog/operations.ts'
import { latestDesign } from '../approval/form/designs.ts'
import { formNames } from '../approval/form/work.ts'
import { type Handler, handleOneByOne } from '../call.ts'
import { listFile, sheetMoment, wholePage } from '../records/export/lists.ts'
import { designOfLog, type StoredLog } from './logs.ts'
import { listLogs } from './logReads.ts'
import { templateOf } from './templates.ts'

type ExportedLog = LogRow & { readonly texts: Readonly<Record<string, string>>; readonly cursor: string }

/** What one cell of a sheet shows of a text. */
const textMax = 5000

/** The logs of a template that a person wrote or got, as a file with a column for each field. */
export const exportLogs: Handler = handleOneByOne(calls.export, (call, { format, ...filters }) =>
  listFile<ExportedLog>(call, async (tx) => {
    const template = await templateOf(tx, filters.templateId)
    const latest = await latestDesign(tx, template.form_key)
    const fields = latest ? fieldsOf(latest.design).filter(({ table }) => !table) : []
    return {
      title: template.name,
      format,
      columns: [
        { label: '姓名', cell: ({ author }) => author.userName },
        { label: '部门', cell: ({ departmentName }) => departmentName },
        { label: '周期', cell: ({ periodKey }) => periodKey },
        { label: '提交时间', cell: ({ sentAt }) => sheetMoment(sentAt), date: 'moment' },
        { label: '迟交', cell: ({ late }, words) => (late ? words('是') : '') },
        ...fields.map(({ path, field: { label } }) => ({ label, cell: ({ texts }: ExportedLog) => texts[path] ?? '' })),
      ],
      read: async (reader, last) => {
        const { list } = await listLogs(reader, call.session.uid, { ...filters, ...wholePage(last?.cursor) })
        const storedLogs = await reader.query<Pick<StoredLog, 'id' | 'form' | 'form_key' | 'form_version'> & { seq: string }>(
          `select e.id, e.form, e.form_key, e.form_version, coalesce(r.seq, e.seq) as seq
             from log_entry e left join log_receiver r on r.org_id = $1 and r.entry_id = e.id and r.uid = $3 and $4
             where e.org_id = $1 and e.id = any ($2::bigint[])`,
          [reader.orgId, list.map(({ id }) => id), call.session.uid, filters.view === 'toMe'],
        )
        const byId = new Map(storedLogs.map((row) => [row.id, row]))
        const rows: ExportedLog[] = []
        for (const row of list) {
          const storedLog = byId.get(row.id)
          if (!storedLog) continue
          const design = await designOfLog(reader, storedLog)
          const { values } = withRequestBudget(() => readForm(design, storedLog.form, 'draft'))
          rows.push({
            ...row,
            texts: textsOf(design, values, (await formNames(reader, design, values)).names, textMax),
            cursor: storedLog.seq,
          })
        }
        return rows
      },
    }
  }),
)
