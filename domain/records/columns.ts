import {
  choice,
  date,
  type Field,
  type FieldType,
  isEmpty,
  location,
  money,
  type Noun,
  persons,
  quantity,
  text,
} from '../../kernel/field.ts'
import type { Speaker } from '../../kernel/fields/kind.ts'
import { kindOf } from '../../kernel/fields/kinds.ts'
import { fill } from '../../kernel/refusal.ts'
import { english } from '../english/all.ts'
import { plainReading, type Reading } from '../../kernel/cell.ts'
import type { RecordField, RecordKind } from './define.ts'
import { standings } from './standing.ts'
import { withUnitOf } from './units.ts'

/** A column of a sheet: what stands in it for one field of a record. */
export type Column = {
  readonly key: string
  readonly label: string
  readonly field: Field
  readonly required: boolean
  /** The columns that say the same together, so that it may be missing. */
  readonly instead: readonly string[]
  /** Other headers that people use for the same. */
  readonly aliases: readonly string[]
  /** What the header calls the place that its quantities lie in. */
  readonly place?: string
}

/** Which column of a sheet, counted from 0, is which column of ours. */
export type Mapping = Readonly<Record<string, number>>

/** The columns that a sheet of this kind is read by, in the order of the template. */
export const importColumns = (kind: RecordKind): readonly Column[] => {
  const own = Object.entries(kind.fields).filter(
    ([, { control, readOnly, imported }]) => (!readOnly || imported === 'also') && kindOf(control).cell !== undefined,
  )
  const all = { ...Object.fromEntries(own), ...lists[kind.noun], ...extras[kind.noun] }
  return Object.entries(all).map(([key, field]) => columnFor(kind.noun, key, field))
}

/**
 * The same with a column of opening stock for each header that names a place, as `深圳仓` or `总部 库存（箱）`. `isPlace` knows the places that
 * there are; a store is one by its name.
 */
export const sheetColumns = (kind: RecordKind, headers: readonly string[], isPlace: (name: string) => boolean): readonly Column[] => {
  const columns = importColumns(kind)
  const stock = columns.find(({ key }) => key === openingStock.quantity)
  if (!stock) return columns
  const taken = new Set(Object.values(matchHeaders(columns, headers)))
  const perPlace = headerNames(headers).flatMap((name, at): Column[] => {
    const place = taken.has(at) ? undefined : placeInHeader(headers[at]!, isPlace)
    return place === undefined ? [] : [{ ...stock, key: `stock:${name}`.slice(0, 60), label: headers[at]!, aliases: [], place }]
  })
  return [...columns, ...perPlace]
}

/** The columns of opening stock where each row says its place. */
export const openingStock = { place: 'openingLoc', quantity: 'openingQuantity' } as const

/** The columns that a list of this kind is written with: everything that a sheet can show. */
export const exportColumns = (kind: RecordKind): readonly Column[] =>
  Object.entries({ ...kind.fields, ...lists[kind.noun] })
    .filter(([, { control }]) => kindOf(control).cell !== undefined)
    .map(([key, field]) => columnFor(kind.noun, key, field))

/** Finds out which column is which by its header, whatever the order; each column is taken once, the better match first. */
export const matchHeaders = (columns: readonly Column[], headers: readonly string[]): Mapping => {
  // Whatever is longer is no header, and looking closely at it would take long.
  const plain = headers.map((header) => (header.length > headerCharactersAtMost ? '' : plainHeader(header)))
  const mapping: Record<string, number> = {}
  const taken = new Set<number>()
  const take = (fits: (column: Column, header: string) => boolean) => {
    for (const column of columns) {
      if (column.key in mapping) continue
      const at = plain.findIndex((header, index) => header !== '' && !taken.has(index) && fits(column, header))
      if (at < 0) continue
      mapping[column.key] = at
      taken.add(at)
    }
  }
  take(({ label }, header) => header === plainWord(label))
  take(({ key, aliases }, header) => header === key.toLowerCase() || aliases.some((alias) => header === plainWord(alias)))
  // Beside columns for places a quantity without one is their sum.
  if (columns.some(({ key, place }) => place !== undefined && key in mapping) && !(openingStock.place in mapping))
    delete mapping[openingStock.quantity]
  return mapping
}

/**
 * The headers of a sheet and the row they end in: the one among the first that looks most like headers, or two of them where a second row
 * says more closely what stands below a common title. The first row with something in it where none does.
 */
