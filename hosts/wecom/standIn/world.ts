import { createHash, randomBytes } from 'node:crypto'
import { assertDefined, entryOf } from '../../../kernel/assert.ts'

/** What the stand-in of WeCom knows: organisations with their people, what they granted, codes, tickets, what was sent and what was bought. */
export type World = {
  readonly corps: Map<string, Corp>
  /** What was sent, the newest last. */
  readonly messages: Message[]
  readonly orders: Map<string, Order>
  /** Tokens and tickets that it gave, and what they open. */
  readonly given: Map<string, IssuedSecret>
  /** How it behaves from now on. */
  readonly mood: Mood
  readonly now: () => number
}

export type Corp = {
  readonly id: string
  readonly name: string
  readonly departments: Map<number, Department>
  readonly people: Map<string, Person>
  readonly administrators: string[]
  /** How much of its address book is shown: 1 to read, 3 to edit. */
  level: number
  readonly licences: MemberLicences
  installed?: { readonly permanentCode: string; readonly agentId: number; readonly by: string; trialEndsMs: number } | undefined
}
export type Department = { readonly id: number; readonly name: string; readonly parent: number; readonly order: number; leaders: string[] }
/** 接口许可: until the trial ends everyone is let in, afterwards the person who holds one of those that were bought. */
export type MemberLicences = {
  trialEndsMs: number
  bought: number
  isAssignedByItself: boolean
  readonly holders: Set<string>
}

/** `name` is what `ww-open-data` shows; it is answered nowhere else. */
export type Person = { readonly id: string; readonly name: string; departments: number[]; isDisabled: boolean }
export type Message = {
  readonly corpId: string
  readonly personId: string
  readonly title: string
  readonly text: string
  readonly link: string
  readonly card?: {
    readonly taskId: string
    readonly buttons: readonly ({ readonly text: string } & ({ readonly key: string } | { readonly url: string }))[]
    /** What opens an update of it, each once. */
    readonly responses: Set<string>
    /** Pressed, and what it says instead of its buttons. */
    pressed?: string
    settled?: string
  }
}
export type Order = {
  readonly id: string
  readonly corpId: string
  status: number
  readonly editionId: string
  readonly editionName: string
  readonly fen: number
  readonly beginMs: number
  readonly endMs: number
}
export type IssuedSecret = {
  readonly kind: 'suite' | 'loginSuite' | 'provider' | 'corp' | 'preAuth' | 'authCode' | 'code' | 'deskCode' | 'config' | 'agentConfig'
  readonly corpId: string
  readonly personId?: string
  /** Of a code that an installation begins with: it is a test. */
  readonly isTest?: boolean
  readonly endsMs: number
}
export type Mood = {
  /** How many calls are still answered with a code: busy (-1), too often (45009). */
  refusals: { code: number; calls: number }
  slowMs: number
  /** Each event is told twice. */
  doubles: boolean
  /** Events wait until they are let go, the last first. */
  holds: boolean
  /** The app is not published: organisations install it as a test alone. */
  isUnpublished: boolean
}

export const newWorld = (now: () => number): World => ({
  corps: new Map(),
  messages: [],
  orders: new Map(),
  given: new Map(),
  mood: { refusals: { code: 0, calls: 0 }, slowMs: 0, doubles: false, holds: false, isUnpublished: false },
  now,
})

type CorpInput = { readonly name: string; readonly people: number; readonly departments: number; readonly level?: number }

/** An organisation of so many people in so many departments, the same ones for the same name; the first of them administers it. */
export const addCorp = (world: World, { name, people, departments, level = 1 }: CorpInput): Corp => {
  const corp: Corp = {
    id: `ww${digest(name).slice(0, 16)}`,
    name,
    departments: new Map([[1, { id: 1, name, parent: 0, order: 1, leaders: [] }]]),
    people: new Map(),
    administrators: [],
    level,
    licences: { trialEndsMs: world.now() + 90 * 86_400_000, bought: 0, isAssignedByItself: false, holders: new Set() },
  }
  // Numbers lie far apart, as those of WeCom do, and a third of them below another.
  for (let start = 0; start < departments; start++) {
    const id = 10 + start * 3
    corp.departments.set(id, { id, name: departmentName(start), parent: start % 3 === 2 ? id - 3 : 1, order: 1000 - start, leaders: [] })
  }
  const places = [...corp.departments.keys()].slice(departments > 0 ? 1 : 0)
  for (let start = 0; start < people; start++) {
    const main = roundRobin(places, start)
    // Some stand in two departments.
    const second = start % 17 === 16 ? [roundRobin(places, start + 1)] : []
    addPerson(corp, personName(start), [...new Set([main, ...second])])
  }
  for (const id of places) {
    const head = [...corp.people.values()].find(({ departments }) => departments.includes(id))
    if (head) entryOf(corp.departments, id).leaders = [head.id]
  }
  corp.administrators.push(...[...corp.people.keys()].slice(0, 1))
  world.corps.set(corp.id, corp)
  return corp
}

export const addPerson = (corp: Corp, name: string, departments: number[]): Person => {
  const id = `wo${createHash('sha256').update(`${corp.id} ${corp.people.size} ${name}`).digest('base64url').slice(0, 26)}`
  const person = { id, name, departments, isDisabled: false }
  corp.people.set(person.id, person)
  return person
}

/** Whether WeCom answers about a member: it gives out a licence that was bought where it is told to. */
export const isLicensed = (world: World, { licences }: Corp, personId: string): boolean => {
  if (world.now() < licences.trialEndsMs || licences.holders.has(personId)) return true
  if (!licences.isAssignedByItself || licences.holders.size >= licences.bought) return false
  licences.holders.add(personId)
  return true
}

/** A token, ticket or code that opens what is said for so long. */
export const give = (world: World, secret: Omit<IssuedSecret, 'endsMs'>, seconds: number): string => {
  const value = randomBytes(32).toString('base64url')
  world.given.set(value, { ...secret, endsMs: world.now() + seconds * 1000 })
  return value
}

/** What a value opens; undefined for one that was never given, or is over. `once`: it opens nothing any more. */
export const openedBy = (world: World, kind: IssuedSecret['kind'], value: unknown, isOnce = false): IssuedSecret | undefined => {
  const secret = world.given.get(String(value))
  if (!secret || secret.kind !== kind || secret.endsMs <= world.now()) return undefined
  if (isOnce) world.given.delete(String(value))
  return secret
}

/** The item at an index of a list that begins again after its end. */
const roundRobin = <T>(list: readonly T[], index: number): T => assertDefined(list[index % list.length], 'an item of the list')

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const surnames = [...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹']
const givenNames = ['晓明', '丽', '建国', '雨桐', '志强', '静', '子涵', '海燕', '磊', '思远', '欣怡', '国栋', '芳', '俊杰']
const personName = (index: number): string =>
  `${roundRobin(surnames, index)}${roundRobin(givenNames, Math.floor(index / 3 + index))}${index < 24 ? '' : Math.floor(index / 24)}`

const departmentNames = ['行政部', '仓储部', '仓储一组', '生产部', '质检部', '质检二组', '研发部', '采购部', '采购一组', '财务部']
const departmentName = (index: number): string =>
  `${roundRobin(departmentNames, index)}${index < departmentNames.length ? '' : Math.floor(index / departmentNames.length) + 1}`
