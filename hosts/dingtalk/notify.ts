import * as v from 'valibot'
import type { WorkplaceNotice } from '../workplace.ts'
import { unless } from './client.ts'
import { agentOf, type DingtalkAccess, forgetAgent } from './grant.ts'
import { messageOf, receiversAtMost } from './notice.ts'
import { id } from './values.ts'

const sentAnswer = v.object({ task_id: v.nullish(id) })
const ids = v.nullish(v.array(id), [])
const sendResult = v.object({ send_result: v.object({ invalid_user_id_list: ids, failed_user_id_list: ids }) })

/** DingTalk sends by and by: by then it mostly knows who it could not reach. */
const resultAfterMs = 1500
/** A notice under the number that the app had before it was installed anew is refused. */
const agentCodes = ['40056', '41011', '52019']

type Wait = (ms: number) => Promise<unknown>

/** For so long a person who was reached counts as one who is reached: asking after each notice would double the calls. */
const reachedSeconds = 86_400
const reachedKey = (corpId: string, personId: string) => `reached:${corpId}:${personId}`

/** Sends a notice to its receivers, and answers who it did not reach. */
export const notify = async (
  access: DingtalkAccess,
  corpId: string,
  notice: WorkplaceNotice,
  wait: Wait,
): Promise<{ unreached: string[] }> => {
  const msg = messageOf(notice, corpId)
  const tasks: string[] = []
  for (let start = 0; start < notice.personIds.length; start += receiversAtMost) {
    const taskId = await sendNotice(access, corpId, msg, notice.personIds.slice(start, start + receiversAtMost))
    if (taskId) tasks.push(taskId)
  }
  if (await areReached(access, corpId, notice.personIds)) return { unreached: [] }
  const unreachedIds = await unreachedOf(access, corpId, tasks, wait)
  const reachedIds = notice.personIds.filter((personId) => !unreachedIds.includes(personId)).slice(0, storedAtMost)
  await Promise.all(reachedIds.map((personId) => access.keeping.write(reachedKey(corpId, personId), '1', reachedSeconds)))
  return { unreached: unreachedIds }
}

/** Whether all of them were reached by a notice of the last day. A notice to many is asked after anyway: that is one call for all of them. */
const areReached = async ({ keeping }: DingtalkAccess, corpId: string, personIds: readonly string[]): Promise<boolean> => {
  if (personIds.length > storedAtMost) return false
  const marks = await Promise.all(personIds.map((personId) => keeping.read(reachedKey(corpId, personId))))
  return marks.every((mark) => mark !== undefined)
}
const storedAtMost = 20

const sendNotice = async (access: DingtalkAccess, corpId: string, msg: object, personIds: readonly string[]) => {
  const { client, tokens } = access
  const send = async () => {
    const body = { agent_id: await agentOf(access, corpId), userid_list: personIds.join(','), msg }
    return tokens.asCorp(corpId, (token) =>
      client.old({ path: '/topapi/message/corpconversation/asyncsend_v2', answer: sentAnswer, token, body }),
    )
  }
  const answer = await unless(send(), ({ code }) => agentCodes.includes(code))
  if (answer !== undefined) return answer.task_id
  await forgetAgent(access, corpId)
  return (await send()).task_id
}

/**
 * Who notices did not reach, as far as DingTalk knows a moment later. A receiver who has the same notice
 * already counts as reached, and so does one of whom it says nothing: the notice is under way and stands in the app.
 */
const unreachedOf = async (access: DingtalkAccess, corpId: string, tasks: readonly string[], wait: Wait): Promise<string[]> => {
  const { client, tokens } = access
  if (tasks.length > 0) await wait(resultAfterMs)
  const readResult = async (taskId: string) => {
    const body = { agent_id: await agentOf(access, corpId), task_id: taskId }
    return tokens.asCorp(corpId, (token) =>
      client.old({ path: '/topapi/message/corpconversation/getsendresult', answer: sendResult, token, body }),
    )
  }
  const results = await Promise.all(tasks.map((taskId) => unless(readResult(taskId), () => true)))
  return results.flatMap((result) => [
    ...(result?.send_result.invalid_user_id_list ?? []),
    ...(result?.send_result.failed_user_id_list ?? []),
  ])
}
