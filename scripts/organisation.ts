/** Organisations of an installation, for the person who runs it: lists, makes, licenses, closes and opens them again, also while the server runs. */
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { inUnits } from '../kernel/bytes.ts'
import { type Day, dayAt } from '../kernel/day.ts'
import { newId } from '../kernel/id.ts'
import { oneTimePassword } from '../domain/access/oneTimePassword.ts'
import { isUnlimited, type NewOrder } from '../domain/licence/offers.ts'
import type { OrganisationStanding } from '../domain/operator/operations.ts'
import { migrate, readMigrations } from '../server/db/migrate.ts'
import { type Database, openDatabase } from '../server/db/pool.ts'
import { migrationsDir } from '../server/main.ts'
import { makeOperatorCode, operatorCodeMinutes } from '../server/access/operatorPass.ts'
import type { Tx } from '../server/db/tx.ts'
import {
  beginsOn,
  closeByOperator,
  detailOf,
  editions,
  endLicence,
  giveLicence,
  makeOrganisation,
  orderOf,
  reopenByOperator,
  setEdition,
  standings,
} from '../server/organisations/operator.ts'
import { type Settings, readSettings } from '../server/settings.ts'
import { onDatabase } from './onDatabase.ts'
import { lastWords, Stop } from './sentence.ts'

const help = `npm run organisation                                  all organisations
npm run organisation -- make NAME --login LOGIN       another one; prints the first password of its administrator
npm run organisation -- licence ORGANISATION          gives it a licence from today on; of several the one with the most assets holds
npm run organisation -- orders ORGANISATION           all its licences, with their numbers
npm run organisation -- end ORGANISATION              ends the licence in effect today, or the one that --order names
npm run organisation -- editions                      what chats have sold, and how many assets each edition covers
npm run organisation -- edition SOURCE EDITION        says with --assets how many it covers, for what was bought and what will be
npm run organisation -- close ORGANISATION            signs everybody out and lets nobody in; nothing is deleted
npm run organisation -- reopen ORGANISATION           lets people in again; deadlines have as long as they had
npm run organisation -- page                          prints an address that opens the operator's page once, within 15 minutes

  ORGANISATION            its name or its number
  --login LOGIN           with make: the administrator's mobile number, or letters, digits and . _ -
  --person NAME           with make: the administrator's name; the login where absent
  --trial                 with make, licence: 30 days and 10 assets
  --assets NUMBER         with make, licence: how many assets; without it and without --trial any number, without an end
  --days NUMBER           with --assets: for how many days; 365 where absent
  --title TEXT            with --assets: what people read as the name of their licence
  --renew                 with licence: from the end of the present one instead of today
  --order NUMBER          with end: which licence
  --price AMOUNT          with --assets: in yuan; 0 where absent
  --by NAME               who does it, as it is written down; who is signed in on this machine where absent
`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    login: { type: 'string' },
    person: { type: 'string' },
    trial: { type: 'boolean' },
    assets: { type: 'string' },
    days: { type: 'string' },
    title: { type: 'string' },
    price: { type: 'string' },
    renew: { type: 'boolean' },
    order: { type: 'string' },
    by: { type: 'string' },
  },
})

const wholeNumber = (name: string, text: string): number => {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new Stop(`${name} must be a whole number from 1 and is ${JSON.stringify(text)}.`)
  return Number(text)
}

const orderAsked = (begins: Day): NewOrder => {
  if (options.trial) return orderOf(begins, { kind: 'trial' })
  if (options.assets === undefined) return orderOf(begins, { kind: 'own' })
  const price = options.price ?? '0'
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(price)) throw new Stop(`--price must be an amount and is ${JSON.stringify(price)}.`)
  const days = wholeNumber('--days', options.days ?? '365')
  return orderOf(begins, { kind: 'bought', assets: wholeNumber('--assets', options.assets), days, price, title: options.title })
}

/** Who is written down as having done it. */
const byName = (): string => {
  const name = (options.by ?? userInfo().username).trim()
  if (name === '' || name.length > 40) throw new Stop('Say with --by who does it, in at most 40 letters.')
  return name
}

const licenceWords = ({ licence }: OrganisationStanding): string =>
  licence
    ? `${licence.periodName}, ${isUnlimited(licence.assetScope) ? 'any number of' : licence.assetScope} assets, until ${dayAt(Date.parse(licence.endDate) - 1)}`
    : 'no licence in effect'

const lineOf = (standing: OrganisationStanding): string =>
  [
    `${standing.orgId}  ${standing.name}${standing.closedAt === null ? '' : `  CLOSED since ${dayAt(Date.parse(standing.closedAt))}`}`,
    `  ${standing.people} people, ${standing.assets} assets, files of ${inUnits(standing.fileBytes)}; ${licenceWords(standing)}; since ${dayAt(Date.parse(standing.createdAt))}`,
    '',
  ].join('\n')

const organisationNamed = async (database: Database, words: string): Promise<OrganisationStanding> => {
  const all = await standings(database)
  const [match, otherMatch] = all.filter(({ orgId, name }) => orgId === words || name === words)
  if (match && !otherMatch) return match
  throw new Stop(
    [`Which organisation is ${words || 'meant'}? Say one of these numbers:`, ...all.map(({ orgId, name }) => `  ${orgId}  ${name}`)].join(
      '\n',
    ),
  )
}

