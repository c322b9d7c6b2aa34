/** English for the screens of own fields, and for the import that makes them. */
export const ownFieldEnglish = {
  '{count}个分类': '{count} {count|category|categories}',
  '显示另外{count}个自定义字段': 'Show {count} more custom {count|field|fields}',
  '标准分类“{name}”还没有启用': 'The standard category “{name}” is not in use yet',
  '{count}个字段': '{count} {count|field|fields}',
  搜索字段名称: 'Search fields by name',
  没有找到字段: 'No fields found',
  只看这个分类的资产有的字段: 'Only the fields that assets of this category have',
  '为{thing}添加自己的字段，立即出现在卡片、表单、列表、筛选、导入和导出里。':
    'Add custom fields to {thing}. They appear at once on cards and in forms, lists, filters, imports and exports.',
  '停用的字段不再填写，已填的内容仍在卡片上，可以重新启用。':
    'Disabled fields are no longer filled in. Existing values stay on the cards, and the fields can be enabled again.',
  '启用后可以逐个修改或停用；同名的字段已存在时只加上分类。':
    'Each field can be changed or disabled afterwards. If a field of the same name exists, the categories are added to it.',
  '含下级分类；不选时所有资产都有': 'Including subcategories; applies to all assets if none is chosen',
  '房屋、土地、车辆、文物、图书、软件等卡片': 'Cards for buildings, land, vehicles, relics, books, software and more',
  '新建{count}个字段': 'Create {count} {count|field|fields}',
  '登记、入库和导入时必须填写；已登记的补填前不受影响':
    'Must be filled in on registration, at stock-in and by imports; earlier records are not affected until it is filled in',
  入库时必填: 'Required at stock-in',
  '在资产入库单上填写，写到入库的资产上': 'Filled in on the stock-in and copied to the new assets',
  盘点时显示: 'Shown while counting',
  停用字段: 'Disable field',
  单据上显示: 'Show on documents',
  '领用、归还、维修等单据的明细里，显示资产登记的内容':
    'Lines of issues, returns, repairs and similar documents show the value recorded for the asset',
  '盘点的人看到登记的内容，可以更正': 'Counters see the recorded value and can correct it',
  '“{fields}”已停用或不再填写，草稿里填过的内容不会提交。':
    '“{fields}” is disabled or no longer applies; what the draft holds there is not submitted.',
  '选中的列会成为您组织自己的字段，可以筛选、排序、导出；没有选中的列不导入。':
    'Selected columns become custom fields that can be filtered, sorted and exported. The others are not imported.',
  '选填，英文界面里显示': 'Optional; shown in the English interface',
  不在管理范围内的人也能看到和查找: 'People outside the managed scope can see it and search by it',
  要求唯一: 'Unique',
  全不选: 'Select none',
  加在哪里: 'Added to',
  包含的字段: 'Fields in the set',
  卡片: 'Card',
  停用的字段: 'Disabled fields',
  成套字段已启用: 'Field set added',
  成套字段: 'Field sets',
  新增字段: 'Add field',
  没有两条记录相同: 'No two records have the same value',
  管理范围外可见: 'Visible outside the managed scope',
  英文名称: 'English name',
  表格里的其他列: 'Other columns in the sheet',
  规则: 'Rules',
  调整顺序: 'Reorder',
  适用的资产分类: 'Asset categories',
  重新启用: 'Enable again',
  还没有自定义字段: 'No custom fields yet',
}
