import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertDefined } from '../../kernel/assert.ts'
import type { Id } from '../../kernel/id.ts'
import type { ForeignDepartment, ForeignDirectory, ForeignPart, ForeignPerson } from '../../domain/directory/foreign.ts'
import { type Company, testApp } from '../testing/app.ts'
import { openLog } from '../log.ts'
import { applyPerson, personGone } from './applyPerson.ts'
import { applyDepartment, departmentGone } from './departments.ts'
import { linkPerson, personOf, namelessPeople } from './links.ts'
import { confirmSync, dropSync, startSync, syncStanding, syncWorker } from './syncing.ts'

const { database, newCompany } = await testApp([])
const log = openLog('silent')

type Kept = { readonly departments: readonly ForeignDepartment[]; readonly people: readonly ForeignPerson[] }

/** Another person's directory, in parts of `size`, in the order in which its lists stand; `fails` before a part is answered. */
const directoryOf = (kept: () => Kept, size = 2, fails: () => boolean = () => false): ForeignDirectory => {
  const part = async <T>(rows: readonly T[], from = '0'): Promise<ForeignPart<T>> => {
    if (fails()) throw new Error('The line broke.')
    const at = Number(from)
    return { rows: rows.slice(at, at + size), ...(at + size < rows.length && { next: String(at + size) }) }
  }
  return {
    departments: (from) => part(kept().departments, from),
    people: (from) => part(kept().people, from),
    person: async (id) => kept().people.find((each) => each.id === id),
    department: async (id) => kept().departments.find((each) => each.id === id),
  }
}

const inside = <R>(orgId: Id, run: Parameters<typeof database.inTransaction<R>>[1]): Promise<R> => database.inTransaction(orgId, run)

/** Takes all over as the jobs would; `piecesAtMost` cuts it off. */
const synced = async (orgId: Id, directory: ForeignDirectory, piecesAtMost = 1000, key = 'dingtalk'): Promise<void> => {
  const worker = syncWorker(async () => directory)
  const job = { orgId, id: '1', kind: worker.kind, key, body: {}, attempts: 1 }
  for (let pieces = 0; pieces < piecesAtMost; pieces++)
    if (!(await worker.piece(database, job, log).catch((error) => /line broke/.test(String(error)) || Promise.reject(error)))) return
}
const sync = async (orgId: Id, kept: Kept): Promise<void> => {
  await inside(orgId, (tx) => startSync(tx, 'dingtalk'))
  await synced(
    orgId,
    directoryOf(() => kept),
  )
}

/** Everyone and every department as people see them, without ids of ours. */
const seen = (orgId: Id) =>
  database.reading(orgId, async (tx) => ({
    people: await tx.query(
      `select l.foreign_id as id, p.user_name as name, p.phone, p.email, p.employee_no as no, p.state, d.dept_name as dept, p.name_unknown as unnamed, l.gone_at is not null as gone,
         array(select o.dept_name from person_department x join department o on o.org_id = $1 and o.id = x.dept_id where x.org_id = $1 and x.uid = p.id order by 1) as others
       from person p left join foreign_person l on l.org_id = $1 and l.keeper = 'dingtalk' and l.uid = p.id
       left join department d on d.org_id = $1 and d.id = p.dept_id where p.org_id = $1 and p.deleted_at is null order by l.foreign_id, p.user_name`,
      [orgId],
    ),
    departments: await tx.query(
      `select l.foreign_id as id, d.dept_name as name, u.dept_name as above, m.user_name as head from department d
       left join foreign_department l on l.org_id = $1 and l.keeper = 'dingtalk' and l.dept_id = d.id
       left join department u on u.org_id = $1 and u.id = d.parent_id left join person m on m.org_id = $1 and m.id = d.manager_uid
       where d.org_id = $1 and d.deleted_at is null order by l.foreign_id, d.dept_name`,
      [orgId],
    ),
  }))

const personRow = async (orgId: Id, uid: Id) =>
  assertDefined(
    (
      await database.reading(orgId, (tx) =>
        tx.query<{ name: string; phone: string | null; email: string | null; position: string | null; state: string; unnamed: boolean }>(
          'select user_name as name, phone, email, position, state, name_unknown as unnamed from person where org_id = $1 and id = $2',
          [orgId, uid],
        ),
      )
    )[0],
    'the person',
  )

