import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import * as v from 'valibot'
import type { Operation } from '../../domain/operations/define.ts'
import { sendableTable } from '../../domain/subscriptions/sendableTables.ts'
import type { SavedView } from '../../domain/tables/viewOperations.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { type App, Download, type Handler, requireAllowed, type Session } from '../call.ts'
import { malformed } from '../httpError.ts'
import { understand } from '../input.ts'

/** Reads views in the name of people, by the calls that their own screens would make. */
export type ViewReader = {
  /** How many rows the view has for this person, with a plus where counting stopped. Throws what the list would answer. */
  readonly count: (session: Session, view: SavedView) => Promise<string>
  /** The view as a sheet; undefined where it is larger than a mail takes. */
  readonly sheet: (session: Session, view: SavedView, language: 'zh' | 'en') => Promise<{ name: string; content: Buffer } | undefined>
}

export const openViewReader = (app: App, handlers: readonly Handler[]): ViewReader => {
  const handlerOf = (operation: Operation): Handler =>
    assertDefined(
      handlers.find((handler) => handler.operation === operation),
      `what answers ${operation.name}`,
    )
  const run = async (operation: Operation, session: Session, { input, language }: { input: object; language: 'zh' | 'en' }) => {
    const nowMs = app.database.now()
    requireAllowed(operation, session, nowMs)
    const parsedInput = understand(operation, input)
    if (!parsedInput.success) throw malformed('请求有误：{fields}', { fields: 'view' })
    const call = { requestId: randomUUID(), at: nowMs, ip: '', language, headers: {}, app, session }
    const handler = handlerOf(operation)
    return handler.signedIn
      ? app.database.readingReplica(session.orgId, (tx) => handler.run({ ...call, tx }, parsedInput.output))
      : handler.run(call, parsedInput.output)
  }
  return {
    count: async (session, { table, view }) => {
      const { list } = assertDefined(sendableTable(table), 'a table that is sent')
      const { where, sort, likeQuery } = view
      const answer = await run(list, session, { input: { where, sort, likeQuery, pageSize: 1 }, language: 'zh' })
      const { totalCount, more } = v.parse(v.object({ totalCount: v.number(), more: v.optional(v.boolean()) }), answer)
      return more ? `${totalCount}+` : String(totalCount)
    },
    sheet: async (session, { table, view }, language) => {
      const { sheet } = assertDefined(sendableTable(table), 'a table that is sent')
      const { where, sort, likeQuery, columns } = view
      const input = { where, sort, likeQuery, format: 'xlsx', ...(columns && { columns: columns.map(({ key }) => key) }) }
      const answer = await run(sheet, session, { input, language })
      if (!(answer instanceof Download)) throw new Error(`${sheet.name} answers no file`)
      const content = await contentOf(answer.body)
      return content && { name: answer.name, content }
    },
  }
}

const mailBytesAtMost = 10 * 1024 * 1024

/** All of it, unless it is larger than a mail takes. */
const contentOf = async (body: Buffer | string | Readable): Promise<Buffer | undefined> => {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.from(body)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body) {
    const chunk = Buffer.from(part)
    bytes += chunk.length
    // Leaving the loop destroys the stream.
    if (bytes > mailBytesAtMost) return undefined
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
