/** What a code says, and of which symbology it is as ZXing names it (`QRCode`, `Code128`). */
export type DecodedCode = { readonly text: string; readonly symbology: string }

/** Reads the codes in a picture, each text once. The picture is given away. Rejects where the reader cannot be loaded. */
export const decode = (picture: ImageBitmap): Promise<readonly DecodedCode[]> => {
  const { worker, waiting } = reader()
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    worker.postMessage({ id, picture }, [picture])
  })
}

/** Reads the codes in a photo: the whole of it first, then its middle. */
export const decodeFile = async (file: Blob): Promise<readonly DecodedCode[]> => {
  const whole = await createImageBitmap(file)
  const scale = Math.min(1, 1600 / Math.max(whole.width, whole.height))
  const size = { resizeWidth: Math.round(whole.width * scale), resizeHeight: Math.round(whole.height * scale) }
  const middle = await createImageBitmap(whole, whole.width / 4, whole.height / 4, whole.width / 2, whole.height / 2)
  const found = await decode(await createImageBitmap(whole, size))
  whole.close()
  return found.length > 0 ? found : decode(middle)
}

type PendingDecode = { resolve: (found: readonly DecodedCode[]) => void; reject: (error: Error) => void }
type Reader = { worker: Worker; waiting: Map<number, PendingDecode> }

let lastId = 0
let made: Reader | undefined

/** One worker for the whole visit, made when something is first scanned. */
const reader = (): Reader => {
  if (made) return made
  const waiting = new Map<number, PendingDecode>()
  const worker = new Worker(new URL('./decoder.worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<{ id: number; found?: readonly DecodedCode[]; failed?: string }>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.failed === undefined) asked?.resolve(data.found ?? [])
    else asked?.reject(new Error(data.failed))
  }
  worker.onerror = () => {
    made = undefined
    worker.terminate()
    for (const { reject } of waiting.values()) reject(new Error('the reader of codes could not be loaded'))
  }
  made = { worker, waiting }
  return made
}
