import { noBackupWork } from '../backups/backupWork.ts'
import { pino } from 'pino'
import { findSession } from '../access/sessions.ts'
import { openDatabase } from '../db/pool.ts'
import { folderStorage } from '../storage/storage.ts'
import { openSpool } from '../storage/spool.ts'
import { noMap } from '../maps/source.ts'
import { openHeavy } from '../heavy/heavy.ts'
import { createHttp } from '../http.ts'
import { handlers } from '../routes.ts'
import { readSettings } from '../settings.ts'
import type { Answered, Ask } from './app.ts'
import { realRobots } from '../robots/robotCalls.ts'

/** A whole server on a database that stands already. */
export const openHouse = async (url: string): Promise<(asked: Ask) => Promise<Pick<Answered, 'status' | 'json'>>> => {
  const database = openDatabase({ url, poolSize: 2 })
  await database.gate('select 1')
  const app = {
    settings: readSettings({}),
    database,
    storage: folderStorage('/nowhere'),
    spool: openSpool('/nowhere'),
    backups: noBackupWork,
    heavy: openHeavy({ atOnce: 1, megabytes: 256 }),
    map: noMap,
    workplaces: new Map(),
    robots: realRobots,
    address: () => 'http://zaice.test',
    textsOf: async () => [],
    log: pino({ level: 'silent' }),
  }
  const server = await createHttp({
    app,
    handlers,
    findSession: (token) => findSession(database, token),
    signInClients: { app: 'app', pc: 'pc' },
    checkOutput: true,
  })
  return async ({ method = 'POST', path, body, token }) => {
    const answer = await server.inject({
      method,
      url: path,
      headers: { authorization: `bearer ${token}` },
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: answer.statusCode, json: answer.json() }
  }
}
