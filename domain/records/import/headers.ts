import type { Noun } from '../../../kernel/field.ts'

/** Headers that people use for a field of a record, besides its label, in Chinese and English. */
export const otherHeaders = (noun: Noun, key: string): readonly string[] => aliases.get(`${noun}.${key}`) ?? []

/** What a word is short for in headers of sheets, in small letters; undefined of a word that is none of them. */
export const wordOfAbbreviation = (word: string): string | undefined => abbreviations.get(word)

const abbreviations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    acq: 'acquisition',
    addr: 'address',
    amt: 'amount',
    cat: 'category',
    dept: 'department',
    desc: 'description',
    descr: 'description',
    emp: 'employee',
    equip: 'equipment',
    loc: 'location',
    manuf: 'manufacturer',
    mfg: 'manufacturer',
    mfr: 'manufacturer',
    orig: 'original',
    purch: 'purchase',
    qty: 'quantity',
    ser: 'serial',
    warr: 'warranty',
  }),
)

/** The two halves of a header that says the same in Chinese and in English; none of any other. */
export const halvesOfHeader = (header: string): readonly string[] => {
  const plain = header
    .normalize('NFKC')
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[\s/|:_-]+/g, ' ')
    .trim()
  const words = plain.split(' ')
  const isHan = (word: string) => /^\p{Script=Han}+$/u.test(word)
  const isLatin = (word: string) => /^[A-Za-z][A-Za-z.#']*$/.test(word)
  const joint = /^(\p{Script=Han}+)([A-Za-z]{2}[A-Za-z.#']*)$/u.exec(words[0] ?? '')
  if (joint && words.slice(1).every(isLatin)) return [joint[1] ?? '', [joint[2], ...words.slice(1)].join(' ')]
  const first = words.findIndex((word) => isHan(word) !== isHan(words[0] ?? ''))
  if (first < 1) return []
  const [before, after] = [words.slice(0, first), words.slice(first)]
  const isTwo = (before.every(isHan) && after.every(isLatin)) || (before.every(isLatin) && after.every(isHan))
  return isTwo && before.concat(after).some((word) => isLatin(word) && word.length > 1) ? [before.join(''), after.join(' ')] : []
}

/** Words that name so many things that a part of a header which says no more is none of ours. */
const vagueWords =
  /^(name|id|code|type|number|no\.?|status|description|date|user|名称|编号|编码|代码|类型|状态|日期|时间|数量|单位|说明|备注)$/i

/** The parts of a header of several, as `基本信息-资产名称`, `使用/管理部门`; none of any other. */
export const partsOfHeader = (header: string): readonly string[] => {
  const parts = header
    .normalize('NFKC')
    .split(/\s*[/|、>:]\s*|\s+[-–]\s+|(?<=\p{Script=Han})-(?=\p{Script=Han})/u)
    .map((part) => part.trim())
  return parts.length < 2 ? [] : parts.filter((part) => part !== '' && !vagueWords.test(part))
}

/** What a sheet calls the records of a kind in front of the word for a column, as 设备 in 设备编号; the longer ones first. */
export const subjectsOf = (noun: Noun): readonly string[] => subjectsByNoun.get(noun) ?? []

/**
 * A plain header without what its records are called and without 名称 of what it points at: 编号 of 车辆编号, 存放地 of 存放地名称; none where
 * nothing of that stands in it.
 */
export const coresOfHeader = (plainHeader: string, subjects: readonly string[]): readonly string[] => {
  const remainder = withoutSubject(plainHeader, subjects)
  // Two may stand in front, as in Primary Work Phone.
  return [plainHeader, remainder, withoutSubject(remainder, subjects)]
    .flatMap((form) => [form, form.replace(/(名称|姓名|全称)$/, '')])
    .filter((form) => form.length > 1 && form !== plainHeader)
}

const withoutSubject = (header: string, subjects: readonly string[]): string =>
  header.slice(subjects.find((word) => header.startsWith(word))?.length ?? 0)

const pictures = ['图片|照片|相片|图片名|图片名称|图片文件名|picture|pictures|photo|photos|image|images']

const subjectsByNoun: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    asset:
      '固定资产|仪器设备|办公设备|办公家具|资产|设备|仪器|车辆|家具|器材|器具|物资|物品|图书|软件|电脑|电器|机器|房屋|土地|工具|存放|所在|所属|当前|目前|现|asset|equipment|device|item|vehicle|hardware',
    consumable:
      '办公用品|低值易耗品|物料|物资|物品|商品|产品|耗材|材料|用品|货品|存货|配件|存放|所在|当前|现|product|material|supply|stock|item',
    model: '资产|设备|产品|商品|物品|asset|product|item',
    supplier: '供应商|供货商|供方|厂商|客户|联系人|supplier|vendor|company|contact',
    person: '员工|人员|职工|教职工|用户|employee|staff|user|worker|legal|primary|work|business',
    location: '区域|位置|地点|仓库|库房|房间|所属|所在|上级|location|site|room',
    category: '资产|分类|类别|category',
    department: '部门|组织|机构|科室|department',
  }).map(([noun, words]) => [noun, words.split('|').toSorted((a, b) => b.length - a.length)]),
)

