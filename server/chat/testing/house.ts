import type { AddressInfo } from 'node:net'
import { findSession } from '../../access/sessions.ts'
import type { App } from '../../call.ts'
import { openDatabase } from '../../db/pool.ts'
import { createHttp } from '../../http.ts'
import { openLog } from '../../log.ts'
import { noMap } from '../../maps/source.ts'
import { hasAnnounced } from '../../messaging/outbox.ts'
import { startRelay } from '../../messaging/relay.ts'
import { openScreens } from '../../messaging/screens.ts'
import { openSockets } from '../../messaging/sockets.ts'
import { readSettings } from '../../settings.ts'
import { openFrames } from '../frames.ts'
import { chatHandlers } from '../handlers.ts'

/** One server process as far as conversations go, with a door of its own. `reads`: how often frames asked the database. */
export const openHouse = async (url: string, poolSize = 8) => {
  let wake = (): void => undefined
  const database = openDatabase({ url, poolSize, onCommit: (tx) => hasAnnounced(tx) && wake() })
  await database.gate('select 1')
  const log = openLog('silent')
  const find = (token: string) => findSession(database, token)
  const workplaces: App['workplaces'] = new Map()
  const http = await createHttp({
    // What conversations call needs nothing else that a process has one of.
    app: { settings: readSettings({}), database, log, map: noMap, workplaces } as App,
    handlers: chatHandlers(async () => undefined),
    findSession: find,
    signInClients: {},
    checkOutput: true,
  })
  const screens = openScreens(database, log)
  // Everything happens within one minute, however long it takes.
  const sockets = openSockets({ server: http.server, database, log, findSession: find, publicUrl: undefined, now: () => 0, screens })
  const counted = { reads: 0 }
  const frames = openFrames({
    database: {
      ...database,
      reading: (orgId, run) => {
        counted.reads++
        return database.reading(orgId, run)
      },
    },
    log,
    sockets,
  })
  const relay = await startRelay(database, log, [sockets.hear, frames.hear])
  wake = relay.wake
  await http.listen({ host: '127.0.0.1', port: 0 })
  return {
    database,
    counted,
    address: `127.0.0.1:${(http.server.address() as AddressInfo).port}`,
    close: async () => {
      sockets.stop()
      await relay.stop()
      await frames.settled()
      screens.stop()
      await http.close()
      await database.close()
    },
  }
}
export type House = Awaited<ReturnType<typeof openHouse>>
