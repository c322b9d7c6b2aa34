import type { Id } from '../../kernel/id.ts'
import { addDays, dayAt } from '../../kernel/day.ts'
import { entryOf, assertDefined } from '../../kernel/assert.ts'
import { defaultFlows } from '../../domain/approval/flow/templates/all.ts'
import { installFlow } from '../approval/design/install.ts'
import { type Company, personIn } from './company.ts'
import type { SubmitResult } from '../documents/engine.ts'
import { decides, type DemoActor, submits } from './demoActor.ts'
import { linesOf, type Piece, type Shelves, take } from './register.ts'

type WantsInput = {
  readonly actor: DemoActor
  readonly reason: string
  readonly code: string
  readonly quantity: string
  readonly placeCode?: string | undefined
}

/** Installs the flows; then people ask, and some of it is decided: each account finds something that waits for it. */
export const askAndDecide = async (company: Company, shelves: Shelves, piecesByHolder: ReadonlyMap<string, Piece[]>): Promise<void> => {
  for (const { key } of defaultFlows) await installFlow(company.tx, key, company.person('admin'))
  await askForAssets(company, shelves)
  await askForSupplies(company)
  await askAboutPieces(company, piecesByHolder)
}

/** A person the day before yesterday, and on the day before this one. */
const actorTwoDaysAgo = (username: string, hour: number): DemoActor => ({ who: username, daysAgo: 2, hour })
const actorYesterday = (username: string, hour: number): DemoActor => ({ who: username, daysAgo: 1, hour })

const wants = (company: Company, { actor, reason, code, quantity, placeCode = 'HQ-3F' }: WantsInput): Promise<SubmitResult> =>
  submits(company, actor, {
    kind: 'GsOutstockOrder',
    header: {
      recipient: company.person(actor.who),
      department: company.department(personIn(company.plan, actor.who).department),
      place: company.place(placeCode),
      reason,
    },
    lines: [{ model: company.model(code), quantity }],
  })

const heldPiece = (piecesByHolder: ReadonlyMap<string, Piece[]>, username: string, pattern: RegExp): Id =>
  assertDefined(
    entryOf(piecesByHolder, username).find((piece) => pattern.test(piece.model)),
    `a piece of ${username}`,
  ).id

const askForAssets = async (company: Company, shelves: Shelves): Promise<void> => {
  const issue = await wants(company, { actor: actorTwoDaysAgo('staff', 9), reason: '双屏开发', code: 'MN-24', quantity: '1' })
  await decides(company, 'boss', issue, { verdict: 'approve', comment: '同意' })
  const [screen] = take(shelves, { place: 'HQ-S1', models: ['MN-24'], count: 1 })
  if (screen)
    await decides(company, 'keeper', issue, {
      verdict: 'approve',
      comment: '已备好，请到 B 座地下 1 层领取',
      patch: {
        lines: [{ ...linesOf(company, [screen])[0] }] as never,
      },
    })

  const refusal = await wants(company, { actor: actorTwoDaysAgo('staff', 14), reason: '想换一台高配工作站', code: 'PC-WS', quantity: '1' })
  await decides(company, 'boss', refusal, { verdict: 'reject', comment: '现有电脑刚配发不久，请先使用' })

  await wants(company, { actor: actorYesterday('staff', 9), reason: '新项目需要测试用平板', code: 'PAD-11', quantity: '1' })
  const toKeeper = await wants(company, {
    actor: actorYesterday('staff2', 10),
    reason: '新同事入职配发电脑',
    code: 'NB-T14',
    quantity: '2',
  })
  await decides(company, 'boss', toKeeper, { verdict: 'approve', comment: '同意，请尽快配发' })
  await wants(company, { actor: actorYesterday('boss', 11), reason: '团队周会用会议平板', code: 'TV-86', quantity: '1' })
  await wants(company, { actor: actorYesterday('anran', 12), reason: '客户演示', code: 'PJ-4K', quantity: '1', placeCode: 'HQ-5F' })
}

const askForSupplies = async (company: Company): Promise<void> => {
  const { person, place, supply } = company
  const supplyIssue = await submits(company, actorYesterday('staff', 13), {
    kind: 'CsOutstockOrder',
    header: { from: place('HQ-S2'), recipient: person('staff'), reason: '项目文档打印' },
    lines: [
      { item: supply('ZH002'), quantity: '2' },
      { item: supply('WJ001'), quantity: '5' },
    ],
  })
  await decides(company, 'boss', supplyIssue, { verdict: 'approve', comment: '同意' })
  await submits(company, actorYesterday('staff2', 14), {
    kind: 'CsOutstockOrder',
    header: { from: place('HQ-S2'), recipient: person('staff2'), reason: '工位配件' },
    lines: [
      { item: supply('PJ004'), quantity: '1' },
      { item: supply('PJ006'), quantity: '2' },
    ],
  })
}

/** What people want done with pieces that they hold, or lent to them. */
const askAboutPieces = async (company: Company, piecesByHolder: ReadonlyMap<string, Piece[]>): Promise<void> => {
  const { person, place, department, model } = company
  await submits(company, actorYesterday('staff2', 15), {
    kind: 'GsReturnOrder',
    header: { to: place('HQ-S1'), reason: '更换升降桌，退回旧椅' },
    lines: [{ asset: heldPiece(piecesByHolder, 'staff2', /^CH/), condition: 'good' }],
  })
  await submits(company, actorYesterday('staff', 15.5), {
    kind: 'GsRepairOrder',
    header: { reason: '显示器偶尔闪屏' },
    lines: [{ asset: heldPiece(piecesByHolder, 'staff', /^MN/), fault: '间歇性闪屏' }],
  })
  const transfer = await submits(company, actorYesterday('staff2', 16), {
    kind: 'GsTransOrder',
    header: { receiver: person('staff'), department: department('D07'), place: place('HQ-3F'), reason: '组内调剂显示器' },
    lines: [{ asset: heldPiece(piecesByHolder, 'staff2', /^MN/) }],
  })
  await decides(company, 'boss', transfer, { verdict: 'approve', comment: '同意' })
  await submits(company, actorYesterday('fengxue', 16.5), {
    kind: 'GsBorrowOrder',
    header: { borrower: person('fengxue'), dueOn: addDays(dayAt(company.now), 7), reason: '真机兼容测试' },
    lines: [{ model: model('PAD-11'), quantity: '1' }],
  })
}