const told = async (orgId: Id, uid: Id): Promise<string[]> =>
  (
    await database.reading(orgId, (tx) =>
      tx.query<{ title: string; content: string }>('select title, content from message where org_id = $1 and uid = $2 order by id', [
        orgId,
        uid,
      ]),
    )
  ).map(({ title, content }) => (content ? `${title}｜${content}` : title))

const someone = (id: string, more: Partial<ForeignPerson> = {}): ForeignPerson => ({
  id,
  name: `人${id}`,
  departmentIds: [],
  isActive: true,
  ...more,
})

test('somebody known by phone, e-mail or number is linked; whom two could be, or who is linked already, is somebody new', async () => {
  const { orgId, hire } = await newCompany()
  const byPhone = await hire('p', [], { phone: '13800000001' })
  const byMail = await hire('m', [], { email: 'M@example.com' })
  const byNumber = await hire('n', [], { employeeNo: 'E1' })
  await hire('x1', [], { email: 'same@example.com' })
  await hire('x2', [], { email: 'same@example.com' })
  const apply = (person: ForeignPerson) => inside(orgId, (tx) => applyPerson(tx, 'dingtalk', person))
  assert.equal(await apply(someone('1', { phone: '+86 138-0000-0001' })), byPhone)
  assert.equal(await apply(someone('2', { phone: '13800000002', email: 'm@EXAMPLE.com' })), byMail)
  assert.equal(await apply(someone('3', { email: 'none@example.com', employeeNo: 'E1' })), byNumber)
  const fourth = await apply(someone('4', { email: 'same@example.com' }))
  const fifth = await apply(someone('5', { email: 'm@example.com' }))
  assert.equal(new Set([byPhone, byMail, byNumber, fourth, fifth]).size, 5)
  assert.equal(await apply(someone('1', { name: '改名', phone: '13800000009' })), byPhone)
  assert.deepEqual(
    { ...(await personRow(orgId, byPhone)) },
    {
      name: '改名',
      phone: '13800000009',
      email: null,
      position: null,
      state: 'active',
      unnamed: false,
    },
  )
})

test('what people may write of themselves makes nobody an administrator, and nobody known by a phone number', async () => {
  const { orgId, admin, hire } = await newCompany()
  const staff = await hire('staff', [], { phone: '13800000001', email: 'staff@example.com' })
  await inside(orgId, (tx) =>
    tx.query(`update person set phone = '13800000002', email = 'boss@example.com', employee_no = 'E1' where org_id = $1 and id = $2`, [
      orgId,
      admin,
    ]),
  )
  for (const keeper of ['ldap', 'scim'] as const) {
    const apply = (person: ForeignPerson) => inside(orgId, (tx) => applyPerson(tx, keeper, person))
    assert.notEqual(await apply(someone('1', { phone: '13800000001' })), staff)
    assert.notEqual(await apply(someone('2', { phone: '13800000002', email: 'boss@example.com', employeeNo: 'E1' })), admin)
    assert.equal(await apply(someone('3', { email: 'staff@example.com' })), staff)
    await inside(orgId, (tx) => startSync(tx, keeper))
    const people = [someone('1'), someone('2'), someone('3'), someone('4', { email: 'boss@example.com' })]
    await synced(
      orgId,
      directoryOf(() => ({ departments: [], people })),
      1000,
      keeper,
    )
    assert.equal(await inside(orgId, (tx) => personOf(tx, keeper, '3')), staff)
    assert.notEqual(await inside(orgId, (tx) => personOf(tx, keeper, '4')), admin)
  }
})

test('what is not said stays, what is empty there becomes empty, what does not fit is as if it were not said', async () => {
  const { orgId, hire } = await newCompany()
  const uid = await hire('p', [], { phone: '13800000001', email: 'a@example.com', position: '会计' })
  await inside(orgId, (tx) => applyPerson(tx, 'dingtalk', someone('1', { phone: '13800000001', email: null })))
  assert.deepEqual([(await personRow(orgId, uid)).email, (await personRow(orgId, uid)).position], [null, '会计'])
  await inside(orgId, (tx) => applyPerson(tx, 'dingtalk', someone('1', { phone: '+1 555 123', email: 'nonsense', position: '出纳' })))
  const row = await personRow(orgId, uid)
  assert.deepEqual([row.phone, row.email, row.position], ['13800000001', null, '出纳'])
})