/** By noun and field; the words of a line are divided by strokes. */
const lines: Readonly<Record<string, readonly string[]>> = {
  'asset.instanceCode': [
    '资产编号|固定资产编号|编号|编码|资产号|asset code|asset no|code|资产代码|资产卡片编号|卡片编号|固定资产编码|固定资产代码|设备编号|设备编码|物品编号|财产编号|标签编号',
    'asset id|asset tag|asset number|asset #|asset code no|tag|tag number|inventory number',
    'inventory no|id|barcode',
  ],
  'asset.instanceName': [
    '名称|固定资产名称|设备名称|物品名称|name|asset name|固定资产|设备|物品|资产|品名|产品名称|商品名称|器材名称|仪器名称|仪器设备名称|资产描述|item|item name|asset',
    'hostname|host name|computer name|主机名|计算机名|电脑名称|title|product|product name|equipment|equipment name|device|device name|固定资产全称|asset description|description',
  ],
  'asset.goodsId': [
    '型号|规格型号|型号名称|型号编码|model|规格|规格/型号|型号规格|型号及规格|规格及型号|型号/规格|产品型号|设备型号|品牌型号|品牌及型号|品牌/型号|规格（型号）|model name',
    'model no|model number|part no|part number|specification|spec|specs|asset model|models|规格参数|规格型号描述',
  ],
  'asset.catId': [
    '分类|类别|资产类别|资产类型|分类编码|category|分类名称|类别名称|类型|资产分类名称|资产类别名称|资产大类|设备类别|设备分类|固定资产类别|类型名称|type|asset type',
    'asset category|class|asset class|category name|types|categories',
  ],
  'asset.serialNo': [
    'SN|S/N|SN号|序列编号|出厂编号|serial|serial number|机身号|机身编号|设备序列号|出厂序列号|产品序列号|机器编号|serial no|serial #|出厂号|出厂序号',
    '主机序列号|SN码|s/n no|serialnumber|车架号|车架编号|车辆识别代号|车辆识别代码|VIN|VIN码',
  ],
  'asset.epc': ['RFID|EPC|RFID编号|标签号|RFID标签|电子标签|电子标签号|rfid tag|tag epc'],
  'asset.value': [
    '价值|金额|单价|价格|购置金额|资产原值|采购价|price|cost|value|账面原值|原始价值|原价|购入原值|购置原值|购入价格|购买价格|购买金额|购置价|采购价格|采购金额|采购单价|入账价值',
    '入账金额|取得价值|含税单价|零售价|purchase price|purchase cost|unit price|unit cost|original value|original cost',
    'acquisition cost|acquisition value|amount|valuation|原值金额|本币原值|资产价值|购买单价|购入金额|不含税单价|不含税金额|采购成本|购置价格',
  ],
  'asset.supplierId': [
    '供货商|厂商|销售商|供应商名称|supplier|vendor|供货单位|供应商家|销售单位|经销商|采购渠道|厂家|vendor name|supplier name|purchased from',
    'seller|suppliers|vendors',
  ],
  'asset.boughtOn': [
    '购入日期|购买日期|采购日期|购置时间|购买时间|入账日期|取得日期|purchase date|入库日期|登记日期|购进日期|购入时间|采购时间|取得时间',
    'date purchased|date of purchase|acquisition date|date acquired|bought on',
    'buy date|purchased|purchased on|购买年月|购置年月|入账时间|登记时间|acquired on|acquired|date acquisition|date of acquisition|购置年月日|bought|date bought|bought date|入库时间|验收日期|验收时间',
  ],
  'asset.inServiceOn': [
    '开始使用日期|启用日期|使用日期|启用时间|开始使用时间|投用日期|投用时间|投入使用时间|开始折旧日期|in service date|in service since|put into use',
  ],
  'asset.warrantyUntil': [
    '保修期至|质保到期|维保到期|保修截止日期|过保日期|保修截止|质保截止|质保期至|质保截止日期|保修结束日期|维保截止日期|过保时间|warranty until',
    'warranty expiration date|warranty exp|维保截止|维保截止日|warranty expires|保修期|质保期|维保期|保修期限|质保期限|保修年限|质保年限|warranty end|warranty end date|warranty expiry|warranty expires|warranty expiration|warranty date|warranty|warranty period|warranty months',
  ],
  'asset.deptId': [
    '部门|所属部门|归属部门|使用单位|department|部门名称|使用部门名称|使用科室|科室|所在部门|管理部门|领用部门|领用单位|使用单位名称|所属单位|归口部门|存放部门|保管部门|责任部门|dept',
    'department name|division|using department|cost center|business unit|group|departments|使用管理部门|使用部门/科室|使用班组|车间|一级部门|一级部门名称',
  ],
  'asset.section': ['二级部门名称|下级部门|二级科室|班组|section|sub-department'],
  'asset.subsection': ['三级部门名称|小组'],
  'asset.locId': [
    '区域|位置|存放地点|存放位置|所在位置|使用地点|地点|仓库|location|存放地|存放处|安放地点|安装地点|安装位置|放置地点|放置位置|存放地址|存放场所|存放区域|仓库名称|存放仓库|所在仓库|库房',
    '店仓|所在地|所在地点|房间|房间号|地址|site|room|place|warehouse|store|office|location name|current location',
    'storage location|locations|资产位置|物理位置|具体位置|详细位置|使用位置|存放处所|存放处|保管地点|所在房间|机房|停放地点|停放位置|停放场所|摆放地点|摆放位置|教室|床位|坐落|坐落位置|坐落地址',
  ],
  'asset.condition': ['状况|成色|新旧程度|condition|完好程度|设备状况|物品状况|品相|新旧|asset condition'],
  'asset.state': [
    '使用状态|资产状态|使用状况|使用情况|当前状态|status|state|资产现状|现状|现状态|设备状态|使用现状|在用状态|当前状况|目前状态|asset status|current status',
    'asset state|usage status',
  ],
  'asset.dueOn': [
    '应还日期|归还时间|预计归还日期|due date|expected checkin date|预计归还|应归还日期|归还期限|due|return date|expected return',
    'expected return date',
  ],
  'asset.building': ['楼宇|楼号|大楼|所在楼栋|所在楼宇|building'],
  'asset.floor': ['层|所在楼层|floor|level'],
  'asset.brand': [
    '品牌名称|牌子|厂牌|品牌商|brand|brand name|make|manufacturer|manufacturers|生产厂家|生产厂商|制造商|制造厂商|生产单位|厂家|厂商',
  ],
  'asset.quantity': [
    '件数|台数|台（件）数|数目|quantity|qty|pcs|count|实有数量|现有数量|账面数量|资产数量|数量（台）|数|units|number|no. of units|pieces',
  ],
  'asset.totalValue': [
    '总额|总金额|合计|合计金额|总值|total|total value|total cost|total price|总价值|总原值|原值合计|金额合计|amount total|extended cost',
  ],
  'asset.pictureNames': pictures,
  'model.pictureNames': pictures,
  'consumable.pictureNames': pictures,
  'asset.nextMaintenanceOn': ['下次保养日期|保养日期|下次维保日期|下次保养时间|下次检定日期|next maintenance|next service'],
  'asset.holderUid': [
    '领用人|保管人|持有人|责任人|使用者|holder|user|owner|使用人员|使用人姓名|使用者姓名|领用人姓名|领用人员|领用者|保管人员|保管者|保管员|责任人姓名|负责人|管理人|管理责任人',
    '现使用人|当前使用人|持有者|assigned to|assigned user|assignee|checked out to|custodian|person|responsible',
    'responsible person|employee|employee name|used by|in use by|issued to|checked out|使用责任人|资产责任人|资产管理人|资产使用人|实际使用人|驾驶员|司机|资产保管人|现保管人|保管使用人|管理员|assigned person|custodian name',
  ],
  'asset.remark': ['说明|备注信息|note|remark|附注|注释|描述|notes|remarks|comment|comments|memo|description'],
  'consumable.goodsCode': [
    '编码|编号|物料编码|耗材编号|商品编码|code|商品代码|物料代码|物料编号|产品编码|产品代码|产品编号|存货编码|货号|材料编码|品号|耗材代码|sku|item code|item no',
    'item no|item number|part no|part number|product code|product no|material code|stock code',
  ],
  'consumable.goodsName': [
    '名称|物料名称|商品名称|品名|name|耗材|品名规格|存货名称|货品名称|材料名称|产品名称|物品名称|物资名称|用品名称|商品|物料|product name|product|item|item name',
    'material|material name|description|supply',
  ],
  'consumable.catId': [
    '分类|类别|耗材类别|category|分类名称|类别名称|商品分类|物料分类|商品类别|物料类别|物资类别|类型|type|category name|product category',
  ],
  'consumable.spec': [
    '规格型号|型号|spec|规格/型号|型号规格|规格及型号|商品规格|产品规格|物料规格|型号/规格|specification|specs|model|model no|size',
  ],
  'consumable.unit': ['计量单位|unit|基本单位|主单位|库存单位|包装单位|单位名称|uom|unit of measure|units'],
  'consumable.price': [
    '单价|价格|price|零售价|进价|进货价|采购价|采购单价|成本价|成本单价|含税单价|销售价|标准价|参考价|参考价格|指导价|unit price|unit cost|cost|purchase price',
    'retail price|standard cost|std cost|std. cost',
  ],
  'consumable.barcode': ['条码|条形码|barcode|条码号|商品条形码|国条码|69码|ean|upc|bar code'],
  'consumable.minStock': [
    '安全库存|库存下限|最小库存|最低存量|最小存量|安全库存量|最低库存量|库存下限量|最低储备|再订货点|下限|库存预警|库存预警值|预警值|预警数量|预警库存|库存预警数|min stock|minimum stock|min|min qty|minimum',
    'reorder level|reorder point|reorder pt|reorder pt.|safety stock|min. stock',
  ],
  'consumable.maxStock': [
    '库存上限|最大库存|最高存量|最大存量|最高库存量|最高储备|上限|max stock|maximum stock|max|max qty|maximum|max. stock',
  ],
  'consumable.openingLoc': [
    '仓库|库房|区域|存放地点|location|仓库名称|所在仓库|存放仓库|库位|存放位置|位置|店仓|仓位|库区|门店|门店名称|warehouse|store|storage location|place',
  ],
  'consumable.openingQuantity': [
    '数量|库存|库存数量|期初库存|现有库存|quantity|stock|结存|结存数量|库存结存|现存量|现存数量|账面数量|实存数量|当前库存|在库数量|实盘数量|期末数量|库存量|qty|on hand',
    'in stock|stock quantity|quantity on hand|balance|current stock|stock on hand',
  ],
  'location.locCode': ['编码|编号|区域编号|位置编码|code|位置编号|仓库编码|仓库编号|房间编号|location code|location id|site code'],
  'location.locName': [
    '名称|位置名称|地点|name|位置|仓库名称|仓库|房间|房间名称|存放地点|地点名称|区域|location|location name|site|room|warehouse',
  ],
  'location.parentId': [
    '上级|上级位置|父级区域|所属区域|parent|上级地点|上级仓库|上级名称|父级|所在楼|楼栋|楼宇|楼号|parent location|parent site|building',
  ],
  'location.managerUid': ['区域管理员|管理人员|负责人|管理人|manager|managers|仓管员|库管员|保管员|仓库管理员|keeper|contact person'],
  'location.users': ['使用者|使用人员|区域使用人|users|user'],
  'location.address': ['详细地址|address'],
  'location.point': ['坐标|经纬度|定位|coordinates|point'],
  'location.radiusMetres': ['半径|打卡范围|radius'],
  'category.catCode': ['编码|编号|分类编号|类别编码|code|类别代码|分类代码|category code'],
  'category.catName': ['名称|类别名称|分类|name|分类名|类别|类型名称|category|category name|type'],
  'category.parentId': ['上级|父级分类|上级类别|parent|父级|上级名称|上级类别名称|parent category'],
  'category.catKind': ['类型|分类类型|kind'],
  'category.usefulLifeMonths': ['使用年限|折旧月数|使用月数|折旧年限'],
  'category.residualRate': ['残值率|净残值率'],
  'supplier.supplierCode': [
    '编码|编号|供应商编号|code|客户编码|客户编号|供应商代码|厂商编码|往来单位编码|vendor code|supplier code|vendor id|vendor no|supplier no',
  ],
  'supplier.supplierName': [
    '名称|公司名称|单位名称|name|客户名称|客户|供应商|供货商|供货商名称|供货单位|厂商名称|厂家名称|厂家|往来单位|往来单位名称|单位|企业名称|公司|vendor|vendor name',
    'supplier|supplier name|company|company name|manufacturer|全称|供应商全称|公司全称|单位全称|客户全称',
  ],
  'supplier.contact': ['联系人姓名|contact|联系人员|业务员|业务联系人|对接人|联络人|负责人|contact person|contact name'],
  'supplier.phone': [
    '电话|手机|手机号|联系方式|phone|电话号码|手机号码|联系人电话|联系手机|固定电话|座机|联系电话/手机|telephone|tel|mobile|phone number|phone no',
    'contact number|contact phone|联系人及电话|联系人及联系电话|联系人及联系方式|联系人和电话|联系人/电话|联系人/联系电话|联系人、电话',
  ],
  'supplier.email': ['电子邮箱|E-mail|mail|电子邮件|邮箱地址|邮件地址|email address|e-mail address'],
  'supplier.creditCode': ['税号|信用代码|统一信用代码|社会信用代码|纳税人识别号|税务登记号|纳税人登记号|tax id|tax number|tax no'],
  'model.goodsCode': ['编码|编号|型号编号|code|型号代码|物料编码|model code|model no|part no|part number|sku'],
  'model.goodsName': ['名称|型号|物品名称|name|model|设备名称|产品名称|资产名称|model name|product|product name|item'],
  'model.catId': ['分类|类别|资产类别|category|分类名称|类别名称|类型|type|category name'],
  'model.spec': ['规格型号|spec|型号规格|规格/型号|规格及型号|specification|specs'],
  'model.unit': ['计量单位|unit'],
  'model.price': ['单价|价格|price'],
  'model.maintenanceMonths': ['保养周期|维护周期|检定周期|维保周期|保养间隔|maintenance interval|service interval'],
  'department.deptCode': ['编码|编号|部门编号|code|部门代码|组织编码|机构编码|department code|dept code|department id'],
  'department.deptName': ['名称|部门|name|department|科室|科室名称|组织名称|机构名称|组织|department name|dept|dept name|division|team'],
  'department.parentId': ['上级|父级部门|所属部门|parent|上级组织|上级机构|上级名称|父级|上级科室|parent department'],
  'department.managerUid': ['负责人|主管|部门主管|manager|部门负责人|部门经理|经理|领导|head|department head|lead'],
  'person.username': ['账号|用户名|登录账号|login|username|登录用户名|账户|系统账号|login name|user name|account|user id'],
  'person.userName': [
    '名字|员工姓名|人员姓名|name|姓名/name|员工|人员|职工姓名|使用人|用户姓名|full name|fullname|employee name|employee|display name',
    'staff name',
  ],
  'person.lastName': ['姓氏|surname|last name|lastname|family name'],
  'person.firstName': ['名字（不含姓）|first name|firstname|given name|forename'],
  'person.phone': [
    '手机|手机号|电话|联系电话|phone|mobile|手机号码|联系手机|电话号码|移动电话|联系方式|mobile phone|mobile number|phone number|cell',
    'cell phone|telephone|tel',
  ],
  'person.email': ['电子邮箱|E-mail|mail|电子邮件|邮箱地址|邮件地址|工作邮箱|企业邮箱|email|email address|work email|e-mail address'],
  'person.employeeNo': [
    '员工编号|员工号|人员编号|employee no|职工号|职工编号|人员编码|员工代码|编号|工号/employee id|employee id|employee number',
    'emp no|emp id|staff id|staff no|personnel number|badge',
  ],
  'person.deptId': [
    '所属部门|部门名称|部门编码|department|部门|所在部门|科室|科室名称|组织|所属组织|部门/department|department name|dept|dept.|team|division',
    'org|group|supervisory organization|一级部门|一级部门名称|所在组织',
  ],
  'person.section': ['二级部门名称|下级部门|二级科室|班组|section|sub-department'],
  'person.subsection': ['三级部门名称|小组'],
  'person.position': ['岗位|职务|position|title|职位名称|岗位名称|职称|头衔|job title|job|role|designation'],
  'asset.homeId': ['所属区域|归属仓库|归属地|default location|home location|home'],
  'opening.assetCode': [
    '资产编号|固定资产编码|固定资产编号|卡片编号|资产卡片编号|编号|编码|资产代码|asset code|asset no|asset number|asset tag|card no',
  ],
  'opening.bookId': ['账套|折旧账簿|资产账簿|book|depreciation book'],
  'opening.cost': [
    '原值|资产原值|固定资产原值|本币原值|原值本币|原值(本币)|入账价值|账面余额|cost|original cost|acquisition cost|gross value',
  ],
  'opening.depreciation': [
    '累计折旧额|已提折旧|已提折旧额|累计已提折旧|累计折旧本币|累计摊销|期初累计折旧|accumulated depreciation|depreciation to date|acc. depreciation',
  ],
  'opening.impairment': ['减值|减值准备金|固定资产减值准备|累计减值|累计减值准备|impairment|accumulated impairment'],
  'opening.netValue': ['净额|账面净值|账面价值|资产净值|净值本币|期初净值|net value|net book value|nbv|book value|carrying amount'],
  'opening.inServiceOn': [
    '投入使用日期|启用日期|使用日期|开始使用时间|投用日期|入账日期|资本化日期|in service date|placed in service|capitalisation date|depreciation start',
  ],
  'opening.monthsDone': [
    '已计提月份|已计提月数|已计提期数|已提月数|已提折旧月份|已提折旧月数|已折旧月份|已折旧期数|已使用期间数|累计折旧期间数|已使用月份|months depreciated|periods depreciated',
  ],
  'opening.lifeMonths': [
    '使用年限(月)|使用月限|预计使用月份|预计使用期间数|使用寿命(月)|折旧月数|折旧期限(月)|折旧期间数|预计使用月数|useful life (months)|life in months|useful life months',
  ],
  'unit_reading.assetCode': ['资产编号|固定资产编码|设备编号|设备编码|卡片编号|编号|编码|asset code|asset no|asset number|asset tag'],
  'unit_reading.readOn': ['日期|读数日期|抄表日期|统计日期|date|reading date|read on'],
  'unit_reading.units': ['本期工作量|本月工作量|产量|里程|行驶里程|工时|台时|运行小时|units|hours|mileage|output'],
  'consumable.brand': ['牌子|商标|厂牌|品牌名称|brand|brand name|manufacturer|make|生产厂家|厂家|制造商'],
  'consumable.remark': ['说明|附注|备注信息|notes|note|remarks|comment|comments'],
  'location.remark': ['说明|附注|notes|note|remarks|comments'],
  'supplier.address': ['联系地址|公司地址|单位地址|注册地址|通讯地址|详细地址|address|street'],
  'supplier.remark': ['说明|附注|notes|note|remarks|comments'],
  'model.brand': ['牌子|厂牌|品牌名称|brand|brand name|manufacturer|make|vendor|生产厂家|厂家|制造商'],
  'model.remark': ['说明|附注|notes|note|remarks|comments'],
  'person.gender': ['男女|gender|sex'],
  'person.state': ['员工状态|在职状态|人员状态|用工状态|就业状态|账号状态|employment status|employee status|status'],
  'person.remark': ['说明|附注|notes|note|remarks|comments'],
}

const aliases: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(lines).map(([key, words]) => [key, words.flatMap((line) => line.split('|'))]),
)
