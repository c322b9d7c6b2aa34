import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type AddedPictures, type Analysis, transferOperations } from '../../../domain/operations/transfer.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import type { Encoding, PossibleEncoding } from '../../../domain/records/encodings.ts'
import { refreshByName } from '../../ask.ts'
import { call, CallError } from '../../call.ts'
import { Sheet } from '../../look/Sheet.tsx'
import { Steps } from '../../look/Timeline.tsx'
import { confirm } from '../../look/confirm.ts'
import { downloadSheet, uploadSheet } from '../../parts/sheetFile.ts'
import { t } from '../../words.ts'
import { Done, Failed, Progress } from './importEnd.tsx'
import { ChooseEncoding, ChooseFile } from './importFile.tsx'
import { after, againWords, begun, type Stage, stepOf, type Way, wayOf } from './importing.ts'
import { Match } from './importMatch.tsx'
import { Report } from './importReport.tsx'
import { forgetImport, pendingImport, rememberImport } from './pendingImport.ts'

/** How often the progress of a running import is asked for. */
const progressMs = 800

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
  /** How many pictures of those that were chosen are on the server. */
  const [added, setAdded] = useState<{ done: number; count: number }>()
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
  const upload = (file: File, encoding?: Encoding) =>
    attempt(async () => {
      try {
        const analysis = await uploadSheet<Analysis>(operations.upload, file, encoding && { encoding })
        lastFile.current = analysis.fileName
        setStage({ at: 'match', analysis, way: wayOf(analysis) })
      } catch (error) {
        if (error instanceof CallError && error.reason === 'import.encoding')
          setStage({ at: 'encoding', file, possible: error.details as PossibleEncoding[] })
        throw error
      }
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
  const addPictures = (analysis: Analysis, way: Way, files: readonly File[]) =>
    attempt(async () => {
      const others: string[] = []
      let failure: CallError | undefined
      for (const [at, file] of files.entries()) {
        setAdded({ done: at, count: files.length })
        try {
          others.push(...(await uploadSheet<AddedPictures>(operations.pictures, file, { id: analysis.id })).others)
        } catch (error) {
          if (!(error instanceof CallError)) throw error
          failure = error
        }
      }
      setAdded(undefined)
      const checked = await call(operations.check, stepOf(analysis, way), { quiet: true })
      setStage({ at: 'checked', analysis, way, checked })
      if (failure) throw failure
      if (others.length > 0) setProblem(t('不是图片，没有添加：{names}', { names: others.join(t('、')) }))
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
    if (stage.at === 'done') void refreshByName(client, operations.commit.changes)
  }, [stage.at, client, kind, operations])

  const step = { choose: 0, encoding: 0, match: 1, checked: 2, running: 3, done: 3, failed: 3 }[stage.at]
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
      {stage.at === 'encoding' && (
        <ChooseEncoding
          possible={stage.possible}
          busy={busy}
          onChoose={(encoding) => void upload(stage.file, encoding)}
          onBack={() => setStage({ at: 'choose' })}
        />
      )}
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
          added={added}
          onBack={() => setStage({ at: 'match', analysis: stage.analysis, way: { ...stage.way, skipBad: false } })}
          onWay={(changed) => void check(stage.analysis, { ...stage.way, ...changed })}
          onPictures={
            stage.analysis.columns.some(({ key }) => key === 'pictureNames')
              ? (files) => void addPictures(stage.analysis, stage.way, files)
              : undefined
          }
          onRejects={() => void rejects(stage.analysis.fileName, stepOf(stage.analysis, stage.way))}
          onCommit={() => void commit(stage)}
        />
      )}
      {stage.at === 'running' && <Progress status={stage.status} onCancel={() => void cancel(stage.status.id)} />}
      {stage.at === 'failed' && <Failed onAgain={() => setStage({ at: 'choose' })} />}
      {stage.at === 'done' && (
        <Done
          status={stage.status}
          busy={busy}
          onRejects={() => void rejects(lastFile.current, { id: stage.status.id })}
          onClose={onClose}
        />
      )}
    </Sheet>
  )
}
