import { createHash } from 'node:crypto'
import { after } from 'node:test'
import { contentAddress, type DiskNode, partAddress } from '../../../domain/disk/operations.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { findSession } from '../../access/sessions.ts'
import type { App } from '../../call.ts'
import { createHttp } from '../../http.ts'
import { handlers } from '../../routes.ts'
import { addDiskRoutes } from '../downloadRoutes.ts'
import { addPartRoute } from '../uploads.ts'

export type Reply = {
  readonly status: number
  readonly bytes: Buffer
  readonly headers: Record<string, unknown>
  readonly json: ReturnType<typeof JSON.parse>
}

/** The whole server with the routes of the disk, as a process of its own would have it; closed when the tests of the file are done. */
export const openDisk = async (app: App) => {
  const find = (token: string) => findSession(app.database, token)
  const http = await createHttp({ app, handlers, findSession: find, signInClients: {}, checkOutput: true })
  addDiskRoutes(http, app, find)
  addPartRoute(http, app, find)
  after(() => http.close())

  const send = async (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    token: string | undefined,
    payload?: Buffer | object,
    headers = {},
  ): Promise<Reply> => {
    const answer = await http.inject({
      method,
      url,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(payload !== undefined && { payload }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers, json: isJson ? answer.json() : {} }
  }
  /** What a call answers; throws its words where it is refused. */
  const call = async (token: string | undefined, verb: string, body: object): Promise<ReturnType<typeof JSON.parse>> => {
    const { json, status } = await send('POST', `/api/netdisk/${verb}`, token, body)
    if (json.code !== 0) throw new Error(`${status} ${json.reason}: ${json.msg}`)
    return json.result
  }
  const put = (token: string, id: Id, no: number, bytes: Buffer, headers = {}): Promise<Reply> =>
    send('PUT', partAddress(id, no), token, bytes, { 'content-type': 'application/octet-stream', ...headers })
  return {
    http,
    send,
    call,
    put,
    /** Uploads bytes as a person would, part by part. */
    upload: async (token: string, parentId: Id, name: string, bytes: Buffer, same = 'number'): Promise<DiskNode> => {
      const id = newId()
      const { partBytes } = await call(token, 'netdiskupload/open', { id, parentId, name, sizeBytes: bytes.length, same })
      for (let no = 1; (no - 1) * partBytes < bytes.length; no++) {
        const part = bytes.subarray((no - 1) * partBytes, no * partBytes)
        const answer = await put(token, id, no, part, { 'x-part-sha256': createHash('sha256').update(part).digest('hex') })
        if (answer.json.code !== 0) throw new Error(`${answer.status} ${answer.json.reason}: ${answer.json.msg}`)
      }
      return (await call(token, 'netdiskupload/finish', { id })).node
    },
    fetch: (token: string | undefined, node: Pick<DiskNode, 'id' | 'versionNo'>, headers = {}): Promise<Reply> =>
      send('GET', contentAddress(node), token, undefined, headers),
  }
}
