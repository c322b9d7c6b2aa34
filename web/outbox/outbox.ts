import { createElement, useSyncExternalStore } from 'react'
import type { Operation, OutputOf } from '../../domain/operations/define.ts'
import { call, CallError } from '../call.ts'
import { toast } from '../look/overlays/toast.ts'
import { allFillings } from '../documents/filling/shelf.ts'
import { NoRoom } from '../onDevice.ts'
import { onNewPerson, session } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { type Action, isOf, isWaiting, type Outcome, outcomeOf } from './action.ts'
import { OutboxBar } from './OutboxBar.tsx'
import { removeDeviceFiles, sweepDeviceFiles, uploadDeviceFiles } from './files/deviceFiles.ts'
import { referencesIn, withPaths } from './files/reference.ts'
import type { PathsOutcome } from './files/sending.ts'
import { openQueue, type Queue, type Sender } from './queue.ts'
import { openStore } from './store.ts'
import { setWaiting } from './waitingActions.ts'

/** The person who has pressed a button waits for the answer so long; then it goes by itself. */
const patienceMs = 10_000

/** What is put down to be sent. */
export type ToSend<O extends Operation> = {
  readonly key: string
  readonly operation: O
  readonly input: unknown
  readonly commandId: string
} & Pick<Action, 'title' | 'things' | 'about' | 'form'>

/**
 * Keeps what is to be done on this device and sends it, in its turn and once. Answers what the server answered, or `waits` where it goes by
 * itself when there is a network. Throws CallError where it was refused. Where the browser keeps nothing it is sent like any other call; where
 * it has no room left and there is no answer either, that is said and nothing is kept.
 */
export const sendKept = async <O extends Operation>(toSend: ToSend<O>): Promise<{ readonly answer: OutputOf<O> } | 'waits'> => {
  const { key, operation, input, commandId, title, things, about, form } = toSend
  const from = sender()
  const queue = from && (await openOutbox().catch(() => undefined))
  const atOnce = async () => ({
    answer: await call(operation, withPaths(input, await storeFiles(input)) as never, { quiet: true, commandId }),
  })
  if (!queue) return atOnce()
  const action: Action = {
    key,
    command: commandId,
    operation: operation.name,
    input,
    title,
    things,
    about,
    author: from.author,
    atMs: Date.now(),
    state: 'waiting',
    faults: 0,
    ...(form && { form }),
  }
  underHands.add(commandId)
  const former = all.find((earlierAction) => earlierAction.key === key)
  try {
    const firstOutcome = await queue.put(action, patienceMs)
    removeUnusedFiles(former, allFillings())
    if (firstOutcome.t === 'done') return { answer: firstOutcome.answer as OutputOf<O> }
    if (firstOutcome.t === 'refused') throw new CallError(firstOutcome, firstOutcome.words)
    void navigator.storage?.persist?.()
    return 'waits'
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error
    return await atOnce().catch((unsent: unknown) => {
      throw unsent instanceof CallError && unsent.status === 0 ? noRoom() : unsent
    })
  } finally {
    underHands.delete(commandId)
    show()
  }
}

/**
 * Puts the files that a value refers to on the server and answers their paths: for what does not wait here. Throws CallError, which is quiet; its
 * status is 0 where no answer came, and nothing but files has left the device then.
 */
export const storeFiles = async (value: unknown): Promise<ReadonlyMap<string, string>> => {
  if (referencesIn(value).length === 0) return new Map()
  const from = sender()
  const outcome: PathsOutcome = from ? await uploadDeviceFiles(value, from) : { t: 'signedOut' }
  if (outcome.t === 'done') return outcome.paths
  if (outcome.t === 'refused') throw new CallError(outcome, outcome.words)
  if (outcome.t === 'fault') throw new CallError({ status: 500, code: 500, reason: 'file.fault' }, outcome.words)
  throw new CallError({ status: 0, code: 0, reason: 'file.unsent' }, t(filesHereWords))
}

const filesHereWords = '没有网络，草稿没有存到服务器；填写的内容和照片都在这台设备上，联网后再存一次，或直接提交，照片会一并上传'

/** A changed form is written to this device by then. */
const formWrittenMs = 1000

/** Removes files from this device that a form has no more, but for those that something that waits or a form refers to. */
export const forgetFiles = async (references: readonly string[]): Promise<void> => {
  await openOutbox().catch(() => undefined)
  setTimeout(() => removeUnusedFiles(references, allFillings()), formWrittenMs)
}

