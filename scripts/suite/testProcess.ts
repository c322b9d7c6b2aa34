/**
 * Runs the test files that its arguments name in this process, as `node --test --test-isolation=none` does. That way follows every promise
 * from its beginning to its collection, to learn which test has begun it, which costs thirty times as much as an `await` itself: here what
 * begins after one belongs to the whole run, such as an `after` within a test.
 */
import asyncHooks from 'node:async_hooks'
import { resolve } from 'node:path'

const { createHook } = asyncHooks
Object.assign(asyncHooks, { createHook: (callbacks: asyncHooks.HookCallbacks) => createHook({ ...callbacks, trackPromises: false }) })
const [{ run }, { spec }] = await Promise.all([import('node:test'), import('node:test/reporters')])
Object.assign(asyncHooks, { createHook })

/** Errors that no test awaited. The runner fails only a test that it knows to have caused one. */
const strayErrors: unknown[] = []
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error: unknown) => strayErrors.push(error))
process.once('exit', () => {
  if (strayErrors.length === 0) return
  process.exitCode = 1
  for (const error of strayErrors)
    process.stdout.write(`✖ an error that no test awaited: ${error instanceof Error ? error.stack : String(error)}\n`)
})

run({ files: process.argv.slice(2).map((file) => resolve(file)), isolation: 'none' })
  .on('test:summary', ({ success }) => {
    if (!success) process.exitCode = 1
  })
  .compose(new spec())
  .pipe(process.stdout)
