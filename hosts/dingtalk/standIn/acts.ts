import { randomBytes } from 'node:crypto'
import type { World } from './calls.ts'
import type { StandInCompany, StandInPerson } from './companies.ts'
import type { Pushes } from './pushes.ts'

/** What administrators do, and what time does, by its name. */
export type Acts = ReturnType<typeof actsOf>

const codeMs = 5 * 60_000
const dayMs = 86_400_000
const trialMs = 15 * dayMs

/** What can happen at DingTalk, each with what it pushes. Acts that name no one who is there do nothing. */
export const actsOf = (world: World, push: Pushes['tell']) => {
  const orders = orderActs(world, push)
  return {
    ...installationActs(world, push, orders.order),
    ...orders,
    ...personActs(world, push),
    ...departmentActs(world, push),
    ...secretActs(world, push),
  }
}

const installationActs = ({ suite, companies, tokens, now }: World, push: Pushes['tell'], order: OrderAct) => {
  const installedAt = (corpId: string) => {
    const company = companies.get(corpId)
    return company?.installed ? { company, installation: company.installed } : undefined
  }
  return {
    install: (corpId: string): void => {
      const company = companies.get(corpId)
      if (!company || company.installed) return
      const administrators = [...company.people.values()].filter(({ isAdmin }) => isAdmin).map(({ userid }) => userid)
      const installation = {
        agentId: 1_000_000_000 + Math.floor(Math.random() * 1e9),
        permanentCode: randomBytes(16).toString('hex'),
        byPersonId: administrators[0] ?? '',
        isStopped: false,
      }
      company.installed = installation
      push(corpId, 4, suite.suiteId, {
        syncAction: 'org_suite_auth',
        permanent_code: installation.permanentCode,
        auth_user_info: { userId: installation.byPersonId },
        auth_corp_info: { corpid: corpId, corp_name: company.name, corp_logo_url: '', auth_level: 1, corp_type: 0 },
        auth_info: { agent: [{ agentid: installation.agentId, agent_name: suite.suiteKey, appid: 1, admin_list: administrators }] },
        auth_scope: {
          auth_user_field: ['name', 'avatar'],
          auth_org_scopes: { authed_user: company.scope.people, authed_dept: company.scope.departments },
        },
      })
      order(corpId, { itemCode: 'trial', itemName: '试用', orderChargeType: 'TRYOUT', payFee: 0, endMs: now() + trialMs })
    },
    uninstall: (corpId: string): void => {
      const target = installedAt(corpId)
      if (!target) return
      target.company.installed = undefined
      for (const [token, owner] of tokens) if (owner.corpId === corpId) tokens.delete(token)
      push(corpId, 4, suite.suiteId, { syncAction: 'org_suite_relieve', auth_corp_info: { corpid: corpId } })
    },
    /** Switches the app off, or on again. */
    stop: (corpId: string, isStopped: boolean): void => {
      const target = installedAt(corpId)
      if (!target) return
      target.installation.isStopped = isStopped
      const { agentId } = target.installation
      push(corpId, 7, String(agentId), { syncAction: isStopped ? 'org_micro_app_stop' : 'org_micro_app_restore', agentId, appId: 1 })
    },
  }
}

type OrderAct = ReturnType<typeof orderActs>['order']
type OrderDetails = {
  readonly itemCode?: string
  readonly itemName?: string
  readonly orderChargeType?: string
  readonly payFee?: number
  readonly orderId?: string
  readonly endMs?: number
}

const orderActs = ({ suite, now }: World, push: Pushes['tell']) => ({
  order: (corpId: string, details: OrderDetails = {}): string => {
    const { itemCode = 'pro500', itemName = '专业版 500件', orderChargeType = 'BUY', payFee = 299_900 } = details
    const { orderId = String(now()), endMs = now() + 365 * dayMs } = details
    push(corpId, 17, orderId, {
      syncAction: 'market_order',
      SuiteKey: suite.suiteKey,
      orderId,
      buyCorpId: corpId,
      goodsCode: 'FW_GOODS-1',
      goodsName: '在册',
      itemCode,
      itemName,
      orderType: 'BUY',
      orderChargeType,
      payFee,
      nominalPayFee: payFee,
      paidtime: now(),
      serviceStartTime: now(),
      serviceStopTime: endMs,
    })
    return orderId
  },
  closeOrder: (corpId: string, orderId: string): void =>
    push(corpId, 17, orderId, { syncAction: 'market_service_close', orderId, buyCorpId: corpId, SuiteKey: suite.suiteKey }),
})

