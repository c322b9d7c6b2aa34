import {
  type LucideIcon,
  Boxes,
  CalendarClock,
  ClipboardList,
  FileWarning,
  PackageCheck,
  PackageOpen,
  TriangleAlert,
  Truck,
  Wrench,
} from 'lucide-react'
import type { Id } from '../../kernel/id.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { countTaskList } from '../../domain/counting/operations.ts'
import type { InputOf, Operation } from '../../domain/operations/define.ts'
import { documentOperations, type DocumentRow, openRequests, receipts } from '../../domain/documents/operations.ts'
import { importList } from '../../domain/records/import/operations.ts'
import { incidentOperations } from '../../domain/approval/operations/incidents.ts'
import { recordOperations, stockList } from '../../domain/records/operations.ts'
import { remindHolder } from '../../domain/reminders/operations.ts'
import { recordOf } from '../../domain/records/all.ts'
import { asset } from '../../domain/records/asset.ts'
import { importOutcomes, importTable } from '../../domain/records/import/table.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import { addDays } from '../../kernel/day.ts'
import { call, CallError } from '../call.ts'
import { hrefOf } from '../frames.ts'
import { toast } from '../look/overlays/toast.ts'
import { today } from '../shell/dateWords.ts'
import { dueOf, soonDays } from '../shell/dueWords.ts'
import { when } from '../shell/when.ts'
import type { RowOf } from '../pages.ts'
import { documentHref, editPathOfKind, listPathOfKind } from '../places.ts'
import { session } from '../session/session.ts'
import { searchOf } from '../table/address.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** What stands in a row of a queue, where a press on it leads, and what is done with it right there. */
export type QueueRow = {
  readonly id: Id
  readonly title: string
  readonly note: string
  readonly end?: string
  readonly bad?: boolean
  readonly open: string
  /** `press` of what is done right here answers whether it was; then `done` stands on the button and it is not pressed again. */
  readonly act?: { readonly label: string; readonly press: () => Promise<boolean> | void; readonly done?: string }
}

/**
 * What waits for a person: the first of a list, asked as the list is asked that `all` leads to, so that its number is what is found there. It is
 * of the person who has the function code that it needs.
 */
export type Queue<O extends Operation = Operation> = {
  readonly title: string
  readonly icon: LucideIcon
  readonly list: O
  readonly asked: InputOf<O> | (() => InputOf<O>)
  readonly needs: string
  readonly all: string | (() => string)
  /** Another person has it in hand: it stands beside what waits for the reader. */
  readonly isUnderWay?: true
  readonly row: (row: RowOf<O>) => QueueRow
  /** What is done with several that are chosen. */
  readonly chosen?: { readonly label: string; readonly href: (ids: readonly Id[]) => string }
}

const queue = <const O extends Operation>(queue: Queue<O>): Queue => queue as unknown as Queue

const documentRow = (row: DocumentRow, label: string, href = documentHref(row.kind, row.id)): QueueRow => ({
  id: row.id,
  title: row.summary || row.code,
  note: [row.subjectName ?? row.authorName, when(row.submittedAt ?? row.createdAt)].join(' · '),
  open: documentHref(row.kind, row.id),
  act: { label, press: () => goHref(href) },
})

/** The documents of a kind that stand in a tab of its list. */
const ofKind = (
  name: string,
  {
    tab,
    asked,
    ...rest
  }: Pick<Queue, 'title' | 'icon' | 'needs' | 'isUnderWay'> & { tab: string; asked: object; act: (row: DocumentRow) => QueueRow },
): Queue => {
  const { list } = documentOperations(assertDefined(documentKind(name), `the kind ${name}`))
  return queue({ ...rest, list, asked, all: hrefOf(listPathOfKind(name), { tab }), row: (row) => rest.act(row) })
}

/** Hands out what a posted request still waits for. */
const handingOut = (name: string, title: string, needs: string): Queue =>
  ofKind(name, {
    title,
    icon: PackageOpen,
    needs,
    tab: 'open',
    asked: { state: ['posted'], open: true },
    act: (row) => documentRow(row, t('发放'), hrefOf(editPathOfKind(name), { sourceId: row.id })),
  })

/** What is lent and should be back within a week, or should be back already: the most urgent first. */
const lent = () => ({
  where: [
    { key: 'state', is: 'in' as const, value: ['lent'] },
    { key: 'dueOn', is: 'between' as const, value: ['', addDays(today(), soonDays)] },
  ],
  sort: [{ key: 'dueOn' }],
})

/** What the reader imported within a week and what did not come in, or not all of it. */
const leftOut = () => ({
  where: [
    { key: 'outcome', is: 'in' as const, value: ['partial', 'failed'] },
    { key: 'createdAt', is: 'last' as const, value: '7' },
    { key: 'createdBy', is: 'in' as const, value: [session().uid] },
  ],
})

const cardPath = '/pages/goods/GsGoodsInstance/gsgoodsinstance-detail'

/** Whether the holder was reminded; a refusal is told by the call. */
const remind = async (id: Id): Promise<boolean> => {
  try {
    await call(remindHolder, { id })
  } catch (error) {
    if (error instanceof CallError) return false
    throw error
  }
  toast(t('已提醒'), 'success')
  return true
}

