import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react'
import { type AddedPictures, type Analysis, transferOperations } from '../../domain/bulk/transferOperations.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { ownFieldSave } from '../../domain/records/ownFields/ownFieldOperations.ts'
import type { FieldType, Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import type { Encoding, PossibleEncoding } from '../../domain/records/import/encodings.ts'
import { refreshByName } from '../ask.ts'
import { call, CallError } from '../call.ts'
import { confirm } from '../look/overlays/confirm.ts'
import { downloadSheet, uploadSheet } from '../forms/sheetFile.ts'
import { sendNow } from '../send.ts'
import { t } from '../words.ts'
import { after, againWords, initialStatus, isKnown, type Stage, stepOf, type Way, wayOf } from './importStage.ts'
import { forgetImport, pendingImport, rememberImport } from './pendingImport.ts'

/** How often the progress of a running import is asked for. */
const progressMs = 800

type TransferOperations = ReturnType<typeof transferOperations>

const checkedStage = async (operations: Pick<TransferOperations, 'check'>, analysis: Analysis, way: Way): Promise<Stage> => {
  const checked = await call(operations.check, stepOf(analysis, way), { quiet: true, isLong: true })
  return { at: 'checked', analysis, way, checked }
}

type PicturesAdded = { readonly done: number; readonly count: number }

/** One step at a time: `busy` while it is taken; what is refused is said in `problem`. */
const useAttempt = () => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
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
  return { attempt, busy, problem, setProblem }
}

/** Uploads pictures one after the other; one that is refused does not keep the others back. */
const uploadPictures = async (
  kind: RecordKind,
  id: Id,
  files: readonly File[],
  onProgress: (added: PicturesAdded) => void,
): Promise<{ otherNames: readonly string[]; failure: CallError | undefined }> => {
  const otherNames: string[] = []
  let failure: CallError | undefined
  for (const [at, file] of files.entries()) {
    onProgress({ done: at, count: files.length })
    try {
      otherNames.push(...(await uploadSheet<AddedPictures>(transferOperations(kind).pictures, file, { id })).others)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      failure = error
    }
  }
  return { otherNames, failure }
}

/** A column of a sheet that becomes a field. */
export type NewField = { readonly label: string; readonly control: FieldType }

const saveFields = async (noun: Noun, fields: readonly NewField[]): Promise<CallError | undefined> => {
  try {
    for (const field of fields) await sendNow(ownFieldSave, { noun, ...field }, { quiet: true })
    return undefined
  } catch (error) {
    if (error instanceof CallError) return error
    throw error
  }
}

type ProgressContext = {
  readonly kind: RecordKind
  readonly stage: Stage
  readonly setStage: Dispatch<SetStateAction<Stage>>
  readonly setProblem: (words: string) => void
  /** True while the call that imports waits for its answer. */
  readonly hasSent: RefObject<boolean>
}

/** Asks how far an import is as long as it runs. */
const useProgress = ({ kind, stage, setStage, setProblem, hasSent }: ProgressContext): void => {
  const operations = transferOperations(kind)
  const runningId = stage.at === 'running' ? stage.status.id : undefined
  useEffect(() => {
    if (!runningId) return
    const look = () =>
      void call(operations.status, { id: runningId }, { quiet: true }).then(
        // While the call that imports is open, its own answer says how it ended.
        (status) => (status.state === 'running' || status.state === 'done' || !hasSent.current) && setStage(after(status)),
        (error) => {
          if (!(error instanceof CallError)) throw error
          // There is none, or none for the reader: it is not waited for. Without an answer it is asked for again.
          if (error.status !== 404 && error.status !== 403) return
          forgetImport(kind)
          setProblem(error.message)
          setStage({ at: 'choose' })
        },
      )
    if (!hasSent.current) look()
    const timer = setInterval(look, progressMs)
    return () => clearInterval(timer)
  }, [runningId, operations, kind, hasSent, setStage, setProblem])
}

/**
 * A table on its way in, from one stage to the next. One step at a time: `busy` while it is taken; what is refused is said in `problem`.
 * An import that runs is found again after leaving; `of` is one that was begun before, wherever that was.
 */