const personActs = ({ companies }: World, push: Pushes['tell']) => {
  /** Changes a person of a company and tells of it. */
  const changePerson = (corpId: string, userid: string, syncAction: string, change: (person: StandInPerson) => void): void => {
    const company = companies.get(corpId)
    const person = company?.people.get(userid)
    if (!company || !person) return
    change(person)
    pushPerson(push, company, userid, syncAction)
  }
  return {
    join: (corpId: string, name: string, departmentId: number, mobile = ''): string | undefined => {
      const company = companies.get(corpId)
      if (!company || name.trim() === '') return undefined
      const userid = randomBytes(6).toString('hex')
      const departments = company.departments.has(departmentId) ? [departmentId] : [1]
      company.people.set(userid, {
        userid,
        unionid: `union-${userid}`,
        name: name.trim(),
        title: '',
        mobile,
        jobNumber: '',
        departments,
        isAdmin: false,
      })
      pushPerson(push, company, userid, 'user_add_org')
      return userid
    },
    move: (corpId: string, userid: string, departmentIds: readonly number[]): void =>
      changePerson(corpId, userid, 'user_dept_change', (person) => (person.departments = [...departmentIds])),
    rename: (corpId: string, userid: string, name: string): void =>
      changePerson(corpId, userid, 'user_modify_org', (person) => (person.name = name)),
    leave: (corpId: string, userid: string): void => {
      const company = companies.get(corpId)
      if (!company?.people.delete(userid)) return
      for (const { managers } of company.departments.values())
        managers.splice(0, Infinity, ...managers.filter((managerId) => managerId !== userid))
      pushPerson(push, company, userid, 'user_leave_org')
    },
  }
}

const pushPerson = (push: Pushes['tell'], company: StandInCompany, userid: string, syncAction: string): void => {
  if (!company.installed) return
  const person = company.people.get(userid)
  const department = person?.departments ?? []
  const heads = department.map((id) => `${id}:${company.departments.get(id)?.managers.includes(userid) ?? false}`)
  push(company.corpId, 13, userid, {
    syncAction,
    userid,
    ...(person && {
      name: person.name,
      unionid: person.unionid,
      position: person.title,
      department,
      active: true,
      isAdmin: person.isAdmin,
    }),
    // As DingTalk writes it: no JSON.
    isLeaderInDepts: `{${heads.join(',')}}`,
  })
}

const departmentActs = ({ companies }: World, push: Pushes['tell']) => {
  const pushDepartment = (company: StandInCompany, id: number, syncAction: string) => {
    const department = company.departments.get(id)
    if (company.installed) push(company.corpId, 14, String(id), { syncAction, id, name: department?.name, parentid: department?.parentId })
  }
  return {
    addDepartment: (corpId: string, name: string, parentId = 1): number | undefined => {
      const company = companies.get(corpId)
      if (!company || name.trim() === '') return undefined
      const id = Math.max(1, ...company.departments.keys()) + 1
      company.departments.set(id, { id, parentId, name: name.trim(), order: id, managers: [] })
      pushDepartment(company, id, 'org_dept_create')
      return id
    },
    removeDepartment: (corpId: string, id: number): void => {
      const company = companies.get(corpId)
      if (!company?.departments.delete(id)) return
      pushDepartment(company, id, 'org_dept_remove')
    },
  }
}

const secretActs = (world: World, push: Pushes['tell']) => ({
  /** A new ticket; the one before it opens a while longer. */
  ticket: (): void => {
    const ticket = randomBytes(16).toString('hex')
    world.tickets = [...world.tickets.slice(-1), ticket]
    push('', 2, world.suite.suiteId, { syncAction: 'suite_ticket', suiteTicket: ticket })
  },
  /** A code for a person who opens the app in the client; `outside`: who signs in on DingTalk's page. */
  code: (corpId: string, personId: string, use: 'inside' | 'outside' = 'inside'): string | undefined => {
    if (!world.companies.get(corpId)?.people.has(personId)) return undefined
    const code = randomBytes(16).toString('hex')
    world.codes.set(code, { corpId, personId, use, endMs: world.now() + codeMs })
    return code
  },
  endTokens: (): void => world.tokens.clear(),
})
