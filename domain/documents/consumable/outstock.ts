import { isPositive } from '../../../kernel/decimal.ts'
import { askedWhen, consumable, department, location, person, quantity, text } from '../../../kernel/field.ts'
import { consumedBy, store, usedBy } from '../../ledger/ledger.ts'
import { answeredSupplies, answeredWhole, handedNow } from '../assignedPieces.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'
import { businessDate } from './businessDate.ts'
import { excessReason } from '../policies.ts'
import { lineRecipient, receiverSaid, supplyReceiver, whenToPerson } from '../receivers.ts'

/** Supplies handed to a person, who holds them at their cost from then on; or to a department or a project, which has used them up. */
export const csOutstockOrder = defineDocument({
  kind: 'CsOutstockOrder',
  title: '耗材领用',
  icon: 'shopping-basket',
  frequent: true,
  codePrefix: 'HL',
  flowKey: 'csoutstock',
  signatories: ['发放人', '领用人'],
  keptBy: 'managers',
  subject: 'recipient',
  forEmployees: true,
  directTitle: '直接发放',
  from: { kind: 'CsOutstockOrder', match: 'item', quantity: 'quantity' },
  fulfilmentWords: { none: '等候发放', some: '部分发放', all: '已完成', over: '不再发放', brought: '已发放' },
  stages: [{ key: 'received', title: '确认领取', by: 'recipient', byLine: 'recipient', otherwiseBy: ['department'], asks: '确定已领到?' }],
  policies: [{ policy: 'allowance', reason: 'excessReason' }],
  header: {
    from: location('领用仓库', { begins: 'stocked', filter: { own: true, stocked: true } }),
    receiver: supplyReceiver,
    recipient: askedWhen(whenToPerson, person('领用人', { begins: 'self' })),
    department: askedWhen({ field: 'receiver', is: ['department', 'project'] }, department('使用部门', { required: 'never' })),
    project: askedWhen({ field: 'receiver', is: ['project'] }, text('项目', { required: 'never', max: 60 })),
    businessDate,
    reason: text('用途', { lines: 3, offered: 'consume_reason' }),
    excessReason,
    ...papers,
  },
  line: {
    item: consumable('耗材'),
    quantity: quantity('数量'),
    recipient: lineRecipient,
    ...answeredSupplies,
  },
  movesOn: ({ businessDate: day }) => day,
  moves: ({ from, recipient, department }, line) =>
    isPositive(handedNow(line))
      ? [
          {
            item: line.instead ?? line.item,
            quantity: handedNow(line),
            from: store(from),
            to: recipient ? consumedBy(line.recipient ?? recipient) : usedBy(department),
          },
        ]
      : [],
  shortfallRule: ({ rest }) => rest,
  issuedQuantity: handedNow,
  check: (header, lines) => receiverSaid(header, lines) ?? answeredWhole(lines),
})
