import * as v from 'valibot'
import type { ForeignDepartment, ForeignDirectory, ForeignPart, ForeignPerson } from '../../domain/directory/foreign.ts'
import { WorkplaceFault } from '../workplace.ts'
import type { FeishuAsking } from './client.ts'
import type { FeishuTokens } from './tokens.ts'

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
const words = v.nullish(v.pipe(v.string(), v.maxLength(2000)))
const data = <Entries extends v.ObjectEntries>(entries: Entries) => v.object({ data: v.object(entries) })
const page = { has_more: v.nullish(v.boolean()), page_token: words }

const userStatus = v.object({
  is_frozen: v.nullish(v.boolean()),
  is_resigned: v.nullish(v.boolean()),
  is_exited: v.nullish(v.boolean()),
})
const user = v.object({
  open_id: id,
  name: words,
  mobile: words,
  email: words,
  enterprise_email: words,
  job_title: words,
  employee_no: words,
  avatar: v.nullish(v.object({ avatar_240: words })),
  department_ids: v.nullish(v.array(id), []),
  status: v.nullish(userStatus),
})
const department = v.object({
  open_department_id: id,
  parent_department_id: words,
  name: words,
  order: v.nullish(v.union([v.string(), v.number()])),
  leader_user_id: words,
})
type User = v.InferOutput<typeof user>
type Department = v.InferOutput<typeof department>

/** The organisation itself is a department of Feishu's, and none of ours. */
const root = '0'
const perPage = 50
const abreast = 4
const idKinds = [
  ['user_id_type', 'open_id'],
  ['department_id_type', 'open_department_id'],
] as const

/** No such person or department, or none that the organisation shows us. */
const unseenCodes = ['40004', '40014', '41012', '41050', '43003', '43007', '43010']
const unlessUnseen = async <T>(request: Promise<T>): Promise<T | undefined> => {
  try {
    return await request
  } catch (error) {
    if (error instanceof WorkplaceFault && unseenCodes.includes(error.code)) return undefined
    throw error
  }
}

type Pairs = readonly (readonly [name: string, value: string])[]

const scopePage = data({ ...page, department_ids: v.nullish(v.array(id)), user_ids: v.nullish(v.array(id)) })
const departmentPage = data({ ...page, items: v.nullish(v.array(department), []) })
const userPage = data({ ...page, items: v.nullish(v.array(user), []) })

/** What is asked of Feishu about one organisation. */
const contactCalls = (corpId: string, client: FeishuAsking, tokens: FeishuTokens) => {
  const ask = <Schema extends v.GenericSchema>(path: string, answer: Schema, query: Pairs = []) =>
    tokens.asCorp(corpId, (token) => client({ path: `/contact/v3${path}`, answer, token, query: [...idKinds, ...query] }))
  const pageQuery = (from: string): Pairs => [['page_size', String(perPage)], ...tokenOf(from)]
  return {
    scopeFrom: async (from: string) => (await ask('/scopes', scopePage, [['page_size', '100'], ...tokenOf(from)])).data,
    departments: async (ids: readonly string[]) => {
      const query = ids.map((departmentId) => ['department_ids', departmentId] as const)
      return (await ask('/departments/batch', data({ items: v.nullish(v.array(department), []) }), query)).data.items ?? []
    },
    departmentAt: async (departmentId: string) =>
      (await unlessUnseen(ask(`/departments/${encodeURIComponent(departmentId)}`, data({ department }))))?.data.department,
    /** What stands below a department: all of it where `isWhole`, else the next level. */
    childrenFrom: async (departmentId: string, from: string, isWhole: boolean) => {
      const query: Pairs = [['fetch_child', String(isWhole)], ...pageQuery(from)]
      return (await unlessUnseen(ask(`/departments/${encodeURIComponent(departmentId)}/children`, departmentPage, query)))?.data
    },
    users: async (ids: readonly string[]) => {
      if (ids.length === 0) return []
      const query = ids.map((personId) => ['user_ids', personId] as const)
      return (await ask('/users/batch', data({ items: v.nullish(v.array(user), []) }), query)).data.items ?? []
    },
    userAt: async (personId: string) => (await unlessUnseen(ask(`/users/${encodeURIComponent(personId)}`, data({ user }))))?.data.user,
    usersFrom: async (departmentId: string, from: string) => {
      const query: Pairs = [['department_id', departmentId], ...pageQuery(from)]
      return (await unlessUnseen(ask('/users/find_by_department', userPage, query)))?.data
    },
  }
}
type ContactCalls = ReturnType<typeof contactCalls>

