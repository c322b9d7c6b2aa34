import type { Chapter } from '../topic.ts'

/** What keepers of assets and supplies do. */
export const keepers: Chapter = {
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
      screens: ['/pages/goods/GsSupplier', '/pages/goods/GsGoodsLoc', '/pages/addressbook/dept'],
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
    {
      question: '怎样查某一天的台账、一件资产去过哪里？',
      steps: [
        '“任意日期台账”选一天，列出那天在册的资产、在哪里、谁在用。',
        '“资产流转记录”是每一次变动，“资产单据明细”是单据的每一行；都可以筛选、汇总和导出。',
        '一件资产自己的经过在它的页面上，点一次变动打开那张单据。',
      ],
      screens: ['/pages/goods/GsGoodsInstance/asof', '/pages/goods/GsGoodsInstance/moves', '/pages/goods/lines'],
      to: '/pages/goods/GsGoodsInstance/asof',
    },
    {
      question: '怎样登记保养、修改资产资料？',
      steps: [
        '在“资产保养”中新建，填写做了什么、费用和下次保养的日期；到期前会提醒。',
        '在“资产调整”中一次改多件资产的资料，改前改后都留在记录里。',
        '只改一件时，也可以在资产的页面上点编辑。',
      ],
      screens: ['/pages/goods/GsHealthOrder', '/pages/goods/GsAjustOrder', '/pages/goods/GsGoodsInstance/gsgoodsinstance-pedit'],
      to: '/pages/goods/GsHealthOrder/index',
    },
    {
      question: '怎样用RFID盘点、找资产、写标签？',
      steps: [
        '打开“RFID标签”，选择连接方式：串口读写器、像键盘一样输入的读写器，或手持机自带的。',
        '盘点时选一个区域，慢慢走过货架；账上没读到的、别处的和不认识的分开列出。',
        '“找一找”按信号强弱带您走到资产跟前，“写标签”把编码写进标签并读回核对。',
      ],
      screens: ['/pages/goods/GsGoodsInstance/rfid'],
      to: '/pages/goods/GsGoodsInstance/rfid',
    },
    {
      question: '怎样登记发票，带入采购和入库？',
      steps: [
        '把收到的 XML、OFD 或 PDF 发票拖进“发票”，号码、销售方、明细和税额会自动读出来。',
        '把明细匹配到型号或耗材，再关联单据，或用这张发票新建采购、入库。',
        '删错的发票在“已删除的发票”里恢复。',
      ],
      screens: ['/pages/goods/invoices'],
      to: '/pages/goods/invoices/list',
    },
    {
      question: '怎样让闲置资产重新用起来？',
      steps: ['把闲置资产放入“闲置资产池”，同事采购前会先看到，可以领用或借用。', '“少买的资产”记着用闲置资产代替了多少采购。'],
      screens: ['/pages/goods/mainpage/pool'],
      to: '/pages/goods/mainpage/pool',
    },
    {
      question: '怎样限定每个人配多少、多贵的资产？',
      steps: ['在“配置标准”中按分类、职位和部门，写明数量上限、单价上限和最低使用年限。', '申请时超过标准的会说明，由审批人决定。'],
      screens: ['/pages/goods/standard'],
      to: '/pages/goods/standard/list',
    },
    {
      question: '怎样做报表和汇总？',
      steps: [
        '“报表”里有现成的报表，可以搜索；打开后改条件、分组，看表格、透视表或图形。',
        '任何一张表都可以点“汇总”，按列和时间分组；点一个数字看到是哪些记录。',
        '结果可以导出 Excel、CSV、PDF，定期发送，或放入仪表板。',
      ],
      screens: ['/pages/reports'],
      to: '/pages/reports/index',
    },
    {
      question: '怎样做自己的仪表板？',
      steps: [
        '打开“仪表板”，用现成的，或点“新建仪表板”；点“编辑”添加、移动和缩放内容。',
        '“共享给”选同事、部门或角色；每个人看到的数值按他自己的权限计算。',
        '打开“每晚保留数值”后有比较和逐日的曲线；可以打印、存为PDF和定期发送。',
      ],
      screens: ['/pages/dashboards'],
      to: '/pages/dashboards/index',
    },
  ],
}
