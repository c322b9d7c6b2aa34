import { dayAt } from '../../kernel/day.ts'
import { newId, type Id } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { refuse } from '../../kernel/refusal.ts'
import { placeholderName } from '../../domain/directory/foreignFields.ts'
import type { ForeignPerson } from '../../domain/directory/foreign.ts'
import { trialOrder } from '../../domain/licence/offers.ts'
import type { Grant, Workplace, WorkplaceName } from '../../hosts/workplace.ts'
import type { App } from '../call.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { linkPerson } from '../directory/links.ts'
import { startSync } from '../directory/syncing.ts'
import { takeHostOrder } from '../licence/hostOrders.ts'
import { closeOrganisation, reopenOrganisation } from '../organisations/closeOrganisation.ts'
import { foundOrganisation, rootCode } from '../organisations/foundation.ts'
import { type Corp, corpColumns, corpOfOrganisation, readCorp } from './corps.ts'
import { keepingOn } from './sharedKeeping.ts'

/** `atMs`: when the chat said so, by its clock. `alongside` is written in the same transaction, or by itself where no organisation is there. */
export type InstallOptions = { readonly atMs: number; readonly alongside?: (to: Tx | Database) => Promise<unknown> }

/**
 * The app was granted to an organisation of a chat, or what was granted has changed: it becomes an organisation of ours, or is the one it was,
 * open again, and its people are asked for. `into`: the one of ours whose administrator asked for it. Refuses an organisation that is
 * connected otherwise. What is older than what stands changes nothing; which of ours it is then, undefined for none.
 */
export const takeGrant = async (
  app: Pick<App, 'database'>,
  workplace: Workplace,
  grant: Grant,
  { atMs, alongside = nothingElse, into = null }: InstallOptions & { readonly into?: Id | null },
): Promise<Id | undefined> => {
  const { database } = app
  const { name } = workplace
  if (grant.permanentCode !== undefined) await keepingOn(database, name).writeSaid(placeOfCode(grant.corpId), grant.permanentCode, atMs)
  await database.gate('insert into workplace_corp (chat, corp_id) values ($1, $2) on conflict do nothing', [name, grant.corpId])
  const installer = await installerOf(workplace, grant)
  for (;;) {
    const corp = assertDefined(await readCorp(database, name, grant.corpId), 'the organisation of the chat')
    if (corp.grantedMs > atMs) {
      await alongside(database)
      return corp.organisation ?? undefined
    }
    if (into !== null && corp.organisation !== null && corp.organisation !== into)
      refuse('workplace.elsewhere', '{corp}已经接入另一个组织', { corp: grant.corpName })
    const orgId = corp.organisation ?? into ?? newId()
    const outcome = await database.inTransaction(orgId, async (tx) => {
      const corpStored = await lockCorp(tx, name, grant.corpId)
      // Another person was faster: it is another one of ours by now.
      if (corpStored.organisation !== corp.organisation) return false
      await alongside(tx)
      if (corpStored.grantedMs <= atMs) await grantIn(tx, workplace, corpStored, { grant, installer, atMs })
      return true
    })
    if (outcome) return orgId
  }
}

const nothingElse = async (): Promise<void> => undefined

/** Where the lasting code of an organisation is kept. */
const placeOfCode = (corpId: string): string => `permanent/${corpId}`

const lockCorp = async (tx: Tx, name: WorkplaceName, corpId: string): Promise<Corp> =>
  assertDefined(
    (await tx.query<Corp>(`select ${corpColumns} from workplace_corp where chat = $1 and corp_id = $2 for update`, [name, corpId]))[0],
    'the organisation of the chat',
  )

/** Who will administer it. What the chat does not say now it says with the others. */
const installerOf = async (workplace: Workplace, grant: Grant): Promise<ForeignPerson | undefined> => {
  const id = grant.byPersonId ?? grant.administratorIds?.[0]
  if (id === undefined) return undefined
  const person = await workplace
    .corp(grant.corpId)
    .directory.person(id)
    .catch(() => undefined)
  return person ?? { id, departmentIds: [], isActive: true }
}

