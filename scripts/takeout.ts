/**
 * Takes a whole organisation out into one file, with its files, and brings one in, on the database of the settings, also while the server
 * runs.
 */
import { randomInt } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { inUnits } from '../kernel/bytes.ts'
import { type Id, isId } from '../kernel/id.ts'
import { hashPassword } from '../server/access/passwords.ts'
import { migrate, readMigrations } from '../server/db/migrate.ts'
import { type Database, openDatabase } from '../server/db/pool.ts'
import { openStorage } from '../server/storage/storage.ts'
import { migrationsDir } from '../server/main.ts'
import { readSettings } from '../server/settings.ts'
import { bringsPasswords, checkTakeout, takeIn } from '../server/takeout/in.ts'
import type { Manifest } from '../server/takeout/manifest.ts'
import { takeOut } from '../server/takeout/out.ts'
import { onDatabase } from './onDatabase.ts'
import { lastWords, Stop } from './sentence.ts'
import { step } from './step.ts'

const help = `npm run takeout -- --out ORGANISATION FILE   the whole organisation, named or by its number, into one file
npm run takeout -- --in FILE                 the organisation of a file into this installation, where it is not yet
npm run takeout -- --check FILE              whether a file is whole; needs no database

  --without-secrets       leaves out passwords and the keys of outside services
  --even-with-faults      brings an organisation in whose books do not add up, and names what does not
  --password LOGIN        with --in: gives this person a new password, where passwords did not come along

A file with secrets belongs only into the hands of whoever runs both installations.
`

const settings = readSettings(process.env)

const summary = ({ organisation, at, by, tables, files, secrets }: Manifest): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const missing = files.missing.length === 0 ? '' : `; ${files.missing.length} files were missing, for instance ${files.missing[0]}`
  return `${organisation.name} (${organisation.id}), as of ${at}, by ${by}: ${rows} rows of ${tables.length} tables, ${files.count} files of ${inUnits(files.bytes)}${missing}. ${
    secrets ? 'Passwords and keys are in it.' : 'Passwords and keys are not in it.'
  }\n`
}

type OrganisationName = { readonly orgId: Id; readonly name: string }

const organisationOf = async (database: Database, words: string): Promise<OrganisationName> => {
  const organisationNamed = async (orgId: Id): Promise<OrganisationName[]> =>
    (await database.reading(orgId, (tx) => tx.query<{ name: string }>('select name from organisation where org_id = $1', [orgId]))).map(
      ({ name }) => ({
        orgId,
        name,
      }),
    )
  const matchesById: OrganisationName[] = isId(words) ? await organisationNamed(words) : []
  const [matchById, otherById] = matchesById
  if (matchById && !otherById) return matchById
  for (const { org_id: orgId } of await database.gate<{ org_id: Id }>('select org_id from gate_organisations()'))
    matchesById.push(...(await organisationNamed(orgId)))
  const [match, otherMatch] = matchesById.filter(({ name }) => name === words)
  if (match && !otherMatch) return match
  throw new Stop(
    [`Which organisation is ${words}? Say one of these numbers:`, ...matchesById.map(({ orgId, name }) => `  ${orgId}  ${name}`)].join(
      '\n',
    ),
  )
}

const out = async (database: Database, words: string, file: string, secrets: boolean): Promise<void> => {
  const { orgId } = await organisationOf(database, words)
  const part = `${file}.part`
  // No one else on the machine reads what everyone of the organisation did.
  const handle = await open(part, 'wx', 0o600).catch((error: Error) => {
    throw new Stop(`The file ${part} cannot be written: ${error.message}.`)
  })
  try {
    const manifest = await step('Takeout', (report) =>
      takeOut(
        { database, storage: openStorage(settings) },
        {
          orgId,
          by: 'operator',
          secrets,
          sink: async (bytes) => void (await handle.writeFile(bytes)),
          onProgress: (share) => report(`${Math.floor(share * 100)} %`),
        },
      ),
    )
    await handle.sync()
    await handle.close()
    await rename(part, file)
    process.stdout.write(summary(manifest))
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
}

const bringIn = async (
  database: Database,
  url: string,
  { file, evenWithFaults, login }: { readonly file: string; readonly evenWithFaults: boolean; readonly login: string | undefined },
): Promise<void> => {
  const arrival = { database, url, storage: openStorage(settings), sealKey: settings.sealKey, evenWithFaults }
  const { manifest, faults } = await step('Arrival', (report) => takeIn(file, { ...arrival, onProgress: report }))
  process.stdout.write(summary(manifest))
  for (const fault of faults) process.stdout.write(`✗ ${fault}\n`)
  if (login !== undefined) await givePassword(database, manifest.organisation.id, login)
  else if (!bringsPasswords(manifest))
    process.stdout.write('Nobody can sign in with a password yet: bring it in with --password LOGIN, or invite people anew.\n')
}

/** A password for the first time: the person who signs in with it is asked for one of his own. */
const givePassword = async (database: Database, orgId: Id, login: string): Promise<void> => {
  const signs = 'abcdefghjkmnpqrstuvwxyz'
  const password = `Z${Array.from({ length: 7 }, () => signs[randomInt(signs.length)]).join('')}${randomInt(10, 100)}`
  const passwordHash = await hashPassword(password)
  const closedRows = await database.inTransaction(orgId, (tx) =>
    tx.query(
      `update person set password_hash = $3, first_sign_in = true where org_id = $1 and username = lower($2) and deleted_at is null returning id`,
      [orgId, login, passwordHash],
    ),
  )
  if (closedRows.length === 0) throw new Stop(`Nobody of this organisation signs in as ${login}.`)
  process.stdout.write(`${login} signs in with ${password} and is then asked for another password.\n`)
}

const withDatabase = (work: (database: Database, url: string) => Promise<void>): Promise<void> =>
  onDatabase(settings, async (url) => {
    const database = openDatabase({ url, poolSize: 2 })
    try {
      await work(database, url)
    } finally {
      await database.close()
    }
  })

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      in: { type: 'string' },
      check: { type: 'string' },
      help: { type: 'boolean' },
      password: { type: 'string' },
      'without-secrets': { type: 'boolean', default: false },
      'even-with-faults': { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  const { check: checked, in: incoming, out: organisation } = values
  if (values.help) process.stdout.write(help)
  else if (checked !== undefined) process.stdout.write(summary(await step('Takeout', () => checkTakeout(checked))))
  else if (incoming !== undefined)
    await withDatabase(async (database, url) => {
      // It may be the first thing that ever comes into this database.
      await migrate(url, readMigrations(migrationsDir))
      await bringIn(database, url, { file: incoming, evenWithFaults: values['even-with-faults'], login: values.password })
    })
  else if (organisation !== undefined && file !== undefined)
    await withDatabase((database) => out(database, organisation, file, !values['without-secrets']))
  else throw new Stop(help)
}

try {
  await run()
} catch (error) {
  console.error(error instanceof TypeError && 'code' in error ? `${error.message}\n\n${help}` : lastWords(error))
  process.exitCode = 1
}
