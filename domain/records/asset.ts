import { category, choice, date, department, location, model, money, person, pictures, supplier, text } from '../../kernel/field.ts'
import { fill } from '../../kernel/refusal.ts'
import { assetStates } from '../ledger/account.ts'
import { defineRecord } from './define.ts'

export const conditions = [
  { value: 'good', label: '完好' },
  { value: 'worn', label: '有磨损' },
  { value: 'faulty', label: '有故障' },
  { value: 'broken', label: '损坏' },
] as const

const codeWords = '{label}只能用字母、数字和 . _ / - 这些符号'

/** One physical asset. Where it is and who holds it follow from the ledger and are never typed in. */
export const asset = defineRecord({
  noun: 'asset',
  table: 'asset',
  title: '资产台账',
  thing: '资产',
  path: 'goods/gsgoodsinstance',
  idName: 'instanceId',
  nameField: 'instanceName',
  called: ({ instanceName, instanceCode }) => {
    const name = String(instanceName ?? '')
    return instanceCode ? fill('{name}（{code}）', { name, code: String(instanceCode) }) : name
  },
  fields: {
    instanceCode: text('资产编码', { required: 'never', max: 40, pattern: /^[\w./-]+$/, patternWords: codeWords, hint: '留空时自动编号' }),
    instanceName: text('资产名称', { max: 60 }),
    goodsId: model('资产型号'),
    catId: category('资产分类', { required: 'never', filter: { catKind: 'asset' } }),
    serialNo: text('序列号', { required: 'never', max: 60 }),
    epc: text('RFID标签号', { required: 'never', max: 62, pattern: /^[0-9A-Fa-f]+$/, patternWords: '{label}只能是数字和字母A到F' }),
    value: money('原值', { required: 'never' }),
    supplierId: supplier('供应商', { required: 'never' }),
    boughtOn: date('购置日期', { required: 'never', notAfter: 'today' }),
    warrantyUntil: date('保修到期', { required: 'never', notBefore: 'boughtOn' }),
    deptId: department('使用部门', { required: 'never' }),
    locId: location('所在区域'),
    homeId: location('归属区域', { required: 'never' }),
    condition: choice('资产状况', conditions, { required: 'never' }),
    nextMaintenanceOn: date('下次保养', { required: 'never', notBefore: 'boughtOn' }),
    instanceImage: pictures('图片', { max: 3 }),
    remark: text('备注', { required: 'never', lines: 3 }),
    state: choice(
      '状态',
      Object.entries(assetStates).map(([value, label]) => ({ value, label })),
      { required: 'never' },
    ),
    holderUid: person('使用人', { required: 'never' }),
    dueOn: date('归还日期', { required: 'never' }),
  },
  unique: ['instanceCode', 'epc'],
  searched: ['instanceCode', 'instanceName', 'serialNo', 'remark'],
  searchedBy: ['goodsId', 'locId', 'holderUid'],
  filters: ['goodsId', 'catId', 'locId', 'deptId', 'supplierId', 'state', 'holderUid', 'condition'],
  sorts: ['instanceCode', 'instanceName', 'value', 'boughtOn'],
  columns: ['instanceName', 'instanceCode', 'catId', 'locId', 'deptId', 'holderUid', 'value', 'state'],
  open: [
    'instanceCode',
    'instanceName',
    'goodsId',
    'catId',
    'serialNo',
    'deptId',
    'locId',
    'condition',
    'instanceImage',
    'state',
    'homeId',
  ],
  place: 'locId',
  home: 'homeId',
  holder: 'holderUid',
  listWords: ['match', 'mine', 'place', 'below'],
  readBy: 'everybody',
  usedBy: [{ table: 'move', column: 'item_id', words: '资产流水' }],
  readOnly: ['state', 'holderUid', 'dueOn', 'homeId'],
})
