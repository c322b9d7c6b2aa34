import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { codeOf } from '../kernel/caughtError.ts'

const root = join(import.meta.dirname, '..')
const out = join(root, 'dist/web')
const stamp = join(root, 'dist/web.built-from')

/** Whether the built web app is what the sources make; a bundle has no sources of it, and what it has is what was built. */
export const isWebBuilt = (): boolean =>
  existsSync(join(out, 'index.html')) &&
  (!existsSync(join(root, 'web')) || (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()))

/**
 * Builds the web app and the handbook below it, with compressed copies, beside the present one and puts it in its place when it is whole: several processes may
 * start at once, and one that is killed leaves nothing half built. Throws with the words of the build.
 */
export const buildWeb = async (): Promise<void> => {
  const builtFrom = sourcesHash()
  const draftFolder = `${out}.making-${process.pid}`
  sweepLeftovers()
  try {
    await runVite(draftFolder)
    await runProgram('The handbook', ['scripts/handbook/build.ts', join(draftFolder, 'handbook')])
    compressFiles(draftFolder)
    replaceFolder(draftFolder, out)
    writeFileSync(stamp, builtFrom)
  } finally {
    rmSync(draftFolder, { recursive: true, force: true })
  }
}

/** Puts `made` where `place` is; where others do so at the same moment, one of them wins. */
export const replaceFolder = (draftFolder: string, place: string): void => {
  const before = `${place}.before-${process.pid}`
  for (let tries = 1; ; tries++) {
    try {
      if (existsSync(place)) renameSync(place, before)
      renameSync(draftFolder, place)
      break
    } catch (error) {
      // Another person took the old one away, or has put a new one there, between the two.
      if (tries === 10 || !['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
    } finally {
      rmSync(before, { recursive: true, force: true })
    }
  }
}

/** Puts a compressed copy beside every file of a folder that is worth it. */
export const compressFiles = (folder: string): void => {
  for (const file of filesBelow(folder)) {
    if (!/\.(js|css|html|svg|json|webmanifest|wasm|txt)$/.test(file) || statSync(file).size < 2048) continue
    const bytes = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
  }
}

/** What a build that was killed has left. */
const sweepLeftovers = (): void => {
  const dist = dirname(out)
  const leftFolders = existsSync(dist) ? readdirSync(dist).filter((name) => /^web\.(making|before)-/.test(name)) : []
  for (const folder of leftFolders.map((name) => join(dist, name)))
    if (Date.now() - statSync(folder).mtimeMs > hourMs) rmSync(folder, { recursive: true, force: true })
}
const hourMs = 3_600_000

const runVite = (folder: string): Promise<void> =>
  runProgram('The web app', [
    'node_modules/vite/bin/vite.js',
    'build',
    '--config',
    'web/vite.config.ts',
    '--outDir',
    folder,
    '--logLevel',
    'warn',
  ])

/** A process of its own for what only sources need; an installation that was built has none of it. */
const runProgram = (title: string, args: readonly string[]): Promise<void> =>
  new Promise((resolve, fail) => {
    const program = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const giveUp = () => program.kill()
    process.once('exit', giveUp)
    let words = ''
    for (const stream of [program.stdout, program.stderr]) stream.on('data', (chunk) => (words += String(chunk)))
    program.once('error', fail)
    program.once('close', (code) => {
      process.off('exit', giveUp)
      if (code === 0) resolve()
      else fail(new Error(`${title} could not be built.\n${words.trim()}`))
    })
  })

/** Everything that the web app is made of. */
const sourcesHash = (): string => {
  const hash = createHash('sha256')
  const folders = ['kernel', 'domain', 'hosts', 'devices', 'web', 'handbook', 'scripts/handbook']
    .map((name) => join(root, name))
    .filter((folder) => existsSync(folder))
  const files = folders.flatMap(filesBelow).filter((file) => !/\.test\.tsx?$/.test(file))
  const singleFiles = ['package-lock.json', 'docs/operating.md', 'docs/operating.zh.md', 'docs/api.md', 'docs/api.zh.md'].map((name) =>
    join(root, name),
  )
  for (const file of [...files, ...singleFiles].sort()) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

if (import.meta.main) {
  const startedMs = performance.now()
  await buildWeb()
  process.stdout.write(`dist/web is built (${((performance.now() - startedMs) / 1000).toFixed(1)} s)\n`)
}
