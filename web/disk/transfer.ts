import type { DiskNode, DiskUpload } from '../../domain/disk/operations.ts'

/** What is sent: so many bytes, a piece of which is read when its turn comes. */
export type Source = { readonly sizeBytes: number; readonly slice: (from: number, to: number) => Blob }

/** How the server is asked; each of these may be asked again after any failure. */
export type Means = {
  readonly open: () => Promise<DiskUpload>
  /** Sends a part; tells how many of its bytes have gone so far. */
  readonly put: (no: number, bytes: Blob, sent: (bytes: number) => void, signal: AbortSignal) => Promise<void>
  readonly finish: () => Promise<{ readonly missing: readonly number[]; readonly node: DiskNode | null }>
  /** Whether what went wrong may go right the next time: a cut line, a server that is busy or starts anew. */
  readonly isPassing: (error: unknown) => boolean
  /** Rests after so many failures in a row, shorter where the line comes back. */
  readonly rest: (failures: number, signal: AbortSignal) => Promise<void>
}

export type TransferOptions = {
  readonly signal: AbortSignal
  /** So many bytes have arrived, or are on their way. */
  readonly sent: (bytes: number) => void
  /** The line is cut (true), or answers again. */
  readonly cut: (isCut: boolean) => void
  /** The file was chosen once more: one part that is there is sent again, and the server refuses it where it is another file. */
  readonly checks?: boolean
}

export const lanes = 3

/**
 * Sends a file in parts, three at a time, until the server has made a node of it: goes on with what is there already, sends again what a cut
 * line lost. Rejects with what the server refuses, or with the reason of the signal.
 */
export const transfer = async (source: Source, means: Means, telling: TransferOptions): Promise<DiskNode> => {
  const { signal } = telling
  const again = async <T>(run: () => Promise<T>): Promise<T> => {
    for (let failures = 0; ; failures++) {
      signal.throwIfAborted()
      try {
        const answer = await run()
        if (failures > 0) telling.cut(false)
        return answer
      } catch (error) {
        signal.throwIfAborted()
        if (!means.isPassing(error)) throw error
        telling.cut(true)
        await means.rest(failures + 1, signal)
      }
    }
  }

  const upload = await again(means.open)
  const { partBytes } = upload
  const there = new Set(upload.parts)
  const going = new Map<number, number>()
  const tell = () => {
    const arrived = [...there].reduce((sum, no) => sum + partLength(source.sizeBytes, partBytes, no), 0)
    telling.sent(arrived + [...going.values()].reduce((sum, bytes) => sum + bytes, 0))
  }
  const send = async (no: number) => {
    const from = (no - 1) * partBytes
    const bytes = source.slice(from, from + partLength(source.sizeBytes, partBytes, no))
    await again(async () => {
      try {
        await means.put(
          no,
          bytes,
          (sentBytes) => {
            going.set(no, Math.min(sentBytes, bytes.size))
            tell()
          },
          signal,
        )
      } finally {
        going.delete(no)
      }
    })
    there.add(no)
    tell()
  }

  tell()
  const [one] = upload.parts
  if (telling.checks && upload.state === 'open' && one !== undefined) {
    there.delete(one)
    await send(one)
  }
  for (;;) {
    if (upload.state === 'open') await inLanes(missingParts(source.sizeBytes, partBytes, there), send)
    const { missing, node } = await again(means.finish)
    if (node) return node
    // A part that was taken for arrived is not there after all.
    for (const no of missing) there.delete(no)
  }
}

/** The parts of a file that are not there yet, numbered from 1. */
export const missingParts = (sizeBytes: number, partBytes: number, there: ReadonlySet<number>): number[] =>
  Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, index) => index + 1).filter((no) => !there.has(no))

const partLength = (sizeBytes: number, partBytes: number, no: number): number =>
  Math.max(0, Math.min(partBytes, sizeBytes - (no - 1) * partBytes))

/** Runs through all of them, three at a time; the first that fails ends it when the others have come to rest. */
const inLanes = async (all: readonly number[], run: (number: number) => Promise<void>): Promise<void> => {
  const waiting = [...all]
  let failed = false
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined && !failed; next = waiting.shift())
      try {
        await run(next)
      } catch (error) {
        failed = true
        throw error
      }
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}
