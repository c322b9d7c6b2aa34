import { argon2Sync } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Derivation } from './passwordAside.ts'

// Behind everything else: a flood of guesses takes what is left. Only Linux gives a thread a priority of its own.
if (process.platform === 'linux') setPriority(10)

parentPort!.on('message', ({ message, ...more }: Derivation) =>
  parentPort!.postMessage(argon2Sync('argon2id', { message: message.normalize('NFKC'), ...more })),
)