const make = async (database: Database, name: string): Promise<void> => {
  const login = (options.login ?? '').trim().toLowerCase()
  if (!/^[a-z0-9_.-]{1,40}$/.test(login))
    throw new Stop('Say with --login how the administrator signs in: a mobile number, or letters, digits and . _ -')
  if (name.trim() === '' || name.length > 50) throw new Stop('Say the name of the organisation, of at most 50 letters.')
  const password = oneTimePassword()
  const order = orderAsked(dayAt(database.now()))
  const orgId = newId()
  await makeOrganisation(database, byName(), { orgId, name: name.trim(), userName: options.person ?? login, login, password, order })
  process.stdout.write(lineOf(await organisationNamed(database, orgId)))
  process.stdout.write(`${login} signs in with ${password} and is then asked for another password.\n`)
}

const printOrders = async (database: Database, words: string): Promise<void> => {
  const { orgId } = await organisationNamed(database, words)
  for (const { orderId, purchaseType, inEffect, valid, startDate, endDate, assetScope, periodName } of (
    await database.reading(orgId, detailOf)
  ).orders)
    process.stdout.write(
      `${orderId}  ${periodName} (${purchaseType}), ${isUnlimited(assetScope) ? 'any number of' : assetScope} assets, ` +
        `${dayAt(Date.parse(startDate))} to ${dayAt(Date.parse(endDate) - 1)}, ${inEffect ? 'IN EFFECT' : validWord(valid)}\n`,
    )
}

const validWord = (valid: boolean): string => (valid ? 'valid' : 'over')

/** Ends the licence that was named, or else the one in effect. */
const endAsked = async (tx: Tx): Promise<void> => {
  const { orders } = await detailOf(tx)
  const order = orders.find(({ orderId, inEffect }) => (options.order === undefined ? inEffect : orderId === options.order))
  if (!order) throw new Stop('There is no such licence; the verb orders prints them.')
  await endLicence(tx, byName(), order.orderId)
}

const editionLine = ({ source, edition, title, assetScope, organisations }: Awaited<ReturnType<typeof editions>>[number]): string =>
  `${source}  ${edition}  ${title}: ${assetScope === null ? 'NOBODY SAID HOW MANY' : assetScope} assets, ${organisations} organisations\n`

const saveEdition = async (database: Database, source: string, edition: string): Promise<void> => {
  if (source === '' || edition === '' || options.assets === undefined) throw new Stop('Say the source, the edition and --assets.')
  const changedCount = await setEdition(database, { byName: byName(), source, edition, assets: wholeNumber('--assets', options.assets) })
  process.stdout.write(`${edition} covers ${options.assets} assets; that changed ${changedCount} organisations.\n`)
}

const openPage = async (database: Database, { publicUrl, port }: Settings): Promise<void> => {
  const code = await makeOperatorCode(database, byName())
  const address = `${publicUrl ?? `http://localhost:${port}`}/#/pages/operator?code=${code}`
  process.stdout.write(
    `Opens once, within ${operatorCodeMinutes} minutes, for whoever has it; what is done there is written down as done by ${byName()}:\n`,
  )
  process.stdout.write(`  ${address}\n`)
}

const carryOut = async (database: Database, settings: Settings): Promise<void> => {
  const [verb = 'list', words = ''] = positionals
  const change = async (act: (orgId: string) => Promise<void>): Promise<void> => {
    const { orgId } = await organisationNamed(database, words)
    await act(orgId)
    process.stdout.write(lineOf(await organisationNamed(database, orgId)))
  }
  if (verb === 'list') for (const each of await standings(database)) process.stdout.write(lineOf(each))
  else if (verb === 'make') await make(database, words)
  else if (verb === 'licence')
    await change((orgId) =>
      database.inTransaction(orgId, async (tx) =>
        giveLicence(tx, byName(), orderAsked(await beginsOn(tx, { kind: 'own', from: options.renew ? 'end' : 'today' }))),
      ),
    )
  else if (verb === 'orders') await printOrders(database, words)
  else if (verb === 'end') await change((orgId) => database.inTransaction(orgId, endAsked))
  else if (verb === 'editions') for (const editionRow of await editions(database)) process.stdout.write(editionLine(editionRow))
  else if (verb === 'edition') await saveEdition(database, words, positionals[2] ?? '')
  else if (verb === 'close') await change((orgId) => database.inTransaction(orgId, (tx) => closeByOperator(tx, byName())))
  else if (verb === 'reopen') await change((orgId) => database.inTransaction(orgId, (tx) => reopenByOperator(tx, byName())))
  else if (verb === 'page') await openPage(database, settings)
  else throw new Stop(help)
}

try {
  if (options.help) process.stdout.write(help)
  else {
    const settings = readSettings(process.env)
    await onDatabase(settings, async (url) => {
      await migrate(url, readMigrations(migrationsDir))
      const database = openDatabase({ url, poolSize: 2 })
      try {
        await database.gate('select 1')
        await carryOut(database, settings)
      } finally {
        await database.close()
      }
    })
  }
} catch (error) {
  console.error(lastWords(error))
  process.exitCode = 1
}
