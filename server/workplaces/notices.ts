import { firstOf } from '../../kernel/assert.ts'
import { createHash } from 'node:crypto'
import type { Id } from '../../kernel/id.ts'
import { dayAt } from '../../kernel/day.ts'
import { toldADayAtMost } from '../../domain/workplaces/installation.ts'
import { type NoticeButton, WorkplaceFault, type WorkplaceNotice, type WorkplaceNotified } from '../../hosts/workplace.ts'
import type { App } from '../call.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import type { Deliverer, DeliveryTarget, Outcome, Unread } from '../deliveries/deliverer.ts'
import { foreignOf, hiddenNamesIn } from '../directory/links.ts'
import { raiseAlarm } from './alarms.ts'
import { cardOf } from './cards.ts'
import { workplaceOf } from './corps.ts'
import { keepCard } from './cardClosing.ts'

/**
 * Notices by the chat that the organisation is connected to, to the people whom it knows; what many get in the same words at the same moment is one call. A
 * task that waits can be answered on its card, where the chat has such. `gatherMs`: for how long the first waits for more of the same.
 */
export const workplaceNotices = (
  { database, log, address, workplaces }: Pick<App, 'database' | 'log' | 'address' | 'workplaces'>,
  gatherMs = 150,
): Deliverer => {
  const together = gatherCalls(gatherMs, (notices: readonly Notice[]) => notifyTogether(workplaces, notices))
  return {
    name: 'workplace',
    title: '工作平台通知',
    rings: true,
    timeoutSeconds: 60,
    atOnce: gatheredAtMost,
    wants: (tx, unread) => reachable(tx, workplaces, unread),
    deliver: async ({ key, orgId, address: personId, message }) => {
      const target = await targetOf(database, workplaces, orgId, message)
      if (!target) return { t: 'gone' }
      const { workplace, card, hiddenNames } = target
      if (!(await mayBeTold(database, orgId, message.uid))) return { t: 'refused', why: 'told too often today' }
      const notice: Notice = {
        name: workplace.name,
        corpId: workplace.corpId,
        key,
        personIds: [personId],
        title: target.title,
        content: target.content,
        link: linkFrom(address(), workplace.corpId, target.link),
        ...(card && { card: { ...card, buttons: card.buttons.map((button) => leadingFrom(address(), workplace.corpId, button)) } }),
        ...(hiddenNames.length > 0 && { hiddenNames }),
      }
      const told = await together(sameOf(notice), notice).catch(async (error: unknown) => {
        await raiseAlarm({ database, log }, { chat: workplace.name, corpId: workplace.corpId }, error)
        return outcomeOfFault(error)
      })
      const outcome = 't' in told ? told : outcomeFor(personId, told.unreached)
      if (card && 'response' in told && told.response !== undefined)
        await keepCard(database, orgId, { chat: workplace.name, corpId: workplace.corpId, card: card.id, response: told.response })
      if (outcome.t !== 'delivered') await takeBack(database, orgId, message.uid)
      return outcome
    },
  }
}

/** Those of what is unread whose people the chat of the organisation knows, where it wants notices there. */
const reachable = async (tx: Tx, workplaces: App['workplaces'], unread: readonly Unread[]): Promise<readonly DeliveryTarget[]> => {
  const workplace = await workplaceOf(tx)
  if (!workplace || !workplaces.has(workplace.name) || !(await isWanted(tx))) return []
  const foreign = await foreignOf(tx, workplace.name, [...new Set(unread.map(({ uid }) => uid))])
  return unread.flatMap(({ id, uid }) => {
    const address = foreign.get(uid)
    return address === undefined ? [] : [{ id, uid, address }]
  })
}

/** What a message says, the chat that takes it, and what of it is not said there; undefined where the organisation is connected to none. */
const targetOf = (database: Database, workplaces: App['workplaces'], orgId: Id, message: Unread) => {
  const { title, content, link } = message.shown('zh')
  return database.reading(orgId, async (tx) => {
    const [workplace, card] = await Promise.all([workplaceOf(tx), cardOf(tx, link, message.id)])
    if (!workplace) return undefined
    const hidesNames = workplaces.get(workplace.name)?.hidesNames === true
    return {
      workplace,
      card,
      title,
      content,
      link,
      hiddenNames: hidesNames ? await hiddenNamesIn(tx, workplace.name, `${title}\n${content}`) : [],
    }
  })
}