export const headersIn = (columns: readonly Column[], rows: readonly (readonly string[])[]): { at: number; headers: readonly string[] } => {
  const top = rows.slice(0, 20)
  const matches = (headers: readonly string[]) => Object.keys(matchHeaders(columns, headers)).length
  const first = Math.max(
    0,
    top.findIndex((row) => row.some((cell) => cell !== '')),
  )
  let best = { at: first, headers: top[first] ?? [], matches: 0 }
  const consider = (at: number, headers: readonly string[]) => {
    const found = matches(headers)
    if (found > best.matches) best = { at, headers, matches: found }
  }
  top.forEach((row, at) => {
    consider(at, row)
    // Headers that are merged downwards stand in both rows; the lower one says more.
    if (at === best.at + 1 && best.matches > 1 && matches(row) === best.matches)
      best = { at, headers: under(top[at - 1]!, row), matches: best.matches }
  })
  top.slice(1).forEach((row, above) => consider(above + 1, under(top[above]!, row)))
  const below = top[best.at + 1] ?? []
  return best.matches > 1 && divides(below, best.headers)
    ? { at: best.at + 1, headers: under(best.headers, below) }
    : { at: best.at, headers: best.headers }
}

/** True for a row with nothing but words below titles that span several columns. */
const divides = (below: readonly string[], above: readonly string[]): boolean => {
  const added = below.flatMap((cell, at) => (cell !== '' && cell !== above[at] ? [at] : []))
  const isSpanned = (at: number) => above[at] === '' || above[at + 1] === ''
  return added.length > 1 && added.every((at) => isSpanned(at) && !/^[\d.,/-]+$/.test(below[at]!))
}

/** The headers in a form that tells twins apart: the second 部门 is `部门#2`. */
export const headerNames = (headers: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  return headers.map((header) => {
    const name = header.slice(0, headerCharactersAtMost).normalize('NFKC').replace(/\s/g, '')
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name}#${count}`
  })
}

const placeInHeader = (header: string, isPlace: (name: string) => boolean): string | undefined => {
  if (header.length > headerCharactersAtMost) return undefined
  const whole = header
    .normalize('NFKC')
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, '')
    .trim()
  const name = whole
    .replace(/[\s:_/-]*(期初|现有|当前|实际)?(库存|结存|存量|数)?(数量|量|数)?$|[\s:_-]*(stock|quantity|qty)$/i, '')
    .replace(/^(期初|现有|当前|实际)?(库存|数量)[\s:_/-]+/, '')
  const known = [whole, name].find((each) => each !== '' && isPlace(each))
  return known ?? (/.(仓|仓库|库房|门店)$|.(warehouse|store|depot)$/i.test(name) ? name : undefined)
}

/** Two rows of headers as one: below a common title stands which column it is. */
const under = (above: readonly string[], below: readonly string[]): string[] =>
  Array.from({ length: Math.max(above.length, below.length) }, (_, at) =>
    below[at] ? withUnitOf(above[at] ?? '', below[at]) : (above[at] ?? ''),
  )

/**
 * What a person typed, as the field's schema reads it; `reading` is how its column is to be read. References are for whoever knows the
 * records. Undefined where it makes no sense.
 */
export const valueOfCell = (
  { control, label }: Pick<Field, 'control' | 'label'>,
  text: string,
  reading: Reading = plainReading,
): unknown => {
  const { cell } = kindOf(control)
  return cell ? cell.read(text, control, { label, reading, inEnglish: (words) => english[words] }) : text
}

/** What is wrong with a cell whatever it should hold: an error of a formula, or digits that the spreadsheet has lost. */
export const brokenCell = ({ control }: Pick<Field, 'control'>, text: string): string | undefined => {
  if (/^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA)$/.test(text))
    return '{label}是公式错误{value}，请在表格里改成确定的内容'
  if (kindOf(control).cell?.isCode && /^-?\d(\.\d+)?E\+?\d{2,}$/i.test(text))
    return '{label}被表格软件变成了科学计数{value}，后面的数字已丢失；请把这一列设为文本格式后重新填写'
  return undefined
}

/** Says what a cell should have held. */
export const cellWords = (control: FieldType): { words: string; params: Readonly<Record<string, string>> } =>
  kindOf(control).cell?.wanted?.(control) ?? { words: '{label}格式有误', params: {} }

/** A value as it stands in a sheet; `nameOf` names what a reference points at, `translate` turns our words into the reader's. */
export const cellOfValue = (
  { control }: Pick<Field, 'control'>,
  value: unknown,
  nameOf: (noun: Noun, id: string) => string,
  translate: (words: string) => string = (words) => words,
): string => {
  if (isEmpty(value)) return ''
  const kind = kindOf(control)
  const speaker: Speaker = {
    say: (words, params = {}) => fill(translate(words), params),
    nameOf: (id, noun) => (noun ? nameOf(noun, id) : id),
  }
  return kind.cell?.write ? kind.cell.write(value, control, speaker) : kind.words(value, control, speaker)
}

/** True for what a sheet keeps as a number. */
export const isAmount = ({ control }: Pick<Field, 'control'>): boolean => kindOf(control).cell?.isNumber ?? false

