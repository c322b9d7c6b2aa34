import { dayAt } from '../../kernel/day.ts'
import { newId, type Id } from '../../kernel/id.ts'
import type { NewsBlock } from '../../domain/news/operations.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import { keepBytes } from '../files/files.ts'
import { insertNews, publishNews } from './news.ts'
import { markNewsRead } from './readRecords.ts'
import { remindOf, tellingOn } from '../reminders/daily.ts'
import type { Company } from '../demo/company.ts'
import type { Scene } from '../demo/drawings.ts'

type Item = {
  readonly daysAgo: number
  readonly type: 'news' | 'notice'
  readonly title: string
  readonly summary: string
  readonly scene: Scene
  readonly pinned?: boolean
  readonly text: readonly string[]
}

const items: readonly Item[] = [
  {
    daysAgo: 40,
    type: 'news',
    title: '在册正式上线：领用、借用、报修都在手机上办',
    summary: '资产申请不再跑楼层，打开手机就能提交、审批和查进度。',
    scene: 'welcome',
    text: [
      '从本月起，资产与耗材的申请、审批、发放统一在“在册”办理，纸质单据停止使用。',
      '在工作台点“发起申请”，选择要办的事项，填好后提交，部门负责人和管理员会在手机上收到待办。',
      '名下有哪些资产、借了什么、什么时候该还，在“我的资产”里随时可以看到。',
    ],
  },
  {
    daysAgo: 18,
    type: 'news',
    title: '闲置显示器调剂完成，节约采购近三万元',
    summary: '行政与研发一起盘活了库里的显示器，优先满足新同事配屏。',
    scene: 'saving',
    text: [
      '上月盘点发现部分显示器长期闲置。综合管理部与研发中心逐台检测后，将完好的设备重新调配给新入职同事。',
      '今后采购前，请先在台账中查询同型号的闲置资产，能调剂的不再新购。',
    ],
  },
  {
    daysAgo: 9,
    type: 'notice',
    title: '关于上海分公司办公设备调拨的说明',
    summary: '调拨途中的资产请勿在系统内重复登记。',
    scene: 'building',
    text: [
      '因上海分公司新增工位，部分座椅与显示器正在由总部资产库调往上海仓库。',
      '资产在“在途”状态时不可领用，到货后由上海仓库管理员确认收货。',
    ],
  },
  {
    daysAgo: 2,
    type: 'notice',
    title: '年终资产盘点通知',
    summary: '请各部门于本月底前完成自查，配合现场扫码盘点。',
    scene: 'counting',
    pinned: true,
    text: [
      '年终盘点将于下周开始，由资产管理员到各楼层现场扫码。',
      '请提前确认名下资产与实物一致：打开“我的资产”，逐件核对编号；标签脱落的请联系资产管理员补打。',
      '借用到期的设备请在盘点前归还，确需续用的请重新提交借用申请。',
    ],
  },
]

/** News with pictures, some of them read, and what people are reminded of this morning. */
export const publish = async (company: Company): Promise<void> => {
  const { tx, pictures, person } = company
  const editor = company.as('admin')
  const readers = company.plan.people.map(({ username }) => username).filter((username) => username !== 'admin')
  for (const [turn, item] of items.entries()) {
    const id = newId()
    const { path } = await keepBytes(editor, `${item.scene}.webp`, pictures.scene(item.scene))
    const body: NewsBlock[] = [{ kind: 'picture', url: path }, ...item.text.map((text) => ({ kind: 'text', text }) as const)]
    await insertNews(tx, id, person('admin'), {
      newsType: item.type,
      title: item.title,
      summary: item.summary,
      body,
      pic: [path],
      pinned: item.pinned ?? false,
    })
    await publishNews(tx, id, person('admin'))
    for (const [index, username] of readers.entries()) if ((index + turn) % (turn + 2) === 0) await markNewsRead(tx, id, person(username))
    await backdate(company, id, item)
  }
  const calendar = await workCalendarOf(tx)
  await remindOf(tx, tellingOn(calendar, dayAt(company.now)))
}

/** What is published today in the making was published then; the person who had time to read the old messages did. */
const backdate = async ({ tx, ago }: Company, id: Id, { daysAgo, title }: Item): Promise<void> => {
  const atIso = new Date(ago(daysAgo)).toISOString()
  await Promise.all([
    tx.query('update news set created_at = $3, published_at = $3, updated_at = $3 where org_id = $1 and id = $2', [tx.orgId, id, atIso]),
    tx.query("update read_record set read_at = $3::timestamptz + interval '5 hours' where org_id = $1 and news_id = $2", [
      tx.orgId,
      id,
      atIso,
    ]),
    tx.query(
      `update message set created_at = $3::timestamptz, read_at = case when $4 then $3::timestamptz + interval '4 hours' end
       where org_id = $1 and category = 'news' and title = $2`,
      [tx.orgId, title, atIso, daysAgo > 5],
    ),
  ])
}
