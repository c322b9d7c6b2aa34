import { createContext, useContext } from 'react'
import { silenceSeconds, uploadTimeoutSeconds } from '../../../domain/rules/constants.ts'
import { CallError } from '../../call.ts'
import { upload } from '../../forms/fileUpload.ts'
import { toast } from '../../look/overlays/toast.ts'
import { NoRoom } from '../../onDevice.ts'
import { t } from '../../words.ts'
import { outcomeOf } from '../action.ts'
import { forgetFiles, storeFiles } from '../outbox.ts'
import { keepFile } from './deviceFiles.ts'

/** Whether files lie on this device where no answer comes: around a form whose sending takes them along. */
export const KeepsFiles = createContext(false)

/** What a form does with a file. */
export type FileSlots = {
  readonly add: (path: string) => void
  /** Puts the path in place of a reference, or takes the reference away; nothing where it is there no more. */
  readonly replace: (reference: string, path: string | undefined) => void
}

/**
 * Adds a chosen file to a form. A form that keeps files has a reference from the first moment, so it may be sent before the upload is over;
 * the path takes its place. Elsewhere it is added once it lies on the server. Throws CallError that was shown.
 */
export const useAddFile = (): ((file: Blob, name: string, slots: FileSlots) => Promise<void>) => {
  const keepsFiles = useContext(KeepsFiles)
  return async (file, name, slots) => {
    const reference = keepsFiles ? await keepFile(file, name).catch(() => undefined) : undefined
    if (reference === undefined) return slots.add(await (keepsFiles ? uploadOrKeep(file, name) : upload(file, name)))
    slots.add(reference)
    await replaceStored(reference, slots)
  }
}

/** Uploads a file that a form refers to. Without an answer it stays on this device; what the server refuses leaves the form. */
const replaceStored = async (reference: string, { replace }: FileSlots): Promise<void> => {
  try {
    const path = (await storeFiles(reference)).get(reference)
    if (path !== undefined) replace(reference, path)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (outcomeOf(error).t === 'unanswered') return toast(t(keptWords), 'notify')
    replace(reference, undefined)
    toast(error.message, 'error')
  }
  await forgetFiles([reference])
}

const keptWords = '没有连上服务器：照片和附件已存在这台设备上，提交时一并上传'

/** Puts a file on the server and answers its path; in a form that keeps files, a reference where no answer comes. Throws CallError that was shown. */
export const useStoreFile = (): ((file: Blob, name: string) => Promise<string>) => (useContext(KeepsFiles) ? uploadOrKeep : uploadNow)

const uploadNow = (file: Blob, name: string): Promise<string> => upload(file, name)

export const uploadOrKeep = async (file: Blob, name: string): Promise<string> => {
  const outcome = await uploadPatiently(file, name)
  if (typeof outcome === 'string') return outcome
  try {
    const reference = await keepFile(file, name)
    toast(t(keptWords), 'notify')
    return reference
  } catch (error) {
    const words =
      error instanceof NoRoom ? t('没有连上服务器，这台设备的存储空间也满了：{name}没有保存。请清理后再添加', { name }) : outcome.message
    toast(words, 'error')
    throw new CallError({ status: 507, code: 507, reason: 'device.full' }, words)
  }
}

/** A network slower than this is none for a person who waits. */
const slowestBytesPerSecond = 50_000

const patienceSecondsFor = ({ size }: Blob): number => Math.min(uploadTimeoutSeconds, silenceSeconds + size / slowestBytesPerSecond)

/** The path of an uploaded file, or the error that says that no answer came while a person waits. */
const uploadPatiently = async (file: Blob, name: string): Promise<string | CallError> => {
  try {
    return await upload(file, name, { quiet: true, signal: AbortSignal.timeout(patienceSecondsFor(file) * 1000) })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (outcomeOf(error).t === 'unanswered') return error
    if (![401, 403].includes(error.status)) toast(error.message, 'error')
    throw error
  }
}
