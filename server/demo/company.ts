import { type Day, dayAt } from '../../kernel/day.ts'
import { newId, type Id } from '../../kernel/id.ts'
import { deliveredRights, rightsTogether } from '../../domain/access/roleRights.ts'
import { activeAtFirst, isAdmin, roleCodeOf, type RoleWord } from '../../domain/access/roles.ts'
import { recordOf } from '../../domain/records/all.ts'
import type { Noun } from '../../kernel/field.ts'
import { assertDefined, firstOf, entryOf } from '../../kernel/assert.ts'
import type { NewOrder } from '../../domain/licence/offers.ts'
import { createPerson, type NewPerson } from '../access/people.ts'
import type { App, SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { keepBytes } from '../files/files.ts'
import { foundOrganisation } from '../organisations/foundation.ts'
import { takeClassification } from '../records/classification.ts'
import { saveRecord, updateRecord } from '../records/engine.ts'
import type { DemoModel, DemoSupply } from './catalogue.ts'
import type { DemoDepartment, DemoPerson } from './people.ts'
import type { Pictures } from './pictures.ts'
import type { DemoPlace } from './places.ts'
import type { DemoSupplier } from './suppliers.ts'

/** Everything that an organisation has from its first day. */
export type Plan = {
  readonly name: string
  /** In front of employee numbers and in mail addresses. */
  readonly prefix: string
  /** The last four digits of the first telephone number. */
  readonly firstPhone: number
  readonly departments: readonly DemoDepartment[]
  readonly people: readonly DemoPerson[]
  readonly places: readonly DemoPlace[]
  readonly suppliers: readonly DemoSupplier[]
  readonly models: readonly DemoModel[]
  readonly supplies: readonly DemoSupply[]
  /** What it has ordered, seen from today. */
  readonly orders: (today: Day) => readonly NewOrder[]
}

/** What an organisation is made with. */
export type Means = {
  readonly app: Pick<App, 'database' | 'settings' | 'storage' | 'spool' | 'heavy'>
  readonly tx: Tx
  readonly now: number
  readonly passwordHash: string
  readonly pictures: Pictures
}

/** An organisation under way: its people may act, and everything is found by its code. */
export type Company = Means & {
  readonly plan: Plan
  /** A call by a person, as if it came through the door at that moment (milliseconds since 1970; now). */
  readonly as: (username: string, atMs?: number) => SignedIn
  readonly person: (username: string) => Id
  readonly department: (code: string) => Id
  readonly place: (code: string) => Id
  readonly supplier: (code: string) => Id
  readonly category: (code: string) => Id
  readonly model: (code: string) => Id
  readonly supply: (code: string) => Id
  /** The stored path of a model's picture. */
  readonly modelPicture: (code: string) => string
  /** A moment of the day so many days ago, in China's office hours, never in the future. */
  readonly ago: (days: number, hour?: number) => number
}

/** Makes the organisation that `means.tx` is bound to, with its people, places and catalogue, by the calls that its administrator would use. */
export const foundCompany = async (means: Means, plan: Plan): Promise<Company> => {
  const { tx, now } = means
  const ids = newIds(plan)
  const paths = new Map<string, string>()
  const company = companyOf(means, plan, { ids, paths })
  const first = firstOf(plan.people)
  const [rootCode, rootName] = firstOf(plan.departments)
  await foundOrganisation(tx, {
    name: plan.name,
    department: { id: company.department(rootCode), code: rootCode, name: rootName },
    administrator: newPerson(company, first, 0),
    orders: plan.orders(dayAt(now)),
  })
  const admin = company.as(first.username, company.ago(1500))
  const save: Save = (noun, code, values) => saveRecord(admin, recordOf(noun), { id: entryOf(ids, keyOf(noun, code)), ...present(values) })
  await savePeople(company, admin, save)
  await savePlaces(company, save)
  for (const [code, id] of (await takeClassification(admin)).ids) ids.set(keyOf('category', code), id)
  for (const [drawing, path] of await keepDrawings(admin, company)) paths.set(drawing, path)
  await saveThings(company, paths, save)
  return company
}

/** Saves a record of the company under its code. */
type Save = (noun: Noun, code: string, values: Record<string, unknown>) => Promise<unknown>

const keyOf = (noun: Noun, code: string): string => `${noun}:${code}`

/** An id for everything in a plan but the categories, by noun and code. */
const newIds = (plan: Plan): Map<string, Id> =>
  new Map(
    [
      ...plan.people.map(({ username }) => keyOf('person', username)),
      ...plan.departments.map(([code]) => keyOf('department', code)),
      ...plan.places.map(([code]) => keyOf('location', code)),
      ...plan.suppliers.map(([code]) => keyOf('supplier', code)),
      ...plan.models.map(({ code }) => keyOf('model', code)),
      ...plan.supplies.map(([code]) => keyOf('consumable', code)),
    ].map((key) => [key, newId()]),
  )

type Known = { readonly ids: ReadonlyMap<string, Id>; readonly paths: ReadonlyMap<string, string> }

const companyOf = (means: Means, plan: Plan, { ids, paths }: Known): Company => {
  const { now } = means
  const find =
    (noun: Noun) =>
    (code: string): Id => {
      const id = ids.get(keyOf(noun, code))
      if (!id) throw new Error(`The demo has no ${noun} ${code}.`)
      return id
    }
  const company: Company = {
    ...means,
    plan,
    as: (username, atMs = now) => callOf(company, username, atMs),
    person: find('person'),
    department: find('department'),
    place: find('location'),
    supplier: find('supplier'),
    category: find('category'),
    model: find('model'),
    supply: find('consumable'),
    modelPicture: (code) => {
      const model = plan.models.find((model) => model.code === code)
      return entryOf(paths, assertDefined(model, `the model ${code}`).drawing)
    },
    ago: (days, hour = 10) => {
      const midnight = Math.floor((now + chinaMs) / dayMs) * dayMs - chinaMs
      return Math.min(now, midnight - days * dayMs + hour * 3_600_000 + ((days * 7) % 50) * 60_000)
    },
  }
  return company
}

/** Departments and people, the administrator among them put into a department like everyone. */
const savePeople = async (company: Company, admin: SignedIn, save: Save): Promise<void> => {
  const { tx, plan } = company
  const first = firstOf(plan.people)
  for (const [index, [code, name, above]] of plan.departments.entries())
    if (index > 0)
      await save('department', code, { deptCode: code, deptName: name, parentId: above && company.department(above), sortOrder: index + 1 })
  for (const [index, each] of plan.people.entries())
    if (index > 0)
      await createPerson(tx, { ...newPerson(company, each, index), deptId: company.department(each.department), roles: each.roles ?? [] })
  await tx.query('update person set dept_id = $3 where org_id = $1 and id = $2', [
    tx.orgId,
    company.person(first.username),
    company.department(first.department),
  ])
  await tx.query(`update person set created_at = $2 where org_id = $1`, [tx.orgId, new Date(admin.at).toISOString()])
  for (const [code, , , head] of plan.departments)
    await updateRecord(admin, recordOf('department'), { id: company.department(code), managerUid: company.person(head) })
}

const savePlaces = async (company: Company, save: Save): Promise<void> => {
  const { plan } = company
  for (const [code, name, above, manager, address, ground] of plan.places)
    await save('location', code, {
      locCode: code,
      locName: name,
      parentId: above && company.place(above),
      managerUid: manager && company.person(manager),
      address,
      ...(ground && {
        point: { longitude: ground[0], latitude: ground[1], system: 'WGS-84', name, address },
        radiusMetres: ground[2],
      }),
    })
  for (const [code, name, contact, phone, address] of plan.suppliers)
    await save('supplier', code, { supplierCode: code, supplierName: name, contact, phone, address })
}

/** Stores the drawings of models and supplies; their paths by the names of the drawings. */
const keepDrawings = (admin: SignedIn, { plan, pictures }: Company): Promise<(readonly [string, string])[]> => {
  const drawings = [...new Set([...plan.models.map(({ drawing }) => drawing), ...plan.supplies.map((supply) => supply[9])])]
  return Promise.all(
    drawings.map(async (drawing) => [drawing, (await keepBytes(admin, `${drawing}.webp`, pictures.thing(drawing))).path] as const),
  )
}

/** Models and supplies. */
const saveThings = async (company: Company, paths: ReadonlyMap<string, string>, save: Save): Promise<void> => {
  const { plan } = company
  for (const { code, name, category, brand, spec, unit, price, drawing } of plan.models)
    await save('model', code, {
      goodsCode: code,
      goodsName: name,
      catId: company.category(category),
      brand,
      spec,
      unit,
      price,
      goodsImage: [paths.get(drawing)],
    })
  for (const [code, name, category, spec, unit, price, minStock, maxStock, , drawing] of plan.supplies)
    await save('consumable', code, {
      goodsCode: code,
      goodsName: name,
      catId: company.category(category),
      spec,
      unit,
      price,
      minStock,
      maxStock,
      goodsImage: [paths.get(drawing)],
    })
}

const dayMs = 86_400_000
const chinaMs = 8 * 3_600_000

/** Everyone signs in with the demo's password. */
const newPerson = ({ person: uidOf, plan, passwordHash }: Company, demoPerson: DemoPerson, index: number): NewPerson => ({
  id: uidOf(demoPerson.username),
  username: demoPerson.username,
  userName: demoPerson.name,
  passwordHash,
  phone: `1380013${plan.firstPhone + index}`,
  email: `${demoPerson.username}@${plan.prefix.toLowerCase()}.example`,
  gender: demoPerson.gender,
  position: demoPerson.position,
  employeeNo: `${plan.prefix}${String(index + 1).padStart(4, '0')}`,
})

/** A person of a company by the name under which they sign in. */
export const personIn = ({ people }: Pick<Plan, 'people'>, username: string): Plan['people'][number] =>
  assertDefined(
    people.find((demoPerson) => demoPerson.username === username),
    `the person ${username}`,
  )

const callOf = (company: Company, username: string, atMs: number): SignedIn => {
  const { app, tx, plan } = company
  const demoPerson = personIn(plan, username)
  const heldWords: readonly RoleWord[] = [...(demoPerson.roles ?? []), 'ordinary_emp']
  const active = activeAtFirst(heldWords)
  const words = heldWords.filter((word) => active.includes(word))
  const roleCodes = words.map((word) => roleCodeOf(word, tx.orgId))
  const tenant = words.includes('tenant')
  const rights = rightsTogether(words.map(deliveredRights))
  const locations = tenant ? 'all' : managedBy(company, username)
  return {
    requestId: 'demo',
    at: atMs,
    ip: '127.0.0.1',
    language: 'zh',
    headers: {},
    app: app as App,
    tx,
    session: {
      orgId: tx.orgId,
      uid: company.person(username),
      userName: demoPerson.name,
      client: 'app',
      admin: isAdmin(tenant, roleCodes, tx.orgId),
      roleCodes,
      codes: rights.codes,
      departmentIds: [company.department(demoPerson.department)],
      locations,
      managedLocations: locations,
      departments: [],
      categories: [],
      headsDepartment: false,
      hiddenFields: rights.hiddenFields,
      rights,
      mustReplacePassword: false,
      licensedUntil: Infinity,
      subjectsOnly: false,
      tokenHash: '',
    },
  }
}

/** The places that a person manages, with everything below them. */
const managedBy = ({ plan, place }: Company, username: string): Id[] => {
  const managedCodes = new Set<string>()
  for (const [code, , above, manager] of plan.places) if (manager === username || (above && managedCodes.has(above))) managedCodes.add(code)
  return [...managedCodes].map(place)
}

const present = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
