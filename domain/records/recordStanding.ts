import type { Option } from '../../kernel/field.ts'
import { english } from '../english/all.ts'
import { half } from '../../kernel/cell.ts'
import { conditions } from './asset.ts'

/** What a register says of where a piece stands: states of ours, and how it left where it is gone. */
export const standings = [
  { value: 'idle', label: '闲置' },
  { value: 'inUse', label: '在用' },
  { value: 'lent', label: '借出' },
  { value: 'inRepair', label: '维修中' },
  { value: 'inTransit', label: '在途' },
  { value: 'scrapped', label: '报废' },
  { value: 'sold', label: '出售' },
  { value: 'donated', label: '捐赠' },
  { value: 'lost', label: '丢失' },
] as const satisfies readonly Option[]
export type RecordStanding = (typeof standings)[number]['value']

/** How what has left the register left it: a way of disposing of it. */
export const goneBy: Readonly<Partial<Record<RecordStanding, 'scrap' | 'sale' | 'donation' | 'loss'>>> = {
  scrapped: 'scrap',
  sold: 'sale',
  donated: 'donation',
  lost: 'loss',
}

/**
 * What a cell about the state or the condition of a piece says: registers mix the two, and each word is taken for what it means, whatever
 * column it stands in. Of a word that means either, as `used`, the column decides. Undefined for words that mean neither.
 */
export const standingOf = (
  text: string,
  column: 'state' | 'condition' = 'state',
): { readonly state: RecordStanding } | { readonly condition: string } | undefined => {
  const word = half(text)
    .toLowerCase()
    .replace(/[\s_-]/g, '')
  const state = states.get(word)
  const condition = conditionsByWord.get(word)
  if (state !== undefined && (column === 'state' || condition === undefined)) return { state }
  return condition === undefined ? undefined : { condition }
}

const byWord = <V extends string>(
  words: Readonly<Record<V, readonly string[]>>,
  labels: readonly { value: V; label: string }[],
): Map<string, V> =>
  new Map(
    labels.flatMap(({ value, label }) =>
      [value, label, english[label] ?? '', ...words[value]].map((word): [string, V] => [word.toLowerCase().replace(/[\s_-]/g, ''), value]),
    ),
  )

const stateWords: Readonly<Record<RecordStanding, readonly string[]>> = {
  idle: [
    '空闲',
    '在库',
    '库存',
    '库存中',
    '未使用',
    '未领用',
    '备用',
    '可用',
    '待用',
    '封存',
    'instock',
    'available',
    'spare',
    'storage',
    'readytodeploy',
    'unused',
    'pending',
    '停用',
    '不需用',
    '季节性停用',
    '未投入使用',
    '闲置中',
    'instorage',
  ],
  inUse: [
    '使用',
    '使用中',
    '在使用',
    '正在使用',
    '已使用',
    '领用',
    '已领用',
    '领用中',
    '正常使用',
    'inuse',
    'deployed',
    'assigned',
    'active',
    'checkedout',
    'used',
    'incustody',
    'inservice',
    '自用',
    '在用中',
  ],
  lent: ['出借', '借用', '借用中', '已借出', '外借', '借出中', 'onloan', 'loaned', 'borrowed'],
  inRepair: [
    '维修',
    '在修',
    '送修',
    '送修中',
    '修理中',
    '报修',
    'inrepair',
    'repair',
    'maintenance',
    'outforrepair',
    'undergoingmaintenance',
    'outfordiagnostics',
    '大修理停用',
    '检修',
    '维护中',
    '送检',
  ],
  inTransit: ['在途中', '调拨中', '运输中', '在运', 'transit', 'in transit', 'shipping'],
  scrapped: [
    '已报废',
    '报废处置',
    '已处置',
    '处置',
    '核销',
    '已核销',
    '注销',
    '淘汰',
    '已淘汰',
    '清理',
    'disposed',
    'disposedof',
    'retired',
    'scrap',
    'decommissioned',
    'writtenoff',
    'archived',
    '已退出',
    'gone',
    '已清理',
    'broken-notfixable',
    'brokennotfixable',
  ],
  sold: ['已出售', '变卖', '已变卖', '转让', '已转让', 'sale'],
  donated: ['已捐赠', '赠出', 'donation', 'gifted'],
  lost: ['遗失', '已丢失', '已遗失', '盘亏', '被盗', '失窃', 'missing', 'stolen', 'lost/stolen'],
}

const conditionWords: Readonly<Record<(typeof conditions)[number]['value'], readonly string[]>> = {
  good: [
    '良好',
    '可用',
    '可正常使用',
    '较好',
    '完整',
    'good condition',
    'like new',
    'brand new',
    'very good',
    '正常',
    '好',
    '全新',
    '新',
    '完好无损',
    '优',
    '良',
    'ok',
    'new',
    'excellent',
    'normal',
    'working',
  ],
  worn: [
    '一般',
    '旧',
    '二手',
    '较旧',
    '使用过',
    'used',
    'secondhand',
    'refurbished',
    'average',
    '磨损',
    '陈旧',
    '轻微磨损',
    'fair',
    'used condition',
    'old',
  ],
  faulty: ['故障', '待修', '有问题', '异常', 'defective', 'fault'],
  broken: ['已损坏', '坏', '待报废', '不可用', '破损', '毁损', '待处置', 'damaged', 'poor', 'notworking'],
}

const states = byWord(stateWords, standings)
const conditionsByWord = byWord(conditionWords, conditions)
