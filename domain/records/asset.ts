import { assetCodeLength, assetCodePattern } from './assetNumbering.ts'
import {
  category,
  choice,
  date,
  department,
  isEmpty,
  listedChoice,
  location,
  model,
  money,
  person,
  pictures,
  supplier,
  text,
} from '../../kernel/field.ts'
import { fill } from '../../kernel/refusal.ts'
import { assetStates } from '../ledger/ledger.ts'
import { column, defineRecord, nameLength } from './define.ts'

/** Why a label is to be printed: none ever was, what it says has changed since, or either. */
export const labelsDue = [
  { value: 'due', label: '标签待打' },
  { value: 'never', label: '标签从未打印' },
  { value: 'changed', label: '标签信息有变' },
] as const

/** What became of the person who has an asset. */
export const holderStates = [
  { value: 'left', label: '账号已停用' },
  { value: 'active', label: '在职' },
] as const

/** For how many days at least an asset was neither moved nor seen in a count. */
export const unseenSpans = [
  { value: 'days90', label: '90天以上', days: 90 },
  { value: 'days180', label: '180天以上', days: 180 },
  { value: 'days365', label: '365天以上', days: 365 },
] as const

export const conditions = [
  { value: 'good', label: '完好' },
  { value: 'worn', label: '有磨损' },
  { value: 'faulty', label: '有故障' },
  { value: 'broken', label: '损坏' },
] as const

const codeWords = '{label}只能用字母、数字和 . _ / - 这些符号'

/** Everything that stands on the card of an asset; what writes, shows, seeks, imports, exports or checks cards goes by this alone. */
export const assetFields = {
  instanceCode: column(
    text('资产编码', {
      required: 'never',
      max: assetCodeLength,
      pattern: assetCodePattern,
      patternWords: codeWords,
      hint: '留空时自动编号',
    }),
    { unique: true, searched: true, sorted: true, open: true },
  ),
  instanceName: column(text('资产名称', { max: nameLength }), { searched: true, sorted: true, open: true, imported: 'found' }),
  goodsId: column(model('资产型号'), { searched: true, open: true, imported: 'found' }),
  catId: column(category('资产分类', { required: 'never', filter: { catKind: 'asset' } }), { open: true }),
  serialNo: column(text('序列号', { required: 'never', max: 100 }), { searched: true, open: true, perPiece: true }),
  epc: column(text('RFID标签号', { required: 'never', max: 62, pattern: /^[0-9A-Fa-f]+$/, patternWords: '{label}只能是数字和字母A到F' }), {
    unique: true,
    perPiece: true,
  }),
  value: column(money('原值', { required: 'never' }), {
    sorted: true,
    changedBy: 'adjustment',
    documentOnly: ({ value }) => (isEmpty(value) ? undefined : '已登记的原值请用资产调整单修改'),
  }),
  supplierId: supplier('供应商', { required: 'never' }),
  boughtOn: column(date('购置日期', { required: 'never', notAfter: 'today' }), { sorted: true }),
  inServiceOn: column(date('投入使用日期', { required: 'never' }), { sorted: true }),
  warrantyUntil: column(date('保修到期', { required: 'never', notBefore: 'boughtOn' }), { sorted: true }),
  deptId: column(department('使用部门', { required: 'never' }), { open: true, changedBy: 'adjustment' }),
  locId: column(location('所在区域'), {
    searched: true,
    open: true,
    changedBy: 'adjustment',
    imported: 'found',
    documentOnly: ({ state }) => (state === 'idle' ? '在库资产的区域请用资产调拨单变更' : undefined),
  }),
  homeId: column(location('归属区域', { required: 'never' }), { open: true, readOnly: true, imported: 'also' }),
  condition: column(listedChoice('资产状况', 'asset_condition', conditions, { required: 'never' }), {
    open: true,
    changedBy: 'adjustment',
    initial: 'good',
  }),
  nextMaintenanceOn: column(date('下次保养', { required: 'never', notBefore: 'boughtOn' }), { sorted: true, changedBy: 'documents' }),
  instanceImage: column(pictures('图片', { max: 3 }), { open: true }),
  remark: column(text('备注', { required: 'never', lines: 3 }), { searched: true, changedBy: 'adjustment' }),
  state: column(
    choice(
      '状态',
      Object.entries(assetStates).map(([value, label]) => ({ value, label })),
      { required: 'never' },
    ),
    { open: true, readOnly: true },
  ),
  holderUid: column(person('使用人', { required: 'never' }), { searched: true, readOnly: true, imported: 'also' }),
  dueOn: column(date('归还日期', { required: 'never' }), { sorted: true, readOnly: true, changedBy: 'documents' }),
}

/** One physical asset. Where it is and who holds it follow from the ledger and are never typed in. */
export const asset = defineRecord({
  noun: 'asset',
  table: 'asset',
  large: true,
  title: '资产台账',
  thing: '资产',
  path: 'goods/gsgoodsinstance',
  idName: 'instanceId',
  nameField: 'instanceName',
  called: ({ instanceName, instanceCode }) => {
    const name = String(instanceName ?? '')
    return instanceCode ? fill('{name}（{code}）', { name, code: String(instanceCode) }) : name
  },
  fields: assetFields,
  filters: ['goodsId', 'catId', 'locId', 'deptId', 'supplierId', 'state', 'holderUid', 'condition'],
  besides: { label: choice('标签', labelsDue, { required: 'never' }) },
  derivedChoices: {
    holderState: choice('使用人状态', holderStates, { required: 'never' }),
    unseenFor: choice('没有盘到和动过', unseenSpans, { required: 'never' }),
  },
  columns: ['instanceName', 'instanceCode', 'catId', 'locId', 'deptId', 'holderUid', 'value', 'state'],
  place: 'locId',
  home: 'homeId',
  holder: 'holderUid',
  listWords: ['match', 'mine', 'place', 'below'],
  readBy: 'everybody',
  pictured: 'thing',
  usedBy: [{ table: 'move', column: 'item_id', words: '资产流水' }],
  keptBy: ['goodsmanager'],
  screens: {
    list: '/pages/goods/GsGoodsInstance/index',
    form: '/pages/goods/GsGoodsInstance/gsgoodsinstance-pedit',
    formTitle: '编辑资产',
    detail: { path: '/pages/goods/GsGoodsInstance/gsgoodsinstance-detail', id: 'id' },
    icon: 'boxes',
    group: 'gs_base',
    frequent: true,
    toRead: true,
  },
})