/** Applications that cannot go on by themselves. */
export const stuckQueue = queue({
  title: '流程异常',
  icon: TriangleAlert,
  list: incidentOperations.incidents,
  asked: {},
  needs: 'workflow:list',
  all: '/pages/flow/monitor?phase=stuck',
  row: ({ id, processId, words, params, process, createdAt }) => {
    const open = hrefOf('/pages/flow/progress', { processId })
    return {
      id,
      title: process?.title ?? t('流程'),
      note: t(words, params),
      end: when(createdAt),
      bad: true,
      open,
      act: { label: t('处理'), press: () => goHref(open) },
    }
  },
})

/** The queues of those who keep something, in the order in which they are worked off. */
export const queues: readonly Queue[] = [
  queue({
    title: '待发放',
    icon: PackageOpen,
    list: openRequests,
    asked: {},
    needs: 'gsapplyoutstockorder:list',
    all: '/pages/goods/GsApplyOutstockOrder/index',
    row: (row) =>
      documentRow(
        row,
        t('查看'),
        row.processId ? hrefOf('/pages/flow/progress', { processId: row.processId }) : documentHref(row.kind, row.id),
      ),
  }),
  handingOut('GsOutstockOrder', '资产等候发放', 'gsoutstockorder:post'),
  handingOut('CsOutstockOrder', '耗材等候发放', 'csoutstockorder:post'),
  queue({
    title: '待我确认',
    icon: PackageCheck,
    list: receipts,
    asked: {},
    needs: '',
    all: '/pages/personal/receipts',
    row: (row) => documentRow(row, t('确认')),
  }),
  queue({
    title: '借出到期',
    icon: CalendarClock,
    list: recordOperations(asset).list,
    asked: lent,
    needs: 'gsgoodsinstance:list',
    all: () => hrefOf(asset.screens.list, searchOf(tableOfRecord(asset), {}, lent())),
    row: (row) => {
      const due = dueOf(String(row['dueOn']))
      return {
        id: row.id,
        title: String(row['instanceName']),
        note: [row.names?.[String(row['holderUid'])], row['instanceCode']].filter(Boolean).join(' · '),
        end: due.words,
        bad: due.tone === 'bad',
        open: hrefOf(cardPath, { id: row.id }),
        act: { label: t('提醒归还'), press: () => remind(row.id), done: t('已提醒') },
      }
    },
  }),
  queue({
    title: '低库存',
    icon: Boxes,
    list: stockList,
    asked: { low: true },
    needs: 'cslocstock:list',
    all: '/pages/consumables/CsLocStock/index?low=1',
    row: ({ id, goodsId, goodsName, locName, available, minStock, unit }) => ({
      id: goodsId,
      title: goodsName,
      note: [locName, minStock && t('最低 {count}', { count: minStock })].filter(Boolean).join(' · '),
      end: `${available} ${unit ?? ''}`,
      bad: true,
      open: hrefOf('/pages/consumables/CsLocStock/cslocstock-detail', { id }),
    }),
    chosen: {
      label: '采购补货',
      href: (ids) => hrefOf(editPathOfKind('CsPurchaseOrder'), { restock: '1', items: ids.join(',') }),
    },
  }),
  ofKind('GsRepairOrder', {
    title: '维修中',
    isUnderWay: true,
    icon: Wrench,
    needs: 'gsrepairorder:advance',
    tab: 'inProgress',
    asked: { state: ['inProgress'] },
    act: (row) => documentRow(row, t('办理')),
  }),
  ofKind('GsAllocateOrder', {
    title: '调拨途中',
    isUnderWay: true,
    icon: Truck,
    needs: 'gsallocateorder:save',
    tab: 'inProgress',
    asked: { state: ['inProgress'] },
    act: (row) => documentRow(row, t('查看')),
  }),
  queue({
    title: '盘点中',
    isUnderWay: true,
    icon: ClipboardList,
    list: countTaskList,
    asked: { state: 'open' },
    needs: 'gsinventorytask:plan',
    all: '/pages/goods/GsInventoryOrder/index?state=open',
    row: ({ id, name, code, dueOn, numbers }) => {
      const open = hrefOf('/pages/goods/GsInventoryOrder/gsinventorytask', { id })
      return {
        id,
        title: name,
        note: [code, dueOn && t('{day}截止', { day: dueOn })].filter(Boolean).join(' · '),
        end: `${numbers.done}/${numbers.expected}`,
        open,
        act: { label: t('查看'), press: () => goHref(open) },
      }
    },
  }),
  queue({
    title: '导入待处理',
    icon: FileWarning,
    list: importList,
    asked: leftOut,
    needs: 'gsgoodsinstance:import',
    all: () => hrefOf('/pages/goods/imports', searchOf(importTable, {}, leftOut())),
    row: ({ id, noun, fileName, outcome, skippedCount, createdAt }) => {
      const open = hrefOf('/pages/goods/imports', { id, of: noun })
      return {
        id,
        title: fileName,
        note: [t(recordOf(noun).title), when(createdAt)].join(' · '),
        end: outcome === 'partial' ? t('{count} 行未导入', { count: skippedCount }) : t(importOutcomes[outcome]),
        bad: true,
        open,
        act: { label: t('处理'), press: () => goHref(open) },
      }
    },
  }),
  stuckQueue,
]
