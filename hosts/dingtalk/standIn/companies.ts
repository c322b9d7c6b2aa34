/** The person who the stand-in of DingTalk knows: organisations, their departments and people, as their administrators have put them in. */
export type StandInPerson = {
  readonly userid: string
  readonly unionid: string
  name: string
  title: string
  mobile: string
  readonly jobNumber: string
  departments: number[]
  isAdmin: boolean
}
export type StandInDepartment = { readonly id: number; readonly parentId: number; name: string; order: number; managers: string[] }
export type StandInCompany = {
  readonly corpId: string
  readonly name: string
  readonly departments: Map<number, StandInDepartment>
  readonly people: Map<string, StandInPerson>
  /** While the app is installed; the number differs in each organisation, and each time. */
  installed: { agentId: number; permanentCode: string; byPersonId: string; isStopped: boolean } | undefined
  /** Whether the organisation lets the app see mobile numbers. */
  showsMobile: boolean
  /** Departments and people that the app may see; the organisation whole by 1. */
  scope: { departments: number[]; people: string[] }
}

type Plan = {
  readonly corpId: string
  readonly name: string
  readonly departments: readonly (readonly [id: number, parentId: number, name: string])[]
  /** Person by person: name, what they are, departments. The first administers, and each department is headed by the first who is in it. */
  readonly people: readonly (readonly [name: string, title: string, departments: readonly number[]])[]
}

const workshop: Plan = {
  corpId: 'ding7c1a9e04standin01',
  name: '澄江精密机械有限公司',
  departments: [
    [11, 1, '总经办'],
    [12, 1, '生产部'],
    [13, 12, '一车间'],
    [14, 12, '二车间'],
    [15, 1, '行政部'],
    [16, 1, '信息部'],
  ],
  people: [
    ['沈知行', '信息部经理', [16]],
    ['罗启明', '总经理', [11]],
    ['方若兰', '行政主管', [15]],
    ['郑海波', '生产部经理', [12]],
    ['唐小舟', '车间主任', [13]],
    ['何雨桐', '车间主任', [14]],
    ['周子涵', '操作工', [13]],
    ['吴佳宁', '操作工', [13]],
    ['韩立新', '设备员', [13, 14]],
    ['马晓东', '操作工', [14]],
    ['冯雅琴', '行政专员', [15]],
    ['许文博', '系统工程师', [16]],
  ],
}

/** Ten thousand people in a hundred departments, made by number. */
export const largeCorpId = 'ding7c1a9e04standin02'
const large = (): Plan => ({
  corpId: largeCorpId,
  name: '万象实业集团',
  departments: Array.from(
    { length: 100 },
    (_, index) => [100 + index, index < 10 ? 1 : 100 + (index % 10), `第${index + 1}事业部`] as const,
  ),
  people: Array.from(
    { length: 10_000 },
    (_, index) =>
      [
        `${surnames[index % surnames.length]}${givenNames[Math.floor(index / surnames.length) % givenNames.length]}${index + 1}`,
        index % 100 === 0 ? '负责人' : '员工',
        // Every fiftieth belongs to two departments.
        index % 50 === 49 ? [100 + (index % 100), 100 + ((index + 7) % 100)] : [100 + (index % 100)],
      ] as const,
  ),
})
const surnames = '王李张刘陈杨黄赵吴周'.split('')
const givenNames = ['伟', '敏', '静', '磊', '洋', '艳', '勇', '军', '杰', '娟', '涛', '明']

const companyOf = ({ corpId, name, departments, people }: Plan): StandInCompany => {
  const standInPeople = people.map(([personName, title, ownDepartments], index): StandInPerson => {
    const userid = index === 0 ? `manager${corpId.slice(-2)}` : `${corpId.slice(-2)}${String(10_000 + index)}`
    return {
      userid,
      unionid: `union-${userid}`,
      name: personName,
      title,
      mobile: `139${corpId.slice(-2)}${String(100_000 + index)}`,
      jobNumber: `A${String(index + 1).padStart(5, '0')}`,
      departments: [...ownDepartments],
      isAdmin: index === 0,
    }
  })
  const heads = new Map<number, string>()
  for (const { userid, departments: ownDepartments } of standInPeople)
    for (const departmentId of ownDepartments) if (!heads.has(departmentId)) heads.set(departmentId, userid)
  return {
    corpId,
    name,
    departments: new Map(
      departments.map(([id, parentId, title], order) => [id, { id, parentId, name: title, order, managers: [heads.get(id) ?? []].flat() }]),
    ),
    people: new Map(standInPeople.map((person) => [person.userid, person])),
    installed: undefined,
    showsMobile: true,
    scope: { departments: [1], people: [] },
  }
}

export const standInCompanies = (): Map<string, StandInCompany> =>
  new Map([workshop, large()].map((plan) => [plan.corpId, companyOf(plan)]))

/** Whether a department lies in what the organisation shows. */
export const isShown = ({ scope, departments }: StandInCompany, id: number): boolean => {
  for (
    let ancestor: number | undefined = id;
    ancestor !== undefined;
    ancestor = ancestor === 1 ? undefined : departments.get(ancestor)?.parentId
  )
    if (scope.departments.includes(ancestor)) return true
  return false
}

export const isPersonShown = (company: StandInCompany, { userid, departments }: StandInPerson): boolean =>
  company.scope.people.includes(userid) || departments.some((department) => isShown(company, department))
