import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from './sheet.ts'

parentPort!.postMessage(await readSheet(workerData as Uint8Array))
