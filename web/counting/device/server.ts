import { countTaskInfo, countTaskJoin, countTaskPack, countTaskPush } from '../../../domain/counting/operations.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { appVersion } from '../../../domain/rules/constants.ts'
import type { Id } from '../../../kernel/id.ts'
import { call, CallError } from '../../call.ts'
import { upload } from '../../forms/fileUpload.ts'
import type { Failure, Push, Server } from './sending.ts'

/** The server as sending knows it. */
export const server: Server = {
  push: ({ events, ...push }: Push) =>
    answered(async () => ({
      t: 'taken' as const,
      ...(await call(countTaskPush, { ...push, events: [...events] }, { background: true })),
    })),
  upload: (picture) => answered(async () => ({ t: 'stored' as const, file: await upload(picture, 'photo.jpg', { quiet: true }) })),
}

export const join = (taskId: Id, device: string): Promise<OutputOf<typeof countTaskJoin>> =>
  call(countTaskJoin, { taskId, device, appVersion }, { quiet: true })

export const taskInfo = (id: Id): Promise<OutputOf<typeof countTaskInfo>> => call(countTaskInfo, { id }, { quiet: true })

export const packPage = (
  { task: taskId, device }: { readonly task: Id; readonly device: string },
  since: string | undefined,
  from: string | undefined,
): Promise<OutputOf<typeof countTaskPack>> =>
  call(
    countTaskPack,
    { taskId, device, ...(since !== undefined && { since }), ...(from !== undefined && { after: from }) },
    { quiet: true },
  )

const answered = async <A>(ask: () => Promise<A>): Promise<A | Failure> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return failureOf(error)
  }
}

const failureOf = ({ status, message: words }: CallError): Failure => {
  if (status === 401) return { t: 'signedOut', words }
  if (status === 0 || status === 408 || status === 429 || status >= 500) return { t: 'none', words }
  return { t: 'refused', words, tooLarge: status === 413 }
}
