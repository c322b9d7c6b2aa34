import { randomBytes } from 'node:crypto'
import { firstOf, lastOf } from '../../../kernel/assert.ts'
import type { Callbacks } from './callbacks.ts'
import { addPerson, type Corp, give, type Order, type World } from './world.ts'

/** Everything that can happen at WeCom, by its name in `POST /standIn/act`. */
export type Act =
  | 'buyLicences'
  | 'endLicenceTrial'
  | 'install'
  | 'uninstall'
  | 'join'
  | 'leave'
  | 'move'
  | 'buy'
  | 'refund'
  | 'press'
  | 'ticket'
  | 'endTokens'
  | 'mood'
  | 'letGo'

export const isAct = (name: string): name is Act => name in acts

/** Does what a person does at WeCom; answers an id of what was made, or ''. */
export const carryOut = async (context: ActContext, act: Act, fields: ActFields): Promise<string> =>
  (await acts[act](context, fields)) ?? ''

type ActContext = Callbacks & { readonly world: World }
type ActFields = Readonly<Record<string, string>>
type StandInAction = (context: ActContext, fields: ActFields) => Promise<string | void>

const acts: Readonly<Record<Act, StandInAction>> = {
  /** From the market: no one comes back to a page of ours, the app is told. */
  install: async ({ world, instruct }, { corpId }) => {
    const corp = corpIn(world, corpId)
    await instruct('create_auth', { AuthCode: give(world, { kind: 'authCode', corpId: corp.id, personId: administratorOf(corp) }, 600) })
  },
  uninstall: async ({ world, instruct }, { corpId }) => {
    const corp = corpIn(world, corpId)
    corp.installed = undefined
    await instruct('cancel_auth', { AuthCorpId: corp.id })
  },
  join: async ({ world, instruct }, { corpId, name, department }) => {
    const corp = corpIn(world, corpId)
    const person = addPerson(corp, name || '新同事', [Number(department) || lastOf([...corp.departments.keys()])])
    await instruct('change_contact', { AuthCorpId: corp.id, ChangeType: 'create_user', ...idsOf(person.id), Name: person.id })
    return person.id
  },
  leave: async ({ world, instruct }, { corpId, personId = '' }) => {
    const corp = corpIn(world, corpId)
    corp.people.delete(personId)
    await instruct('change_contact', { AuthCorpId: corp.id, ChangeType: 'delete_user', ...idsOf(personId) })
  },
  move: async ({ world, instruct }, { corpId, personId = '', department = '' }) => {
    const corp = corpIn(world, corpId)
    const person = corp.people.get(personId)
    if (!person || !corp.departments.has(Number(department))) throw new Error('Nobody, or nowhere to move to.')
    person.departments = [Number(department)]
    await instruct('change_contact', { AuthCorpId: corp.id, ChangeType: 'update_user', ...idsOf(person.id), Department: department })
  },
  buy: async ({ world, instruct }, { corpId, editionId, days }) => {
    const corp = corpIn(world, corpId)
    const id = `N${randomBytes(8).toString('hex').toUpperCase()}`
    const beginMs = world.now()
    const order: Order = {
      id,
      corpId: corp.id,
      status: 0,
      editionId: editionId || 'standard',
      editionName: editionId === 'plus' ? '旗舰版' : '标准版',
      fen: 199_900,
      beginMs,
      endMs: beginMs + (Number(days) || 365) * 86_400_000,
    }
    world.orders.set(id, order)
    await instruct('open_order', { PaidCorpId: corp.id, OrderId: id, OperatorId: administratorOf(corp) })
    order.status = 1
    await instruct('pay_for_app_success', { PaidCorpId: corp.id, OrderId: id })
    return id
  },
  refund: async ({ world, instruct }, { orderId = '' }) => {
    const order = world.orders.get(orderId)
    if (!order) throw new Error('No such order.')
    order.status = 5
    await instruct('refund', { PaidCorpId: order.corpId, OrderId: order.id })
  },
  /** A button of a card; `task` is the card's. */
  press: async ({ world, event }, { corpId, personId = '', task = '', key = '' }) => {
    const corp = corpIn(world, corpId)
    const card = world.messages.find((message) => message.personId === personId && message.card?.taskId === task)?.card
    if (!card) throw new Error('No such card.')
    if (card.settled !== undefined) return ''
    const response = randomBytes(12).toString('base64url')
    card.responses.add(response)
    card.pressed = key
    await event(corp, personId, 'template_card_event', {
      EventKey: key,
      TaskId: task,
      CardType: 'button_interaction',
      ResponseCode: response,
    })
    return response
  },
  /** So many licences for members, which the provider is told of. */
  buyLicences: async ({ world, tellProvider }, { corpId, count }) => {
    const corp = corpIn(world, corpId)
    corp.licences.bought += Number(count ?? 1)
    await tellProvider('license_pay_success', {
      AuthCorpId: corp.id,
      OrderId: `OL${randomBytes(6).toString('hex')}`,
      BuyerUserId: 'provider',
    })
  },
  /** The ninety days are over. */
  endLicenceTrial: async ({ world }, { corpId }) => {
    corpIn(world, corpId).licences.trialEndsMs = world.now()
  },
  ticket: async ({ newTicket }) => void (await newTicket()),
  /** Every token and ticket that was given is over. */
  endTokens: async ({ world }) => {
    for (const [value, grant] of world.given)
      if (grant.kind !== 'authCode' && grant.kind !== 'code') world.given.set(value, { ...grant, endsMs: world.now() })
  },
  mood: async ({ world: { mood } }, { code, calls, slowMs, doubles, holds }) => {
    if (code !== undefined) mood.refusals = { code: Number(code), calls: Number(calls ?? 1) }
    if (slowMs !== undefined) mood.slowMs = Number(slowMs)
    if (doubles !== undefined) mood.doubles = doubles === 'true'
    if (holds !== undefined) mood.holds = holds === 'true'
  },
  letGo: async ({ letGo }) => letGo(),
}

const corpIn = (world: World, corpId: string | undefined): Corp => {
  const corp = world.corps.get(corpId ?? '')
  if (!corp) throw new Error('No such corp.')
  return corp
}

const administratorOf = (corp: Corp): string => firstOf(corp.administrators)

const idsOf = (id: string) => ({ UserID: id, OpenUserID: id })
