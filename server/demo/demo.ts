import { addDays, type Day } from '../../kernel/day.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { newId } from '../../kernel/id.ts'
import { type NewOrder, trialOrder } from '../../domain/licence/offers.ts'
import { hashPassword } from '../access/passwords.ts'
import type { App } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { demoPassword } from '../access/demoUsers.ts'
import { fillAgenda } from '../agenda/demo.ts'
import { askAndDecide } from './approvals.ts'
import { keepAttendance } from '../attendance/demo.ts'
import { models, supplies } from './catalogue.ts'
import { talk } from '../chat/demo.ts'
import { closeStock } from './stockMonths.ts'
import { closeBooks } from './books.ts'
import { disableLeaver } from './leaver.ts'
import { beginCount, closeCount } from '../counting/demo.ts'
import { fillDisk } from '../disk/demo.ts'
import { type Company, foundCompany, type Means, type Plan } from './company.ts'
import { submits } from './demoActor.ts'
import { liveThrough } from './history.ts'
import { receiveInvoices } from '../invoices/demo.ts'
import { publish } from '../news/demo.ts'
import { departments, people } from './people.ts'
import { applyWithForms } from './forms.ts'
import { drawPictures } from './pictures.ts'
import { places } from './places.ts'
import { layDown } from './policies.ts'
import { enterRegister, issue, take } from './register.ts'
import { seededRandom } from './seededRandom.ts'
import { otherPlan, trialPlan } from './smallCompanies.ts'
import { keepSupplies } from './stock.ts'
import { suppliers } from './suppliers.ts'
import { writeLogs } from '../worklog/demo.ts'

/** `wanted` on a database that is empty or where the making was killed in between, `made` where they are, `none` on any other. */
export const demoState = async (database: Database): Promise<'none' | 'wanted' | 'made'> => {
  const { begun, made, used } = await onlyRow(
    database.gate<{ begun: boolean; made: number; used: boolean }>(
      `select exists (select from installation where key = 'demo') as begun, (select count(*)::int from installation where key like 'demo.%') as made,
            exists (select from gate_organisations()) as used`,
    ),
  )
  if (begun) return made === Object.keys(organisations).length ? 'made' : 'wanted'
  return used ? 'none' : 'wanted'
}

/**
 * Makes the demo organisations where they are wanted, each in one transaction; `report` hears what is being made. Whatever a killed
 * start has finished stays as it is.
 */
export const makeDemo = async (
  app: Pick<App, 'database' | 'settings' | 'storage' | 'spool' | 'heavy'>,
  report: (progress: string) => void = () => undefined,
): Promise<void> => {
  if ((await demoState(app.database)) !== 'wanted') return
  await app.database.gate(`insert into installation (key, value) values ('demo', 'begun') on conflict do nothing`)
  const now = Date.now()
  const [pictures, passwordHash] = await Promise.all([
    drawPictures(
      [...new Set([...models.map(({ drawing }) => drawing), ...supplies.map((supply) => supply[9])])],
      ['building', 'counting', 'saving', 'welcome'],
    ),
    hashPassword(demoPassword),
  ])
  for (const [key, { plan, live }] of Object.entries(organisations)) {
    const orgId = newId()
    const makeOrganisations = async (tx: Tx): Promise<void> => {
      // Two processes that start on one empty database: the second waits here until the first has made it.
      await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
      // A busy machine may think for longer between two statements than a session may otherwise be idle.
      await tx.query('set local idle_in_transaction_session_timeout = 0')
      const [insertedRow] = await tx.query('select from installation where key = $1', [`demo.${key}`])
      if (insertedRow) return
      report(plan.name)
      const company = await foundCompany({ app, tx, now, passwordHash, pictures } satisfies Means, plan)
      await live(company, (what) => report(`${plan.name}：${what}`))
      await tellTimes(tx)
      await tx.query('insert into installation (key, value) values ($1, $2)', [`demo.${key}`, orgId])
    }
    await app.database.inTransaction(orgId, makeOrganisations, patience)
  }
}

/** On a slow machine an organisation takes its time, and who waits for its maker waits as long. */
const patience = { statementSeconds: 300, lockSeconds: 300 }

const lockKey = 7120003

type Life = { readonly plan: Plan; readonly live: (company: Company, report: (what: string) => void) => Promise<void> }

