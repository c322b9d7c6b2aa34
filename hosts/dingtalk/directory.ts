import * as v from 'valibot'
import type { ForeignDepartment, ForeignDirectory, ForeignPart, ForeignPerson } from '../../domain/directory/foreign.ts'
import { type department, departmentReadsOf, root, unlessUnseen } from './departmentReads.ts'
import type { DingtalkAccess } from './grant.ts'
import { id } from './values.ts'

const words = v.nullish(v.pipe(v.string(), v.maxLength(2000)))
const result = <Schema extends v.GenericSchema>(schema: Schema) => v.object({ result: schema })

const user = v.object({
  userid: id,
  name: words,
  avatar: words,
  mobile: words,
  email: words,
  org_email: words,
  title: words,
  job_number: words,
  dept_id_list: v.nullish(v.array(id), []),
})
const usersPage = v.object({ has_more: v.boolean(), next_cursor: v.nullish(v.number()), list: v.array(user) })
const usersPerPage = 100
const soloPerPart = 50
const abreast = 4

/**
 * People and departments of an organisation, as far as it shows them to us. Departments are walked from those that it shows downwards; a place
 * in the walk is what is still to be looked at, so that it goes on from there in any process.
 */
export const directoryOf = (corpId: string, access: DingtalkAccess): ForeignDirectory => {
  const { client, tokens } = access
  const { readScope, storedScope, readDepartment, readChildren, storedChildren, shownOf } = departmentReadsOf(access, corpId)
  const askOld = <Schema extends v.GenericSchema>(path: string, answer: Schema, body: object) =>
    unlessUnseen(tokens.asCorp(corpId, (token) => client.old({ path, answer: result(answer), token, body })))
  const userAt = async (personId: string) => (await askOld('/topapi/v2/user/get', user, { userid: personId, language: 'zh_CN' }))?.result
  const rowsOf = async (deptIds: readonly string[]) =>
    (await inTurn(deptIds, readDepartment)).flatMap((departmentRead) => (departmentRead ? [departmentOf(departmentRead)] : []))

  const departmentPeople = async ({ cursor, ids: [at = '', ...rest] }: Place): Promise<ForeignPart<ForeignPerson>> => {
    const body = { dept_id: Number(at), cursor, size: usersPerPage, order_field: 'entry_asc', contain_access_limit: false }
    const page = (await askOld('/topapi/v2/user/list', usersPage, body))?.result
    const rows: ForeignPerson[] = []
    for (const member of page?.list ?? []) {
      const departments = await shownOf(member.dept_id_list ?? [])
      // A person who is in several departments comes with the first of them that we see.
      if ((departments[0] ?? at) === at) rows.push(personOf(member, departments))
    }
    if (page?.has_more && typeof page.next_cursor === 'number') return { rows, next: departmentsPlace(page.next_cursor, [at, ...rest]) }
    const ids = [...(await storedChildren(at)), ...rest]
    return { rows, next: ids.length > 0 ? departmentsPlace(0, ids) : soloPlace(0) }
  }
  /** Those who the organisation shows by themselves come last, as far as no department has brought them. */
  const soloPeople = async (first: number): Promise<ForeignPart<ForeignPerson>> => {
    const all = (await storedScope()).people
    const rows: ForeignPerson[] = []
    for (const userRead of await inTurn(all.slice(first, first + soloPerPart), userAt)) {
      if (userRead && (await shownOf(userRead.dept_id_list ?? [])).length === 0) rows.push(personOf(userRead, []))
    }
    return { rows, next: first + soloPerPart < all.length ? soloPlace(first + soloPerPart) : undefined }
  }

  return {
    departments: async (from) => {
      if (from === undefined) {
        const tops = (await readScope()).departments
        return part(await rowsOf(tops.filter((departmentId) => departmentId !== root)), tops.join(','))
      }
      const [next = '', ...rest] = from.split(',')
      const children = await readChildren(next)
      return part(await rowsOf(children), [...children, ...rest].join(','))
    },
    people: async (from) => {
      const place = from === undefined ? departmentsStart((await storedScope()).departments) : placeOf(from)
      if (place.t === 'departments' && place.ids.length > 0) return departmentPeople(place)
      return soloPeople(place.t === 'solo' ? place.cursor : 0)
    },
    person: async (personId) => {
      const userRead = await userAt(personId)
      return userRead && personOf(userRead, await shownOf(userRead.dept_id_list ?? []))
    },
    department: async (departmentId) => {
      const departmentRead = departmentId === root ? undefined : await readDepartment(departmentId)
      return departmentRead && departmentOf(departmentRead)
    },
  }
}

type Place = { readonly t: 'departments' | 'solo'; readonly cursor: number; readonly ids: readonly string[] }
const departmentsStart = (ids: readonly string[]): Place => ({ t: 'departments', cursor: 0, ids })
const departmentsPlace = (cursor: number, ids: readonly string[]) => `d${cursor};${ids.join(',')}`
const soloPlace = (cursor: number) => `u${cursor};`
const placeOf = (from: string): Place => {
  const [head = '', ids = ''] = from.split(';')
  return { t: head.startsWith('u') ? 'solo' : 'departments', cursor: Number(head.slice(1)) || 0, ids: ids === '' ? [] : ids.split(',') }
}

const part = <T>(rows: readonly T[], next: string): ForeignPart<T> => ({ rows, ...(next !== '' && { next }) })

/** Asks for each, a few at a time. */
const inTurn = async <T, U>(all: readonly T[], ask: (item: T) => Promise<U>): Promise<U[]> => {
  const answers: U[] = []
  for (let start = 0; start < all.length; start += abreast) answers.push(...(await Promise.all(all.slice(start, start + abreast).map(ask))))
  return answers
}

/** Nothing said stays as it is; what is said and empty is empty there. */
const textOf = (text: string | null | undefined): string | null | undefined => (text === undefined ? undefined : text?.trim() || null)

const personOf = (userRead: v.InferOutput<typeof user>, departments: readonly string[]): ForeignPerson => {
  const phone = userRead.mobile?.replace(/^(\+?86-?)/, '')
  return {
    id: userRead.userid,
    ...(userRead.name && { name: userRead.name }),
    // A number that is not granted comes empty, or not at all.
    ...(phone && /^1\d{10}$/.test(phone) && { phone }),
    email: textOf(userRead.email || userRead.org_email || userRead.email),
    position: textOf(userRead.title),
    employeeNo: textOf(userRead.job_number),
    ...(userRead.avatar && { avatar: userRead.avatar }),
    departmentIds: departments.filter((departmentId) => departmentId !== root),
    // The person who is there may sign in; who has not opened DingTalk yet as well.
    isActive: true,
  }
}

const departmentOf = (departmentRead: v.InferOutput<typeof department>): ForeignDepartment => ({
  id: departmentRead.dept_id,
  ...(departmentRead.parent_id && departmentRead.parent_id !== root && { parentId: departmentRead.parent_id }),
  ...(departmentRead.name && { name: departmentRead.name }),
  ...(typeof departmentRead.order === 'number' && { order: departmentRead.order }),
  ...(departmentRead.dept_manager_userid_list && { headIds: departmentRead.dept_manager_userid_list }),
})
