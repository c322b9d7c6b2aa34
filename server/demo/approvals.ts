import type { Id } from '../../kernel/id.ts'
import { addDays, dayAt } from '../../kernel/day.ts'
import { entryOf, assertDefined } from '../../kernel/assert.ts'
import { defaultFlows } from '../../domain/approval/flow/templates/all.ts'
import { installFlow } from '../approval/design/install.ts'
import { type Company, personIn } from './company.ts'
import { decides, submits } from './demoActor.ts'
import { linesOf, type Piece, type Shelves, take } from './register.ts'

type WantsInput = {
  readonly username: string
  readonly reason: string
  readonly code: string
  readonly quantity: string
  readonly placeCode?: string | undefined
}

/** Installs the flows; then people ask, and some of it is decided: each account finds something that waits for it. */
export const askAndDecide = async (company: Company, shelves: Shelves, piecesByHolder: ReadonlyMap<string, Piece[]>): Promise<void> => {
  const { tx, person, place, department, model, supply } = company
  for (const { key } of defaultFlows) await installFlow(tx, key, person('admin'))
  const today = dayAt(company.now)
  const asks = (username: string, kind: string, header: Record<string, unknown>, lines: readonly Record<string, unknown>[]) =>
    submits(company, { who: username, daysAgo: 0, hour: 9 }, { kind, header, lines })
  const wants = ({ username, reason, code, quantity, placeCode = 'HQ-3F' }: WantsInput) =>
    asks(
      username,
      'GsOutstockOrder',
      {
        recipient: person(username),
        department: department(personIn(company.plan, username).department),
        place: place(placeCode),
        reason,
      },
      [{ model: model(code), quantity }],
    )
  const piece = (username: string, pattern: RegExp): Id =>
    assertDefined(
      entryOf(piecesByHolder, username).find((piece) => pattern.test(piece.model)),
      `a piece of ${username}`,
    ).id

  const issue = await wants({ username: 'staff', reason: '双屏开发', code: 'MN-24', quantity: '1' })
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

  const refusal = await wants({ username: 'staff', reason: '想换一台高配工作站', code: 'PC-WS', quantity: '1' })
  await decides(company, 'boss', refusal, { verdict: 'reject', comment: '现有电脑刚配发不久，请先使用' })

  await wants({ username: 'staff', reason: '新项目需要测试用平板', code: 'PAD-11', quantity: '1' })
  const toKeeper = await wants({ username: 'staff2', reason: '新同事入职配发电脑', code: 'NB-T14', quantity: '2' })
  await decides(company, 'boss', toKeeper, { verdict: 'approve', comment: '同意，请尽快配发' })
  await wants({ username: 'boss', reason: '团队周会用会议平板', code: 'TV-86', quantity: '1' })
  await wants({ username: 'anran', reason: '客户演示', code: 'PJ-4K', quantity: '1', placeCode: 'HQ-5F' })

  const supplyIssue = await asks('staff', 'CsOutstockOrder', { from: place('HQ-S2'), recipient: person('staff'), reason: '项目文档打印' }, [
    { item: supply('ZH002'), quantity: '2' },
    { item: supply('WJ001'), quantity: '5' },
  ])
  await decides(company, 'boss', supplyIssue, { verdict: 'approve', comment: '同意' })
  await asks('staff2', 'CsOutstockOrder', { from: place('HQ-S2'), recipient: person('staff2'), reason: '工位配件' }, [
    { item: supply('PJ004'), quantity: '1' },
    { item: supply('PJ006'), quantity: '2' },
  ])

  await asks('staff2', 'GsReturnOrder', { to: place('HQ-S1'), reason: '更换升降桌，退回旧椅' }, [
    { asset: piece('staff2', /^CH/), condition: 'good' },
  ])
  await asks('staff', 'GsRepairOrder', { reason: '显示器偶尔闪屏' }, [{ asset: piece('staff', /^MN/), fault: '间歇性闪屏' }])
  const transfer = await asks(
    'staff2',
    'GsTransOrder',
    { receiver: person('staff'), department: department('D07'), place: place('HQ-3F'), reason: '组内调剂显示器' },
    [{ asset: piece('staff2', /^MN/) }],
  )
  await decides(company, 'boss', transfer, { verdict: 'approve', comment: '同意' })
  await asks('fengxue', 'GsBorrowOrder', { borrower: person('fengxue'), dueOn: addDays(today, 7), reason: '真机兼容测试' }, [
    { model: model('PAD-11'), quantity: '1' },
  ])
}
