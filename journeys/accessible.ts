import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { addDays, dayAt } from '../kernel/day.ts'
import { newId } from '../kernel/id.ts'
import { errors } from 'playwright-core'
import { walked } from './opened.ts'
import type { ScreenRow } from '../web/shell/screenRow.ts'
import type { Answer, Stage, Window } from './stage.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What WCAG 2.1 asks on levels A and AA; of what is good besides, what axe calls serious. */
const standard = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] },
  rules: Object.fromEntries(['tabindex', 'accesskeys', 'aria-dialog-name', 'aria-treeitem-name'].map((rule) => [rule, { enabled: true }])),
}

/** What another look changes. */
const coloured = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/** What the rules say against what is shown: the rule, the element and what is wrong with it. */
const faultsOf = async ({ page }: Window, rules: object): Promise<string[]> => {
  // What is on its way in is half transparent; what still moves after ten seconds is looked at as it is.
  await page
    .waitForFunction(
      () =>
        document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
      undefined,
      { timeout: 10_000 },
    )
    .catch((error: unknown) => {
      if (!(error instanceof errors.TimeoutError)) throw error
    })
  return page.evaluate(async (rules): Promise<string[]> => {
    const { axe } = window as unknown as { axe: { run: (where: Document, options: object) => Promise<Answer> } }
    const { violations } = await axe.run(document, { ...rules, resultTypes: ['violations'], preload: false })
    return violations
      .filter(({ impact }: Answer) => impact === 'serious' || impact === 'critical')
      .flatMap((rule: Answer) =>
        rule.nodes.map(
          (node: Answer) =>
            `${rule.id}: ${node.html.replace(/ (id|aria-controls|aria-labelledby)="[^"]*"/g, '').slice(0, 240)}: ${node.failureSummary.split('\n')[1] ?? ''}`,
        ),
      )
  }, rules)
}

/** Screens of one thing of which the demo has none: a print job, and a link to a file for people without an account. */
const notOpened = ['/pages/goods/labels/job', '/pages/netdisk/link', '/pages/flow/forwarded']

/** The address of each screen, with ids of things that the demo has; the path alone where the demo has none. */
export const addresses = async (ask: Stage['ask']): Promise<ReadonlyMap<string, string>> => {
  const listOf = async (path: string, input: object = { pageSize: 1 }): Promise<Answer[]> => {
    const { page, result } = await ask('admin', path, input)
    return page?.list ?? result?.list ?? result
  }
  const first = async (path: string, input?: object): Promise<Answer> => (await listOf(path, input))[0]
  const today = dayAt(Date.now())
  const asset = (await listOf('/api/goods/gsgoodsinstance/list', { pageSize: 100 })).find(({ deptId }) => deptId !== null)
  const task = await first('/api/workflow/listRuntimeTask', { status: 1, pageSize: 1 })
  const count = await first('/api/goods/gsinventorytask/list')
  const line = await first('/api/goods/gsinventorytask/lines', { taskId: count.id, pageSize: 1 })
  const stock = await first('/api/consum/cslocstock/list')
  const events = await listOf('/api/agenda/ageevent/list', { from: addDays(today, -30), to: addDays(today, 30) })
  const chats = await listOf('/api/msg/msgchat/list', {})
  const spaces = await listOf('/api/netdisk/netdiskspace/list', {})
  const folders = await listOf('/api/netdisk/netdisknode/list', { id: spaces.find(({ kind }) => kind === 'organisation').id })
  const file = await first('/api/netdisk/netdisknode/list', { id: folders[0].id })
  const things: Readonly<Record<string, Answer>> = {
    uid: chats.find(({ kind }) => kind === 'pair').partner.uid,
    chatId: chats.find(({ kind }) => kind === 'group').chatId,
    msgId: (await first('/api/msg/msgmessage/list')).msgId,
    newsId: (await first('/api/news/newannnews/list')).newsId,
    taskId: task.taskId,
    processId: task.processId,
    flowKey: task.flowKey,
    formKey: (await first('/api/workflow/form/list')).formKey,
    templateKey: (await first('/api/goods/gslabel/templates', {})).templateKey,
    groupId: (await first('/api/attendance/attgroup/list', {})).id,
    ids: `${(await first('/api/goods/gsoutstockorder/list')).id}&size=A4`,
    locId: stock.locId,
    goodsId: stock.goodsId,
    instanceId: asset.id,
    code: asset.instanceCode,
    deptId: asset.deptId,
    kind: 'GsInstockOrder',
    bookId: await closedMonth(listOf),
  }
  const { id, occurrence } = events.find(({ source }) => source === 'event')
  const ids: readonly (readonly [part: string, id: string])[] = [
    ['/GsInventoryOrder/gsinventory-instance-detail', `${count.id}&lineId=${line.itemId}`],
    ['/GsInventoryOrder/', count.id],
    ['/CsLocStock/', stock.id],
    ['/agenda/', `${id}&occurrence=${encodeURIComponent(occurrence)}`],
    ['/mylog/', (await first('/api/mylog/mylog/list', { view: 'toMe', pageSize: 1 })).id],
    ['/netdisk/', file.id],
    ['/GsGoodsInstance/', asset.id],
    ['/user/apikey', await makeKey(ask)],
    ['/invoices/', (await first('/api/goods/gsinvoice/list')).id],
    ['/dashboards/', (await first('/api/dashboard/list', {})).id],
  ]
  const addressOf = ({ path, needs }: ScreenRow): string => {
    if (notOpened.includes(path)) return path
    if (needs === undefined) return path === '/pages/common/label' ? `${path}?code=${asset.instanceCode}` : path
    const key = needs.find((name) => name === 'id' || things[name] !== undefined)
    const value = key === 'id' ? ids.find(([part]) => path.includes(part))?.[1] : key && things[key]
    if (value === undefined) throw new Error(`${path} has nothing to be opened with`)
    return `${path}?${key}=${value}`
  }
  return new Map(walked.map((screen) => [screen.path, addressOf(screen)]))
}

