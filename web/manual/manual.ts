import { assertDefined } from '../../kernel/assert.ts'

/** A question of the manual. `screens`: beginnings of the paths of screens that it is asked on; `to`: the screen where it is done. */
export type Topic = {
  readonly question: string
  readonly steps: readonly string[]
  readonly screens: readonly string[]
  readonly to?: string
}

/** `key`: the name of its page in the handbook; `device`: on which its pictures are taken. */
export type Chapter = {
  readonly key: string
  readonly title: string
  readonly device: 'phone' | 'desk'
  readonly topics: readonly Topic[]
}

/** The manual by role: what an employee, a manager and an administrator do, step by step. */
export const manual: readonly Chapter[] = [
  {
    key: 'employees',
    title: '员工',
    device: 'phone',
    topics: [
      {
        question: '怎样领用一件资产？',
        steps: [
          '在工作台打开“发起申请”，选择资产领用。',
          '填写需要的型号、数量和用途，提交。',
          '审批通过后，管理员会为您分配资产；可在“我的申请”查看进度。',
          '领到的资产在“我的资产”中。',
        ],
        screens: ['/pages/flow/flowindex', '/pages/flow/formApply', '/pages/goods/GsOutstockOrder'],
        to: '/pages/flow/flowindex',
      },
      {
        question: '没有全部领到怎么办？',
        steps: [
          '在待确认的单据上点“确认领取”，打开“没有全部领到”。',
          '逐项勾选领到的资产，或改成领到的数量；选择没领到的等候补发还是不要了，写明原因。',
          '确认后，领到的归您，没领到的留在仓库；发放的人会收到消息。',
        ],
        screens: ['/pages/personal/receipts', '/pages/goods/GsOutstockOrder', '/pages/consumables/CsOutstockOrder'],
        to: '/pages/personal/receipts',
      },
      {
        question: '怎样借用和续借？',
        steps: [
          '在“发起申请”中选择资产借用，写明用途和归还日期，提交。',
          '到期前还要用时，在“我借用的资产”中打开它，选择续借并写明新的日期。',
          '续借通过前仍按原来的日期归还。',
        ],
        screens: ['/pages/goods/mainpage/borrowme', '/pages/goods/GsBorrowOrder', '/pages/goods/GsRenewOrder'],
        to: '/pages/goods/mainpage/borrowme',
      },
      {
        question: '怎样归还或退库？',
        steps: ['在“我的资产”中打开资产。', '借用的资产选择归还，领用的资产选择退库，提交申请。', '管理员确认收到后，资产就不在您名下了。'],
        screens: ['/pages/goods/mainpage/mygoods', '/pages/goods/GsReturnOrder', '/pages/goods/GsRevertOrder'],
        to: '/pages/goods/mainpage/mygoods',
      },
      {
        question: '怎样把资产转给同事？',
        steps: [
          '在“我的资产”中打开资产，选择转移。',
          '选择接收的同事，写明原因，提交。',
          '同事确认并审批通过后，资产记到对方名下；在此之前仍由您负责。',
        ],
        screens: ['/pages/goods/GsTransOrder'],
        to: '/pages/goods/mainpage/mygoods',
      },
      {
        question: '资产坏了怎么办？',
        steps: ['扫描资产上的二维码，或在“我的资产”中打开它。', '选择报修，写明故障并拍照，提交。', '修好后会收到消息。'],
        screens: ['/pages/goods/GsRepairOrder'],
        to: '/pages/goods/mainpage/mygoods',
      },
      {
        question: '怎样领用耗材？',
        steps: [
          '在“发起申请”中选择耗材领用，从目录里选择品种和数量。',
          '库存不足时可以等到货，也可以先领一部分。',
          '没用完的耗材可以用耗材退库交回。',
        ],
        screens: ['/pages/consumables', '/pages/consumables/CsOutstockOrder'],
        to: '/pages/flow/flowindex',
      },
      {
        question: '怎样盘点自己名下的资产？',
        steps: [
          '收到自盘任务后，在“我的自盘”中打开它。',
          '逐件选择在或不在，也可以扫描标签；不在的写明原因。',
          '没有网络时答案先留在手机上，连上后自动提交。',
        ],
        screens: ['/pages/goods/mainpage/selfcount'],
        to: '/pages/goods/mainpage/selfcount',
      },
      {
        question: '怎样撤回、修改和重新提交申请？',
        steps: [
          '在“我的申请”中打开申请；还没有结束的可以撤回，也可以催办。',
          '撤回或被退回的申请可以修改后再次提交，原来的意见都保留。',
          '没有写完的申请在“草稿”中。',
        ],
        screens: ['/pages/personal/myapply', '/pages/personal/apply', '/pages/flow/progress'],
        to: '/pages/personal/myapply',
      },
      {
        question: '怎样处理待我审批的事？',
        steps: [
          '在工作台打开“审批处理”。',
          '打开一项，核对内容。',
          '同意、驳回，或转交给别人，并写下意见。',
          '外出前可以设置代理人，期间的审批会交给他。',
        ],
        screens: ['/pages/personal/myapprove', '/pages/flow/formApprove'],
        to: '/pages/personal/myapprove',
      },
      {
        question: '怎样打卡、补卡和请假？',
        steps: [
          '在“考勤打卡”中按下按钮；不在打卡范围内时按外勤打卡，写明事由并拍照。',
          '忘记打卡时提交补卡申请，请假提交请假申请；附件只有审批人能打开。',
          '每天和每月的结果在“考勤统计”中。',
        ],
        screens: ['/pages/attendance'],
        to: '/pages/attendance/attHome',
      },
      {
        question: '什么时候会收到提醒？',
        steps: [
          '借用的资产到期前 3 天、前 1 天和当天；逾期后会继续提醒，直到归还。',
          '别人把资产交给您、您的资产修好时，会马上收到。',
          '提醒在工作日早上发出；每一类都可以在“消息设置”中关闭。',
        ],
        screens: ['/pages/message'],
        to: '/pages/message/settings',
      },
      {
        question: '怎样定期发送一张表？',
        steps: [
          '在表格里设好筛选、排序和列，另存为视图；要发给别人时，把视图与他们共享。',
          '打开视图菜单，按视图旁的“定期发送”，选择发送日、时间和接收人。',
          '到时每个人收到一条带链接的消息；验证过邮箱的人还会收到附 Excel 或 PDF 的邮件，内容以各人的权限为准。',
          '仪表板也一样：在它的“更多”菜单里选“定期发送”；“打印或存为PDF”当场打印。',
        ],
        screens: ['/pages/user/subscriptions'],
        to: '/pages/user/subscriptions',
      },
      {
        question: '怎样用邮件接收消息？',
        steps: [
          '在个人信息里填写邮箱，再到“消息设置”发送验证码，填入邮件中的6位数字。',
          '为每类消息选择逐条发、汇总发或不发；汇总邮件在选定的时间只发送未读的消息。',
          '邮箱退回邮件后会停止发送并提醒您；改好后重新验证。',
        ],
        screens: ['/pages/message/settings'],
        to: '/pages/message/settings',
      },
      {
        question: '怎样在手机或电脑的日历里看日程？',
        steps: [
          '打开“我的日程”的“显示与订阅”，选择要看的来源，生成订阅地址。',
          '把地址添加到手机或电脑的日历应用（添加订阅日历）；以后日程会自动更新。',
          '地址只显示一次，知道的人都能看到内容；不用了或转发过，就在这里停用。',
        ],
        screens: ['/pages/agenda'],
        to: '/pages/agenda/personagenda',
      },
    ],
  },
  {
    key: 'keepers',
    title: '资产和耗材管理员',
    device: 'desk',
    topics: [
      {
        question: '怎样登记已有的资产？',
        steps: [
          '在“资产台账”中导入表格，或直接粘贴；列的顺序不限，没有的区域、分类、部门和人员会一并新建。',
          '有疑问的写法会先问您；有误的行会指出第几行第几列，可以跳过，改好后再导入。',
          '再次导入同一批编码时更新在册的记录，导入前会列出要改的内容。',
        ],
        screens: ['/pages/goods/GsGoodsInstance/index', '/pages/goods/imports'],
        to: '/pages/goods/GsGoodsInstance/index',
      },
      {
        question: '怎样入库新买的资产？',
        steps: [
          '新建资产入库单，选择供应商和区域。',
          '加入型号、数量和单价，提交。',
          '按采购单入库时从采购单继续，没有到齐的会留着等下次。',
          '入库后每件资产都有编号，可以打印标签。',
        ],
        screens: ['/pages/goods/GsInstockOrder', '/pages/goods/GsPurchaseOrder'],
        to: '/pages/goods/GsInstockOrder/index',
      },
      {
        question: '怎样发放和借出？',
        steps: [
          '申请到您这里时，在明细里选择要发的资产，再同意；也可以扫描标签选择。',
          '不够时写明本次发放多少，其余的继续等候或不再发放。',
          '当面交付时用直接发放，让领用人在屏幕上签字。',
        ],
        screens: ['/pages/goods/GsOutstockOrder', '/pages/goods/GsApplyOutstockOrder', '/pages/goods/GsBorrowOrder'],
        to: '/pages/goods/GsApplyOutstockOrder/index',
      },
      {
        question: '为什么不能发放资产？',
        steps: ['发放和盘点需要先为您设置管理区域。', '系统管理员在“资产区域”里打开一个区域，把您设为它的管理员。'],
        screens: ['/pages/goods/GsGoodsLoc'],
      },
      {
        question: '怎样在仓库之间调拨？',
        steps: ['新建资产调拨单，选择调出和调入区域以及资产，提交。', '发出后资产为在途；调入方确认收到后才算到库。'],
        screens: ['/pages/goods/GsAllocateOrder'],
        to: '/pages/goods/GsAllocateOrder/index',
      },
      {
        question: '怎样盘点？',
        steps: ['新建盘点单，选择区域或分类。', '用手机逐个扫描资产二维码，断网也能继续。', '提交后查看盘盈与盘亏，并生成处理单。'],
        screens: ['/pages/goods/GsInventoryOrder', '/pages/goods/components/inventoryScan'],
        to: '/pages/goods/GsInventoryOrder/index',
      },
      {
        question: '怎样打印标签？',
        steps: [
          '在“待打印标签”中选择资产，或在台账里多选后打印。',
          '没有合适的样式时，在标签模板里设计一个，按纸张尺寸排版。',
          '打印机在别处时，在它旁边的电脑上打开打印站，标签会送到那里。',
        ],
        screens: ['/pages/goods/labels', '/pages/components/shangmi-print'],
        to: '/pages/components/shangmi-print/index',
      },
      {
        question: '怎样处置和报废？',
        steps: ['新建资产处置单，选择报废、出售、捐赠或丢失，加入资产，提交。', '入账后资产退出台账，历史仍可查询；处置错了可以冲销。'],
        screens: ['/pages/goods/GsHandleOrder'],
        to: '/pages/goods/GsHandleOrder/index',
      },
      {
        question: '怎样管理耗材库存？',
        steps: ['用耗材入库增加库存，用耗材调拨在仓库之间移动，用耗材调整改正差异。', '为耗材设置最低库存，不足时会提醒，并可一次补足。'],
        screens: ['/pages/consumables'],
        to: '/pages/consumables/CsLocStock/index',
      },
      {
        question: '供应商、型号、分类重复了怎么办？',
        steps: [
          '在列表的“整理”中选择查找重复，或在列表中选中几项后合并，也可以打开一项，选择与另一项合并。',
          '选择保留哪一个，看清有多少资产、单据会改为指向它，再合并。',
          '已入账的单据照旧；旧编码、旧名称在扫码和导入时都指向保留的这一个。',
          '还有库存的耗材和区域，先调整或调拨后再合并。',
        ],
        screens: ['/pages/goods/GsSupplier', '/pages/goods/GsGoods/', '/pages/goods/GsCat', '/pages/consumables/CsConsum'],
        to: '/pages/goods/GsSupplier/gssupplierlist',
      },
      {
        question: '误删的供应商、型号、区域怎样找回？',
        steps: [
          '在列表的“整理”中打开回收站，能看到谁在什么时候删除的。',
          '选择恢复，它回到原来的位置；上级也删除了的，先恢复上级。',
          '编码已被别人用了的，先改那一个的编码。合并过的不能恢复。',
        ],
        screens: ['/pages/goods/GsSupplier', '/pages/goods/GsGoodsLoc', '/pages/addressbook/deptlist'],
        to: '/pages/goods/GsGoodsLoc/gsgoodsloclist',
      },
      {
        question: '怎样知道库存不足、保养和保修到期？',
        steps: [
          '您管理的库存低于最低库存时会马上收到消息，补足时再收到一次。',
          '您管理的资产保养到期、保修到期和逾期未还，会在工作日早上提醒。',
        ],
        screens: ['/pages/message'],
        to: '/pages/message/settings',
      },
    ],
  },
  {
    key: 'finance',
    title: '财务',
    device: 'desk',
    topics: [
      {
        question: '怎样启用账簿、接管原来的账？',
        steps: [
          '在“账簿”中新建账簿，选择核算制度和启用月份；在“折旧规则”中设好方法、年限和残值率。',
          '从原来的账接过来时，在“期初余额”中导入每项资产的原值、累计折旧和已提月份；不导入则按规则推算。',
          '在“月末结账”中填写原账的合计作为控制数，启用账簿；合计差一分也会提示。',
        ],
        screens: ['/pages/goods/GsBook', '/pages/goods/GsOpening', '/pages/goods/GsDepreciationRule'],
        to: '/pages/goods/GsBook/months',
      },
      {
        question: '怎样计提折旧和结账？',
        steps: [
          '月末当天起，在“月末结账”中看清有没有没入账的单据、没有年限的资产，然后结账。',
          '结账后，日期在本月的单据不能再入账；需要更正时，可以反结最后一个月，写明原因。',
          '“折旧清单”可以看任何一个月的净值，也能看以后月份的预测；“增减变动表”按分类或部门汇总。',
        ],
        screens: ['/pages/goods/GsBook'],
        to: '/pages/goods/GsBook/months',
      },
      {
        question: '怎样登记减值、后续支出和年限变更？',
        steps: [
          '新建资产价值变动单，选择资产，填写后续支出、减值、新的年限、残值或折旧方法。',
          '变动从下一个计提月份起生效，已结账的月份不变；做错了可以冲销。',
        ],
        screens: ['/pages/goods/GsValueOrder'],
        to: '/pages/goods/GsValueOrder/index',
      },
      {
        question: '怎样拆分、合并资产，在建工程怎样转固？',
        steps: [
          '新建资产拆分合并单，选择拆分、合并或在建转固；加入原资产，再用“新资产”逐项登记，原值合计要与原资产相等，合并时自动带出。',
          '入账后原资产退出台账，折旧、减值和已提月份由新资产承接；在建转固的新资产从投入使用日期起计提。',
          '为“在建工程”一类的分类设置不计提的折旧规则，并在“入账科目”中填写在建工程科目（企业1604），转固凭证才会从在建工程转到固定资产。',
          '做错了可以冲销，新资产期间计提的折旧回到原资产。',
        ],
        screens: ['/pages/goods/GsConvertOrder'],
        to: '/pages/goods/GsConvertOrder/index',
      },
      {
        question: '怎样按部门、项目分摊折旧，查看处置损益？',
        steps: [
          '在“折旧分摊比例”中为资产登记承担部门或成本对象及其比例，不足100%的部分由使用部门承担。',
          '结账时按当时的比例分摊，结果在“折旧分摊”中查看，折旧凭证的费用同样分摊。',
          '处置单上填写处置收入和处置费用，“处置损益”列出所选月份的净值、收支和损益。',
        ],
        screens: ['/pages/goods/GsCostShare', '/pages/goods/GsBook/allocations', '/pages/goods/GsBook/disposals'],
        to: '/pages/goods/GsBook/allocations',
      },
      {
        question: '怎样把凭证传到总账并核对？',
        steps: [
          '每次结账都会生成凭证；在“记账凭证”中导出到用友或金蝶，导入后填回总账的凭证号。',
          '凭证可以逐张、勾选或按月打印成记账凭证，也可以下载PDF。',
          '金蝶K/3的模板另有一张说明列的工作表：先在K/3中引出标准格式凭证得到模板，再把导出的行粘贴到它的凭证表。',
          '科目在“入账科目”中按分类和部门设置，没有设置的用核算制度的科目。处置收入和处置费用填不含增值税的金额，税额在总账中另记。',
          '在“账账核对”中填写总账余额，不一致时会指出可能的原因。',
        ],
        screens: ['/pages/goods/GsAccountRule', '/pages/goods/GsBook/vouchers', '/pages/goods/GsBook/reconciliation'],
        to: '/pages/goods/GsBook/vouchers',
      },
    ],
  },
  {
    key: 'administrators',
    title: '系统管理员',
    device: 'desk',
    topics: [
      {
        question: '怎样邀请同事？',
        steps: [
          '先在“人员管理”中导入或新增人员。',
          '在“邀请人员”中发送链接，同事打开后自己设置密码。',
          '用开放链接加入的人，需要您逐个同意。',
        ],
        screens: ['/pages/addressbook/invite', '/pages/addressbook/person'],
        to: '/pages/addressbook/invite',
      },
      {
        question: '怎样分配角色和管理区域？',
        steps: [
          '在“角色与权限”中选择角色，加入人员；马上生效。',
          '在“资产区域”中为每个区域指定管理员；管理员能看到和办理这个区域及其下级。',
        ],
        screens: ['/pages/addressbook/rolelist', '/pages/goods/GsGoodsLoc'],
        to: '/pages/addressbook/rolelist',
      },
      {
        question: '怎样建立自己的角色？',
        steps: [
          '在“角色与权限”中复制一个角色，或新建空白角色、等保三员模板。',
          '勾选权限，选择数据范围（部门、区域、分类或全部）和要隐藏的列，例如价格与价值。',
          '把角色授予人员；一秒内生效。您不能给出自己没有的权限。',
          '在人员页的“权限说明”中查看哪个角色给了哪项权限；“预览权限”只读，每次都会记录。',
        ],
        screens: ['/pages/addressbook/rolelist', '/pages/addressbook/roleedit'],
        to: '/pages/addressbook/rolelist',
      },
      {
        question: '怎样设计审批流程和表单？',
        steps: [
          '在“流程管理”中打开流程，加入步骤，选择每一步由谁审批。',
          '自己的申请先在“表单管理”中设计表单，再为它新建流程。',
          '发布前可以检查和试走；正在审批的申请按原来的版本走完。',
        ],
        screens: ['/pages/flow/flowlist', '/pages/flow/flowdesign', '/pages/flow/formlist', '/pages/flow/formdesign'],
        to: '/pages/flow/flowlist',
      },
      {
        question: '同事离职怎么办？',
        steps: [
          '在“人员管理”中停用他；停用前会列出名下的资产、审批和管理的区域。',
          '审批会转交给您指定的人；资产仍在其名下，办理退库或转移后才会移走。',
        ],
        screens: ['/pages/addressbook/personlist', '/pages/user/people'],
        to: '/pages/addressbook/personlist',
      },
      {
        question: '怎样给资产加自己的字段？',
        steps: [
          '在“自定义字段”中选择加在哪里，再新增字段；字段立即出现在卡片、表单、列表、导入和导出里。',
          '打开“入库时必填”的字段在资产入库单上填写；要改已登记资产的字段，填资产调整单；打开“盘点时显示”并在盘点计划里选“自定义字段”，盘点的人就能核对和更正。',
          '可以只给某些分类的资产加，也可以启用房屋、土地、车辆等成套字段。',
          '数字可以写明单位，没有填写时可以用默认值；敏感的文字不能用关键字搜到，角色可以把它设为隐藏的列。',
          '导入表格时，没有对应的列可以直接建成新字段；不再用的字段停用，已填的内容还在。',
        ],
        screens: ['/pages/user/ownfields'],
        to: '/pages/user/ownfields',
      },
      {
        question: '怎样让流程按自定义字段走不同的分支？',
        steps: [
          '在“流程管理”中打开流程，添加分支，点分支设置条件。',
          '字段里有明细中资产的、申请人的和部门的自定义字段，如“资产的密级”；明细有多行时选“任意一项”或“每一项”。',
          '点“试运行”填入想试的值，看走哪个分支；试运行不读取任何卡片。',
          '发布时会提醒哪些字段有的角色看不到。',
        ],
        screens: ['/pages/flow/flowdesign', '/pages/flow/flowlist', '/pages/user/ownfields'],
        to: '/pages/flow/flowlist',
      },
      {
        question: '怎样让事情自动办理？',
        steps: [
          '在“自动规则”中新增规则：选什么（资产、单据、申请……）和发生什么（新建、某个字段变了、日期快到了……）。',
          '在“并且”里加条件，和列表的筛选一样；都符合才执行。',
          '在“就”里选动作：通知人、发起申请，或设置一个字段；文字里的花括号会换成记录的内容。',
          '保存前点“试算最近的事件”，看最近发生的事里有几次会执行；试算不会真的执行。',
          '规则以保存人的名义和权限执行，在“执行记录”里看每一次的结果，失败的可以重新执行。',
        ],
        screens: ['/pages/user/eventrules', '/pages/user/eventrule'],
        to: '/pages/user/eventrules',
      },
      {
        question: '怎样改编号规则？',
        steps: [
          '在“组织设置”中打开编号规则，分别为资产、单据、申请和人员定规则。',
          '规则由固定文字、日期、编码和流水号组成，下面有例子；保存后从下一张开始，已有的编号不变。',
          '单号太长时打开“自己定规则”，用代号、年月和流水号，念得出来。',
        ],
        screens: ['/pages/user/numbers', '/pages/user/organisation'],
        to: '/pages/user/numbers',
      },
      {
        question: '怎样改领用原因、计量单位这些常用词？',
        steps: [
          '在“组织设置”中打开常用词，选择一个词表。',
          '可以添加、改名（中英文）、上移，或不再提供；已经写下的不变。',
          '资产状况、处置方式和请假类型也在其中：改名后，单据、列表、导出和打印都用新名称。',
        ],
        screens: ['/pages/user/organisation'],
        to: '/pages/user/organisation',
      },
      {
        question: '怎样接入公司登录和通讯录？',
        steps: ['在“组织设置”的公司登录中填写 OIDC、LDAP 或 SCIM，先测试再启用。', '启用后人员和部门由公司通讯录维护。'],
        screens: ['/pages/user/signon', '/pages/user/organisation'],
        to: '/pages/user/organisation',
      },
      {
        question: '怎样设置邮件服务器？',
        steps: [
          '在“组织设置”的邮件里查看现在用哪个服务器发送；可以填写自己的服务器。',
          '点“测试发送”，屏幕会说明连接、登录和发送的结果。',
          '为每类消息选择默认发送什么；员工可以改成自己的。',
        ],
        screens: ['/pages/user/mail'],
        to: '/pages/user/mail',
      },
      {
        question: '怎样备份和导出全部数据？',
        steps: ['在“数据导出”中导出整个组织，含历史和附件。', '每张表都可以按当前条件导出 Excel。'],
        screens: ['/pages/user/takeout'],
        to: '/pages/user/takeout',
      },
      {
        question: '怎样让其他系统读取资产或办理业务？',
        steps: [
          '在“API密钥”中新建密钥：选权限、数据范围、来源网络和有效期；密钥不会超过您自己的权限。',
          '密钥只显示一次，放进那个系统的密码管理或环境变量。',
          '“第一次调用”里有可以直接运行的例子，“接口文档”列出全部接口。',
          '换人维护时用服务账号，由另一位管理员接手；不用了就停用，一秒内生效。',
        ],
        screens: ['/pages/user/apikey'],
        to: '/pages/user/apikeys',
      },
      {
        question: '怎样在发生变化时通知其他系统？',
        steps: [
          '在“Webhook”中新增：填写接收地址，选择哪些变化，加上条件。',
          '复制签名密钥交给接收方；它只显示一次。',
          '点“测试消息”，再到“发送记录”里看对方怎样回答；没有送达的在三天内自动重发。',
          '内容以您的权限读取，您看不到的列不会发送。',
        ],
        screens: ['/pages/user/webhook'],
        to: '/pages/user/webhooks',
      },
    ],
  },
  {
    key: 'operators',
    title: '系统运维',
    device: 'desk',
    topics: [
      {
        question: '怎样打开运营页？',
        steps: [
          '在服务器上运行 npm run organisation -- page --by 您的名字，打开它打印的地址。',
          '地址只能用一次，15 分钟内有效；在那里做的事会连同名字记录下来。',
          '在这一页增加公司、调整许可、停用和重新启用组织，为忘记密码的管理员发链接。',
        ],
        screens: ['/pages/operator'],
      },
      {
        question: '怎样知道系统是否正常？',
        steps: [
          '在运营页打开“运行状况”：每一项有问题时，下面写着该做什么。',
          '后台任务失败时写明原因，修好后点重新执行。',
          '让监控系统读取 /readyz 和 /metrics；告警规则和面板在 deploy/monitoring 里。',
        ],
        screens: ['/pages/operator/system'],
      },
      {
        question: '怎样备份和恢复整个系统？',
        steps: [
          '设置 BACKUP_FOLDER，每天夜里自动备份并演练恢复；“运行状况”列出每一份，可以马上备份、检查或演练。',
          '要恢复时先停止服务，再运行 npm run restore；全部对得上之后才会换上去，原来的数据留在旁边。',
          '恢复之后运行 npm run audit，核对账目、历史和文件。',
        ],
        screens: ['/pages/operator/system'],
      },
      {
        question: '怎样升级？',
        steps: [
          '先备份，再看新版本的更新说明里有没有必须先装的版本。',
          '换上新版本并重新启动；数据库结构会自动更新，同时启动的进程会互相等待。',
          '旧程序不能打开新的数据库结构，所以退回要用备份。',
        ],
        screens: ['/pages/operator'],
      },
    ],
  },
]

