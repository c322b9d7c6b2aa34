import { refuse } from '../../../kernel/refusal.ts'
import { bytesAt, deflatedMethod, elsewhere, packedOf, unpackedLength, zipEntries } from '../../files/zip.ts'

/** What a workbook of the most rows that we read may unpack to. */
export const unpackedBytesAtMost = 400 * 1024 * 1024
const entriesAtMost = 2000

export const refuseTooLarge = (): never => refuse('import.tooLarge', '表格太大，读不下来；请删去用不到的格式和工作表，或分成几个文件导入')

/**
 * Refuses an archive that unpacks to more than a workbook may hold: by what it says of itself, and then by what really comes out, unpacked
 * piece by piece without keeping any of it. An archive that is broken is for its reader to say.
 */
export const requireUnpackable = async (bytes: Buffer): Promise<void> => {
  const readAt = bytesAt(bytes)
  const entries = await zipEntries(readAt, bytes.length, entriesAtMost)
  const statedBytes = entries.reduce((sum, entry) => sum + (entry.bytes === elsewhere ? 0 : entry.bytes), 0)
  if (entries.length > entriesAtMost || statedBytes > unpackedBytesAtMost) refuseTooLarge()
  let room = unpackedBytesAtMost
  for (const entry of entries) {
    const packedBytes = await packedOf(readAt, entry)
    room -= entry.method === deflatedMethod ? await unpackedLength(packedBytes, room) : packedBytes.length
    if (room < 0) refuseTooLarge()
  }
}