test('a number that went over to a colleague goes over here as well; one that somebody typed here for himself stays his', async () => {
  const { orgId, hire } = await newCompany()
  const apply = (person: ForeignPerson) => inside(orgId, (tx) => applyPerson(tx, 'dingtalk', person))
  const first = await apply(someone('1', { phone: '13800000001' }))
  const second = await apply(someone('2', { phone: '13800000002' }))
  await apply(someone('2', { phone: '13800000001' }))
  assert.deepEqual([(await personRow(orgId, first)).phone, (await personRow(orgId, second)).phone], [null, '13800000001'])
  const own = await hire('own', [], { phone: '13800000003' })
  await apply(someone('1', { phone: '13800000003' }))
  assert.deepEqual([(await personRow(orgId, first)).phone, (await personRow(orgId, own)).phone], [null, '13800000003'])
})

test('somebody without a name has a placeholder until one is typed here or said there', async () => {
  const { orgId } = await newCompany()
  const nameless = { id: 'woAbcd1234', departmentIds: [], isActive: true }
  const uid = await inside(orgId, (tx) => applyPerson(tx, 'wecom', nameless))
  assert.deepEqual([(await personRow(orgId, uid)).name, (await personRow(orgId, uid)).unnamed], ['成员1234', true])
  assert.deepEqual([...(await inside(orgId, (tx) => namelessPeople(tx, 'wecom', [uid])))], [[uid, 'woAbcd1234']])
  await inside(orgId, (tx) => tx.query(`update person set user_name = '王一' where org_id = $1 and id = $2`, [orgId, uid]))
  await inside(orgId, (tx) => applyPerson(tx, 'wecom', nameless))
  assert.deepEqual([(await personRow(orgId, uid)).name, (await personRow(orgId, uid)).unnamed], ['王一', false])
  await inside(orgId, (tx) => applyPerson(tx, 'wecom', { ...nameless, name: '王一一' }))
  assert.equal((await personRow(orgId, uid)).name, '王一一')
})

test('who leaves goes out of service with what he holds named once to the administrators, and comes back', async () => {
  const { orgId, admin } = await newCompany()
  const uid = await inside(orgId, (tx) => applyPerson(tx, 'dingtalk', someone('1', { phone: '13800000001' })))
  await inside(orgId, (tx) =>
    tx.query(`insert into department (org_id, id, dept_code, dept_name, manager_uid) values ($1, 7, 'BM7', '仓库', $2)`, [orgId, uid]),
  )
  for (let again = 0; again < 2; again++) await inside(orgId, (tx) => personGone(tx, 'dingtalk', '1'))
  assert.equal((await personRow(orgId, uid)).state, 'disabled')
  assert.deepEqual(await told(orgId, admin), ['人1已从钉钉离开，账号已停用，还有1项要交接｜人1：负责的部门1项（仓库）'])
  assert.equal(await inside(orgId, (tx) => personOf(tx, 'dingtalk', '1')), undefined)
  assert.equal(await inside(orgId, (tx) => applyPerson(tx, 'dingtalk', someone('1'))), uid)
  assert.equal((await personRow(orgId, uid)).state, 'active')
  // The person who comes back under another id is the same.
  await inside(orgId, (tx) => personGone(tx, 'dingtalk', '1'))
  assert.equal(await inside(orgId, (tx) => applyPerson(tx, 'dingtalk', someone('new', { phone: '13800000001' }))), uid)
})

test('whom an administrator took out of service stays out until his keeper takes him out and in again', async () => {
  const { orgId } = await newCompany()
  const uid = await inside(orgId, (tx) => applyPerson(tx, 'dingtalk', someone('1')))
  await inside(orgId, (tx) => tx.query(`update person set state = 'disabled' where org_id = $1 and id = $2`, [orgId, uid]))
  await inside(orgId, (tx) => applyPerson(tx, 'dingtalk', someone('1', { name: '又一个名字' })))
  assert.equal((await personRow(orgId, uid)).state, 'disabled')
  await inside(orgId, (tx) => applyPerson(tx, 'dingtalk', someone('1', { isActive: false })))
  await inside(orgId, (tx) => applyPerson(tx, 'dingtalk', someone('1')))
  assert.equal((await personRow(orgId, uid)).state, 'active')
})

test('the last administrator stays in service, and is told', async () => {
  const { orgId, admin } = await newCompany()
  await inside(orgId, (tx) => tx.query(`update person set phone = '13800000001' where org_id = $1 and id = $2`, [orgId, admin]))
  assert.equal(await inside(orgId, (tx) => applyPerson(tx, 'dingtalk', someone('a', { phone: '13800000001' }))), admin)
  await inside(orgId, (tx) => personGone(tx, 'dingtalk', 'a'))
  assert.equal((await personRow(orgId, admin)).state, 'active')
  assert.match((await told(orgId, admin)).join(), /最后一位管理员/)
})