/** Removes the files that a value refers to from this device, but for those that something that waits or one of `forms` refers to. */
const removeUnusedFiles = (value: unknown, forms: readonly unknown[]): void => {
  const usedReferences = new Set(referencesIn([all, forms]))
  const unusedReferences = referencesIn(value).filter((reference) => !usedReferences.has(reference))
  // What cannot be removed at this moment is swept away at a later start.
  if (unusedReferences.length > 0) void removeDeviceFiles(unusedReferences).catch(() => undefined)
}

const noRoom = (): CallError =>
  new CallError(
    { status: 507, code: 507, reason: 'device.full' },
    t('没有连上服务器，这台设备的存储空间也满了：没有保存，也没有提交。请清理后再试'),
  )

/** Less than this and the next thing may not fit. */
const roomBytes = 10_000_000

/** Whether the device has room to keep what cannot be sent; true where it does not say. */
export const hasRoom = async (): Promise<boolean> => {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  return quota === undefined || usage === undefined || quota - usage > roomBytes
}

/** Begins to send what waits, for the person who is signed in. */
export const startSending = async (): Promise<void> => {
  const queue = await openOutbox().catch(() => undefined)
  await queue?.again()
}

/** What waits on this device, in order: of the person who is signed in, and how many of others. */
export const useOutbox = (): { readonly actions: readonly Action[]; readonly ofOthers: readonly Action[] } =>
  useSyncExternalStore(onShown, () => shownOutbox)

export const sendAgain = async (action?: Action): Promise<void> => (await openOutbox()).again(action)

/** Takes an action away; false where it has gone meanwhile. */
export const giveUp = async (action: Action): Promise<boolean> => (await openOutbox()).drop(action)

let queue: Promise<Queue> | undefined
const openOutbox = (): Promise<Queue> => {
  queue ??= openStore().then(async (store) => {
    const openedQueue = openQueue({
      store,
      sender,
      sendFiles: async ({ input, author }, token) => {
        const outcome = await uploadDeviceFiles(input, { author, token })
        return outcome.t === 'done' ? { t: 'done', answer: undefined } : outcome
      },
      send,
      came: tellOutcome,
      changed: show,
      // What was taken needs its files no more; a form that lies here still may.
      onEnd: (action, isDone) => removeUnusedFiles(action, isDone ? [] : allFillings()),
      tabs: globalThis.BroadcastChannel && new BroadcastChannel('zaice.outbox'),
    })
    await openedQueue.refresh()
    void sweepDeviceFiles([all, allFillings()]).catch(() => undefined)
    return openedQueue
  })
  queue.catch(() => {
    queue = undefined
  })
  return queue
}

const sender = (): Sender | undefined => {
  const { token, uid, operationId, username } = session()
  return token && uid ? { token, author: { orgId: operationId, uid, userName: username } } : undefined
}

/** Sends an action whose files lie on the server. */
const send = async ({ operation: name, input, command, author }: Action, token: string): Promise<Outcome> => {
  const operations = await import('./operations.ts').catch(() => undefined)
  if (!operations) return { t: 'unanswered' }
  const operation = operations.operationNamed(name)
  if (!operation) throw new Error(`nothing is called ${name}`)
  const outcome = await uploadDeviceFiles(input, { author, token })
  if (outcome.t !== 'done') return outcome
  try {
    const sentInput = withPaths(input, outcome.paths)
    return { t: 'done', answer: await call(operation, sentInput as never, { background: true, commandId: command, token }) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return outcomeOf(error)
  }
}

const tellOutcome = ({ title, about }: Action, outcome: Outcome): void => {
  const what = t('{title}：{content}', { title: t(title), content: about })
  if (outcome.t === 'done') toast(t('已送达 {what}', { what }), 'notify')
  if (outcome.t === 'refused') toast(t('没有办成 {what}。{why}', { what, why: outcome.words }), 'notify', () => go('/pages/outbox/index'))
}

/** A person looks at a button that turns: nothing else needs to say that it is on its way. */
const underHands = new Set<string>()

const bar = createElement(OutboxBar)
let all: readonly Action[] = []
let shownOutbox: ReturnType<typeof useOutbox> = { actions: [], ofOthers: [] }
const listeners = new Set<() => void>()
const onShown = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const show = (actions: readonly Action[] = all): void => {
  all = actions
  const from = sender()
  const ownActions = from ? all.filter((action) => isOf(action, from.author) && !underHands.has(action.command)) : []
  shownOutbox = { actions: ownActions, ofOthers: all.filter((action) => !from || !isOf(action, from.author)) }
  const refusedCount = ownActions.filter((action) => !isWaiting(action)).length
  setWaiting({ waiting: ownActions.length - refusedCount, refused: refusedCount }, bar)
  for (const listener of listeners) listener()
}
onNewPerson(() => show())
