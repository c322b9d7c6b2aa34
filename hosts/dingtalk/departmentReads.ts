import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { unless } from './client.ts'
import type { DingtalkAccess } from './grant.ts'
import { id } from './values.ts'

const name = v.nullish(v.pipe(v.string(), v.maxLength(2000)))
export const department = v.object({
  dept_id: id,
  name,
  parent_id: v.nullish(id),
  order: v.nullish(v.number()),
  dept_manager_userid_list: v.nullish(v.array(id)),
})
type Department = v.InferOutput<typeof department>
const scopes = v.object({
  auth_org_scopes: v.object({ authed_user: v.nullish(v.array(id), []), authed_dept: v.nullish(v.array(id), []) }),
})
const storedScope = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ readingId: v.string(), people: v.array(v.string()), departments: v.array(v.string()) }),
)
type Scope = v.InferOutput<typeof storedScope>

/** The organisation itself is a department of DingTalk's, and none of ours. */
export const root = '1'
/** For so long an answer about departments stands, unless DingTalk tells of a change or all is read anew. */
const storedSeconds = 3600

/** No such person or department, or none that the organisation shows us. */
const unseenCodes = ['60121', '33012', '40003', '60003', '60011', '50002', '50004', '40009']
export const unlessUnseen = <T>(request: Promise<T>): Promise<T | undefined> => unless(request, (fault) => unseenCodes.includes(fault.code))

/** What one reading of the tree answered, stored for as long as it is the latest one. */
const storedReadsOf = ({ client, tokens, keeping }: DingtalkAccess, corpId: string) => {
  const scopeKey = `scope:${corpId}`
  const keyOf = (part: 'shown' | 'below', deptId: string) => `${part}:${corpId}:${deptId}`

  /** Begins a reading: what was stored before is of another one. */
  const readScope = async (): Promise<Scope> => {
    const { auth_org_scopes: answer } = await tokens.asCorp(corpId, (token) => client.old({ path: '/auth/scopes', answer: scopes, token }))
    const scope = { readingId: randomUUID(), people: answer.authed_user, departments: answer.authed_dept }
    await keeping.write(scopeKey, JSON.stringify(scope), storedSeconds)
    return scope
  }
  const storedScopeOrRead = async (): Promise<Scope> => {
    const storedValue = v.safeParse(storedScope, await keeping.read(scopeKey))
    return storedValue.success ? storedValue.output : readScope()
  }
  const write = async (part: 'shown' | 'below', deptId: string, value: string) => {
    const { readingId } = await storedScopeOrRead()
    await keeping.write(keyOf(part, deptId), `${readingId} ${value}`, storedSeconds)
  }
  const read = async (part: 'shown' | 'below', deptId: string): Promise<string | undefined> => {
    const [readingId, value] = (await keeping.read(keyOf(part, deptId)))?.split(' ') ?? []
    return readingId === (await storedScopeOrRead()).readingId ? value : undefined
  }
  return { readScope, storedScopeOrRead, write, read }
}

/**
 * Departments of an organisation, and which of them it shows. Each of its calls counts against its month: so what one reading of the tree answered is
 * stored, and serves the people of that reading and the changes that come afterwards.
 */
export const departmentReadsOf = (access: DingtalkAccess, corpId: string) => {
  const { client, tokens } = access
  const ask = <Schema extends v.GenericSchema>(path: string, answer: Schema, deptId: string) =>
    unlessUnseen(
      tokens.asCorp(corpId, (token) =>
        client.old({ path, answer: v.object({ result: answer }), token, body: { dept_id: Number(deptId) } }),
      ),
    )
  const { readScope, storedScopeOrRead, write, read } = storedReadsOf(access, corpId)

  const readDepartment = async (deptId: string): Promise<Department | undefined> => {
    const answer = await ask('/topapi/v2/department/get', department, deptId)
    await write('shown', deptId, answer ? '1' : '0')
    return answer?.result
  }
  const readChildren = async (deptId: string): Promise<string[]> => {
    const answer = await ask('/topapi/v2/department/listsub', v.array(department), deptId)
    const children = (answer?.result ?? []).map(({ dept_id }) => dept_id)
    await write('below', deptId, children.join(','))
    return children
  }
  return {
    readScope,
    storedScope: storedScopeOrRead,
    readDepartment,
    readChildren,
    storedChildren: async (deptId: string): Promise<string[]> => {
      const storedValue = await read('below', deptId)
      return storedValue === undefined ? readChildren(deptId) : storedValue.split(',').filter((childId) => childId !== '')
    },
    /** Of these departments those that the organisation shows; the organisation itself stays where all of it is shown. */
    shownOf: async (deptIds: readonly string[]): Promise<string[]> => {
      if ((await storedScopeOrRead()).departments.includes(root)) return [...deptIds]
      const flags = await Promise.all(
        deptIds.map(async (deptId) => {
          const storedValue = await read('shown', deptId)
          return storedValue === undefined ? (await readDepartment(deptId)) !== undefined : storedValue === '1'
        }),
      )
      return deptIds.filter((_, index) => flags[index])
    },
  }
}
