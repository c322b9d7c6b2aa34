import { assets, date, model, person, quantity, text } from '../../../kernel/field.ts'
import { anyStore, lentTo } from '../../ledger/ledger.ts'
import { answeredPieces, assignedPieces } from '../assignedPieces.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'
import { avoidedPrice, savingsOf } from '../policies.ts'

/** Assets lent to a person until a day. */
export const gsBorrowOrder = defineDocument({
  kind: 'GsBorrowOrder',
  title: '资产借用',
  icon: 'hand-helping',
  frequent: true,
  codePrefix: 'JY',
  flowKey: 'gsborrowFlow',
  signatories: ['借出人', '借用人'],
  subject: 'borrower',
  forEmployees: true,
  directTitle: '直接借出',
  cardOffer: { title: '借用', states: ['idle'] },
  from: { kind: 'GsBorrowOrder', match: 'model', quantity: 'quantity' },
  fulfilmentWords: { none: '等候借出', some: '部分借出', all: '已完成', over: '不再借出', brought: '已借出' },
  stages: [{ key: 'received', title: '确认领取', by: 'borrower', asks: '确定已领到?' }],
  header: {
    borrower: person('借用人', { begins: 'self' }),
    dueOn: date('归还日期', { notBefore: 'today' }),
    reason: text('借用原因', { lines: 3, offered: 'borrow_reason' }),
    avoidedPrice,
    ...papers,
  },
  line: {
    model: model('资产型号'),
    quantity: quantity('数量', { min: 1, places: 0 }),
    assets: assets('资产', { required: 'posting', filter: { state: 'idle', match: 'model', instead: 'instead' } }),
    remark: text('备注', { required: 'never' }),
    ...answeredPieces,
  },
  moves: ({ borrower }, { assets = [] }) => assets.map((item) => ({ item, quantity: '1', from: anyStore, to: lentTo(borrower) })),
  cardChanges: ({ dueOn }, { assets = [] }) => assets.map((asset) => ({ asset, card: { dueOn } })),
  savings: ({ avoidedPrice }, { assets = [] }) => savingsOf(avoidedPrice, assets),
  stageNotices: ({ borrower }) => [{ reminder: 'handedOver', person: borrower }],
  shortfallRule: ({ rest }) => rest,
  issuedQuantity: ({ assets = [] }) => String(assets.length),
  check: (_, lines, isPosting) => assignedPieces(lines, isPosting),
})
