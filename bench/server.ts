/** One server process for measuring: listens on PORT, on the database that DATABASE_URL names. Ends with its parent. */
import { createServer } from '../server/main.ts'
import { readSettings } from '../server/settings.ts'

const settings = readSettings(process.env)
const server = await createServer(settings, settings.databaseUrl!)
await server.listen()
process.send?.('listening')
process.once('disconnect', () => void server.close().then(() => process.exit(0)))
