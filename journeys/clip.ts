import { writeFileSync } from 'node:fs'
import { create } from 'qrcode'

/** The size of the camera's picture, in px. */
const width = 640
const height = 480
const framesPerSecond = 15
/** What a camera shows before it is held still: nothing that could be read. */
const blankFrames = 8
const codeFrames = 45

/** Writes a clip for Chromium's fake camera: first unreadable pictures, then one of a label with `text` as its code. */
export const writeClip = (path: string, text: string): void => {
  const frame = (luma: Uint8Array): Buffer => Buffer.concat([Buffer.from('FRAME\n'), luma, neutral])
  const frames = [
    ...Array.from({ length: blankFrames }, (_, at) => frame(stripes(at))),
    ...Array.from({ length: codeFrames }, () => frame(label(text))),
  ]
  writeFileSync(path, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`), ...frames]))
}

/** Both colour planes without colour. */
const neutral = new Uint8Array((width * height) / 2).fill(128)

const stripes = (at: number): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, index) => 96 + (((index % width) + at * 9) % 64))

/** A white label with its code in the middle, and the quiet margin around it that readers need. */
const label = (text: string): Uint8Array => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const modulePx = Math.floor((height * 0.8) / modules.size)
  const left = Math.floor((width - modules.size * modulePx) / 2)
  const top = Math.floor((height - modules.size * modulePx) / 2)
  const luma = new Uint8Array(width * height).fill(235)
  for (let y = 0; y < modules.size * modulePx; y++)
    for (let x = 0; x < modules.size * modulePx; x++)
      if (modules.get(Math.floor(y / modulePx), Math.floor(x / modulePx))) luma[(top + y) * width + left + x] = 16
  return luma
}