test('what was asked before what stands is old', async () => {
  const { orgId } = await newCompany()
  const uid = await inside(orgId, (tx) => applyPerson(tx, 'dingtalk', someone('1', { name: '新' }), { atMs: 2000 }))
  await inside(orgId, (tx) => applyPerson(tx, 'dingtalk', someone('1', { name: '旧' }), { atMs: 1000 }))
  await inside(orgId, (tx) => personGone(tx, 'dingtalk', '1', 1000))
  assert.deepEqual([(await personRow(orgId, uid)).name, (await personRow(orgId, uid)).state], ['新', 'active'])
})

test('one who signs in there is linked to one of ours and to no other', async () => {
  const { orgId, admin, hire } = await newCompany()
  const other = await hire('other')
  const link = (id: string, uid: Id) => inside(orgId, (tx) => linkPerson(tx, 'oidc', id, uid))
  await link('s', admin)
  await link('s', admin)
  await assert.rejects(link('s', other), /另一个人/)
  await assert.rejects(link('t', admin), /另一个人/)
})

test('a move that was heard of before the one that makes room for it ends where it should', async () => {
  const { orgId } = await newCompany()
  const apply = (department: ForeignDepartment) => inside(orgId, (tx) => applyDepartment(tx, 'dingtalk', department))
  await apply({ id: 'b', parentId: 'a', name: '乙' })
  await apply({ id: 'a', name: '甲' })
  const above = async () => (await seen(orgId)).departments.map((each) => `${String(each['name'])}<${String(each['above'])}`)
  assert.deepEqual(await above(), ['甲<null', '乙<甲'])
  await apply({ id: 'a', parentId: 'b', name: '甲' })
  await apply({ id: 'b', name: '乙' })
  assert.deepEqual(await above(), ['甲<乙', '乙<null'])
})

test('a department of the same name at the same place is the same; one that goes keeps the name of what happened in it', async () => {
  const { orgId } = await newCompany()
  await inside(orgId, (tx) =>
    tx.query(`insert into department (org_id, id, dept_code, dept_name) values ($1, 7, 'BM7', '仓库'), ($1, 8, 'BM8', '采购')`, [orgId]),
  )
  assert.equal(await inside(orgId, (tx) => applyDepartment(tx, 'dingtalk', { id: 'w', name: '仓库' })), '7')
  const uid = await inside(orgId, (tx) => applyPerson(tx, 'dingtalk', someone('1', { departmentIds: ['w'] })))
  await inside(orgId, (tx) => departmentGone(tx, 'dingtalk', 'w'))
  await inside(orgId, (tx) => personGone(tx, 'dingtalk', '1'))
  assert.deepEqual(
    (await seen(orgId)).departments.map((each) => each['name']),
    ['采购'],
  )
  assert.equal((await personRow(orgId, uid)).state, 'disabled')
})

test('departments that are above each other stop it in words', async () => {
  const { orgId } = await newCompany()
  await sync(orgId, {
    departments: [
      { id: 'a', parentId: 'b', name: '甲' },
      { id: 'b', parentId: 'a', name: '乙' },
    ],
    people: [someone('1')],
  })
  const standing = await inside(orgId, (tx) => syncStanding(tx, 'dingtalk'))
  assert.deepEqual([standing?.phase, standing?.failure], ['failed', { words: '部门互为上级：{names}', params: { names: '甲 → 乙' } }])
  assert.equal((await seen(orgId)).departments.length, 0)
})

test('a keeper that answers half puts nobody out before an administrator says so', async () => {
  const { orgId, admin } = await newCompany()
  const all: Kept = { departments: [], people: Array.from({ length: 10 }, (_, at) => someone(String(at))) }
  await sync(orgId, all)
  const half = { ...all, people: all.people.slice(0, 5) }
  const inService = async () => (await seen(orgId)).people.filter((each) => each['id'] !== null && each['state'] === 'active').length
  await sync(orgId, half)
  const standing = await inside(orgId, (tx) => syncStanding(tx, 'dingtalk'))
  assert.deepEqual([standing?.phase, standing?.leaving, await inService()], ['asking', 5, 10])
  assert.deepEqual(await told(orgId, admin), ['钉钉同步后将有5人离开，请确认'])
  assert.equal(await inside(orgId, (tx) => dropSync(tx, 'dingtalk')), true)
  assert.equal(await inService(), 10)
  await sync(orgId, half)
  assert.equal(await inside(orgId, (tx) => confirmSync(tx, 'dingtalk')), true)
  await synced(
    orgId,
    directoryOf(() => half),
  )
  assert.deepEqual([(await inside(orgId, (tx) => syncStanding(tx, 'dingtalk')))?.phase, await inService()], ['done', 5])
})

