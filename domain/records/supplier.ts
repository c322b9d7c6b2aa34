import { creditCode, email, text } from '../../kernel/field.ts'
import { column, defineRecord, nameLength } from './define.ts'

/** Who things are bought from, and who repairs them. */
export const supplier = defineRecord({
  noun: 'supplier',
  table: 'supplier',
  title: '供应商',
  path: 'goods/gssupplier',
  idName: 'supplierId',
  nameField: 'supplierName',
  fields: {
    supplierCode: column(text('供应商编码', { max: 40 }), { unique: true, searched: true, sorted: true, imported: 'found' }),
    supplierName: column(text('供应商名称', { max: nameLength }), { searched: true, sorted: true }),
    contact: column(text('联系人', { required: 'never', max: 30 }), { searched: true }),
    phone: column(
      text('联系电话', {
        required: 'never',
        max: 60,
        pattern: /^(?=(?:[^\d]*\d){5})[\d+()（）\s\-－—/、,，;；.#*xX转分机extEXT:：]+$/,
        patternWords: '{label}格式有误，请填写电话号码，可以有几个、可以有分机',
        hint: '手机、座机、分机都可以，可以填几个',
      }),
      { searched: true },
    ),
    email: email('邮箱', { required: 'never' }),
    address: text('地址', { required: 'never' }),
    creditCode: creditCode('统一社会信用代码', { required: 'never' }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  filters: [],
  columns: ['supplierName', 'supplierCode', 'contact', 'phone', 'address'],
  codePrefix: 'GYS',
  madeOnTheWay: true,
  canMerge: true,
  canRestore: true,
  usedBy: [{ table: 'asset', column: 'supplier_id', words: '资产' }],
  keptBy: ['goodsmanager', 'consummanager'],
  screens: {
    list: '/pages/goods/GsSupplier/gssupplierlist',
    form: '/pages/goods/GsSupplier/gssupplieredit',
    formTitle: '编辑供应商',
    icon: 'factory',
    group: 'gs_base',
  },
})