/** One call for what is the same. */
const notifyTogether = async (workplaces: App['workplaces'], notices: readonly Notice[]): Promise<WorkplaceNotified> => {
  const { name, corpId, ...first } = firstOf(notices)
  const personIds = [...new Set(notices.flatMap((notice) => notice.personIds))]
  const key = createHash('sha256')
    .update(
      notices
        .map((notice) => notice.key)
        .toSorted()
        .join('\n'),
    )
    .digest('hex')
  const workplace = workplaces.get(name)
  return workplace ? workplace.corp(corpId).notify({ ...first, key, personIds }) : { unreached: personIds }
}

type Notice = WorkplaceNotice & Pick<NonNullable<Awaited<ReturnType<typeof workplaceOf>>>, 'name' | 'corpId'>

const outcomeFor = (personId: string, unreached: readonly string[]): Outcome =>
  unreached.includes(personId) ? { t: 'refused', why: 'not reached' } : { t: 'delivered' }

const outcomeOfFault = (error: unknown): Outcome => {
  if (!(error instanceof WorkplaceFault)) throw error
  if (error.kind === 'withdrawn') return { t: 'gone' }
  if (error.kind === 'refused') return { t: 'refused', why: error.advice ?? error.code }
  return { t: 'again', why: error.advice ?? error.code, ...(error.afterSeconds !== undefined && { afterSeconds: error.afterSeconds }) }
}

/** What is the same for all who get it; a card is one person's. */
const sameOf = ({ name, corpId, title, content, link, card }: Notice): string =>
  JSON.stringify([name, corpId, title, content, link, card?.id ?? null])

/** The screen inside the chat: with the organisation, because a person may belong to several. */
export const linkFrom = (address: string, corpId: string, link: string | null): string =>
  `${address}/?corpId=${encodeURIComponent(corpId)}#${link ?? '/pages/message/msglist'}`

/** A button whose link, if it has one, is the address of its screen inside the chat. */
const leadingFrom = (address: string, corpId: string, { link, ...button }: NoticeButton): NoticeButton => ({
  ...button,
  ...(link !== undefined && { link: linkFrom(address, corpId, link) }),
})

const isWanted = async (tx: Tx): Promise<boolean> =>
  (await tx.query(`select from organisation where org_id = $1 and coalesce((settings ->> 'chatNotices')::boolean, true)`, [tx.orgId]))
    .length > 0

/** Counts one more of today; false where it would be too many. */
const mayBeTold = async (database: Database, orgId: Id, uid: Id): Promise<boolean> => {
  const quotaRows = await database.inTransaction(orgId, (tx) =>
    tx.query(
      `insert into workplace_told as t (org_id, uid, day, n) values ($1, $2, $3, 1)
       on conflict (org_id, uid) do update set n = case when t.day = excluded.day then t.n + 1 else 1 end, day = excluded.day
       where t.day <> excluded.day or t.n < $4 returning 1`,
      [orgId, uid, dayAt(database.now()), toldADayAtMost],
    ),
  )
  return quotaRows.length > 0
}

const takeBack = async (database: Database, orgId: Id, uid: Id): Promise<void> => {
  await database.inTransaction(orgId, (tx) =>
    tx.query('update workplace_told set n = n - 1 where org_id = $1 and uid = $2 and n > 0', [orgId, uid]),
  )
}

/** Waits a moment for more of the same, and does all of it at once. */
const gatherCalls = <T, R>(gatherMs: number, doAll: (items: readonly T[]) => Promise<R>): ((same: string, item: T) => Promise<R>) => {
  type Group = { readonly items: T[]; readonly done: Promise<R>; readonly go: () => void }
  const groups = new Map<string, Group>()
  const begin = (same: string): Group => {
    const items: T[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const go = () => {
      groups.delete(same)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(go, gatherMs)
    return { items, done: promise.then(() => doAll(items)), go }
  }
  return (same, item) => {
    const group = groups.get(same) ?? begin(same)
    groups.set(same, group)
    group.items.push(item)
    if (group.items.length >= gatheredAtMost) group.go()
    return group.done
  }
}

const gatheredAtMost = 100
