import { askedWhen, asset, assets, department, location, model, person, quantity, text } from '../../../kernel/field.ts'
import { anyStore, heldBy, usedWith } from '../../ledger/ledger.ts'
import { answeredPieces, assignedPieces } from '../assignedPieces.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'
import { assetReceiver, lineRecipient, receiverSaid, whenToPerson } from '../receivers.ts'
import { avoidedPrice, excessReason, savingsOf } from '../policies.ts'

/**
 * Assets for people, a department, a place or another asset: asked for by model and quantity, the keeper says which pieces while approving. A line
 * may be for another person than the one in the header, who then receives it himself.
 */
export const gsOutstockOrder = defineDocument({
  kind: 'GsOutstockOrder',
  title: '资产发放',
  applicantTitle: '资产领用',
  icon: 'package-open',
  frequent: true,
  codePrefix: 'FF',
  flowKey: 'outstock',
  signatories: ['发放人', '领用人'],
  keptBy: 'managers',
  subject: 'recipient',
  forEmployees: true,
  directTitle: '直接发放',
  cardOffer: { title: '领用', states: ['idle'] },
  from: { kind: 'GsOutstockOrder', match: 'model', quantity: 'quantity' },
  fulfilmentWords: { none: '等候发放', some: '部分发放', all: '已完成', over: '不再发放', brought: '已发放' },
  stages: [
    {
      key: 'received',
      title: '确认领取',
      by: 'recipient',
      byLine: 'recipient',
      otherwiseBy: ['host', 'department', 'place'],
      asks: '确定已领到?',
    },
  ],
  policies: [{ policy: 'standard', reason: 'excessReason' }],
  header: {
    receiver: assetReceiver,
    recipient: askedWhen(whenToPerson, person('领用人', { begins: 'self' })),
    host: askedWhen({ field: 'receiver', is: ['asset'] }, asset('用于资产', { required: 'never', filter: { state: 'inUse' } })),
    department: department('使用部门', { required: 'never', begins: 'subject' }),
    place: location('使用地点', { required: 'never', begins: 'subject' }),
    reason: text('领用原因', { lines: 3, offered: 'outstock_reason' }),
    excessReason,
    avoidedPrice,
    ...papers,
  },
  line: {
    model: model('资产型号'),
    quantity: quantity('数量', { min: 1, places: 0 }),
    recipient: lineRecipient,
    assets: assets('资产', { required: 'posting', filter: { state: 'idle', match: 'model', instead: 'instead' } }),
    remark: text('备注', { required: 'never' }),
    ...answeredPieces,
  },
  moves: ({ recipient, host }, line) =>
    (line.assets ?? []).map((item) => ({
      item,
      quantity: '1',
      from: anyStore,
      to: host ? usedWith(host) : heldBy(line.recipient ?? recipient),
    })),
  cardChanges: ({ department, place }, { assets = [] }) =>
    assets.map((asset) => ({ asset, card: { ...(department && { deptId: department }), ...(place && { locId: place }) } })),
  savings: ({ avoidedPrice }, { assets = [] }) => savingsOf(avoidedPrice, assets),
  stageNotices: () => [{ reminder: 'handedOver', eachHolder: true }],
  shortfallRule: ({ rest }) => rest,
  issuedQuantity: ({ assets = [] }) => String(assets.length),
  check: (header, lines, isPosting) => receiverSaid(header, lines) ?? assignedPieces(lines, isPosting),
})
