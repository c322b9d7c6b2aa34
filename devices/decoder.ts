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
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, 1600 / Math.max(picture.width, picture.height))
  const size = { resizeWidth: Math.round(picture.width * scale), resizeHeight: Math.round(picture.height * scale) }
  const middle = await createImageBitmap(picture, picture.width / 4, picture.height / 4, picture.width / 2, picture.height / 2)
  const codes = await decode(await createImageBitmap(picture, size))
  picture.close()
  return codes.length > 0 ? codes : decode(middle)
}

type PendingDecode = { resolve: (codes: readonly DecodedCode[]) => void; reject: (error: Error) => void }
type Reader = { worker: Worker; waiting: Map<number, PendingDecode> }

let lastId = 0
let currentReader: Reader | undefined

/** One worker for the whole visit, made when something is first scanned. */
const reader = (): Reader => {
  if (currentReader) return currentReader
  const pendingDecodes = new Map<number, PendingDecode>()
  const worker = new Worker(new URL('./decoder.worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<{ id: number; found?: readonly DecodedCode[]; failed?: string }>) => {
    const pendingDecode = pendingDecodes.get(data.id)
    pendingDecodes.delete(data.id)
    if (data.failed === undefined) pendingDecode?.resolve(data.found ?? [])
    else pendingDecode?.reject(new Error(data.failed))
  }
  worker.onerror = () => {
    currentReader = undefined
    worker.terminate()
    for (const { reject } of pendingDecodes.values()) reject(new Error('the reader of codes could not be loaded'))
  }
  currentReader = { worker, waiting: pendingDecodes }
  return currentReader
}
