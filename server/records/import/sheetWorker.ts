import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from './sheet.ts'

const { bytes, name } = workerData as { bytes: Uint8Array; name: string | undefined }
parentPort!.postMessage(await readSheet(bytes, name))
