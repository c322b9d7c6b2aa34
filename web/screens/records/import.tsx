import { useQueryClient } from '@tanstack/react-query'
import { CircleCheckBig, CircleX, Download, FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import type { Analysis, Checked, ImportStatus } from '../../../domain/operations/transfer.ts'
import { transferOperations } from '../../../domain/operations/transfer.ts'
import { isMissing } from '../../../domain/records/columns.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { refreshByName } from '../../ask.ts'
import { call, CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Choice } from '../../look/Choice.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { Spinner } from '../../look/Spinner.tsx'
import { Switch } from '../../look/Switch.tsx'
import { Steps } from '../../look/Timeline.tsx'
import { confirm } from '../../look/confirm.ts'
import { toast } from '../../look/toast.ts'
import { codeOfRecord } from '../../parts/recordCode.ts'
import { downloadSheet, uploadSheet } from '../../parts/sheetFile.ts'
import { fullTime } from '../../parts/when.ts'
import { t } from '../../words.ts'
import { ImportQuestions } from './importQuestions.tsx'
import { forgetImport, pendingImport, rememberImport } from './pendingImport.ts'

type Mapping = Readonly<Record<string, number | null>>
/** How a person wants a sheet to be read. */
type Way = { mapping: Mapping; answers: Readonly<Record<string, string>>; createMissing: boolean; skipBad: boolean }
type Stage =
  | { at: 'choose' }
  | { at: 'match'; analysis: Analysis; way: Way }
  | { at: 'checked'; analysis: Analysis; way: Way; checked: Checked }
  | { at: 'running'; status: ImportStatus }
  | { at: 'done'; status: ImportStatus }
  | { at: 'failed' }

/** How often the progress of a running import is asked for. */
const progressMs = 800
const shownErrors = 500

/** Brings a table in: the file, which of its columns is which, everything that is wrong with it, and then all of it or nothing. */
export default function ImportSheet({ kind, onClose }: { kind: RecordKind; onClose: () => void }) {
  const client = useQueryClient()
  const operations = transferOperations(kind)
  const [stage, setStage] = useState<Stage>(() => {
    const id = pendingImport(kind)
    return id ? { at: 'running', status: begun(id, 0) } : { at: 'choose' }
  })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** True while the call that imports waits for its answer. */
  const sent = useRef(false)
  const lastFile = useRef('')

  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }
  const upload = (file: File) =>
    attempt(async () => {
      const analysis = await uploadSheet<Analysis>(operations.upload, file)
      lastFile.current = analysis.fileName
      setStage({ at: 'match', analysis, way: wayOf(analysis) })
    })
  const readOther = (analysis: Analysis, sheet: string) =>
    attempt(async () => {
      const other = await call(operations.read, { id: analysis.id, sheet }, { quiet: true })
      setStage({ at: 'match', analysis: other, way: wayOf(other) })
    })
  const check = (analysis: Analysis, way: Way) =>
    attempt(async () => {
      const checked = await call(operations.check, stepOf(analysis, way), { quiet: true })
      setStage({ at: 'checked', analysis, way, checked })
    })
  const commit = (from: Stage & { at: 'checked' }) =>
    attempt(async () => {
      const { id, rowCount, importedBefore } = from.analysis
      if (importedBefore && !(await confirm({ title: t('确定再导入一次吗?'), text: againWords(importedBefore), yes: t('再导入一次') })))
        return
      setStage({ at: 'running', status: begun(id, rowCount) })
      rememberImport(kind, id)
      sent.current = true
      try {
        const status = await call(operations.commit, stepOf(from.analysis, from.way), { quiet: true })
        setStage(after(status))
      } catch (error) {
        // It goes on without the answer; how far it is says whether it does.
        if (error instanceof CallError && (error.status === 0 || error.reason === 'import.running')) return
        forgetImport(kind)
        if (error instanceof CallError && error.reason === 'import.cancelled') return setStage({ at: 'failed' })
        setStage(from)
        throw error
      } finally {
        sent.current = false
      }
    })
  const cancel = (id: string) =>
    attempt(async () => {
      await call(operations.cancel, { id }, { quiet: true })
    })

  const rejects = (fileName: string, step: Parameters<typeof downloadSheet>[1]) =>
    attempt(async () => {
      const format = /\.(csv|txt)$/i.test(fileName) ? 'csv' : 'xlsx'
      await downloadSheet(operations.rejects, step, `${fileName.replace(/\.\w+$/, '')} - ${t('未导入的行')}.${format}`)
    })

  const running = stage.at === 'running' ? stage.status.id : undefined
  useEffect(() => {
    if (!running) return
    const look = () =>
      void call(operations.status, { id: running }, { quiet: true }).then(
        // While the call that imports is open, its own answer says how it ended.
        (status) => (status.state === 'running' || status.state === 'done' || !sent.current) && setStage(after(status)),
        () => undefined,
      )
    const timer = setInterval(look, progressMs)
    return () => clearInterval(timer)
  }, [running, operations])
  useEffect(() => {
    if (stage.at === 'done' || stage.at === 'failed') forgetImport(kind)
    if (stage.at === 'done') void refreshByName(client, [codeOfRecord(kind), 'gs', 'cs'])
  }, [stage.at, client, kind])

  const step = ['choose', 'match', 'checked', 'running'].indexOf(stage.at === 'done' || stage.at === 'failed' ? 'running' : stage.at)
  return (
    <Sheet open onClose={onClose} title={t('导入{title}', { title: t(kind.title) })} tall>
      <div className="shrink-0 pb-4 pt-1">
        <Steps steps={[t('选择文件'), t('对应列'), t('检查'), t('导入')]} current={step} />
      </div>
      {problem && (
        <p role="alert" className="mb-3 flex shrink-0 gap-2 rounded-card bg-bad-soft px-4 py-3 text-body text-bad">
          <TriangleAlert size={20} className="shrink-0" aria-hidden />
          {problem}
        </p>
      )}
      {stage.at === 'choose' && <ChooseFile kind={kind} busy={busy} onFile={(file) => void upload(file)} />}
      {stage.at === 'match' && (
        <Match
          analysis={stage.analysis}
          mapping={stage.way.mapping}
          busy={busy}
          onChange={(mapping) => setStage({ ...stage, way: { ...stage.way, mapping } })}
          onBack={() => setStage({ at: 'choose' })}
          onNext={() => void check(stage.analysis, stage.way)}
          onSheet={(sheet) => void readOther(stage.analysis, sheet)}
        />
      )}
      {stage.at === 'checked' && (
        <Report
          stage={stage}
          busy={busy}
          onBack={() => setStage({ at: 'match', analysis: stage.analysis, way: { ...stage.way, skipBad: false } })}
          onWay={(changed) => void check(stage.analysis, { ...stage.way, ...changed })}
          onRejects={() => void rejects(stage.analysis.fileName, stepOf(stage.analysis, stage.way))}
          onCommit={() => void commit(stage)}
        />
      )}
      {stage.at === 'running' && <Progress status={stage.status} onCancel={() => void cancel(stage.status.id)} />}
      {stage.at === 'failed' && (
        <div className="flex flex-1 flex-col items-center justify-center gap-3 px-6 text-center">
          <span className="flex size-20 items-center justify-center rounded-full bg-bad-soft text-bad">
            <CircleX size={38} strokeWidth={1.8} aria-hidden />
          </span>
          <p role="status" className="text-title font-semibold">
            {t('没有导入')}
          </p>
          <p className="text-small text-quiet">{t('导入被取消或中断，没有写入任何数据。')}</p>
          <Button className="mt-4" size="large" onClick={() => setStage({ at: 'choose' })}>
            {t('重新导入')}
          </Button>
        </div>
      )}
      {stage.at === 'done' && (
        <div className="flex flex-1 flex-col items-center justify-center gap-3 text-center">
          <span className="flex size-20 items-center justify-center rounded-full bg-good-soft text-good">
            <CircleCheckBig size={38} strokeWidth={1.8} aria-hidden />
          </span>
          <p role="status" className="text-title font-semibold">
            {t('已导入 {count} 项', { count: stage.status.doneCount || stage.status.rowCount })}
          </p>
          {stage.status.skippedCount > 0 && (
            <>
              <p className="px-6 text-small text-quiet">
                {t('有 {count} 行没有导入。下载后改好，再导入一次即可。', { count: stage.status.skippedCount })}
              </p>
              <Button kind="secondary" icon={Download} busy={busy} onClick={() => void rejects(lastFile.current, { id: stage.status.id })}>
                {t('下载未导入的行')}
              </Button>
            </>
          )}
          <Button className="mt-4" size="large" onClick={onClose}>
            {t('完成')}
          </Button>
        </div>
      )}
    </Sheet>
  )
}

