import { createHash, randomBytes } from 'node:crypto'

/** What the stand-in of Feishu knows: organisations with their people, what they granted, tokens, codes, what was sent. */
export type World = {
  readonly app: { readonly appId: string; readonly appSecret: string; readonly encryptKey: string; readonly verificationToken: string }
  readonly tenants: Map<string, Tenant>
  /** Tickets that were pushed; the last two open. */
  tickets: string[]
  readonly passes: Map<string, Pass>
  readonly messages: Message[]
  /** Messages by the mark that drops them when they come again. */
  readonly marks: Map<string, string>
  readonly asked: string[]
  readonly trouble: { code: number; calls: number }
  readonly now: () => number
}

export type Tenant = {
  readonly key: string
  readonly name: string
  readonly departments: Map<string, Department>
  readonly people: Map<string, Person>
  readonly administrators: string[]
  isInstalled: boolean
  isRunning: boolean
  /** Departments and people that the app may see; undefined: all of them. */
  scope: { departments: string[]; people: string[] } | undefined
  /** Whether the organisation lets the app know its name and administrators. */
  isTold: boolean
}
export type Department = { readonly id: string; readonly parent: string; name: string; order: number; leader: string | undefined }
export type Person = { readonly id: string; name: string; readonly mobile: string; departments: string[]; isFrozen: boolean }
export type Pass = {
  readonly kind: 'app' | 'tenant' | 'user' | 'code' | 'jsapi'
  readonly key: string
  readonly personId: string
  readonly endsMs: number
}
export type Message = { readonly id: string; readonly key: string; readonly personId: string; card: Card; isChanged: boolean }
export type Card = {
  readonly header: { readonly title: { readonly content: string } }
  readonly card_link: { readonly url: string }
  readonly elements: readonly CardElement[]
}
type CardElement = {
  readonly tag: string
  readonly text?: { readonly content: string }
  readonly elements?: readonly { readonly content: string }[]
  readonly actions?: readonly CardButton[]
}
/** Pressed it is told with `value`, or opens `url`. */
type CardButton = { readonly text: { readonly content: string }; readonly value?: Readonly<Record<string, string>>; readonly url?: string }

export const newWorld = (now: () => number): World => ({
  app: {
    appId: 'cli_standin0001',
    appSecret: randomBytes(16).toString('hex'),
    encryptKey: randomBytes(16).toString('hex'),
    verificationToken: randomBytes(16).toString('hex'),
  },
  tenants: new Map(),
  tickets: [],
  passes: new Map(),
  messages: [],
  marks: new Map(),
  asked: [],
  trouble: { code: 0, calls: 0 },
  now,
})

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An organisation of so many people in so many departments, the same ones for the same name; the first of them administers it. */
export const addTenant = (world: World, name: string, people: number, departments: number): Tenant => {
  const tenant: Tenant = {
    key: digest(name).slice(0, 16),
    name,
    departments: new Map(),
    people: new Map(),
    administrators: [],
    isInstalled: false,
    isRunning: true,
    scope: undefined,
    isTold: true,
  }
  const ids: string[] = []
  for (let start = 0; start < departments; start += 1) {
    // A third of them lie below another.
    const parent = start % 3 === 2 ? (ids[start - 1] ?? '0') : '0'
    ids.push(addDepartment(tenant, `部门${start + 1}`, parent).id)
  }
  for (let start = 0; start < people; start += 1) {
    const main = ids[start % Math.max(1, ids.length)] ?? '0'
    // Some stand in two departments.
    const second = start % 17 === 16 ? [ids[(start + 1) % ids.length] ?? main] : []
    const person = addPerson(tenant, `飞书员工${start + 1}`, [...new Set([main, ...second])])
    const department = tenant.departments.get(main)
    if (department && department.leader === undefined) department.leader = person.id
    if (start === 0) tenant.administrators.push(person.id)
  }
  world.tenants.set(tenant.key, tenant)
  return tenant
}

export const addDepartment = (tenant: Tenant, name: string, parent: string): Department => {
  const id = `od-${digest(`${tenant.key} ${tenant.departments.size}`).slice(0, 32)}`
  const department = { id, parent, name, order: 1000 + tenant.departments.size, leader: undefined }
  tenant.departments.set(id, department)
  return department
}

export const addPerson = (tenant: Tenant, name: string, departments: string[]): Person => {
  const id = `ou_${digest(`${tenant.key} person ${tenant.people.size} ${name}`).slice(0, 32)}`
  const mobile = `+86138${String(Number.parseInt(digest(id).slice(0, 10), 16) % 1e8).padStart(8, '0')}`
  const person = { id, name, mobile, departments, isFrozen: false }
  tenant.people.set(id, person)
  return person
}

/** Something that opens what it says for so long. */
export const issuePass = (world: World, pass: Omit<Pass, 'endsMs'>, prefix: string, seconds: number): string => {
  const value = prefix + randomBytes(24).toString('base64url')
  world.passes.set(value, { ...pass, endsMs: world.now() + seconds * 1000 })
  return value
}

export const passOf = (world: World, kind: Pass['kind'], value: unknown): Pass | undefined => {
  const pass = world.passes.get(String(value))
  return pass && pass.kind === kind && pass.endsMs > world.now() ? pass : undefined
}

/** Whether a department lies in what the organisation shows. */
export const isDepartmentShown = (tenant: Tenant, id: string): boolean => {
  if (!tenant.scope) return true
  for (let ancestor: string | undefined = id; ancestor !== undefined; ancestor = tenant.departments.get(ancestor)?.parent)
    if (tenant.scope.departments.includes(ancestor)) return true
  return false
}

export const isPersonShown = (tenant: Tenant, { id, departments }: Person): boolean =>
  !tenant.scope || tenant.scope.people.includes(id) || departments.some((department) => isDepartmentShown(tenant, department))
