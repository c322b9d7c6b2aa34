import { newId, type Id } from '../../kernel/id.ts'
import type { SentContent } from '../../domain/chat/body.ts'
import { onlyRow } from '../db/rows.ts'
import { makeGroup, openPair } from './groups.ts'
import { markRead } from './reading.ts'
import { sendMessage } from './send.ts'
import type { Company } from '../demo/company.ts'

/** Who says it, how many days ago, at which hour of the day, and what: a text that may name a person, or something of ours. */
type DemoMessage = readonly [who: string, daysAgo: number, hour: number, what: string | { readonly holderOf: string }]

/** A week in which an office moves and a laptop breaks. */
export const talk = async (company: Company): Promise<void> => {
  const { tx } = company
  const uid = (username: string): Id => company.person(username)
  const group = async (name: string, owner: string, otherUsernames: readonly string[], daysAgo: number): Promise<Id> => {
    const id = newId()
    await makeGroup(tx, { id, owner: uid(owner), uids: otherUsernames.map(uid), name }, company.ago(daysAgo, 9))
    return id
  }
  const say = async (chatId: Id, messages: readonly DemoMessage[]) => {
    for (const [login, daysAgo, hour, what] of messages)
      await sendMessage(
        tx,
        {
          id: newId(),
          chatId,
          sender: uid(login),
          content: typeof what === 'string' ? textOf(company, what) : await cardOf(company, what.holderOf),
        },
        { nowMs: company.ago(daysAgo, hour) },
      )
  }
  const move = await group('六层搬迁', 'admin', ['keeper', 'stock', 'boss', 'staff', 'gaofei', 'liushujuan'], 7)
  await say(move, moveTalk)
  const help = await group('IT 支持', 'gaofei', ['luoyang', 'keeper', 'staff', 'staff2', 'boss'], 6)
  await say(help, helpTalk)
  const pair = await openPair(tx, uid('staff'), uid('keeper'), company.ago(3, 10))
  await say(pair, loanTalk)
  const bosses = await openPair(tx, uid('boss'), uid('admin'), company.ago(2, 15))
  await say(bosses, decisionTalk)
  // The last things said in each are not read yet by everyone.
  for (const [chatId, login, behind] of [
    [move, 'admin', 2],
    [move, 'staff', 1],
    [help, 'keeper', 0],
    [help, 'staff', 1],
    [pair, 'staff', 0],
    [bosses, 'admin', 1],
  ] as const) {
    const { last } = await onlyRow(
      tx.query<{ last: number }>('select last_seq as last from chat where org_id = $1 and id = $2', [tx.orgId, chatId]),
    )
    await markRead(tx, { uid: uid(login), subjectsOnly: false }, chatId, last - behind)
  }
}

const moveTalk: readonly DemoMessage[] = [
  ['admin', 7, 9.2, '六层下周五搬到七层，请大家周三前把个人资产核对一遍'],
  ['keeper', 7, 9.5, '我先把六层的清单整理出来，标签脱落的一起补打'],
  ['liushujuan', 6, 10, '会议室的投影仪也要一起搬吗？'],
  ['admin', 6, 10.1, '@周明 确认一下投影仪登记在哪个区域'],
  ['keeper', 6, 10.4, '登记在六层会议室，搬完我来做调拨单'],
  ['stock', 4, 14, '打包用的纸箱和胶带已入库，需要的部门直接申领'],
  ['gaofei', 2, 16, '七层网络周四下午接通，工位机位图见 https://example.com/7f'],
  ['boss', 1, 17, '我们部门 12 个工位都核对完了'],
  ['admin', 0, 8.6, '@所有人 搬家公司周五 8:30 到，个人物品请提前装箱'],
]

const helpTalk: readonly DemoMessage[] = [
  ['staff', 6, 11, '我的笔记本风扇声音很大，能看看吗'],
  ['staff', 6, 11.05, { holderOf: 'staff' }],
  ['luoyang', 6, 11.3, '下午拿到 IT 间来，先清灰，不行就报修'],
  ['staff2', 3, 9.5, '会议室的无线投屏连不上'],
  ['gaofei', 3, 9.7, '重启过了，现在可以'],
  ['luoyang', 1, 15, '@王小雨 风扇换好了，来取吧'],
]

const loanTalk: readonly DemoMessage[] = [
  ['staff', 3, 10, '请问还有没有 27 寸的显示器可以借两周？'],
  ['keeper', 3, 10.3, '总部库还有，在线提交借用单就行，我今天批'],
  ['staff', 3, 10.4, '好的，谢谢'],
  ['keeper', 2, 9.2, '已经给你留了一台，在前台取'],
]

const decisionTalk: readonly DemoMessage[] = [
  ['boss', 2, 15, '新人下周一到，笔记本能周五前到位吗？'],
  ['admin', 2, 15.5, '采购单已批，供应商说周四送'],
  ['boss', 1, 9, '好，那我让他周一直接找周明领'],
]

/** A text; a name behind @ calls the person who is called so. */
const textOf = (company: Company, text: string): SentContent => {
  const mentions = [...text.matchAll(/@(\S+)/g)].flatMap(({ 0: words, 1: name, index: from }) => {
    const to = from + words.length
    if (name === '所有人') return [{ from, to, uid: 'all' as const }]
    const mentioned = company.plan.people.find((demoPerson) => demoPerson.name === name)
    return mentioned ? [{ from, to, uid: company.person(mentioned.username) }] : []
  })
  return { kind: 'text', body: { text, mentions } }
}

/** Something that a person has. */
const cardOf = async ({ tx, person }: Company, holder: string): Promise<SentContent> => {
  const { id } = await onlyRow(
    tx.query<{ id: Id }>('select id from asset where org_id = $1 and holder_uid = $2 and deleted_at is null order by id limit 1', [
      tx.orgId,
      person(holder),
    ]),
  )
  return { kind: 'card', body: { noun: 'asset', id } }
}