/** What a running import has come to. */
const after =
  (status: ImportStatus) =>
  (now: Stage): Stage => {
    if (now.at !== 'running') return now
    if (status.state === 'running') return { at: 'running', status }
    return status.state === 'done' ? { at: 'done', status } : { at: 'failed' }
  }

const begun = (id: string, rowCount: number): ImportStatus => ({
  id,
  state: 'running',
  rowCount,
  doneCount: 0,
  documentId: null,
  skippedCount: 0,
})

const wayOf = ({ mapping, answers }: Analysis): Way => ({ mapping, answers, createMissing: false, skipBad: false })

/** A column that was taken away is said to be, or the server would find it again. */
const stepOf = ({ id, sheet, columns }: Analysis, { mapping, answers, createMissing, skipBad }: Way) => ({
  id,
  mapping: Object.fromEntries(columns.map(({ key }) => [key, mapping[key] ?? null])),
  answers: { ...answers },
  createMissing,
  skipBad,
  ...(sheet && { sheet }),
})

const againWords = ({ at, count }: { at: string; count: number }): string =>
  t('同一个文件已在{time}导入过，共 {count} 行；再导入一次会有两份。', { time: fullTime(at), count })

const ChooseFile = ({ kind, busy, onFile }: { kind: RecordKind; busy: boolean; onFile: (file: File) => void }) => {
  const id = useId()
  const { template } = transferOperations(kind)
  const take = async (format: 'xlsx' | 'csv') => {
    try {
      await downloadSheet(template, { format }, `${t('{title}导入模板', { title: t(kind.title) })}.${format}`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    }
  }
  const first = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onFile(file)
  }
  return (
    <div className="space-y-4">
      <label
        htmlFor={id}
        onDragOver={(event: DragEvent) => event.preventDefault()}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          first(event.dataTransfer.files)
        }}
        className="flex min-h-52 cursor-pointer flex-col items-center justify-center gap-2 rounded-card border-2 border-dashed border-line bg-card px-6 text-center focus-within:outline-2 focus-within:outline-accent"
      >
        {busy ? <Spinner size={32} /> : <FileSpreadsheet size={40} strokeWidth={1.4} className="text-accent" aria-hidden />}
        <span className="text-body font-medium">{busy ? t('正在读取') : t('选择 Excel 或 CSV 文件')}</span>
        <span className="text-small text-quiet">{t('列的顺序不限，表头用中文名称即可自动对应')}</span>
        <input
          id={id}
          type="file"
          accept=".xlsx,.xls,.csv,.txt"
          disabled={busy}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            first(event.target.files)
            event.target.value = ''
          }}
          className="sr-only"
        />
      </label>
      <div className="flex items-center justify-center gap-2">
        <span className="text-small text-quiet">{t('下载模板')}</span>
        <Button kind="secondary" size="small" icon={Download} onClick={() => void take('xlsx')}>
          Excel
        </Button>
        <Button kind="secondary" size="small" icon={Download} onClick={() => void take('csv')}>
          CSV
        </Button>
      </div>
    </div>
  )
}

