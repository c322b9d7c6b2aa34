import { createContext, useContext } from 'react'
import { silenceSeconds, uploadTimeoutSeconds } from '../../../domain/rules/constants.ts'
import { CallError } from '../../call.ts'
import { upload } from '../../forms/fileUpload.ts'
import { toast } from '../../look/overlays/toast.ts'
import { NoRoom } from '../../onDevice.ts'
import { t } from '../../words.ts'
import { outcomeOf } from '../action.ts'
import { keepFile } from './deviceFiles.ts'

/** Whether files lie on this device where no answer comes: around a form whose sending takes them along. */
export const KeepsFiles = createContext(false)

/** Puts a chosen file on the server and answers its path; where no answer comes, a reference to it on this device. Throws CallError that was shown. */
export const useStoreFile = (): ((file: Blob, name: string) => Promise<string>) =>
  useContext(KeepsFiles) ? uploadOrKeep : uploadNow

const uploadNow = (file: Blob, name: string): Promise<string> => upload(file, name)

export const uploadOrKeep = async (file: Blob, name: string): Promise<string> => {
  const silence = await uploadPatiently(file, name)
  if (typeof silence === 'string') return silence
  try {
    const reference = await keepFile(file, name)
    toast(t('没有连上服务器：照片和附件已存在这台设备上，提交时一并上传'), 'notify')
    return reference
  } catch (error) {
    const words = error instanceof NoRoom ? t('没有连上服务器，这台设备的存储空间也满了：{name}没有保存。请清理后再添加', { name }) : silence.message
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
