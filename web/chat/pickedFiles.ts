import { chatLimits } from '../../domain/chat/limits.ts'
import type { Id } from '../../kernel/id.ts'
import { write } from './device/device.ts'
import { NoRoom } from '../onDevice.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { smaller } from '../forms/smaller.ts'

/** Sends what was chosen, pasted or dropped: pictures together, up to nine in one message; every other file by itself. */
export const writeFiles = async (chatId: Id, files: readonly File[]): Promise<void> => {
  const tooLarge = files.filter(({ size }) => size > chatLimits.fileBytes)
  const [first] = tooLarge
  if (first) toast(t('{name}超过20 MB，请放入网盘后发送', { name: first.name }), 'error')
  const fittingFiles = files.filter((file) => !tooLarge.includes(file) && file.size > 0)
  const measuredFiles = await Promise.all(fittingFiles.map(async (file) => ({ file, picture: await pictureOf(file) })))
  const pictures = measuredFiles.flatMap(({ file, picture }) => (picture ? [{ ...picture, name: file.name }] : []))
  for (let index = 0; index < pictures.length; index += chatLimits.pictures) {
    const some = pictures.slice(index, index + chatLimits.pictures)
    await isKept(
      write(
        chatId,
        { kind: 'picture', body: { pictures: some.map(({ width, height }) => ({ width, height })) } },
        some.map(({ blob, name }) => ({ blob, name })),
      ),
    )
  }
  for (const { file, picture } of measuredFiles)
    if (!picture)
      await isKept(
        write(chatId, { kind: 'file', body: { name: file.name.slice(-200), sizeBytes: file.size } }, [{ blob: file, name: file.name }]),
      )
}

/** Says it where this device has no room for what is to be sent; everything else is a fault. */
export const isKept = async (writeOperation: Promise<void>): Promise<boolean> => {
  try {
    await writeOperation
    return true
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error
    toast(t('这台设备的存储空间已满，没有发出，请清理后再试'), 'error')
    return false
  }
}

/** A picture as it is sent, with its size; undefined for what this browser cannot show. */
const pictureOf = async (file: File): Promise<{ blob: Blob; width: number; height: number } | undefined> => {
  if (!/^image\/(jpeg|png|webp|gif|bmp|heic|heif|avif)$/.test(file.type)) return undefined
  try {
    const blob = await smaller(file)
    const bitmap = await createImageBitmap(blob)
    const { width, height } = bitmap
    bitmap.close()
    return { blob, width, height }
  } catch {
    return undefined
  }
}