/** A book and a month of it that has vouchers, as an address goes on with them. */
const closedMonth = async (listOf: (path: string, input?: object) => Promise<Answer[]>): Promise<string> => {
  const [book] = await listOf('/api/goods/gsbook/list')
  const months = await listOf('/api/goods/gsvalue/months', { bookId: book.id })
  return `${book.id}&month=${months.find(({ state }) => state === 'closed').month}`
}

/** The demo has no key of the interface, whose secret would be known to all. */
const makeKey = async (ask: Stage['ask']): Promise<string> => {
  const id = newId()
  const key = { id, name: '月报', isService: false, codes: ['gsgoodsinstance:list'], isReadOnly: true, days: 30 }
  const { code, msg } = await ask('admin', '/api/operation/apikey/save', key)
  if (code !== 0) throw new Error(`No key could be made: ${msg}`)
  return id
}

/** Colours of another look stand at once: as transitions, however short, each element would be an animation of its own. Runs in the page. */
const endTransitions = (): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

export type Look = 'light' | 'dark'

/** The faults of the screen that a window shows: by all rules in the first of the looks, by those of colours in the others. */
export const accessFaults = async (window: Window, looks: readonly Look[]): Promise<string[]> => {
  const { page } = window
  // Given as text to the debugger, because the page itself runs no scripts but its own.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe)
    await page.evaluate(endTransitions)
  }
  const faults: string[] = []
  for (const [index, look] of looks.entries()) {
    await page.emulateMedia({ colorScheme: look })
    const rules = index === 0 ? standard : coloured
    const first = await faultsOf(window, rules)
    // What was drawn anew while it was looked at is whole at a second look.
    const second = first.length > 0 ? await faultsOf(window, rules) : []
    for (const fault of first.filter((words) => second.includes(words))) faults.push(`${look}: ${fault}`)
  }
  return faults
}

/** Screens that together show every part that many screens are made of, and those that are drawn by hand. */
const chosen: readonly string[] = [
  '/pages/index/index',
  '/pages/goods/mainpage/index',
  '/pages/goods/mainpage/mygoods',
  '/pages/goods/GsGoodsInstance/index',
  '/pages/goods/GsGoodsInstance/gsgoodsinstance-detail',
  '/pages/goods/GsGoodsInstance/gsgoodsinstance-pedit',
  '/pages/goods/GsGoodsLoc/gsgoodsloclist',
  '/pages/goods/GsGoodsLoc/gsgoodslocmap',
  '/pages/goods/GsOutstockOrder/index',
  '/pages/goods/GsOutstockOrder/gsoutstockorder-pedit',
  '/pages/goods/GsInstockOrder/gsinstockorder-pedit',
  '/pages/goods/GsInventoryOrder/index',
  '/pages/goods/GsInventoryOrder/gsinventorytask',
  '/pages/goods/GsInventoryOrder/gsinventorylines',
  '/pages/goods/GsInventoryOrder/gsinventoryreport',
  '/pages/goods/components/inventoryScan/index',
  '/pages/components/shangmi-print/index',
  '/pages/goods/labels/templates',
  '/pages/goods/labels/design',
  '/pages/consumables/CsLocStock/index',
  '/pages/consumables/CsLocStock/cslocstock-detail',
  '/pages/flow/flowindex',
  '/pages/flow/formApply',
  '/pages/flow/progress',
  '/pages/flow/formApprove',
  '/pages/flow/progressDiagram',
  '/pages/flow/calendar',
  '/pages/flow/statistics',
  '/pages/flow/flowdesign',
  '/pages/flow/formdesign',
  '/pages/flow/slips',
  '/pages/personal/myapprove',
  '/pages/personal/apply',
  '/pages/message/msglist',
  '/pages/message/groupchat',
  '/pages/addressbook/address-book',
  '/pages/addressbook/rolelist',
  '/pages/news/newsdetail',
  '/pages/attendance/attHome',
  '/pages/attendance/roster',
  '/pages/agenda/personagenda',
  '/pages/agenda/ageedit',
  '/pages/mylog/logdetail',
  '/pages/netdisk/diskfile',
  '/pages/user/home',
]

/** Whether a screen is held to the rules of access; with ZAICE_SCREENS=all every one is. */
export const isHeldToAccess = (path: string): boolean => process.env['ZAICE_SCREENS'] === 'all' || chosen.includes(path)
