import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Refusal, RefusalError } from '../../kernel/refusal.ts'

/** What a process for heavy work is asked: the module that does it, and what it needs to know. */
export type HeavyTask = { readonly module: string; readonly input: unknown }
/** What it answers: any number of parts, then one of the others. `spent`: it holds much memory by now. */
export type ChildAnswer =
  | { readonly part: unknown }
  | { readonly output: unknown; readonly spent: boolean }
  | { readonly refusal: Refusal; readonly details: unknown }
  | { readonly tooMuch: true }
  | { readonly failure: string }

/** Work that a process of its own does: `module` exports `run(input, part)`. */
export type Task<I, O, P = never> = {
  readonly module: URL
  /** Never there; it says what goes in, what comes out and what comes in parts. */
  readonly types?: { readonly input: I; readonly output: O; readonly part: P }
}

export type TaskLimits = { readonly seconds: number; readonly signal?: AbortSignal | undefined }

/** The work needed more memory or time than it may have, and was ended. */
export class TooMuch extends Error {}

/** The person who wanted the work has gone, and it was ended. */
export class ChildGone extends Error {}

/** Processes for heavy work, which begin when they are wanted and end when they were not for a while. */
export type Children = {
  /** Throws what the task refuses, TooMuch, or Gone; a task that fails is a fault. */
  readonly run: <I, O, P>(task: Task<I, O, P>, input: I, limits: TaskLimits, onPart?: (part: P) => void) => Promise<O>
  readonly stop: () => void
}

export const openChildren = (megabytes: number): Children => {
  const idle: Child[] = []
  const all = new Set<Child>()

  const begin = (): Child => {
    const child: Child = { process: start(megabytes), resting: undefined }
    all.add(child)
    child.process.once('exit', () => {
      all.delete(child)
      clearTimeout(child.resting)
      const index = idle.indexOf(child)
      if (index !== -1) idle.splice(index, 1)
    })
    // A process that cannot be started, or written to, ends; the person who waits for it hears of that.
    child.process.on('error', () => child.process.kill('SIGKILL'))
    return child
  }

  const restChild = (child: Child): void => {
    child.process.unref()
    child.process.channel?.unref()
    child.resting = setTimeout(() => child.process.kill('SIGKILL'), idleMs).unref()
    idle.push(child)
  }

  const wake = (): Child => {
    const child = idle.pop() ?? begin()
    clearTimeout(child.resting)
    child.process.ref()
    child.process.channel?.ref()
    return child
  }

  return {
    run: async <I, O, P>({ module }: Task<I, O, P>, input: I, { seconds, signal }: TaskLimits, onPart?: (part: P) => void): Promise<O> => {
      if (signal?.aborted) throw new ChildGone()
      const child = wake()
      const onDone = (keeps: boolean): void => {
        if (keeps) restChild(child)
        else child.process.kill('SIGKILL')
      }
      return askChild<O, P>(child.process, { module: module.href, input }, { seconds, megabytes, signal, onPart, onDone })
    },
    stop: () => {
      for (const { process: worker } of all) worker.kill('SIGKILL')
    },
  }
}

type ChildLimits<P> = TaskLimits & {
  readonly megabytes: number
  readonly onPart: ((part: P) => void) | undefined
  /** Hears that the child is done with it, and whether it may do more. */
  readonly onDone: (keeps: boolean) => void
}

/** Has a child do a task; it is ended where that takes too long, or nobody waits for it any more. */
const askChild = <O, P>(
  worker: ChildProcess,
  task: HeavyTask,
  { seconds, megabytes, signal, onPart, onDone }: ChildLimits<P>,
): Promise<O> =>
  new Promise<O>((resolve, reject) => {
    let failure: Error | undefined
    const end = (reason: Error) => {
      failure ??= reason
      worker.kill('SIGKILL')
    }
    const tooLate = setTimeout(() => end(new TooMuch(`It took more than ${seconds} seconds.`)), seconds * 1000)
    const leave = () => end(new ChildGone())
    const finish = (keeps: boolean) => {
      clearTimeout(tooLate)
      signal?.removeEventListener('abort', leave)
      worker.off('message', hear).off('exit', reportExit)
      onDone(keeps)
    }
    const hear = (answer: ChildAnswer) => {
      if ('part' in answer) return onPart?.(answer.part as P)
      finish('output' in answer ? !answer.spent : !('tooMuch' in answer))
      if ('output' in answer) resolve(answer.output as O)
      else reject(errorOf(answer))
    }
    const reportExit = (code: number | null, sign: NodeJS.Signals | null) => {
      finish(false)
      reject(failure ?? exitErrorOf(code, sign, megabytes))
    }
    worker.on('message', hear).once('exit', reportExit)
    signal?.addEventListener('abort', leave)
    worker.send(task, (error) => {
      if (error) end(error)
    })
  })

const errorOf = (answer: Extract<ChildAnswer, { refusal: unknown } | { tooMuch: unknown } | { failure: unknown }>): Error => {
  if ('refusal' in answer) return new RefusalError(answer.refusal, answer.details)
  return 'tooMuch' in answer ? new TooMuch('No more memory was to be had.') : new Error(answer.failure)
}

/** Why a child ended before it answered: for want of memory it ends itself, or V8 ends it; everything else it would have said. */
const exitErrorOf = (code: number | null, sign: NodeJS.Signals | null, megabytes: number): Error => {
  const byMemory = sign === 'SIGKILL' || sign === 'SIGABRT' || sign === 'SIGTRAP' || code === 134
  return byMemory ? new TooMuch(`It needed more than ${megabytes} MB.`) : new Error(`It ended with ${sign ?? code}.`)
}

type Child = { readonly process: ChildProcess; resting: NodeJS.Timeout | undefined }

const idleMs = 60_000

/**
 * The child watches its own memory many times in a second; on Linux the system holds it as well, with room for what is reserved but not
 * used. It gets nothing of our settings: whatever it reads comes from outside. Where Node keeps compiled code is no setting of ours.
 */
const start = (megabytes: number): ChildProcess => {
  const args = [
    '--disable-warning=ExperimentalWarning',
    `--max-old-space-size=${megabytes}`,
    fileURLToPath(new URL('./child.ts', import.meta.url)),
    String(megabytes * 1024 * 1024),
  ]
  const limitedCommand = ['-c', `ulimit -d ${(megabytes + reservedMegabytes) * 1024}; exec nice -n 10 "$0" "$@"`, process.execPath]
  const isLinux = process.platform === 'linux'
  return spawn(isLinux ? '/bin/sh' : process.execPath, isLinux ? [...limitedCommand, ...args] : args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.has(name))),
  })
}

const reservedMegabytes = 1024
const passedOn: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'LANG',
  'TZ',
  'TMPDIR',
  'TEMP',
  'SystemRoot',
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
])
