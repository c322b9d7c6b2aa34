import { createServer, type Socket, type AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Bitmap } from '../../../domain/labels/printer.ts'
import { whiteBitmap } from '../raster.ts'

/** A label printer that listens on TCP, takes TSPL by its grammar and paints the bitmaps back. */
export type StandInPrinter = {
  readonly address: string
  /** What came out, label by label. */
  readonly labels: readonly Bitmap[]
  /** What it did not understand. */
  readonly faults: readonly string[]
  readonly connections: () => number
  /** Cuts the line of the next connection when so many labels have come out. */
  readonly breakAfter: (labels: number) => void
}

export const startPrinter = async (): Promise<StandInPrinter> => {
  const labels: Bitmap[] = []
  const faults: string[] = []
  let [connections, breakAt] = [0, Infinity]
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections++
    const paper = openPaper(faults)
    let came = 0
    let held = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      held = Buffer.concat([held, bytes])
      for (;;) {
        const taken = paper.take(held)
        if (taken === undefined) return
        held = held.subarray(taken.bytes)
        for (const label of taken.labels) {
          if (came === breakAt) return cut(socket)
          came++
          labels.push(label)
        }
      }
    })
    socket.on('end', () => {
      if (held.length > 0) faults.push(`unfinished: ${held.subarray(0, 40).toString('latin1')}`)
      socket.end()
    })
    const cut = (line: Socket) => {
      breakAt = Infinity
      line.resetAndDestroy()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, labels, faults, connections: () => connections, breakAfter: (count) => (breakAt = count) }
}

/** One command after the other; undefined where the next one is not whole yet. */
const openPaper = (faults: string[]) => {
  let image: Bitmap | undefined
  let size: { width: number; height: number } | undefined
  const dots = (mm: string) => Math.round(Number(mm) * 8)
  const grammar: readonly [RegExp, (...parts: string[]) => Bitmap[] | void][] = [
    [/^SIZE ([\d.]+) mm,([\d.]+) mm$/, (width, height) => void (size = { width: dots(width!), height: dots(height!) })],
    [/^(?:GAP|BLINE) [\d.]+ mm,[\d.]+ mm$/, () => undefined],
    [/^(?:DIRECTION [01]|REFERENCE \d+,\d+|SPEED [1-9]|DENSITY (?:\d|1[0-5]))$/, () => undefined],
    [/^CLS$/, () => void (image = whiteBitmap(size!.width, size!.height))],
    [/^PRINT (\d+),(\d+)$/, (sets, copies) => Array.from({ length: Number(sets) * Number(copies) }, () => image!)],
  ]
  return {
    take: (bytes: Buffer): { bytes: number; labels: Bitmap[] } | undefined => {
      const head = bytes.subarray(0, 60).toString('latin1')
      const bitmap = /^BITMAP (\d+),(\d+),(\d+),(\d+),0,/.exec(head)
      if (bitmap) {
        const [all, , , rowBytes, rows] = bitmap
        const length = Number(rowBytes) * Number(rows)
        if (bytes.length < all.length + length + 2) return undefined
        image = {
          ...image!,
          rowBytes: Number(rowBytes),
          data: Uint8Array.from(bytes.subarray(all.length, all.length + length), (byte) => byte ^ 0xff),
        }
        if (Number(rowBytes) !== Math.ceil(size!.width / 8) || Number(rows) !== size!.height)
          faults.push(`a bitmap of ${rowBytes} × ${rows}`)
        return { bytes: all.length + length + 2, labels: [] }
      }
      const end = bytes.indexOf('\r\n')
      if (end < 0) return undefined
      const line = bytes.subarray(0, end).toString('latin1')
      const known = grammar.flatMap(([pattern, act]) => {
        const parts = pattern.exec(line)
        return parts ? [() => act(...parts.slice(1))] : []
      })[0]
      if (!known) faults.push(line)
      return { bytes: end + 2, labels: known?.() ?? [] }
    },
  }
}