const grantIn = async (
  tx: Tx,
  { name, title }: Workplace,
  corp: Corp,
  { grant, installer, atMs }: { readonly grant: Grant; readonly installer: ForeignPerson | undefined; readonly atMs: number },
): Promise<void> => {
  const isNew = corp.organisation === null
  const isFounded = isNew ? !(await isThere(tx)) : corp.founded
  const otherCorp = await corpOfOrganisation(tx)
  if (otherCorp && (otherCorp.chat !== corp.chat || otherCorp.corpId !== corp.corpId))
    refuse('workplace.connected', '组织已经接入{title}', { title })
  const founder = isNew && isFounded ? await foundOrganisationFor(tx, name, grant, installer) : corp.founder
  if (!isNew && isFounded && grant.corpName !== '' && grant.corpName !== corp.corpName)
    await tx.query('update organisation set name = $2 where org_id = $1 and name = $3', [tx.orgId, grant.corpName, corp.corpName])
  if (grant.order && !(isNew && isFounded)) await takeHostOrder(tx, name, grant.order)
  const isRunning = corp.runningMs > atMs ? corp.running : true
  await tx.query(
    `update workplace_corp set corp_name = $3, logo = $4, agent_id = $5, installer = $6, administrators = $7, granted = true, granted_ms = $8,
       running = $9, running_ms = $10, since = $11, organisation = $12, founded = $13, founder = $14
     where chat = $1 and corp_id = $2`,
    [
      corp.chat,
      corp.corpId,
      grant.corpName || corp.corpName,
      grant.logo ?? corp.logo,
      grant.agentId ?? corp.agentId,
      installer?.id ?? null,
      grant.administratorIds ?? corp.administrators,
      Math.trunc(atMs),
      isRunning,
      Math.trunc(Math.max(atMs, corp.runningMs)),
      corp.since ?? new Date(tx.now()).toISOString(),
      tx.orgId,
      isFounded,
      founder,
    ],
  )
  await settleDoor(tx, { ...corp, founded: isFounded, granted: true, running: isRunning })
  await startSync(tx, name)
}

const isThere = async (tx: Tx): Promise<boolean> => (await tx.query('select from organisation where org_id = $1', [tx.orgId])).length > 0

/** An organisation as the chat brings it; answers its administrator where the chat does not say who that is. */
const foundOrganisationFor = async (
  tx: Tx,
  name: WorkplaceName,
  grant: Grant,
  installer: ForeignPerson | undefined,
): Promise<Id | null> => {
  const title = grant.corpName || grant.corpId
  const uid = await foundOrganisation(tx, {
    name: title,
    department: { code: rootCode, name: title },
    administrator: { userName: installer?.name ?? (installer ? placeholderName(installer.id) : '管理员') },
    orders: grant.order ? [] : [trialOrder(dayAt(tx.now()))],
  })
  if (grant.order) await takeHostOrder(tx, name, grant.order)
  if (!installer) return uid
  await linkPerson(tx, name, installer.id, uid)
  if (installer.name === undefined) await tx.query('update person set name_unknown = true where org_id = $1 and id = $2', [tx.orgId, uid])
  return null
}

/**
 * The chat has taken the app away, switched it off or on again. An organisation that it brought is closed by that, with everything that it has,
 * and opened again; one that was here before only loses this way in.
 */
export const hearStanding = async (
  { database }: Pick<App, 'database'>,
  { name, corpId }: { readonly name: WorkplaceName; readonly corpId: string },
  what: 'withdrawn' | 'stopped' | 'resumed',
  { atMs, alongside = nothingElse }: InstallOptions,
): Promise<void> => {
  const corp = await readCorp(database, name, corpId)
  const isGrant = what === 'withdrawn'
  if (isGrant) await keepingOn(database, name).forget(placeOfCode(corpId))
  const change = isGrant
    ? `update workplace_corp set granted = false, granted_ms = $3 where chat = $1 and corp_id = $2 and granted_ms <= $3`
    : `update workplace_corp set running = $4, running_ms = $3 where chat = $1 and corp_id = $2 and running_ms <= $3`
  const values = [name, corpId, Math.trunc(atMs), ...(isGrant ? [] : [what === 'resumed'])]
  if (!corp?.organisation) {
    await database.gate(change, values)
    return void (await alongside(database))
  }
  await database.inTransaction(corp.organisation, async (tx) => {
    await alongside(tx)
    await lockCorp(tx, name, corpId)
    await tx.query(change, values)
    const after = await lockCorp(tx, name, corpId)
    await settleDoor(tx, after)
    if (what === 'resumed' && after.granted && after.running) await startSync(tx, name)
  })
}

/** Closes or opens what the chat brought, as it stands; who another person has closed it leaves as they are. */
const settleDoor = async (tx: Tx, { chat, corpId, founded, granted, running, closed }: Corp): Promise<void> => {
  const shouldBeClosed = founded && !(granted && running)
  if (shouldBeClosed === closed) return
  if (shouldBeClosed) {
    const open = await tx.query(`select from organisation where org_id = $1 and state = 'active'`, [tx.orgId])
    if (open.length === 0) return
    await closeOrganisation(tx)
  } else await reopenOrganisation(tx)
  await tx.query('update workplace_corp set closed = $3 where chat = $1 and corp_id = $2', [chat, corpId, shouldBeClosed])
}
