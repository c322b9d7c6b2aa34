import { type Grant, type HostEventContent, type Workplace, WorkplaceFault } from '../../hosts/workplace.ts'
import type { Id } from '../../kernel/id.ts'
import type { App } from '../call.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { applyPerson, personGone } from '../directory/applyPerson.ts'
import { applyDepartment, departmentGone } from '../directory/departments.ts'
import { personOf } from '../directory/links.ts'
import { startSync, syncStanding } from '../directory/syncing.ts'
import type { DocumentPort } from '../documents/port.ts'
import { takeHostOrder } from '../licence/hostOrders.ts'
import { decideOnCard } from './cards.ts'
import { readCorp } from './corps.ts'
import { type Event, putOffPeople, requireTurn, settle, settlePeople, type Turn } from './inbox.ts'
import { hearStanding, takeGrant } from './installing.ts'
import { takeMemberLicence, tellUnlicensed } from './memberLicence.ts'

/** What working off needs. */
export type Work = {
  readonly app: Pick<App, 'database' | 'log'>
  readonly documents: DocumentPort
  readonly workplace: Workplace
  readonly turn: Turn
}

type ContentOf<T extends HostEventContent['t']> = Extract<HostEventContent, { t: T }>

/** Does what one event wants, and with the same commit it is worked off. Throws where it is to be tried again. */
export const workOff = async (work: Work, event: Event): Promise<void> => {
  const { app, workplace, turn } = work
  const { body, atMs } = event
  const moment = { atMs, alongside: alongside(turn, event) }
  switch (body.t) {
    // A ticket never waits: the person who hears it keeps it.
    case 'ticket':
      return void (await settle(app.database, turn, event))
    case 'granted': {
      const grant = await grantOf(workplace, turn.corpId, body)
      if (grant) await takeGrant(app, workplace, grant, moment)
      else await settle(app.database, turn, event)
      return
    }
    case 'corp': {
      const grant = await workplace.corp(turn.corpId).grant()
      return grant
        ? void (await takeGrant(app, workplace, grant, moment))
        : hearStanding(app, { name: turn.chat, corpId: turn.corpId }, 'withdrawn', moment)
    }
    case 'withdrawn':
    case 'stopped':
    case 'resumed':
      return hearStanding(app, { name: turn.chat, corpId: turn.corpId }, body.t, moment)
    case 'person':
      return inOrganisation(work, event, (askedMs) => person(work, body, askedMs))
    case 'department':
      return inOrganisation(work, event, (askedMs) => department(work, body, askedMs))
    case 'order':
      return inOrganisation(work, event, () => order(work, body), { waits: true })
    case 'unlicensed':
      return inOrganisation(work, event, async () => (tx) => tellUnlicensed(tx, workplace, body.personId))
    case 'memberLicence':
      return inOrganisation(work, event, async () => {
        const licence = await workplace.corp(turn.corpId).memberLicence?.()
        return (tx) => takeMemberLicence(tx, { chat: turn.chat, corpId: turn.corpId, title: workplace.title }, licence)
      })
    case 'pressed':
      return handlePress(work, event, body)
  }
}

const alongside =
  (turn: Turn, event: Event) =>
  async (to: Tx | Database): Promise<void> => {
    if (!('gate' in to)) await requireTurn(to, turn)
    await settle(to, turn, event)
  }

const grantOf = async (workplace: Workplace, corpId: string, { grant, authCode }: ContentOf<'granted'>): Promise<Grant | undefined> => {
  if (grant) return grant
  if (authCode === undefined) return workplace.corp(corpId).grant()
  try {
    return await workplace.exchange(authCode)
  } catch (error) {
    // The code opens once: a page of ours may have come first, or an earlier try that was cut off.
    if (!(error instanceof WorkplaceFault) || error.kind !== 'refused' || corpId === '') throw error
    return workplace.corp(corpId).grant()
  }
}

/** Asks first, then writes what was answered and that it is done. Where the app is not (any more), nothing is to be done, unless it `waits`. */
const inOrganisation = async (
  { app: { database }, turn }: Work,
  event: Event,
  ask: (askedMs: number) => Promise<(tx: Tx) => Promise<unknown>>,
  { waits = false } = {},
): Promise<void> => {
  const corp = await readCorp(database, turn.chat, turn.corpId)
  if (!corp?.organisation || (!waits && !(corp.granted && corp.running))) {
    if (waits && !corp?.organisation) throw new Error('The app was not granted yet.')
    return void (await settle(database, turn, event))
  }
  const write = await ask(database.now())
  await database.inTransaction(corp.organisation, async (tx) => {
    await requireTurn(tx, turn)
    await write(tx)
    await settle(tx, turn, event)
  })
}

const person = async ({ workplace, turn }: Work, { personId }: ContentOf<'person'>, askedMs: number) => {
  const personFound = await workplace.corp(turn.corpId).directory.person(personId)
  return (tx: Tx): Promise<unknown> =>
    personFound ? applyPerson(tx, turn.chat, personFound, { atMs: askedMs }) : personGone(tx, turn.chat, personId, askedMs)
}

const department = async ({ workplace, turn }: Work, { departmentId }: ContentOf<'department'>, askedMs: number) => {
  const departmentFound = await workplace.corp(turn.corpId).directory.department(departmentId)
  return (tx: Tx): Promise<unknown> =>
    departmentFound ? applyDepartment(tx, turn.chat, departmentFound, askedMs) : departmentGone(tx, turn.chat, departmentId, askedMs)
}

const order = async ({ workplace, turn }: Work, { order: told }: ContentOf<'order'>) => {
  const orderFound = 'title' in told ? told : await workplace.corp(turn.corpId).order?.(told.orderId)
  return async (tx: Tx): Promise<unknown> => orderFound && takeHostOrder(tx, turn.chat, orderFound)
}

const handlePress = async (
  { app: { database, log }, documents, workplace, turn }: Work,
  event: Event,
  body: ContentOf<'pressed'>,
): Promise<void> => {
  const corp = await readCorp(database, turn.chat, turn.corpId)
  let words: string | undefined
  if (corp?.organisation && corp.granted && corp.running)
    words = await database.inTransaction(corp.organisation, async (tx) => {
      await requireTurn(tx, turn)
      const uid: Id | undefined = await personOf(tx, turn.chat, body.personId)
      const cardStanding = await decideOnCard(tx, documents, uid, body)
      await settle(tx, turn, event)
      return cardStanding
    })
  else await settle(database, turn, event)
  // The decision stands; a card that does not say so is looked at in the app.
  if (words !== undefined)
    await workplace
      .corp(turn.corpId)
      .settleCard?.({ response: body.response, words })
      .catch((error: unknown) => log.warn({ error, corpId: turn.corpId }, 'A card could not be settled'))
}

/**
 * Asks for everyone at once in the place of many who have changed. Where that is under way already they wait for its end, because it may be past
 * some of them.
 */
export const askForAll = async ({ app: { database }, turn }: Work): Promise<void> => {
  const corp = await readCorp(database, turn.chat, turn.corpId)
  if (!corp?.organisation || !corp.granted || !corp.running) return void (await settlePeople(database, turn))
  const isBusy = await database.inTransaction(corp.organisation, async (tx) => {
    await requireTurn(tx, turn)
    const syncState = await syncStanding(tx, turn.chat)
    if (syncState && syncState.endedAt === undefined) return true
    await startSync(tx, turn.chat)
    await settlePeople(tx, turn)
    return false
  })
  if (isBusy) await putOffPeople(database, turn)
}
