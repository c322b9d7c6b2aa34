import { entryOf, lastOf, assertDefined } from '../../kernel/assert.ts'
import type { ForeignDepartment, ForeignDirectory, ForeignPart, ForeignPerson } from '../../domain/directory/foreign.ts'
import type { Answer, User } from './answer.ts'
import { type WecomClient, isFault } from './client.ts'
import { administratorsOf, type Scope, scopeOf } from './grant.ts'

/**
 * People and departments that an organisation shows us, without names. What it granted says how they are listed: by the ids of everyone where
 * the address book is ours to edit, by those who let us in themselves, else department by department. A place in the list names the way it was
 * begun by, so that it goes on in that way.
 */
export const directoryOf = (client: WecomClient, corpId: string): ForeignDirectory => {
  const departments = askOnce(() => listDepartments(client, corpId))
  const everybody = askOnce(() => listIds(client, corpId))
  const members = askOnce(() => listMembers(client, corpId))
  const scope = askOnce(() => scopeOf(client, corpId))
  const administrators = askOnce(async () => new Set(await administratorsOf(client, corpId)))

  const told = async (people: readonly ForeignPerson[], next: string | undefined): Promise<ForeignPart<ForeignPerson>> => {
    const administratorIds = await administrators()
    return { rows: people.map((person) => ({ ...person, isAdministrator: administratorIds.has(person.id) })), next }
  }

  const byDepartments = async (after: string) => {
    const all = await departments()
    let position = after === '' ? 0 : all.findIndex(({ id }) => Number(id) > Number(after))
    if (position === -1) position = all.length
    const rows: ForeignPerson[] = []
    for (; position < all.length && rows.length < partSize; position++) rows.push(...(await peopleOf(client, corpId, all[position]!.id)))
    if (position < all.length) return told(rows, `department:${all[position - 1]!.id}`)
    return told(rows, (await scope()).personIds.length > 0 ? 'person:' : undefined)
  }

  const byOne = async (after: string) => {
    const ids = (await scope()).personIds.filter((id) => id > after).toSorted()
    const some = ids.slice(0, 50)
    const answers = await Promise.all(some.map((id) => askPerson(client, corpId, id)))
    return told(
      answers.flatMap((person) => person ?? []),
      ids.length > some.length ? `person:${lastOf(some)}` : undefined,
    )
  }

  const bySnapshot = async (way: string, all: readonly ForeignPerson[], after: string) => {
    const { rows, next } = partAfter(all, after)
    return told(rows, next === undefined ? undefined : `${way}:${next}`)
  }

  return {
    departments: async (from = '') => partAfter(await departments(), from),
    people: async (from) => {
      const [way, after] = from === undefined ? [wayOf(await scope()), ''] : cutAt(from)
      if (way === 'id') return bySnapshot('id', await everybody(), after)
      if (way === 'member') return bySnapshot('member', await members(), after)
      return way === 'person' ? byOne(after) : byDepartments(after)
    },
    person: async (id) => {
      const person = await askPerson(client, corpId, id)
      return person && { ...person, isAdministrator: (await administrators()).has(id) }
    },
    department: async (id) => {
      const answer = await client.asCorp(corpId, 'department/get', { query: { id } }).catch(unseen)
      return answer && readDepartment(answer['department'] as Department)
    },
  }
}

/** Asks once for as long as one goes through the list; again where that failed. */
const askOnce = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let pending: Promise<T> | undefined
  return () =>
    (pending ??= ask().catch((error: unknown) => {
      pending = undefined
      throw error
    }))
}

const wayOf = ({ byMembers, isWhole }: Scope): string => {
  if (byMembers) return 'member'
  return isWhole ? 'id' : 'department'
}

const cutAt = (from: string): [string, string] => {
  const separator = from.indexOf(':')
  return [from.slice(0, separator), from.slice(separator + 1)]
}

/** What comes after an id in the order of ids: the same however often it is asked. */
const partAfter = <T extends { readonly id: string }>(all: readonly T[], after: string): ForeignPart<T> => {
  const from = after === '' ? 0 : all.findIndex(({ id }) => byId(id, after) > 0)
  const rows = from === -1 ? [] : all.slice(from, from + partSize)
  return { rows, next: from !== -1 && from + partSize < all.length ? lastOf(rows).id : undefined }
}

