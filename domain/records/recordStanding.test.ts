import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standingOf } from './recordStanding.ts'

for (const [words, standing] of [
  ['在用|使用中|In use|deployed|领用', { state: 'inUse' }],
  ['闲置|在库|Ready to Deploy|库存中', { state: 'idle' }],
  ['借出|外借|on loan', { state: 'lent' }],
  ['维修|维修中|Out for Repair', { state: 'inRepair' }],
  ['报废|已报废|已处置|Disposed|retired', { state: 'scrapped' }],
  // What our own lists say of what has left.
  ['Disposed of|已退出|Gone', { state: 'scrapped' }],
  ['Missing', { state: 'lost' }],
  ['丢失|盘亏|Lost/Stolen', { state: 'lost' }],
  ['已出售|sold', { state: 'sold' }],
  ['完好|正常|GOOD', { condition: 'good' }],
  ['有故障|待修', { condition: 'faulty' }],
  ['损坏|待报废', { condition: 'broken' }],
  ['在途|调拨中|In transit', { state: 'inTransit' }],
  ['二楼|', undefined],
] as const)
  for (const word of words.split('|')) test(`${word} is ${JSON.stringify(standing)}`, () => assert.deepEqual(standingOf(word), standing))
