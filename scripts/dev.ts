/**
 * The product while its code is edited: the server starts again when its files change, and an open page takes changes of the web app in.
 * The server listens on PORT and the page one port above it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { readSettings } from '../server/settings.ts'

const root = join(import.meta.dirname, '..')
const { port } = readSettings(process.env)
const serverFolders = ['server', 'domain', 'kernel', 'hosts', 'devices'].map((folder) => join(root, folder))
/** An editor that writes several files at once is one change. */
const settleMs = 300

let isStopping = false
let isChanged = false
let server: ChildProcess
/** What changes while a server ends is in the one that follows: there is never more than one. */
const startServer = (): void => {
  isChanged = false
  server = spawn(process.execPath, ['scripts/start.ts', '--without-web'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: 'inherit',
  })
  server.once('exit', () => {
    if (isStopping) void page.close()
    else if (isChanged) startServer()
  })
}
const isRunning = (): boolean => server.exitCode === null && server.signalCode === null

process.env['ZAICE_SERVER'] = `http://127.0.0.1:${port}`
const page = await createServer({
  configFile: join(root, 'web/vite.config.ts'),
  server: { host: '127.0.0.1', port: port + 1, strictPort: true },
})
await page.listen()
page.printUrls()
startServer()

let settling: NodeJS.Timeout | undefined
page.watcher.add(serverFolders).on('change', (path) => {
  if (isStopping || !serverFolders.some((folder) => path.startsWith(folder))) return
  clearTimeout(settling)
  settling = setTimeout(() => {
    isChanged = true
    if (isRunning()) server.kill('SIGTERM')
    else startServer()
  }, settleMs)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopping = true
    clearTimeout(settling)
    if (isRunning()) server.kill('SIGTERM')
    else void page.close()
  })