/** "A", "B", ..., "AA" for a column counted from 0. */
export const columnLetters = (at: number): string =>
  (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/** Without spaces, marks of necessity and remarks in brackets: '*原值（元）' is '原值'. */
const plainHeader = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^()]*\)|\[[^[\]]*\]|[\s*:：_-]/g, '')

/** The same of a word of ours; there are few, and each is held against every header. */
const plainWord = (word: string): string => {
  const known = plainWords.get(word) ?? plainHeader(word)
  plainWords.set(word, known)
  return known
}
const plainWords = new Map<string, string>()

const headerCharactersAtMost = 200

const columnFor = (noun: Noun, key: string, field: RecordField): Column => ({
  key,
  label: field.label,
  field,
  required: field.required === 'always' && field.imported !== 'found',
  instead: instead[`${noun}.${key}`] ?? [],
  aliases: [...(english[field.label] ? [english[field.label]!] : []), ...otherHeaders(noun, key)],
})

/** Columns that say together what one of ours says. */
const instead: Readonly<Record<string, readonly string[]>> = { 'person.userName': ['lastName', 'firstName'] }

/** Headers that people use for a field of a record, besides its label. */
export const otherHeaders = (noun: Noun, key: string): readonly string[] => aliases[`${noun}.${key}`] ?? []

/** True for a column that must be there and is not, nor what would stand for it. */
export const isMissing = (
  { key, required, instead }: Pick<Column, 'key' | 'required' | 'instead'>,
  isThere: (key: string) => boolean,
): boolean => required && !isThere(key) && !instead.some(isThere)

/** Columns of several, for what a record keeps one of in a field and the others beside it. */
const lists: Readonly<Partial<Record<Noun, Readonly<Record<string, Field>>>>> = {
  location: {
    managerUid: persons('管理员', { required: 'never', filter: { state: 'active' } }),
    users: persons('使用人', { required: 'never', filter: { state: 'active' } }),
  },
}

const pictureNames = text('图片文件', { required: 'never', max: 500, hint: '一起添加的图片的文件名；不填时按编码或序列号对应' })

/** Columns besides the fields: what is there when a register is taken over. */
const extras: Readonly<Partial<Record<Noun, Readonly<Record<string, Field>>>>> = {
  asset: {
    state: choice('状态', standings, { required: 'never' }),
    dueOn: date('归还日期', { required: 'never' }),
    quantity: quantity('数量', { required: 'never', min: 1, places: 0 }),
    totalValue: money('总价', { required: 'never' }),
    pictureNames,
  },
  model: { pictureNames },
  person: {
    lastName: text('姓', { required: 'never', max: 30 }),
    firstName: text('名', { required: 'never', max: 30 }),
  },
  consumable: {
    openingLoc: location('期初仓库', { required: 'never' }),
    openingQuantity: quantity('期初数量', { required: 'never', min: 0 }),
    pictureNames,
  },
}

const pictureAliases = [
  '图片',
  '照片',
  '相片',
  '图片名',
  '图片名称',
  '图片文件名',
  'picture',
  'pictures',
  'photo',
  'photos',
  'image',
  'images',
]