const organisations: Readonly<Record<string, Life>> = {
  one: {
    plan: {
      name: '青禾智能科技有限公司（演示）',
      prefix: 'QH',
      firstPhone: 8001,
      departments,
      people,
      places,
      suppliers,
      models,
      supplies,
      orders: (today) => [
        trialOrder(addDays(today, -610)),
        year(today, { daysAgo: 580, purchaseType: 'new', periodName: '专业版一年', price: '9800', assetScope: 1000 }),
        year(today, { daysAgo: 215, purchaseType: 'renew', periodName: '企业版一年', price: '19800', assetScope: 5000 }),
      ],
    },
    live: async (company, report) => {
      const chance = seededRandom(2026)
      report('资产')
      const { shelves, held } = await liveThrough(company, chance)
      report('耗材')
      await keepSupplies(company, chance)
      await layDown(company, shelves)
      await receiveInvoices(company)
      report('流程')
      await askAndDecide(company, shelves, held)
      await applyWithForms(company)
      report('盘点')
      await closeCount(company)
      await beginCount(company)
      report('会话')
      await talk(company)
      report('考勤')
      const random = seededRandom(1808)
      await keepAttendance(company, () => random.below(10_000) / 10_000)
      report('日程')
      await fillAgenda(company)
      report('网盘')
      await fillDisk(company)
      report('新闻与消息')
      await publish(company)
      report('工作日志')
      await writeLogs(company)
      report('账簿')
      await closeBooks(company)
      await closeStock(company)
      report('离职')
      await disableLeaver(company)
    },
  },
  other: {
    plan: {
      ...otherPlan,
      orders: (today) => [year(today, { daysAgo: 90, purchaseType: 'new', periodName: '专业版一年', price: '9800', assetScope: 1000 })],
    },
    live: async (company) => {
      const shelves = await enterRegister(company, seededRandom(7), { username: 'other', deliveries: [300, 80], storeOf: () => 'BL-S' })
      for (const recipient of ['bailu.chen', 'bailu.wu', 'bailu.he'])
        await issue(company, {
          keeper: 'other',
          recipient,
          place: 'BL',
          reason: '办公设备',
          pieces: ['NB-T14', 'MN-24', 'CH-ERG'].flatMap((model) => take(shelves, { place: 'BL-S', models: [model], count: 1 })),
        })
      await submits(
        company,
        { who: 'other', daysAgo: 40 },
        {
          kind: 'CsInstockOrder',
          header: { to: company.place('BL-S') },
          lines: company.plan.supplies.map((supply) => ({ item: company.supply(supply[0]), quantity: '50', price: supply[5] })),
        },
      )
    },
  },
  trial: {
    plan: { ...trialPlan, orders: (today) => [trialOrder(addDays(today, -6))] },
    live: async (company) => {
      await enterRegister(company, seededRandom(3), { username: 'trial', deliveries: [5], storeOf: () => 'HT' })
    },
  },
}

type YearInput = {
  readonly daysAgo: number
  readonly purchaseType: string
  readonly periodName: string
  readonly price: Decimal
  readonly assetScope: number
}

/** A paid membership of a year that began so many days ago. */
const year = (today: Day, { daysAgo, purchaseType, periodName, price, assetScope }: YearInput): NewOrder => {
  const startDate = addDays(today, -daysAgo)
  return { purchaseType, periodName, price, assetScope, startDate, endDate: addDays(startDate, 365) }
}

/** Documents that were submitted then were written then, and assets that were entered then came then; what people are told of the office they were told yesterday. */
const tellTimes = async (tx: Tx): Promise<void> => {
  await tx.query(
    `update message set created_at = created_at - interval '20 hours' where org_id = $1 and category in ('agenda', 'worklog', 'disk') and created_at >= $2`,
    [tx.orgId, new Date(tx.now() - 3_600_000).toISOString()],
  )
  await tx.query(
    'update document set created_at = submitted_at, updated_at = coalesce(posted_at, submitted_at) where org_id = $1 and submitted_at is not null',
    [tx.orgId],
  )
  await tx.query(
    `update document_event e set at = case when e.action in ('save', 'submit') then d.submitted_at else coalesce(d.posted_at, d.submitted_at) end
     from document d where e.org_id = $1 and d.org_id = $1 and d.id = e.document_id and d.submitted_at is not null`,
    [tx.orgId],
  )
  await tx.query(
    `update asset a set created_at = e.at from (select asset_id, min(at) as at from asset_event where org_id = $1 group by 1) e
     where a.org_id = $1 and a.id = e.asset_id`,
    [tx.orgId],
  )
  // Messages are told by their numbers.
  await tx.query(
    `with placed as (select id, row_number() over (order by created_at, seq) as place from message where org_id = $1),
          numbered as (select seq, row_number() over (order by seq) as place from message where org_id = $1)
     update message m set seq = n.seq from placed p join numbered n on n.place = p.place where m.org_id = $1 and m.id = p.id`,
    [tx.orgId],
  )
}
