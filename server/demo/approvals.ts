import type { Id } from '../../kernel/id.ts'
import { addDays, dayAt } from '../../kernel/day.ts'
import { knownIn } from '../../kernel/known.ts'
import { defaultFlows } from '../../domain/approval/flow/templates/all.ts'
import { installFlow } from '../approval/design/install.ts'
import type { Company } from './company.ts'
import { decides, submits } from './doing.ts'
import { linesOf, type Piece, type Shelves, take } from './register.ts'
import { personIn } from './company.ts'

/** Installs the flows; then people ask, and some of it is decided: each account finds something that waits for it. */
export const askAndDecide = async (company: Company, shelves: Shelves, piecesByHolder: ReadonlyMap<string, Piece[]>): Promise<void> => {
  const { tx, person, place, department, model, supply } = company
  for (const { key } of defaultFlows) await installFlow(tx, key, person('admin'))
  const today = dayAt(company.now)
  const asks = (username: string, kind: string, header: Record<string, unknown>, lines: readonly Record<string, unknown>[]) =>
    submits(company, { who: username, daysAgo: 0, hour: 9 }, kind, header, lines)
  const wants = (username: string, reason: string, code: string, quantity: string, placeCode = 'HQ-3F') =>
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
  const piece = (username: string, pattern: RegExp): Id => knownIn(piecesByHolder, username).find((piece) => pattern.test(piece.model))!.id

  const issue = await wants('staff', '双屏开发', 'MN-24', '1')
  await decides(company, 'boss', issue, 'approve', '同意')
  const [screen] = take(shelves, 'HQ-S1', ['MN-24'], 1)
  if (screen)
    await decides(company, 'keeper', issue, 'approve', '已备好，请到 B 座地下 1 层领取', {
      lines: [{ ...linesOf(company, [screen])[0] }] as never,
    })

  const refusal = await wants('staff', '想换一台高配工作站', 'PC-WS', '1')
  await decides(company, 'boss', refusal, 'reject', '现有电脑刚配发不久，请先使用')

  await wants('staff', '新项目需要测试用平板', 'PAD-11', '1')
  const toKeeper = await wants('staff2', '新同事入职配发电脑', 'NB-T14', '2')
  await decides(company, 'boss', toKeeper, 'approve', '同意，请尽快配发')
  await wants('boss', '团队周会用会议平板', 'TV-86', '1')
  await wants('anran', '客户演示', 'PJ-4K', '1', 'HQ-5F')

  const supplyIssue = await asks('staff', 'CsOutstockOrder', { from: place('HQ-S2'), recipient: person('staff'), reason: '项目文档打印' }, [
    { item: supply('ZH002'), quantity: '2' },
    { item: supply('WJ001'), quantity: '5' },
  ])
  await decides(company, 'boss', supplyIssue, 'approve', '同意')
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
  await decides(company, 'boss', transfer, 'approve', '同意')
  await asks('fengxue', 'GsBorrowOrder', { borrower: person('fengxue'), dueOn: addDays(today, 7), reason: '真机兼容测试' }, [
    { model: model('PAD-11'), quantity: '1' },
  ])
}