/** What the organisation shows us: departments with all below them, and people by themselves. */
const scopeOf = async (calls: ContactCalls): Promise<{ departments: string[]; people: string[] }> => {
  const shownScope: { departments: string[]; people: string[] } = { departments: [], people: [] }
  for (let from: string | undefined = ''; from !== undefined;) {
    const answer = await calls.scopeFrom(from)
    shownScope.departments.push(...(answer.department_ids ?? []))
    shownScope.people.push(...(answer.user_ids ?? []))
    from = nextOf(answer)
  }
  return shownScope
}

const childIdsOf = async (calls: ContactCalls, departmentId: string): Promise<string[]> => {
  const ids: string[] = []
  for (let from: string | undefined = ''; from !== undefined;) {
    const answer = await calls.childrenFrom(departmentId, from, false)
    ids.push(...(answer?.items ?? []).map(({ open_department_id: childId }) => childId))
    from = answer && nextOf(answer)
  }
  return ids
}

/** Of the departments of a person those that we see, the organisation itself left away. Each department is asked for once. */
const shownBy = (calls: ContactCalls) => {
  const shownById = new Map<string, Promise<boolean>>()
  const isShown = (departmentId: string) => {
    const answer = shownById.get(departmentId) ?? calls.departmentAt(departmentId).then((departmentRead) => departmentRead !== undefined)
    shownById.set(departmentId, answer)
    return answer
  }
  return async (ids: readonly string[]): Promise<string[]> => {
    const below = ids.filter((departmentId) => departmentId !== root)
    const shownFlags = await Promise.all(below.map(isShown))
    return below.filter((_, index) => shownFlags[index])
  }
}

const departmentsPart = async (calls: ContactCalls, from: string | undefined): Promise<ForeignPart<ForeignDepartment>> => {
  if (from === undefined) {
    const { departments } = await scopeOf(calls)
    const heads = (await inTurn(chunksOf(departments), calls.departments)).flat()
    return { rows: heads.map(departmentOf), ...(departments.length > 0 && { next: placeText({ ids: departments, from: '' }) }) }
  }
  const { ids, from: token } = placeOf(from)
  const [at = '', ...rest] = ids
  const answer = await calls.childrenFrom(at, token, true)
  const next = answer && nextOf(answer)
  const place = next === undefined ? { ids: rest, from: '' } : { ids, from: next }
  return { rows: (answer?.items ?? []).map(departmentOf), ...(place.ids.length > 0 && { next: placeText(place) }) }
}

/** People who the organisation shows by themselves. */
const soloPart = async (calls: ContactCalls, first: number): Promise<ForeignPart<ForeignPerson>> => {
  const { people } = await scopeOf(calls)
  const selectShown = shownBy(calls)
  const rows: ForeignPerson[] = []
  // Who a department has brought comes once.
  for (const user of await calls.users(people.slice(first, first + perPage))) {
    const departments = await selectShown(user.department_ids ?? [])
    if (departments.length === 0 && !hasLeft(user)) rows.push(personOf(user, []))
  }
  return { rows, ...(first + perPage < people.length && { next: placeText({ solo: first + perPage }) }) }
}