const aliases: Readonly<Record<string, readonly string[]>> = {
  'asset.instanceCode': ['资产编号', '固定资产编号', '编号', '编码', '资产号', 'asset code', 'asset no', 'code'],
  'asset.instanceName': ['名称', '固定资产名称', '设备名称', '物品名称', 'name', 'asset name'],
  'asset.goodsId': ['型号', '规格型号', '型号名称', '型号编码', 'model'],
  'asset.catId': ['分类', '类别', '资产类别', '资产类型', '分类编码', 'category'],
  'asset.serialNo': ['SN', 'S/N', 'SN号', '序列编号', '出厂编号', 'serial', 'serial number'],
  'asset.epc': ['RFID', 'EPC', 'RFID编号', '标签号'],
  'asset.value': ['价值', '金额', '单价', '价格', '购置金额', '资产原值', '采购价', 'price', 'cost', 'value'],
  'asset.supplierId': ['供货商', '厂商', '销售商', '供应商名称', 'supplier', 'vendor'],
  'asset.boughtOn': ['购入日期', '购买日期', '采购日期', '购置时间', '购买时间', '入账日期', '取得日期', 'purchase date'],
  'asset.warrantyUntil': ['保修期至', '质保到期', '维保到期', '保修截止日期', '过保日期', 'warranty'],
  'asset.deptId': ['部门', '所属部门', '归属部门', '使用单位', 'department'],
  'asset.locId': ['区域', '位置', '存放地点', '存放位置', '所在位置', '使用地点', '地点', '仓库', 'location'],
  'asset.condition': ['状况', '成色', '新旧程度', 'condition'],
  'asset.state': ['使用状态', '资产状态', '使用状况', '使用情况', '当前状态', 'status', 'state'],
  'asset.dueOn': ['应还日期', '归还时间', '预计归还日期', 'due date', 'expected checkin date'],
  'asset.quantity': ['件数', '台数', '台（件）数', '数目', 'quantity', 'qty', 'pcs', 'count'],
  'asset.totalValue': ['总额', '总金额', '合计', '合计金额', '总值', 'total', 'total value', 'total cost', 'total price'],
  'asset.pictureNames': pictureAliases,
  'model.pictureNames': pictureAliases,
  'consumable.pictureNames': pictureAliases,
  'asset.nextMaintenanceOn': ['下次保养日期', '保养日期'],
  'asset.holderUid': ['领用人', '保管人', '持有人', '责任人', '使用者', 'holder', 'user', 'owner'],
  'asset.remark': ['说明', '备注信息', 'note', 'remark'],
  'consumable.goodsCode': ['编码', '编号', '物料编码', '耗材编号', '商品编码', 'code'],
  'consumable.goodsName': ['名称', '物料名称', '商品名称', '品名', 'name'],
  'consumable.catId': ['分类', '类别', '耗材类别', 'category'],
  'consumable.spec': ['规格型号', '型号', 'spec'],
  'consumable.unit': ['计量单位', 'unit'],
  'consumable.price': ['单价', '价格', 'price'],
  'consumable.barcode': ['条码', '条形码', 'barcode'],
  'consumable.minStock': ['安全库存', '库存下限', '最小库存'],
  'consumable.maxStock': ['库存上限', '最大库存'],
  'consumable.openingLoc': ['仓库', '库房', '区域', '存放地点', 'location'],
  'consumable.openingQuantity': ['数量', '库存', '库存数量', '期初库存', '现有库存', 'quantity', 'stock'],
  'location.locCode': ['编码', '编号', '区域编号', '位置编码', 'code'],
  'location.locName': ['名称', '位置名称', '地点', 'name'],
  'location.parentId': ['上级', '上级位置', '父级区域', '所属区域', 'parent'],
  'location.managerUid': ['区域管理员', '管理人员', '负责人', '管理人', 'manager', 'managers'],
  'location.users': ['使用者', '使用人员', '区域使用人', 'users', 'user'],
  'location.address': ['详细地址', 'address'],
  'location.point': ['坐标', '经纬度', '定位', 'coordinates', 'point'],
  'location.radiusMetres': ['半径', '打卡范围', 'radius'],
  'category.catCode': ['编码', '编号', '分类编号', '类别编码', 'code'],
  'category.catName': ['名称', '类别名称', '分类', 'name'],
  'category.parentId': ['上级', '父级分类', '上级类别', 'parent'],
  'category.catKind': ['类型', '分类类型', 'kind'],
  'category.usefulLifeMonths': ['使用年限', '折旧月数', '使用月数', '折旧年限'],
  'category.residualRate': ['残值率', '净残值率'],
  'supplier.supplierCode': ['编码', '编号', '供应商编号', 'code'],
  'supplier.supplierName': ['名称', '公司名称', '单位名称', 'name'],
  'supplier.contact': ['联系人姓名', 'contact'],
  'supplier.phone': ['电话', '手机', '手机号', '联系方式', 'phone'],
  'supplier.email': ['电子邮箱', 'E-mail', 'mail'],
  'supplier.creditCode': ['税号', '信用代码'],
  'model.goodsCode': ['编码', '编号', '型号编号', 'code'],
  'model.goodsName': ['名称', '型号', '物品名称', 'name', 'model'],
  'model.catId': ['分类', '类别', '资产类别', 'category'],
  'model.spec': ['规格型号', 'spec'],
  'model.unit': ['计量单位', 'unit'],
  'model.price': ['单价', '价格', 'price'],
  'department.deptCode': ['编码', '编号', '部门编号', 'code'],
  'department.deptName': ['名称', '部门', 'name', 'department'],
  'department.parentId': ['上级', '父级部门', '所属部门', 'parent'],
  'department.managerUid': ['负责人', '主管', '部门主管', 'manager'],
  'person.username': ['账号', '用户名', '登录账号', 'login', 'username'],
  'person.userName': ['名字', '员工姓名', '人员姓名', 'name'],
  'person.lastName': ['姓氏', 'surname', 'last name', 'lastname', 'family name'],
  'person.firstName': ['名字（不含姓）', 'first name', 'firstname', 'given name', 'forename'],
  'person.phone': ['手机', '手机号', '电话', '联系电话', 'phone', 'mobile'],
  'person.email': ['电子邮箱', 'E-mail', 'mail'],
  'person.employeeNo': ['员工编号', '员工号', '人员编号', 'employee no'],
  'person.deptId': ['所属部门', '部门名称', '部门编码', 'department'],
  'person.position': ['岗位', '职务', 'position', 'title'],
}
