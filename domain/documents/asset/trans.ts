import { asset, department, location, person, text } from '../../../kernel/field.ts'
import { anyHolder, heldBy } from '../../ledger/ledger.ts'
import { defineDocument } from '../define.ts'
import { ofCountTask, papers } from '../papers.ts'

/** Assets in use that go from one person to another, who confirms receiving them. */
export const gsTransOrder = defineDocument({
  kind: 'GsTransOrder',
  title: '资产转移',
  icon: 'arrow-left-right',
  codePrefix: 'ZY',
  flowKey: 'transorderFlow',
  signatories: ['移交人', '接收人'],
  subject: 'receiver',
  forEmployees: true,
  cardOffer: { title: '转移', states: ['inUse'] },
  header: {
    receiver: person('接收人'),
    department: department('接收部门', { required: 'never', begins: 'subject' }),
    place: location('使用地点', { required: 'never', begins: 'subject' }),
    reason: text('转移原因', { lines: 3, offered: 'trans_reason' }),
    task: ofCountTask,
    ...papers,
  },
  line: {
    asset: asset('资产', { filter: { state: 'inUse', mine: true } }),
    remark: text('备注', { required: 'never' }),
  },
  moves: ({ receiver }, { asset }) => [{ item: asset, quantity: '1', from: anyHolder, to: heldBy(receiver) }],
  cardChanges: ({ department, place }, { asset }) => [
    { asset, card: { ...(department && { deptId: department }), ...(place && { locId: place }) } },
  ],
  stageNotices: ({ receiver }) => [{ reminder: 'handedOver', person: receiver }],
})