/** A company's directory: departments in a tree, people in some of them, numbers that some share. */
const kept: fc.Arbitrary<Kept> = fc
  .record({
    parents: fc.array(fc.nat(5), { minLength: 1, maxLength: 6 }),
    people: fc.array(
      fc.record({
        phone: fc.option(fc.constantFrom('13800000001', '13800000002', '13800000003')),
        email: fc.option(fc.constantFrom('a@example.com', 'b@example.com')),
        employeeNo: fc.option(fc.constantFrom('E1', 'E2'), { nil: undefined }),
        departments: fc.uniqueArray(fc.nat(6), { maxLength: 3 }),
        isActive: fc.boolean(),
        named: fc.boolean(),
      }),
      { maxLength: 7 },
    ),
    head: fc.nat(7),
  })
  .map(({ parents, people, head }) => ({
    departments: parents.map((parent, at) => ({
      id: `d${at}`,
      name: `部门${at}`,
      headIds: [`u${head}`],
      ...(parent < at && { parentId: `d${parent}` }),
    })),
    people: people.map(({ departments, named, ...person }, at) => ({
      ...person,
      id: `u${at}`,
      ...(named && { name: `人${at}` }),
      departmentIds: departments.map((each) => `d${each}`),
    })),
  }))

const shuffled = (of: Kept, by: readonly number[]): Kept => {
  const shuffle = <T>(rows: readonly T[]) =>
    rows
      .map((row, at) => [by[at % by.length]! * (at + 1), row] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, row]) => row)
  return { departments: shuffle(of.departments), people: shuffle(of.people) }
}

const begun = async (): Promise<Company> => {
  const company = await newCompany()
  await company.hire(`p-${company.orgId}`, [], { userName: '有号码', phone: '13800000001' })
  await company.hire(`m-${company.orgId}`, [], { userName: '有邮箱', email: 'a@example.com', employeeNo: 'E2' })
  return company
}
const plain = async (orgId: Id) => {
  const { people, departments } = await seen(orgId)
  return { people: people.map((each) => ({ ...each, name: String(each['name']).replace(orgId, '') })), departments }
}

test('begun anew while it is under way, it is as if it had never begun: what was being read does not count', async () => {
  const { orgId } = await newCompany()
  const jobs = () => database.reading(orgId, (tx) => tx.query(`select id from job where org_id = $1 and kind = 'directory.sync'`, [orgId]))
  const [old, fresh] = [
    [someone('1'), someone('2')],
    [someone('2'), someone('3')],
  ]
  await inside(orgId, (tx) => startSync(tx, 'dingtalk'))
  const [before] = await jobs()
  await inside(orgId, (tx) => startSync(tx, 'dingtalk'))
  assert.deepEqual(await jobs(), [before])
  let readings = 0
  const directory = directoryOf(() => ({ departments: [], people: readings === 0 ? old : fresh }))
  await synced(orgId, {
    ...directory,
    people: async (place) => {
      const answer = await directory.people(place)
      if (readings++ === 0) await inside(orgId, (tx) => startSync(tx, 'dingtalk', { anew: true }))
      return answer
    },
  })
  assert.notDeepEqual(await jobs(), [before])
  assert.equal((await inside(orgId, (tx) => syncStanding(tx, 'dingtalk')))?.phase, 'done')
  assert.deepEqual(
    (await seen(orgId)).people.flatMap(({ id }) => (id === null ? [] : [id])),
    ['2', '3'],
  )
})

