import type { ForeignDepartment, ForeignPerson } from '../../../domain/directory/foreign.ts'
import {
  type Grant,
  type Member,
  type HostEvent,
  type Workplace,
  WorkplaceFault,
  type WorkplaceNotice,
  type WorkplaceOrder,
} from '../../../hosts/workplace.ts'

/** A chat that does what a test says: what it knows of one organisation, what it was asked, and when it does not answer. */
export type FakeChat = {
  readonly workplace: Workplace
  readonly people: Map<string, ForeignPerson>
  readonly departments: Map<string, ForeignDepartment>
  readonly orders: Map<string, WorkplaceOrder>
  /** Codes that open once. */
  readonly members: Map<string, Member>
  readonly grants: Map<string, Grant>
  /** What is granted now. */
  grant: Grant | undefined
  readonly notices: WorkplaceNotice[]
  readonly settled: { response: string; words: string }[]
  /** Thrown by the next so many cards that are settled. */
  readonly settling: WorkplaceFault[]
  /** How often a person was asked for by id. */
  asked: number
  /** Thrown by the next so many questions. */
  faults: WorkplaceFault[]
}

export const corpId = 'ding-corp'

export const personNamed = (id: string, name: string, more: Partial<ForeignPerson> = {}): ForeignPerson => ({
  id,
  name,
  departmentIds: ['1'],
  isActive: true,
  ...more,
})

export const fakeChat = (): FakeChat => {
  const fault = () => {
    const next = chat.faults.shift()
    if (next) throw next
  }
  const partOf = <T>(rows: readonly T[], from = '0') => {
    fault()
    const at = Number(from)
    return { rows: rows.slice(at, at + 100), ...(at + 100 < rows.length && { next: String(at + 100) }) }
  }
  const chat: FakeChat = {
    people: new Map([['boss', personNamed('boss', '王总', { isAdministrator: true })]]),
    departments: new Map([['1', { id: '1', name: '示例公司' }]]),
    orders: new Map(),
    members: new Map(),
    grants: new Map(),
    grant: { corpId, corpName: '示例公司', agentId: '77', byPersonId: 'boss', permanentCode: 'secret-permanent' },
    notices: [],
    settled: [],
    settling: [],
    asked: 0,
    faults: [],
    workplace: {
      name: 'dingtalk',
      title: '钉钉',
      hear: ({ query, body }) =>
        query['signature'] === 'right'
          ? {
              answer: { type: 'text/plain', body: 'success' },
              told: JSON.parse(body) as HostEvent[],
              ...(query['nonce'] !== undefined && { delivery: { atMs: Number(query['timestamp']), nonce: query['nonce'] } }),
            }
          : undefined,
      leadsBack: true,
      signsInAtDesk: true,
      installAddress: async ({ redirect, state }) =>
        `https://chat.example/install?pre_auth_code=pre&redirect_uri=${encodeURIComponent(redirect)}&state=${state}`,
      exchange: async (code) => {
        const grant = chat.grants.get(code)
        if (!grant) throw new WorkplaceFault('refused', '40029', 'invalid code')
        chat.grants.delete(code)
        return grant
      },
      signInAddress: (where, { redirect, state }) =>
        `https://chat.example/${where}?redirect_uri=${encodeURIComponent(redirect)}&state=${state}`,
      whoIs: async (code) => {
        const member = chat.members.get(code)
        chat.members.delete(code)
        return member
      },
      corp: (of) => ({
        grant: async () => {
          fault()
          return chat.grant?.corpId === of ? chat.grant : undefined
        },
        directory: {
          people: async (from) => partOf([...chat.people.values()], from),
          departments: async (from) => partOf([...chat.departments.values()], from),
          person: async (id) => {
            chat.asked++
            fault()
            return chat.people.get(id)
          },
          department: async (id) => chat.departments.get(id),
        },
        signatures: async (url) => [{ use: 'config', corpId: of, agentId: '77', timestamp: 1, nonceStr: 'n', signature: `signed ${url}` }],
        notify: async (notice) => {
          fault()
          chat.notices.push(notice)
          const unreached = notice.personIds.filter((id) => !chat.people.has(id))
          return { unreached, ...(notice.card && { response: `sent ${notice.card.id}` }) }
        },
        settleCard: async (card) => {
          const fault = chat.settling.shift()
          if (fault) throw fault
          chat.settled.push(card)
        },
        order: async (id) => chat.orders.get(id),
      }),
    },
  }
  return chat
}
