import type { FieldType } from '../../../kernel/field.ts'
import type { OwnField } from './ownField.ts'

/** A field of a delivered set. */
type SetField = Pick<OwnField, 'label' | 'control' | 'isRequired'> & Partial<Pick<OwnField, 'isUnique'>>

/**
 * The fields that the card of a class of assets has by the national rules for public bodies; `classCode` is that class in the delivered
 * classification.
 */
export type OwnFieldSet = {
  readonly key: string
  readonly title: string
  readonly classCode: string
  readonly fields: readonly SetField[]
}

const line = (max = 60): FieldType => ({ type: 'text', max, lines: 1 })
const day: FieldType = { type: 'date' }
const money: FieldType = { type: 'money' }
const amount = (places = 2): FieldType => ({ type: 'quantity', places })
const wholeNumber: FieldType = { type: 'whole', min: 0, max: 999_999_999 }
const oneOf = (...labels: string[]): FieldType => ({
  type: 'choice',
  many: false,
  options: labels.map((label, index) => ({ value: `option${index + 1}`, label })),
})

const field = (label: string, control: FieldType, isRequired = false): SetField => ({ label, control, isRequired })
const requiredField = (label: string, control: FieldType): SetField => field(label, control, true)

/** Delivered sets of fields, to be added to categories of assets. */
export const ownFieldSets: readonly OwnFieldSet[] = [
  {
    key: 'building',
    title: '房屋',
    classCode: 'A01010000',
    fields: [
      requiredField('坐落位置', line(200)),
      requiredField('建筑面积（㎡）', amount()),
      requiredField('建筑结构', oneOf('钢结构', '钢筋混凝土结构', '砖混结构', '砖木结构', '其他')),
      field('产权形式', oneOf('有产权', '无产权', '共有产权')),
      field('权属证号', line()),
      field('发证日期', day),
      field('竣工日期', day),
      field('地上层数', wholeNumber),
      field('设计用途', oneOf('办公', '业务用房', '教学', '科研', '医疗', '仓储', '居住', '其他')),
    ],
  },
  {
    key: 'land',
    title: '土地',
    classCode: 'A08040101',
    fields: [
      requiredField('土地坐落', line(200)),
      requiredField('土地面积（㎡）', amount()),
      requiredField('土地使用权类型', oneOf('划拨', '出让', '租赁', '作价入股', '其他')),
      field('土地证号', line()),
      field('土地用途', line()),
      field('地类（用途）代码', line(20)),
      field('使用权终止日期', day),
    ],
  },
  {
    key: 'vehicle',
    title: '车辆',
    classCode: 'A02030000',
    fields: [
      requiredField('车牌号', line(20)),
      { ...requiredField('车辆识别代号', { type: 'text', min: 17, max: 17, lines: 1 }), isUnique: true },
      field('发动机号', line(30)),
      requiredField('排气量（L）', amount(1)),
      field('车辆用途', oneOf('领导用车', '机要通信', '应急保障', '执法执勤', '特种专业技术', '其他')),
      field('编制情况', oneOf('在编', '不在编')),
      field('行驶里程（km）', wholeNumber),
      field('年检到期', day),
      field('保险到期', day),
    ],
  },
  {
    key: 'relic',
    title: '文物和陈列品',
    classCode: 'A03000000',
    fields: [
      requiredField('文物等级', oneOf('一级', '二级', '三级', '一般', '未定级')),
      field('年代', line()),
      field('藏品总登记号', line()),
      field('质地', line()),
      field('来源地', line(100)),
      field('完残程度', line(100)),
    ],
  },
  {
    key: 'book',
    title: '图书和档案',
    classCode: 'A04000000',
    fields: [
      field('ISBN', line(20)),
      field('著者', line(100)),
      field('出版社', line(100)),
      field('出版日期', day),
      field('档案号', line()),
      field('保管期限', oneOf('永久', '30年', '10年')),
    ],
  },
  {
    key: 'software',
    title: '软件和无形资产',
    classCode: 'A08000000',
    fields: [
      requiredField('无形资产类别', oneOf('软件', '著作权', '专利权', '商标权', '土地使用权', '其他')),
      field('版本号', line(40)),
      field('许可数量', wholeNumber),
      field('许可到期', day),
      field('登记证号', line()),
      field('注册登记日期', day),
      field('法定使用年限', wholeNumber),
    ],
  },
  {
    key: 'instrument',
    title: '通用和专用设备',
    classCode: 'A02000000',
    fields: [
      field('出厂日期', day),
      field('功率（kW）', amount()),
      field('检定周期（月）', wholeNumber),
      field('检定到期', day),
      field('技术参数', { type: 'text', max: 500, lines: 3 }),
      field('年维护费', money),
    ],
  },
]
