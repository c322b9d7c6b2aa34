/** Versions of the app, for the person who runs the installation: lists, offers, changes and withdraws them, also while the server runs. */
import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { operatorRelease, operatorReleaseChange, type ReleaseRow } from '../domain/releases/operations.ts'
import { dayAt } from '../kernel/day.ts'
import { newId } from '../kernel/id.ts'
import { RefusalError } from '../kernel/refusal.ts'
import { english, inWords } from '../domain/english/all.ts'
import { migrate, readMigrations } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/pool.ts'
import { migrationsDir } from '../server/main.ts'
import { addRelease, changeRelease, keepPackage, releases } from '../server/releases/releases.ts'
import { readSettings } from '../server/settings.ts'
import { openSpool } from '../server/storage/spool.ts'
import { openStorage } from '../server/storage/storage.ts'
import { onDatabase } from './onDatabase.ts'
import { lastWords, Stop } from './sentence.ts'

const help = `npm run release                                             all versions of the app
npm run release -- add PLATFORM VERSION CODE                offers one; PLATFORM: android, ios, wgt or web
npm run release -- change NUMBER                            offers it to more or fewer devices, forces it, withdraws it

  --file PATH        with add: the package, which is then fetched from this server
  --url ADDRESS      with add: where it is had elsewhere: a store, or a distribution of the company's own
  --zh TEXT          what is new, in Chinese
  --en TEXT          and in English
  --share PERCENT    to how many devices of a hundred it is offered; 100 where absent
  --forced yes|no    whether devices that have less cannot go on without it
  --from VERSION     with add: only to devices from this version on
  --to VERSION       with add: and up to this one
  --withdrawn yes|no with change: no longer offered to anybody, or again
  --by NAME          who does it, as it is written down; who is signed in on this machine where absent
`

const text = { type: 'string' } as const
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    file: text,
    url: text,
    zh: text,
    en: text,
    share: text,
    forced: text,
    from: text,
    to: text,
    withdrawn: text,
    by: text,
  },
})

const yesOrNo = (name: string, word: string | undefined): boolean | undefined => {
  if (word !== undefined && word !== 'yes' && word !== 'no') throw new Stop(`--${name} must be yes or no and is ${JSON.stringify(word)}.`)
  return word === undefined ? undefined : word === 'yes'
}

/** What is told is held against what the page may say. */
const checked = <S extends v.GenericSchema>(schema: S, values: Readonly<Record<string, unknown>>): v.InferOutput<S> => {
  const result = v.safeParse(schema, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)))
  if (result.success) return result.output
  const issue: v.BaseIssue<unknown> = result.issues[0]
  throw new Stop(`${v.getDotPath(issue) ?? 'That'}: ${english[issue.message] ?? issue.message}`)
}

const lineOf = ({
  id,
  platform,
  version,
  code,
  sharePercent,
  isForced,
  withdrawnAt,
  downUrl,
  sha256,
  byName,
  createdAt,
}: ReleaseRow): string =>
  [
    `${id}  ${platform} ${version} (${code})${isForced ? '  FORCED' : ''}${withdrawnAt === null ? '' : '  WITHDRAWN'}`,
    `  ${sharePercent}% of the devices; ${downUrl || 'nothing to fetch'}; by ${byName} on ${dayAt(Date.parse(createdAt))}`,
    ...(sha256 === null ? [] : [`  sha256 ${sha256}`]),
    '',
  ].join('\n')

try {
  if (options.help) process.stdout.write(help)
  else {
    const settings = readSettings(process.env)
    const byName = (options.by ?? userInfo().username).trim().slice(0, 40)
    await onDatabase(settings, async (url) => {
      await migrate(url, readMigrations(migrationsDir))
      const database = openDatabase({ url, poolSize: 2 })
      const app = { database, settings, storage: openStorage(settings) }
      try {
        await database.gate('select 1')
        const [verb = 'list', ...words] = positionals
        const remarks = { remarkZh: options.zh, remarkEn: options.en, isForced: yesOrNo('forced', options.forced) }
        const sharePercent = options.share === undefined ? undefined : Number(options.share)
        if (verb === 'list') for (const release of await releases(app)) process.stdout.write(lineOf(release))
        else if (verb === 'add') {
          const [platform, version, code] = words
          const { file } = options
          const spooledFile =
            file === undefined
              ? undefined
              : await openSpool(join(settings.dataDir, 'incoming')).within(async (folder) => {
                  // The storage takes the file away.
                  const copy = join(folder, 'package')
                  await copyFile(file, copy)
                  return { ...(await keepPackage(app.storage, copy)), name: basename(file) }
                })
          const input = {
            id: newId(),
            platform,
            version,
            code: Number(code),
            ...remarks,
            sharePercent,
            downUrl: options.url,
            fromVersion: options.from,
            toVersion: options.to,
            package: spooledFile && { sha256: spooledFile.sha256, name: spooledFile.name },
          }
          process.stdout.write(lineOf(await addRelease(app, byName, checked(operatorRelease.input, input))))
        } else if (verb === 'change') {
          const changes = { id: words[0] ?? '', ...remarks, sharePercent, isWithdrawn: yesOrNo('withdrawn', options.withdrawn) }
          process.stdout.write(lineOf(await changeRelease(app, byName, checked(operatorReleaseChange.input, changes))))
        } else throw new Stop(help)
      } finally {
        await database.close()
      }
    })
  }
} catch (error) {
  const words = error instanceof RefusalError ? inWords('en', error.refusal.words, error.refusal.params) : lastWords(error)
  console.error(words)
  process.exitCode = 1
}
