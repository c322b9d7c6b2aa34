import { organisationInfo, organisationList, organisationsOfLogin } from '../../domain/operations/organisations.ts'
import { handle, handlePublic, type Handler } from '../call.ts'
import { NotFound } from '../unanswered.ts'
import { attempt, networkOf, type Limit } from './guard.ts'
import { organisationRow, organisationsOf } from './sign-in.ts'

type Row = { name: string; avatar: string | null; created_at: string; people: string }

const oneRow = `select name, avatar, created_at, (select count(*) from person p where p.org_id = $1 and p.deleted_at is null and p.state = 'active') as people
  from organisation where org_id = $1`

const lookupLimit: Limit = { name: 'lookup', attempts: 60, windowSeconds: 600, lockSeconds: 600 }

const onePage = <R>(list: R[]) => ({
  totalCount: list.length,
  pageSize: Math.max(10, list.length),
  totalPage: list.length > 0 ? 1 : 0,
  currPage: 1,
  list,
})

export const organisationHandlers: readonly Handler[] = [
  handle(organisationList, async ({ tx }) => {
    const [row] = await tx.query<Row>(oneRow, [tx.orgId])
    return onePage([organisationRow({ orgId: tx.orgId, ...row! })])
  }),

  /** Anybody may ask, so that nobody reads the list of customers from it, questions of one network are counted. */
  handlePublic(organisationsOfLogin, async (call, input) => {
    await attempt(call.app.database, lookupLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
    return onePage((await organisationsOf(call.app.database, (input.username ?? input.loginName)!)).map(organisationRow))
  }),

  handle(organisationInfo, async ({ tx, session }, input) => {
    if (input.id !== session.orgId) throw new NotFound()
    const [row] = await tx.query<Row>(oneRow, [tx.orgId])
    return { ...organisationRow({ orgId: tx.orgId, ...row! }), createdAt: row!.created_at, people: Number(row!.people) }
  }),
]
