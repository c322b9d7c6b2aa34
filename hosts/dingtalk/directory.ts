import * as v from 'valibot'
import type { ForeignDepartment, ForeignDirectory, ForeignPart, ForeignPerson } from '../../domain/directory/foreign.ts'
import { type DingTalkClient, unless } from './client.ts'
import type { Tokens } from './tokens.ts'
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
const usersPage = result(v.object({ has_more: v.boolean(), next_cursor: v.nullish(v.number()), list: v.array(user) }))
const department = v.object({
  dept_id: id,
  name: words,
  parent_id: v.nullish(id),
  order: v.nullish(v.number()),
  dept_manager_userid_list: v.nullish(v.array(id)),
})
const scopes = v.object({
  auth_org_scopes: v.object({ authed_user: v.nullish(v.array(id), []), authed_dept: v.nullish(v.array(id), []) }),
})

/** The organisation itself is a department of DingTalk's, and none of ours. */
const root = '1'
const usersPerPage = 100
const soloPerPart = 50
const abreast = 4

/** No such person or department, or none that the organisation shows us. */
const unseenCodes = ['60121', '33012', '40003', '60003', '60011', '50002', '50004', '40009']
const unlessUnseen = <T>(request: Promise<T>): Promise<T | undefined> => unless(request, (fault) => unseenCodes.includes(fault.code))

/**
 * People and departments of an organisation, as far as it shows them to us. Departments are walked from those that it shows downwards; a place
 * in the walk is what is still to be looked at, so that it goes on from there in any process.
 */
export const directoryOf = (corpId: string, client: DingTalkClient, tokens: Tokens): ForeignDirectory => {
  const askOld = <Schema extends v.GenericSchema>(path: string, answer: Schema, body: object) =>
    tokens.asCorp(corpId, (token) => client.old({ path, answer, token, body }))
  const scope = async () =>
    (await tokens.asCorp(corpId, (token) => client.old({ path: '/auth/scopes', answer: scopes, token }))).auth_org_scopes
  const departmentAt = (deptId: string) =>
    unlessUnseen(askOld('/topapi/v2/department/get', result(department), { dept_id: Number(deptId) })).then((answer) => answer?.result)
  const childrenOf = async (deptId: string): Promise<string[]> => {
    const answer = await unlessUnseen(askOld('/topapi/v2/department/listsub', result(v.array(department)), { dept_id: Number(deptId) }))
    return (answer?.result ?? []).map(({ dept_id }) => dept_id)
  }
  const userAt = async (personId: string) =>
    (await unlessUnseen(askOld('/topapi/v2/user/get', result(user), { userid: personId, language: 'zh_CN' })))?.result

  /** Of the departments that a person is in those that we see, the organisation itself left away. */
  const scopeShown = async () => {
    const { authed_dept } = await scope()
    if (authed_dept.includes(root)) return (ids: readonly string[]) => Promise.resolve([...ids])
    const shownById = new Map<string, Promise<boolean>>()
    const isShown = (deptId: string) => {
      const shownPromise = shownById.get(deptId) ?? departmentAt(deptId).then((departmentRead) => departmentRead !== undefined)
      shownById.set(deptId, shownPromise)
      return shownPromise
    }
    return async (ids: readonly string[]) => {
      const shownFlags = await Promise.all(ids.map(isShown))
      return ids.filter((_, index) => shownFlags[index])
    }
  }

  return {
    departments: async (from) => {
      if (from === undefined) {
        const tops = (await scope()).authed_dept
        const heads = await inTurn(tops.filter((departmentId) => departmentId !== root), departmentAt) // prettier-ignore
        return part(heads.flatMap((departmentRead) => (departmentRead ? [departmentOf(departmentRead)] : [])), tops.join(',')) // prettier-ignore
      }
      const [next = '', ...rest] = from.split(',')
      const children = await childrenOf(next)
      const rows = (await inTurn(children, departmentAt)).flatMap((departmentRead) =>
        departmentRead ? [departmentOf(departmentRead)] : [],
      )
      return part(rows, [...children, ...rest].join(','))
    },
    people: async (from) => {
      const place = from === undefined ? { t: 'departments', cursor: 0, ids: (await scope()).authed_dept } : placeOf(from)
      const scopeRead = await scopeShown()
      if (place.t === 'departments' && place.ids.length > 0) {
        const [at = '', ...rest] = place.ids
        const body = {
          dept_id: Number(at),
          cursor: place.cursor,
          size: usersPerPage,
          order_field: 'entry_asc',
          contain_access_limit: false,
        }
        const page = (await unlessUnseen(askOld('/topapi/v2/user/list', usersPage, body)))?.result
        const rows: ForeignPerson[] = []
        for (const member of page?.list ?? []) {
          const departments = await scopeRead(member.dept_id_list ?? [])
          // A person who is in several departments comes with the first of them that we see.
          if ((departments[0] ?? at) === at) rows.push(personOf(member, departments))
        }
        if (page?.has_more && typeof page.next_cursor === 'number') return { rows, next: departmentsPlace(page.next_cursor, place.ids) }
        const ids = [...(await childrenOf(at)), ...rest]
        return { rows, next: ids.length > 0 ? departmentsPlace(0, ids) : soloPlace(0) }
      }
      // Those who the organisation shows by themselves come last, as far as no department has brought them.
      const all = (await scope()).authed_user
      const first = place.t === 'solo' ? place.cursor : 0
      const solo = await inTurn(all.slice(first, first + soloPerPart), userAt)
      const rows: ForeignPerson[] = []
      for (const user of solo) {
        if (user && (await scopeRead(user.dept_id_list ?? [])).length === 0) rows.push(personOf(user, []))
      }
      return { rows, next: first + soloPerPart < all.length ? soloPlace(first + soloPerPart) : undefined }
    },
    person: async (personId) => {
      const userRead = await userAt(personId)
      return userRead && personOf(userRead, await (await scopeShown())(userRead.dept_id_list ?? []))
    },
    department: async (departmentId) => {
      const departmentRead = departmentId === root ? undefined : await departmentAt(departmentId)
      return departmentRead && departmentOf(departmentRead)
    },
  }
}

type Place = { readonly t: 'departments' | 'solo'; readonly cursor: number; readonly ids: readonly string[] }
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