const Match = ({
  analysis,
  mapping,
  busy,
  onChange,
  onBack,
  onNext,
  onSheet,
}: {
  analysis: Analysis
  mapping: Mapping
  busy: boolean
  onChange: (mapping: Mapping) => void
  onBack: () => void
  onNext: () => void
  /** Another sheet of the workbook is meant. */
  onSheet: (name: string) => void
}) => {
  const names = analysis.headers.map(({ header }) => header)
  /** Columns of the same name are told apart by what stands in them. */
  const options = analysis.headers.map(({ at, letters, header, samples }) => ({
    value: String(at),
    label: `${letters} ${header}${samples[0] && (!header || names.indexOf(header) !== names.lastIndexOf(header)) ? ` · ${samples[0]}` : ''}`,
  }))
  const missing = analysis.columns.filter((column) => isMissing(column, (key) => mapping[key] !== undefined && mapping[key] !== null))
  const used = new Set(Object.values(mapping))
  const unused = analysis.headers.filter(({ at, header, samples }) => !used.has(at) && (header || samples.length > 0))
  return (
    <>
      <p className="px-1 pb-2 text-small text-quiet">
        {t('{name}，共 {count} 行。请确认每一列的对应关系。', { name: analysis.fileName, count: analysis.rowCount })}
      </p>
      <div className="scroller min-h-0 flex-1 space-y-3">
        {analysis.importedBefore && (
          <p role="status" className="flex gap-2 rounded-card bg-warn-soft px-4 py-3 text-small text-warn">
            <TriangleAlert size={18} className="shrink-0" aria-hidden />
            {againWords(analysis.importedBefore)}
          </p>
        )}
        {analysis.remembered && (
          <p role="status" className="rounded-card bg-accent-soft px-4 py-3 text-small text-accent-strong">
            {t('按上次的对应。')}
          </p>
        )}
        {analysis.sheets.length > 1 && (
          <Card flush>
            <Choice
              label={t('工作表')}
              value={analysis.sheet}
              onChange={onSheet}
              options={analysis.sheets.map((name) => ({ value: name, label: name }))}
              hint={t('一次读取一张工作表，其余的请另外导入。')}
            />
          </Card>
        )}
        <Card flush>
          {analysis.columns.map(({ key, label, required, hint }) => {
            const at = mapping[key]
            const samples = analysis.headers.find((each) => each.at === at)?.samples.filter(Boolean) ?? []
            return (
              <Choice
                key={key}
                label={t(label)}
                required={required}
                value={at === undefined || at === null ? '' : String(at)}
                onChange={(value) => {
                  const { [key]: _, ...rest } = mapping
                  onChange(value === '' ? rest : { ...rest, [key]: Number(value) })
                }}
                placeholder={t('不导入')}
                hint={
                  samples.length > 0 ? t('例如：{samples}', { samples: samples.slice(0, 3).join(t('、')) }) : hint ? t(hint) : undefined
                }
                options={options}
              />
            )
          })}
        </Card>
        {unused.length > 0 && (
          <p className="flex gap-2 rounded-card bg-warn-soft px-4 py-3 text-small text-warn">
            <TriangleAlert size={18} className="shrink-0" aria-hidden />
            {t('表格里不导入的列：{columns}', { columns: unused.map(({ letters, header }) => `${letters} ${header}`).join(t('、')) })}
          </p>
        )}
        {analysis.hiddenCount > 0 && (
          <p className="px-1 text-small text-quiet">
            {t('其中 {count} 行在表格里被隐藏或筛掉了，也会导入。', { count: analysis.hiddenCount })}
          </p>
        )}
      </div>
      <div className="flex shrink-0 gap-3 pt-3">
        <Button kind="secondary" size="large" onClick={onBack}>
          {t('上一步')}
        </Button>
        <Button size="large" wide busy={busy} disabled={missing.length > 0 || analysis.rowCount === 0} onClick={onNext}>
          {missing.length > 0 ? t('还缺：{labels}', { labels: missing.map(({ label }) => t(label)).join(t('、')) }) : t('检查数据')}
        </Button>
      </div>
    </>
  )
}

