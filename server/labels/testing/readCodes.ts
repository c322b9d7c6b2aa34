import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Bitmap } from '../../../domain/labels/printer.ts'

prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer as ArrayBuffer,
  },
})

/** The dots as grey, each as one pixel; with `blur` each is the mean of itself and its eight neighbours, as a camera out of focus sees it. */
export const greyOf = ({ widthDots, heightDots, rowBytes, data }: Bitmap, blur: boolean): Uint8Array => {
  const sharp = Uint8Array.from({ length: widthDots * heightDots }, (_, at) => {
    const x = at % widthDots
    return data[Math.floor(at / widthDots) * rowBytes + (x >> 3)]! & (0x80 >> (x & 7)) ? 0 : 255
  })
  if (!blur) return sharp
  return sharp.map((_, at) => {
    const [x, y] = [at % widthDots, Math.floor(at / widthDots)]
    let sum = 0
    for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += sharp[(y + dy) * widthDots + x + dx] ?? 255
    return sum / 9
  })
}

/** What a camera reads off a label. */
export const codesOn = async (bitmap: Bitmap, blur: boolean): Promise<string[]> => {
  const grey = greyOf(bitmap, blur)
  const data = new Uint8ClampedArray(grey.length * 4)
  grey.forEach((value, at) => data.set([value, value, value, 255], at * 4))
  const image = { data, width: bitmap.widthDots, height: bitmap.heightDots, colorSpace: 'srgb' } as ImageData
  const read = await readBarcodes(image, { formats: ['QRCode', 'DataMatrix', 'Code128'], tryHarder: true, maxNumberOfSymbols: 4 })
  return [...new Set(read.filter(({ isValid }) => isValid).map(({ text }) => text))]
}