export const useImport = (kind: RecordKind, parentId?: Id) => {
  const client = useQueryClient()
  const operations = transferOperations(kind)
  const [stage, setStage] = useState<Stage>(() => {
    const id = parentId ?? pendingImport(kind)
    return id ? { at: 'running', status: initialStatus(id, 0) } : { at: 'choose' }
  })
  /** How many pictures of those that were chosen are on the server. */
  const [addedPictures, setAddedPictures] = useState<PicturesAdded>()
  /** True while the call that imports waits for its answer. */
  const hasSent = useRef(false)

  const { attempt, busy, problem, setProblem } = useAttempt()
  const upload = (file: File, encoding?: Encoding) =>
    attempt(async () => {
      try {
        const analysis = await uploadSheet<Analysis>(operations.upload, file, encoding && { encoding })
        if (isKnown(analysis)) setStage(await checkedStage(operations, analysis, wayOf(analysis)))
        else setStage({ at: 'match', analysis, way: wayOf(analysis) })
      } catch (error) {
        if (error instanceof CallError && error.reason === 'import.encoding')
          setStage({ at: 'encoding', file, possible: error.details as PossibleEncoding[] })
        throw error
      }
    })
  const readOther = (analysis: Analysis, sheet: string) =>
    attempt(async () => {
      const otherSheet = await call(operations.read, { id: analysis.id, sheet }, { quiet: true, isLong: true })
      setStage({ at: 'match', analysis: otherSheet, way: wayOf(otherSheet) })
    })
  /** Makes fields of the organisation of columns of the sheet, and reads it anew by them; those before one that is refused are there. */
  const addFields = (analysis: Analysis, fields: readonly NewField[]) =>
    attempt(async () => {
      const failure = await saveFields(kind.noun, fields)
      const readAnew = await call(operations.read, { id: analysis.id, sheet: analysis.sheet }, { quiet: true, isLong: true })
      setStage({ at: 'match', analysis: readAnew, way: wayOf(readAnew) })
      if (failure) throw failure
    })
  const check = (analysis: Analysis, way: Way) => attempt(async () => setStage(await checkedStage(operations, analysis, way)))
  const addPictures = (analysis: Analysis, way: Way, files: readonly File[]) =>
    attempt(async () => {
      const { otherNames, failure } = await uploadPictures(kind, analysis.id, files, setAddedPictures)
      setAddedPictures(undefined)
      setStage(await checkedStage(operations, analysis, way))
      if (failure) throw failure
      if (otherNames.length > 0) setProblem(t('不是图片，没有添加：{names}', { names: otherNames.join(t('、')) }))
    })
  const commit = (from: Stage & { at: 'checked' }) => attempt(() => commitImport(from, { kind, setStage, hasSent }))
  const cancel = (id: string) =>
    attempt(async () => {
      await call(operations.cancel, { id }, { quiet: true })
    })

  const rejects = (fileName: string, step: Parameters<typeof downloadSheet>[1]) =>
    attempt(async () => {
      const format = /\.(csv|txt)$/i.test(fileName) ? 'csv' : 'xlsx'
      await downloadSheet(operations.rejects, step, `${fileName.replace(/\.\w+$/, '')} - ${t('未导入的行')}.${format}`)
    })

  useProgress({ kind, stage, setStage, setProblem, hasSent })
  useEffect(() => {
    if (!parentId && (stage.at === 'done' || stage.at === 'failed')) forgetImport(kind)
    if (stage.at === 'done') void refreshByName(client, operations.commit.changes)
  }, [stage.at, client, kind, parentId, operations])
  return {
    stage,
    go: setStage,
    busy,
    problem,
    added: addedPictures,
    upload,
    readOther,
    addFields,
    check,
    addPictures,
    commit,
    cancel,
    rejects,
  }
}

type CommitInput = Pick<ProgressContext, 'kind' | 'setStage' | 'hasSent'>

/** Imports what was checked. Rows that are all on record come in a second time only where the person wants it. */
const commitImport = async (from: Stage & { at: 'checked' }, { kind, setStage, hasSent }: CommitInput): Promise<void> => {
  const operations = transferOperations(kind)
  const { id, rowCount, importedBefore } = from.analysis
  if (
    importedBefore &&
    from.checked.pieceCount > 0 &&
    !(await confirm({ title: t('确定再导入一次吗?'), text: againWords(importedBefore), yes: t('再导入一次') }))
  )
    return
  setStage({ at: 'running', status: initialStatus(id, rowCount) })
  rememberImport(kind, id)
  hasSent.current = true
  try {
    const status = await call(operations.commit, stepOf(from.analysis, from.way), { quiet: true, isLong: true })
    setStage(after(status))
  } catch (error) {
    // It goes on without the answer; how far it is says whether it does.
    if (error instanceof CallError && (error.status === 0 || error.reason === 'import.running')) return
    forgetImport(kind)
    if (error instanceof CallError && error.reason === 'import.cancelled') return setStage({ at: 'failed' })
    setStage(from)
    throw error
  } finally {
    hasSent.current = false
  }
}
