import { argon2Sync } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Derivation } from './passwordAside.ts'
import { assertDefined } from '../../kernel/assert.ts'

// Behind everything else: a flood of guesses takes what is left. Only Linux gives a thread a priority of its own.
if (process.platform === 'linux') setPriority(10)

const port = assertDefined(parentPort, 'the thread that began this one')
port.on('message', ({ message, ...more }: Derivation) =>
  port.postMessage(argon2Sync('argon2id', { message: message.normalize('NFKC'), ...more })),
)