/** The chapter that a topic stands in. */
export const chapterOf = (topic: Topic): Chapter =>
  assertDefined(
    manual.find(({ topics }) => topics.includes(topic)),
    topic.question,
  )

/** The file of the picture of the screen where a topic is done, as the handbook has it for each language. */
export const pictureOf = ({ device }: Pick<Chapter, 'device'>, screen: string): string =>
  `${device}-${screen.replace('/pages/', '').replaceAll('/', '-').toLowerCase()}.jpg`

/** The topics about a screen, the most particular first: those whose path is the longest beginning of its own. */
export const topicsAbout = (path: string): readonly Topic[] => {
  const lengthOf = ({ screens }: Topic) => Math.max(0, ...screens.map((start) => (path.startsWith(start) ? start.length : 0)))
  const topics = manual.flatMap((chapter) => chapter.topics).filter((topic) => lengthOf(topic) > 0)
  return topics.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, topicsAtMost)
}

const topicsAtMost = 3

/** The chapters with the topics in which every word stands, as `translate` says them; all of them without a word. */
export const foundIn = (words: string, translate: (text: string) => string): readonly Chapter[] => {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = ({ question, steps }: Topic) => {
    const text = [question, ...steps].map(translate).join(' ').toLowerCase()
    return parts.every((part) => text.includes(part))
  }
  return manual.map((chapter) => ({ ...chapter, topics: chapter.topics.filter(hasAll) })).filter(({ topics }) => topics.length > 0)
}
