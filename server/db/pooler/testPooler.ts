import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const poolModes = ['session', 'transaction'] as const
export type PoolMode = (typeof poolModes)[number]

export type TestPooler = { readonly url: string; readonly stop: () => Promise<void> }

/** PgBouncer of Debian, or the one that the environment names. */
export const pgBouncerPath = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer'

/** Why tests that need PgBouncer are skipped; false where it is there. */
export const pgBouncerMissing = existsSync(pgBouncerPath) ? false : 'PgBouncer is not installed (apt-get install pgbouncer)'

/** Starts PgBouncer in front of the server of `url`; further lines go into its configuration. */
export const startPgBouncer = async (url: string, poolMode: PoolMode, lines: readonly string[] = []): Promise<TestPooler> => {
  const { hostname, port, username, password } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'zaice-pooler-'))
  const listenPort = await findFreePort()
  const configuration = [
    '[databases]',
    `* = host=${hostname} port=${port || '5432'} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`,
    '[pgbouncer]',
    `pool_mode = ${poolMode}`,
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'max_client_conn = 200',
    // It refuses to run as root.
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
    ...lines,
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), `${configuration.join('\n')}\n`)
  const program = spawn(pgBouncerPath, [join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  const exit = once(program, 'exit')
  await untilListening(listenPort)
  const pooledUrl = new URL(url)
  pooledUrl.hostname = '127.0.0.1'
  pooledUrl.port = String(listenPort)
  return {
    url: pooledUrl.href,
    stop: async () => {
      program.kill('SIGKILL')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const untilListening = async (port: number): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await sleep(100)
  }
  throw new Error(`PgBouncer does not listen on ${port}.`)
}