const Report = ({
  stage: {
    checked,
    way: { answers, createMissing, skipBad },
  },
  busy,
  onBack,
  onWay,
  onRejects,
  onCommit,
}: {
  stage: Stage & { at: 'checked' }
  busy: boolean
  onBack: () => void
  onWay: (changed: Partial<Way>) => void
  onRejects: () => void
  onCommit: () => void
}) => {
  const { rowCount, pieceCount, updates, badRowCount, errorCount, errors, willCreate, questions, notes } = checked
  const open = questions.filter(({ answer }) => answer === null).length
  const clean = errorCount === 0
  const { look, words } = outcomeOf(checked, open, skipBad)
  return (
    <>
      <Card className={`mb-3 shrink-0 ${look === 'good' ? 'bg-good-soft!' : look === 'bad' ? 'bg-bad-soft!' : 'bg-accent-soft!'}`}>
        <p
          role="status"
          className={`flex items-center gap-2 text-body font-medium ${look === 'good' ? 'text-good' : look === 'bad' ? 'text-bad' : 'text-accent-strong'}`}
        >
          {look === 'good' ? (
            <CircleCheckBig size={20} className="shrink-0" aria-hidden />
          ) : (
            <TriangleAlert size={20} className="shrink-0" aria-hidden />
          )}
          {words}
        </p>
      </Card>
      <div className="scroller min-h-0 flex-1 space-y-3">
        {questions.length > 0 && (
          <ImportQuestions
            questions={questions}
            busy={busy}
            onAnswer={(key, answer) => onWay({ answers: { ...answers, [key]: answer } })}
          />
        )}
        {updates.count + updates.sameCount > 0 && <Differences updates={updates} />}
        {notes.length > 0 && (
          <ul className="space-y-1 rounded-card bg-warn-soft px-4 py-3 text-small text-warn">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {(errorCount > 0 || willCreate.length > 0 || createMissing || skipBad) && (
          <Card flush>
            <Switch
              label={t('自动新建不存在的档案')}
              text={
                willCreate.length === 0
                  ? t('表格提到而还没有的区域、分类、型号、供应商、部门和人员会一并新建')
                  : willCreate
                      .map(({ title, count, names }) =>
                        t('{title} {count} 项：{names}', { title: t(title), count, names: names.slice(0, 5).join(t('、')) }),
                      )
                      .join(t('；'))
              }
              value={createMissing}
              onChange={(on) => onWay({ createMissing: on })}
              disabled={busy}
            />
            {(badRowCount > 0 || skipBad) && (
              <Switch
                label={t('跳过有错误的行')}
                text={t('其余的行照常导入；跳过的 {count} 行连同原因可以下载，改好后再导入。', { count: badRowCount })}
                value={skipBad}
                onChange={(on) => onWay({ skipBad: on })}
                disabled={busy}
              />
            )}
          </Card>
        )}
        {errors.length > 0 && (
          <Card flush>
            <table className="w-full text-left text-small">
              <thead className="text-quiet">
                <tr className="border-b border-line">
                  <th className="px-3 py-2 font-medium">{t('行')}</th>
                  <th className="px-2 py-2 font-medium">{t('列')}</th>
                  <th className="px-3 py-2 font-medium">{t('问题')}</th>
                </tr>
              </thead>
              <tbody>
                {errors.slice(0, shownErrors).map(({ row, column, label, value, words }, index) => (
                  <tr key={index} className="border-b border-line align-top last:border-none">
                    <td className="px-3 py-2 tabular-nums">{row}</td>
                    <td className="px-2 py-2 whitespace-nowrap">
                      {column} {t(label)}
                    </td>
                    <td className="px-3 py-2">
                      <span className="text-bad">{words}</span>
                      {value && <span className="block break-all text-faint">{value}</span>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {errors.length > shownErrors && (
              <p className="px-3 py-2 text-small text-quiet">
                {t('这里列出前 {shown} 处，其余的在下载的表格里。', { shown: shownErrors })}
              </p>
            )}
          </Card>
        )}
        {badRowCount > 0 && (
          <Button kind="secondary" size="small" icon={Download} busy={busy} onClick={onRejects}>
            {t('下载有错误的行')}
          </Button>
        )}
      </div>
      <div className="flex shrink-0 gap-3 pt-3">
        <Button kind="secondary" size="large" onClick={onBack}>
          {t('上一步')}
        </Button>
        <Button size="large" wide busy={busy} disabled={!clean || open > 0 || pieceCount + updates.count === 0} onClick={onCommit}>
          {updates.count > 0
            ? t('新增 {count}，更新 {updated}', { count: pieceCount, updated: updates.count })
            : pieceCount === rowCount
              ? t('导入 {count} 行', { count: rowCount })
              : t('导入 {count} 件', { count: pieceCount })}
        </Button>
      </div>
    </>
  )
}

/** What of the records on the register would be another, field by field. */
const Differences = ({ updates: { count, sameCount, fields } }: { updates: Checked['updates'] }) => (
  <Card>
    <p className="text-body font-medium">
      {t('更新 {count} 条在册的记录', { count })}
      {sameCount > 0 && <span className="font-normal text-quiet"> · {t('{count} 条没有变化', { count: sameCount })}</span>}
    </p>
    <p className="pb-1 text-small text-quiet">{t('空的单元格不改；状态、使用人和在库的位置只由单据变更。')}</p>
    {fields.map(({ label, count: changed, samples }) => (
      <div key={label} className="border-t border-line py-2">
        <p className="flex justify-between text-small font-medium">
          <span>{label}</span>
          <span className="tabular-nums text-quiet">{t('{count} 条', { count: changed })}</span>
        </p>
        {samples.map(({ name, before, after }) => (
          <p key={name} className="break-words text-small">
            <span className="text-quiet">{name} </span>
            <span className="text-faint line-through">{before || t('空')}</span>
            <span aria-hidden> → </span>
            <span>{after}</span>
          </p>
        ))}
      </div>
    ))}
  </Card>
)

/** In one sentence, what stands in the way or that nothing does. */
const outcomeOf = (
  { rowCount, badRowCount, errorCount }: Checked,
  open: number,
  skipBad: boolean,
): { look: 'good' | 'bad' | 'asked'; words: string } => {
  if (open > 0) return { look: 'asked', words: t('先回答 {count} 个问题。', { count: open }) }
  if (errorCount > 0) return { look: 'bad', words: t('共 {count} 行，发现 {errors} 处错误。', { count: rowCount, errors: errorCount }) }
  if (skipBad && badRowCount > 0)
    return { look: 'good', words: t('导入 {count} 行，跳过 {skipped} 行。', { count: rowCount, skipped: badRowCount }) }
  return { look: 'good', words: t('{count} 行全部可以导入。', { count: rowCount }) }
}

const Progress = ({ status: { doneCount, rowCount }, onCancel }: { status: ImportStatus; onCancel: () => void }) => {
  const percent = rowCount === 0 ? 0 : Math.min(100, Math.round((doneCount / rowCount) * 100))
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 px-6">
      <p role="status" className="text-title font-semibold">
        {rowCount === 0 ? t('正在导入') : t('正在导入 {done} / {count}', { done: doneCount, count: rowCount })}
      </p>
      <div
        role="progressbar"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={t('导入进度')}
        className="h-2.5 w-full max-w-80 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-accent transition-[width] duration-500" style={{ width: `${Math.max(4, percent)}%` }} />
      </div>
      <p className="text-center text-small text-quiet">{t('可以离开这个页面，导入会继续；要么全部导入，要么一行也不导入。')}</p>
      <Button kind="secondary" onClick={onCancel}>
        {t('取消导入')}
      </Button>
    </div>
  )
}