/** Numbers by their value, others as texts. */
const byId = (a: string, b: string): number => {
  if (/^\d+$/.test(a + b)) return Number(a) - Number(b)
  return Number(a > b) - Number(a < b)
}

type Department = {
  readonly id: number
  readonly parentid?: number
  readonly order?: number
  readonly department_leader?: readonly string[]
}

const readDepartment = ({ id, parentid, department_leader }: Department): ForeignDepartment => ({
  id: String(id),
  ...(parentid ? { parentId: String(parentid) } : {}),
  ...(department_leader && { headIds: department_leader }),
})

const listDepartments = async (client: WecomClient, corpId: string): Promise<readonly ForeignDepartment[]> => {
  const answer = await client.asCorp(corpId, 'department/list').catch(async (error: unknown) => {
    // Who may not read them still reads their ids.
    if (!isFault(error, noRight, notVisible)) throw error
    const ids = await client.asCorp(corpId, 'department/simplelist')
    return { department: ids['department_id'] }
  })
  const listed = answer['department'] as readonly Department[]
  // Those with the greatest number come first there.
  const places = new Map(listed.toSorted((a, b) => (b.order ?? 0) - (a.order ?? 0) || a.id - b.id).map(({ id }, place) => [id, place]))
  return listed
    .toSorted((a, b) => a.id - b.id)
    .map((department) => ({ ...readDepartment(department), order: entryOf(places, department.id) }))
}

/** The name that WeCom answers is the id again. */
const readPerson = ({ userid, open_userid, department = [], main_department, status, enable }: User): ForeignPerson => ({
  id: open_userid || userid,
  departmentIds: [
    ...new Set([...(main_department !== undefined && department.includes(main_department) ? [main_department] : []), ...department]),
  ].map(String),
  isActive: !(status === 2 || status === 5 || enable === 0),
})

const peopleOf = async (client: WecomClient, corpId: string, department: string): Promise<ForeignPerson[]> => {
  const query = { department_id: department }
  const answer = await client
    .asCorp(corpId, 'user/list', { query })
    .catch((error: unknown) => {
      if (isFault(error, noRight)) return client.asCorp(corpId, 'user/simplelist', { query })
      throw error
    })
    .catch(unseen)
  return (answer?.userlist ?? []).map(readPerson)
}

const askPerson = async (client: WecomClient, corpId: string, id: string): Promise<ForeignPerson | undefined> => {
  const answer = await client.asCorp(corpId, 'user/get', { query: { userid: id } }).catch(unseen)
  return answer && readPerson(answer as unknown as User)
}

/** A person of several departments stands in several rows, wherever they are: so all are read before one is told. */
const listIds = async (client: WecomClient, corpId: string): Promise<readonly ForeignPerson[]> => {
  const departmentsByPerson = new Map<string, string[]>()
  await eachPage(client, corpId, { path: 'user/list_id', limit: 10_000 }, (answer) => {
    for (const { open_userid, department } of assertDefined(answer.dept_user, 'dept_user'))
      departmentsByPerson.set(open_userid, [...(departmentsByPerson.get(open_userid) ?? []), String(department)])
  })
  return [...departmentsByPerson].map(([id, departmentIds]) => ({ id, departmentIds, isActive: true })).toSorted((a, b) => byId(a.id, b.id))
}

const listMembers = async (client: WecomClient, corpId: string): Promise<readonly ForeignPerson[]> => {
  const ids = new Set<string>()
  await eachPage(client, corpId, { path: 'user/list_member_auth', limit: 1000 }, (answer) => {
    for (const { open_userid } of assertDefined(answer.member_auth_list, 'member_auth_list')) ids.add(open_userid)
  })
  return [...ids].toSorted(byId).map((id) => ({ id, departmentIds: [], isActive: true }))
}

const eachPage = async (
  client: WecomClient,
  corpId: string,
  { path, limit }: { readonly path: string; readonly limit: number },
  take: (answer: Answer) => void,
): Promise<void> => {
  let cursor = ''
  do {
    const answer = await client.asCorp(corpId, path, { body: { limit, ...(cursor !== '' && { cursor }) } })
    take(answer)
    cursor = String(answer['next_cursor'] ?? '')
  } while (cursor !== '')
}

/** No one and nothing of this id, or none that we may see. */
const unseen = (error: unknown): undefined => {
  if (!isFault(error, 60111, 40003, 60003, 60123, notVisible)) throw error
  return undefined
}

const notVisible = 60011
const noRight = 48002
const partSize = 500
