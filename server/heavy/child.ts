import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { RefusalError } from '../../kernel/refusal.ts'
import type { ChildAnswer, HeavyTask } from './children.ts'
import { codeOf, messageOf } from '../../kernel/caughtError.ts'

/**
 * A process for heavy work: it does what it is sent, one thing at a time, behind everyone else on the machine, and ends itself when it
 * needs more memory than it may have. A module that is sent exports `run`.
 */
const memoryBytes = Number(process.argv[2])

/** In a thread of its own, so that it looks while the work keeps the process busy. What is native or in buffers counts as well. */
const watch = `
  const { workerData: { memoryBytes, parent } } = require('node:worker_threads')
  const never = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    Atomics.wait(never, 0, 0, 15)
    if (process.memoryUsage.rss() > memoryBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }`
new Worker(watch, { eval: true, workerData: { memoryBytes, parent: process.ppid } }).unref()

// On Linux all of its threads are behind already.
if (process.platform !== 'linux') setPriority(10)
try {
  // Where a machine runs out of memory altogether, this process is the one to end.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Only Linux has it.
}

process.on('disconnect', () => process.exit())
process.on('message', ({ module, input }: HeavyTask) => {
  void work(module, input)
})

const work = async (module: string, input: unknown): Promise<void> => {
  const say = (answer: ChildAnswer) => void process.send?.(answer)
  try {
    const { run }: { run: (input: unknown, part: (part: unknown) => void) => Promise<unknown> } = await import(module)
    const output = await run(input, (part) => say({ part }))
    say({ output, spent: process.memoryUsage.rss() > memoryBytes / 2 })
  } catch (error) {
    if (error instanceof RefusalError) say({ refusal: error.refusal, details: error.details })
    else if (isOutOfMemory(error)) say({ tooMuch: true })
    else say({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

const isOutOfMemory = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === 'ERR_MEMORY_ALLOCATION_FAILED' || code === 'Z_MEM_ERROR' || /allocation failed|out of memory/i.test(messageOf(error))
}