const peoplePart = async (calls: ContactCalls, from: string | undefined): Promise<ForeignPart<ForeignPerson>> => {
  const start = { ids: [], from: '', solo: undefined }
  const { ids, from: token, solo } = from === undefined ? { ...start, ids: (await scopeOf(calls)).departments } : placeOf(from)
  const [at, ...rest] = ids
  if (solo !== undefined || at === undefined) return soloPart(calls, solo ?? 0)
  const answer = await calls.usersFrom(at, token)
  const selectShown = shownBy(calls)
  const rows: ForeignPerson[] = []
  for (const user of answer?.items ?? []) {
    const departments = await selectShown(user.department_ids ?? [])
    // A person of several departments comes with the first of them that we see.
    if ((departments[0] ?? at) === at && !hasLeft(user)) rows.push(personOf(user, departments))
  }
  const next = answer && nextOf(answer)
  if (next !== undefined) return { rows, next: placeText({ ids, from: next }) }
  const below = [...(await childIdsOf(calls, at)), ...rest]
  return { rows, next: placeText(below.length > 0 ? { ids: below, from: '' } : { solo: 0 }) }
}

/**
 * People and departments of an organisation, as far as it shows them to us. Departments are walked from those that it shows downwards; a place in
 * the walk is what is still to be looked at, so that it goes on from there in any process.
 */
export const feishuDirectory = (corpId: string, client: FeishuAsking, tokens: FeishuTokens): ForeignDirectory => {
  const calls = contactCalls(corpId, client, tokens)
  return {
    departments: (from) => departmentsPart(calls, from),
    people: (from) => peoplePart(calls, from),
    person: async (personId) => {
      const userRead = await calls.userAt(personId)
      return userRead && !hasLeft(userRead) ? personOf(userRead, await shownBy(calls)(userRead.department_ids ?? [])) : undefined
    },
    department: async (departmentId) => {
      const departmentRead = departmentId === root ? undefined : await calls.departmentAt(departmentId)
      return departmentRead && departmentOf(departmentRead)
    },
  }
}

/** `ids`: departments still to be looked at, the first from the page `from` on; `solo`: people who the organisation shows by themselves, from there on. */
const place = v.object({ ids: v.optional(v.array(v.string()), []), from: v.optional(v.string(), ''), solo: v.optional(v.number()) })
const placeOf = (text: string) => v.parse(v.pipe(v.string(), v.parseJson(), place), text)
const placeText = (placeRead: v.InferInput<typeof place>): string => JSON.stringify(placeRead)

const tokenOf = (from: string): Pairs => (from === '' ? [] : [['page_token', from]])
const nextOf = ({
  has_more: isMore,
  page_token: token,
}: {
  has_more?: boolean | null | undefined
  page_token?: string | null | undefined
}) => (isMore === true && token ? token : undefined)

const chunksOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / perPage) }, (_, index) => ids.slice(index * perPage, (index + 1) * perPage))

/** Asks for each, a few at a time. */
const inTurn = async <T, U>(all: readonly T[], ask: (item: T) => Promise<U>): Promise<U[]> => {
  const answers: U[] = []
  for (let start = 0; start < all.length; start += abreast) answers.push(...(await Promise.all(all.slice(start, start + abreast).map(ask))))
  return answers
}

const hasLeft = ({ status }: User): boolean => status?.is_resigned === true || status?.is_exited === true

/** What Feishu does not say stays as it is; what it says and is empty is empty there. */
const textOf = (text: string | null | undefined): string | null | undefined => (text === undefined ? undefined : text?.trim() || null)

const personOf = (user: User, departments: readonly string[]): ForeignPerson => {
  const phone = user.mobile?.replace(/^(\+?86-?)/, '')
  return {
    id: user.open_id,
    ...(user.name && { name: user.name }),
    // A number that is not granted comes empty, or not at all.
    ...(phone && /^1\d{10}$/.test(phone) && { phone }),
    email: textOf(user.email || user.enterprise_email || user.email),
    position: textOf(user.job_title),
    employeeNo: textOf(user.employee_no),
    ...(user.avatar?.avatar_240 && { avatar: user.avatar.avatar_240 }),
    departmentIds: departments,
    isActive: user.status?.is_frozen !== true,
  }
}

const departmentOf = (department: Department): ForeignDepartment => ({
  id: department.open_department_id,
  ...(department.parent_department_id && department.parent_department_id !== root && { parentId: department.parent_department_id }),
  ...(department.name && { name: department.name }),
  ...(Number.isFinite(Number(department.order ?? Number.NaN)) && { order: Number(department.order) }),
  ...(department.leader_user_id && { headIds: [department.leader_user_id] }),
})
