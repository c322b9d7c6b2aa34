import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate, readMigrations } from '../../server/db/migrate.ts'
const e = await startEmbedded({ dir: '/tmp/statements/pg', durable: false, maxConnections: 100 })
await migrate(e.url, readMigrations('/work/wt/statements/server/db/migrations'))
console.log(e.url)
setInterval(() => {}, 1e6)