const nobody: Kept = { departments: [], people: [] }
const inactive = (...people: Pick<ForeignPerson, 'phone' | 'email' | 'employeeNo'>[]): Kept => ({
  departments: [],
  people: people.map((each, at) => ({ ...each, id: `u${at}`, departmentIds: [], isActive: false })),
})
/** Marks that several have, and a number that is another person's here: who has them is the same however often it is said. */
const sharedMarks: [Kept, Kept, number[], number[]][] = [
  [
    inactive({ phone: '13800000002' }),
    inactive({ phone: '13800000001' }, { phone: '13800000001' }, { phone: '13800000001' }),
    [1, 1, 1],
    [4],
  ],
  [nobody, inactive({ phone: '13800000001', employeeNo: 'E2' }, { email: 'a@example.com' }, { email: 'a@example.com' }), [1, 1, 1], [3, 1]],
]

test('whatever the order of the lists, however often, wherever it is cut off and by how many at once: the same people, and nobody twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      kept,
      kept,
      fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 3, maxLength: 9 }),
      fc.array(fc.nat(6), { maxLength: 5 }),
      async (before, after, by, cuts) => {
        const [straight, crooked] = [await begun(), await begun()]
        for (const state of [before, after]) {
          await sync(straight.orgId, state)
          await inside(straight.orgId, (tx) => confirmSync(tx, 'dingtalk'))
          await synced(
            straight.orgId,
            directoryOf(() => state),
          )

          const { orgId } = crooked
          const mixed = shuffled(state, by)
          let asked = 0
          const breaking = directoryOf(
            () => mixed,
            3,
            () => ++asked % 3 === 0,
          )
          await inside(orgId, (tx) => startSync(tx, 'dingtalk'))
          for (const cut of cuts) {
            await Promise.all([synced(orgId, breaking, cut), synced(orgId, breaking, cut)])
            await inside(orgId, (tx) => startSync(tx, 'dingtalk'))
          }
          await synced(
            orgId,
            directoryOf(() => mixed, 3),
          )
          await inside(orgId, (tx) => confirmSync(tx, 'dingtalk'))
          await Promise.all([
            synced(
              orgId,
              directoryOf(() => mixed),
            ),
            synced(
              orgId,
              directoryOf(() => mixed),
            ),
          ])
          assert.deepEqual(await plain(orgId), await plain(straight.orgId))
        }
        const { people } = await seen(crooked.orgId)
        assert.equal(people.filter((each) => each['id'] !== null && !each['gone']).length, after.people.length)
      },
    ),
    { numRuns: 6, examples: sharedMarks },
  )
})

test('heard of one by one, in any order and again and again, it ends as when all is taken over at once', async () => {
  await fc.assert(
    fc.asyncProperty(kept, kept, fc.array(fc.nat(30), { minLength: 5, maxLength: 25 }), async (before, after, order) => {
      // Who two keepers' entries could be is told apart by who comes first: here everyone has marks of his own.
      const own = (of: Kept): Kept => ({
        ...of,
        people: of.people.map((each, at) => ({ ...each, phone: `1390000000${at}`, email: undefined, employeeNo: undefined })),
      })
      const [first, last] = [own(before), own(after)]
      const { orgId } = await newCompany()
      await sync(orgId, first)
      const ids = [
        ...new Set([...first.departments, ...last.departments].map(({ id }) => `d:${id}`)),
        ...new Set([...first.people, ...last.people].map(({ id }) => `u:${id}`)),
      ]
      const events = [...order.map((at) => ids[at % ids.length]!), ...order.toReversed().map((at) => ids[(at * 7) % ids.length]!), ...ids]
      for (const event of events)
        await inside(orgId, async (tx) => {
          const id = event.slice(2)
          if (event.startsWith('d')) {
            const department = last.departments.find((each) => each.id === id)
            return department ? applyDepartment(tx, 'dingtalk', department) : departmentGone(tx, 'dingtalk', id)
          }
          const person = last.people.find((each) => each.id === id)
          return person ? applyPerson(tx, 'dingtalk', person) : personGone(tx, 'dingtalk', id)
        })
      const heard = await plain(orgId)
      await sync(orgId, last)
      await inside(orgId, (tx) => confirmSync(tx, 'dingtalk'))
      await synced(
        orgId,
        directoryOf(() => last),
      )
      assert.deepEqual(heard, await plain(orgId))
    }),
    {
      numRuns: 25,
      // The head of a department was out of service before he left.
      examples: [
        [
          { departments: [{ id: 'd0', name: '部门0', headIds: ['u0'] }], people: [{ id: 'u0', isActive: false, departmentIds: [] }] },
          { departments: [{ id: 'd0', name: '部门0', headIds: ['u0'] }], people: [] },
          [0, 0, 0, 0, 0],
        ],
      ],
    },
  )
})
