import * as v from 'valibot'
import type { ForeignDepartment, ForeignDirectory, ForeignPart, ForeignPerson } from '../../domain/directory/foreign.ts'
import { WorkplaceFault } from '../workplace.ts'
import type { DingTalkClient } from './asking.ts'
import type { Tokens } from './tokens.ts'

const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty(), v.maxLength(200))
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
const seen = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof WorkplaceFault && unseenCodes.includes(error.code)) return undefined
    throw error
  }
}

/**
 * People and departments of an organisation, as far as it shows them to us. Departments are walked from those that it shows downwards; a place
 * in the walk is what is still to be looked at, so that it goes on from there in any process.
 */
export const directoryOf = (corpId: string, asking: DingTalkClient, tokens: Tokens): ForeignDirectory => {
  const asked = <Schema extends v.GenericSchema>(path: string, answer: Schema, body: object) =>
    tokens.asCorp(corpId, (token) => asking.old({ path, answer, token, body }))
  const scope = async () =>
    (await tokens.asCorp(corpId, (token) => asking.old({ path: '/auth/scopes', answer: scopes, token }))).auth_org_scopes
  const departmentAt = (deptId: string) =>
    seen(asked('/topapi/v2/department/get', result(department), { dept_id: Number(deptId) })).then((answer) => answer?.result)
  const childrenOf = async (deptId: string): Promise<string[]> => {
    const answer = await seen(asked('/topapi/v2/department/listsub', result(v.array(department)), { dept_id: Number(deptId) }))
    return (answer?.result ?? []).map(({ dept_id }) => dept_id)
  }
  const userAt = async (personId: string) =>
    (await seen(asked('/topapi/v2/user/get', result(user), { userid: personId, language: 'zh_CN' })))?.result

  /** Of the departments that somebody is in those that we see, the organisation itself left away. */
  const showing = async () => {
    const { authed_dept } = await scope()
    if (authed_dept.includes(root)) return (ids: readonly string[]) => Promise.resolve([...ids])
    const known = new Map<string, Promise<boolean>>()
    const isShown = (deptId: string) => {
      const asking = known.get(deptId) ?? departmentAt(deptId).then((found) => found !== undefined)
      known.set(deptId, asking)
      return asking
    }
    return async (ids: readonly string[]) => {
      const shown = await Promise.all(ids.map(isShown))
      return ids.filter((_, at) => shown[at])
    }
  }

  return {
    departments: async (from) => {
      if (from === undefined) {
        const tops = (await scope()).authed_dept
        const heads = await inTurn(tops.filter((each) => each !== root), departmentAt) // prettier-ignore
        return part(heads.flatMap((found) => (found ? [departmentOf(found)] : [])), tops.join(',')) // prettier-ignore
      }
      const [next = '', ...rest] = from.split(',')
      const children = await childrenOf(next)
      const rows = (await inTurn(children, departmentAt)).flatMap((found) => (found ? [departmentOf(found)] : []))
      return part(rows, [...children, ...rest].join(','))
    },
    people: async (from) => {
      const place = from === undefined ? { t: 'departments', cursor: 0, ids: (await scope()).authed_dept } : placeOf(from)
      const shown = await showing()
      if (place.t === 'departments' && place.ids.length > 0) {
        const [at, ...rest] = place.ids as [string, ...string[]]
        const body = {
          dept_id: Number(at),
          cursor: place.cursor,
          size: usersPerPage,
          order_field: 'entry_asc',
          contain_access_limit: false,
        }
        const page = (await seen(asked('/topapi/v2/user/list', usersPage, body)))?.result
        const rows: ForeignPerson[] = []
        for (const each of page?.list ?? []) {
          const departments = await shown(each.dept_id_list ?? [])
          // Somebody who is in several departments comes with the first of them that we see.
          if ((departments[0] ?? at) === at) rows.push(personOf(each, departments))
        }
        if (page?.has_more && typeof page.next_cursor === 'number') return { rows, next: departmentsPlace(page.next_cursor, place.ids) }
        const ids = [...(await childrenOf(at)), ...rest]
        return { rows, next: ids.length > 0 ? departmentsPlace(0, ids) : soloPlace(0) }
      }
      // Those whom the organisation shows by themselves come last, as far as no department has brought them.
      const all = (await scope()).authed_user
      const first = place.t === 'solo' ? place.cursor : 0
      const solo = await inTurn(all.slice(first, first + soloPerPart), userAt)
      const rows: ForeignPerson[] = []
      for (const each of solo) {
        const departments = each && (await shown(each.dept_id_list ?? []))
        if (each && departments!.length === 0) rows.push(personOf(each, []))
      }
      return { rows, next: first + soloPerPart < all.length ? soloPlace(first + soloPerPart) : undefined }
    },
    person: async (personId) => {
      const found = await userAt(personId)
      return found && personOf(found, await (await showing())(found.dept_id_list ?? []))
    },
    department: async (departmentId) => {
      const found = departmentId === root ? undefined : await departmentAt(departmentId)
      return found && departmentOf(found)
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
const inTurn = async <T, U>(all: readonly T[], ask: (each: T) => Promise<U>): Promise<U[]> => {
  const answers: U[] = []
  for (let at = 0; at < all.length; at += abreast) answers.push(...(await Promise.all(all.slice(at, at + abreast).map(ask))))
  return answers
}

/** Nothing said stays as it is; what is said and empty is empty there. */
const textOf = (given: string | null | undefined): string | null | undefined => (given === undefined ? undefined : given?.trim() || null)

const personOf = (given: v.InferOutput<typeof user>, departments: readonly string[]): ForeignPerson => {
  const phone = given.mobile?.replace(/^(\+?86-?)/, '')
  return {
    id: given.userid,
    ...(given.name && { name: given.name }),
    // A number that is not granted comes empty, or not at all.
    ...(phone && /^1\d{10}$/.test(phone) && { phone }),
    email: textOf(given.email || given.org_email || given.email),
    position: textOf(given.title),
    employeeNo: textOf(given.job_number),
    ...(given.avatar && { avatar: given.avatar }),
    departmentIds: departments.filter((each) => each !== root),
    // Whoever is there may sign in; who has not opened DingTalk yet as well.
    isActive: true,
  }
}

const departmentOf = (given: v.InferOutput<typeof department>): ForeignDepartment => ({
  id: given.dept_id,
  ...(given.parent_id && given.parent_id !== root && { parentId: given.parent_id }),
  ...(given.name && { name: given.name }),
  ...(typeof given.order === 'number' && { order: given.order }),
  ...(given.dept_manager_userid_list && { headIds: given.dept_manager_userid_list }),
})
