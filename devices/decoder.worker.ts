import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import type { DecodedCode } from './decoder.ts'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { assertDefined } from '../kernel/assert.ts'

/** Reads codes in pictures, away from the thread that draws the screen. */
prepareZXingModule({ overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) } })

const options: ReaderOptions = {
  formats: ['QRCode', 'MicroQRCode', 'DataMatrix', 'Code128', 'Code39', 'Code93', 'EAN13', 'EAN8', 'UPCA', 'ITF', 'PDF417'],
  tryHarder: true,
  maxNumberOfSymbols: 8,
}

addEventListener('message', ({ data }: MessageEvent<{ id: number; picture: ImageBitmap }>) => {
  void read(data.picture).then(
    (codes) => postMessage({ id: data.id, found: codes }),
    (error: unknown) => postMessage({ id: data.id, failed: String(error) }),
  )
})

const read = async (picture: ImageBitmap): Promise<readonly DecodedCode[]> => {
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = assertDefined(canvas.getContext('2d', { willReadFrequently: true }), 'the canvas')
  context.drawImage(picture, 0, 0)
  picture.close()
  const barcodes = await readBarcodes(context.getImageData(0, 0, canvas.width, canvas.height), options)
  const valid = barcodes.filter(({ isValid }) => isValid)
  return valid.flatMap(({ text, format }, index) =>
    valid.findIndex((candidate) => candidate.text === text) === index ? [{ text, symbology: format }] : [],
  )
}
