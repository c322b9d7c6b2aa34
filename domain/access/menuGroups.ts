import type { FunctionCode } from '../rules/functionCode.ts'

/** A screen of the menu, and the pages that are reached from it. */
export type Screen = {
  readonly path: string
  readonly title: string
  readonly applicantTitle?: string
  readonly icon: string
  /** The code without which the entry is not there, or several of which one is enough; without it the entry is for everyone. */
  readonly needs?: FunctionCode | readonly FunctionCode[]
  /** The noun whose codes are the functions of the page and of the pages below it. */
  readonly noun?: string
  readonly onWorkbench?: boolean
  readonly frequent?: boolean
  /** Pages that are reached from this one, without a title called as this one; with `needs` only by the person who has that code. */
  readonly pages?: readonly { readonly path: string; readonly title?: string; readonly needs?: FunctionCode }[]
  /** The noun of the screen behind which it stands; elsewhere where it is written. */
  readonly after?: string
}

/** A group of the menu with its screens. */
export type Group = {
  readonly code: string
  readonly title: string
  readonly icon: string
  readonly color: string
  /** Who has this code keeps what the group is about. */
  readonly keptBy?: FunctionCode
  /** `documents` and `records` stand for the screens of the kinds that belong to the group. */
  readonly screens: readonly (Screen | 'documents' | 'records')[]
}

/** The menu, in its order. */
export const groups = [
  {
    code: 'gs_work',
    title: '资产业务',
    icon: 'package',
    color: '#0081ff',
    keptBy: 'gsoutstockorder:post',
    screens: [
      {
        path: '/pages/goods/mainpage/index',
        title: '资产首页',
        icon: 'layout-dashboard',
        needs: 'gsgoodsinstance:list',
        onWorkbench: true,
      },
      {
        path: '/pages/goods/mainpage/pool',
        title: '闲置资产池',
        icon: 'archive-restore',
        noun: 'gspool',
        needs: 'gspool:list',
        onWorkbench: true,
      },
      'documents',
      {
        path: '/pages/goods/GsApplyOutstockOrder/index',
        title: '资产申领',
        icon: 'clipboard-list',
        noun: 'gsapplyoutstockorder',
        after: 'gsoutstockorder',
        needs: 'gsapplyoutstockorder:list',
        onWorkbench: true,
      },
      {
        path: '/pages/goods/lines',
        title: '资产单据明细',
        icon: 'file-text',
        needs: 'gsgoodsinstance:list',
      },
      { path: '/pages/goods/GsGoodsInstance/moves', title: '资产流转记录', icon: 'arrow-left-right', needs: 'gsgoodsinstance:list' },
      { path: '/pages/goods/GsGoodsInstance/asof', title: '任意日期台账', icon: 'calendar-days', needs: 'gsgoodsinstance:list' },
      {
        path: '/pages/goods/invoices/list',
        title: '发票',
        icon: 'file-text',
        noun: 'gsinvoice',
        needs: 'gsinvoice:list',
        onWorkbench: true,
        pages: [
          { path: '/pages/goods/invoices/detail', title: '发票详情' },
          { path: '/pages/goods/invoices/edit', title: '录入发票', needs: 'gsinvoice:save' },
        ],
      },
    ],
  },
  {
    code: 'gs_base',
    title: '资产档案',
    icon: 'archive',
    color: '#00a86b',
    keptBy: 'gsgoodsinstance:save',
    screens: [
      'records',
      {
        path: '/pages/components/shangmi-print/index',
        title: '标签打印',
        icon: 'printer',
        noun: 'gslabel',
        needs: 'gslabel:list',
        onWorkbench: true,
        pages: [
          { path: '/pages/goods/labels/due', title: '待打印标签' },
          { path: '/pages/goods/labels/templates', title: '标签模板' },
          { path: '/pages/goods/labels/design', title: '设计标签', needs: 'gslabel:save' },
          { path: '/pages/goods/labels/printers', title: '标签打印机' },
          { path: '/pages/goods/labels/station', title: '打印站', needs: 'gslabel:print' },
          { path: '/pages/goods/labels/job', title: '打印任务', needs: 'gslabel:print' },
        ],
      },
      {
        path: '/pages/goods/GsGoodsInstance/rfid',
        title: 'RFID标签',
        icon: 'nfc',
        noun: 'gsgoodsinstance',
        needs: 'gsgoodsinstance:save',
        onWorkbench: true,
        pages: [{ path: '/pages/goods/GsGoodsInstance/rfid-write', title: '写标签' }],
      },
      {
        path: '/pages/goods/imports',
        title: '导入记录',
        icon: 'file-text',
        noun: 'gsgoodsinstance',
        needs: 'gsgoodsinstance:import',
      },
    ],
  },
  {
    code: 'cs_work',
    title: '耗材管理',
    icon: 'shopping-basket',
    color: '#ff8a00',
    keptBy: 'csoutstockorder:post',
    screens: [
      { path: '/pages/consumables/index', title: '耗材首页', icon: 'layout-dashboard', needs: 'cslocstock:list', onWorkbench: true },
      'documents',
      { path: '/pages/consumables/lines', title: '耗材单据明细', icon: 'file-text', needs: 'cslocstock:list' },
      {
        path: '/pages/consumables/CsLocStock/index',
        title: '耗材库存',
        icon: 'warehouse',
        noun: 'cslocstock',
        needs: 'cslocstock:list',
        onWorkbench: true,
        pages: [{ path: '/pages/consumables/CsLocStock/cslocstock-detail', title: '库存详情' }],
      },
      {
        path: '/pages/consumables/stockBook/index',
        title: '收发存汇总',
        icon: 'arrow-left-right',
        noun: 'cslocstock',
        needs: 'cslocstock:list',
        onWorkbench: true,
      },
      {
        path: '/pages/consumables/stockBook/entries',
        title: '收发存明细账',
        icon: 'file-text',
        noun: 'cslocstock',
        needs: 'cslocstock:list',
      },
      {
        path: '/pages/consumables/stockBook/months',
        title: '库存结账',
        icon: 'calendar-check',
        noun: 'csstockmonth',
        needs: 'cslocstock:list',
      },
      'records',
    ],
  },
  {
    code: 'gs_books',
    title: '资产核算',
    icon: 'chart-column',
    color: '#0e9384',
    keptBy: 'gsvalue:close',
    screens: [
      {
        path: '/pages/goods/GsBook/months',
        title: '月末结账',
        icon: 'calendar-check',
        noun: 'gsvalue',
        needs: 'gsvalue:list',
        onWorkbench: true,
      },
      {
        path: '/pages/goods/GsBook/values',
        title: '折旧清单',
        icon: 'file-text',
        noun: 'gsvalue',
        needs: 'gsvalue:list',
        onWorkbench: true,
      },
      {
        path: '/pages/goods/GsBook/movements',
        title: '增减变动表',
        icon: 'arrow-left-right',
        noun: 'gsvalue',
        needs: 'gsvalue:list',
        onWorkbench: true,
      },
      {
        path: '/pages/goods/GsBook/allocations',
        title: '折旧分摊',
        icon: 'network',
        noun: 'gsvalue',
        needs: 'gsvalue:list',
        onWorkbench: true,
      },
      {
        path: '/pages/goods/GsBook/allocationLines',
        title: '折旧分摊明细',
        icon: 'network',
        noun: 'gsvalue',
        needs: 'gsvalue:list',
      },
      {
        path: '/pages/goods/GsBook/disposals',
        title: '处置损益',
        icon: 'trash-2',
        noun: 'gsvalue',
        needs: 'gsvalue:list',
        onWorkbench: true,
      },
      {
        path: '/pages/goods/GsBook/entries',
        title: '账簿分录',
        icon: 'file-text',
        noun: 'gsvalue',
        needs: 'gsvalue:list',
      },
      {
        path: '/pages/goods/GsBook/vouchers',
        title: '记账凭证',
        icon: 'notebook-pen',
        noun: 'gsvalue',
        needs: 'gsvalue:list',
        onWorkbench: true,
      },
      {
        path: '/pages/goods/GsBook/reconciliation',
        title: '账账核对',
        icon: 'shield-check',
        noun: 'gsvalue',
        needs: 'gsvalue:list',
        onWorkbench: true,
      },
      'documents',
      'records',
    ],
  },
  {
    code: 'reports',
    title: '报表',
    icon: 'chart-column',
    color: '#3e63dd',
    screens: [
      {
        path: '/pages/reports/index',
        title: '报表',
        icon: 'chart-column',
        needs: ['gsgoodsinstance:list', 'cslocstock:list', 'gsvalue:list', 'workflow:list'],
        onWorkbench: true,
      },
      { path: '/pages/dashboards/index', title: '仪表板', icon: 'layout-dashboard', onWorkbench: true },
    ],
  },
  {
    code: 'personal',
    title: '个人事务',
    icon: 'user-round',
    color: '#7a5af8',
    screens: [
      { path: '/pages/flow/flowindex', title: '发起申请', icon: 'send' },
      { path: '/pages/personal/myapply', title: '我的申请', icon: 'file-text' },
      { path: '/pages/personal/myapprove', title: '我的审批', icon: 'stamp' },
      { path: '/pages/personal/receipts', title: '待我确认', icon: 'package-check' },
      { path: '/pages/personal/flowCopy', title: '抄送我的', icon: 'copy' },
      { path: '/pages/goods/components/inventoryScan/index', title: '扫码盘点', icon: 'scan-barcode', noun: 'gsinventorytask' },
      { path: '/pages/goods/mainpage/mygoods', title: '我的资产', icon: 'laptop' },
      { path: '/pages/goods/mainpage/selfcount', title: '我的自盘', icon: 'clipboard-list' },
      { path: '/pages/goods/mainpage/borrowme', title: '我借用的资产', icon: 'hand-helping' },
    ],
  },
  {
    code: 'flow_design',
    title: '流程设置',
    icon: 'stamp',
    color: '#d6409f',
    screens: [
      {
        path: '/pages/flow/flowlist',
        title: '流程管理',
        icon: 'workflow',
        noun: 'workflow',
        needs: 'workflow:list',
        onWorkbench: true,
        pages: [
          { path: '/pages/flow/flowdesign', title: '流程设计' },
          { path: '/pages/flow/flowupgrade', title: '升级流程', needs: 'workflow:upgrade' },
          { path: '/pages/flow/flowtemplate', title: '模板更新', needs: 'workflow:design' },
          { path: '/pages/flow/monitor', title: '流程监控', needs: 'workflow:list' },
        ],
      },
      {
        path: '/pages/flow/formlist',
        title: '表单管理',
        icon: 'clipboard-list',
        noun: 'workflow',
        needs: 'workflow:design',
        onWorkbench: true,
        pages: [{ path: '/pages/flow/formdesign', title: '设计表单' }],
      },
      {
        path: '/pages/flow/statistics',
        title: '流程统计',
        icon: 'chart-column',
        noun: 'workflow',
        needs: 'workflow:list',
        onWorkbench: true,
      },
      {
        path: '/pages/flow/calendar',
        title: '工作日历',
        icon: 'calendar-days',
        noun: 'workflow',
        needs: 'workflow:design',
        onWorkbench: true,
      },
      {
        path: '/pages/flow/services',
        title: '外部服务',
        icon: 'webhook',
        noun: 'workflow',
        needs: 'workflow:design',
        onWorkbench: true,
      },
    ],
  },
  {
    code: 'organisation',
    title: '组织管理',
    icon: 'users-round',
    color: '#3e63dd',
    screens: [
      'records',
      {
        path: '/pages/addressbook/invite',
        title: '邀请人员',
        icon: 'user-round-plus',
        noun: 'invitation',
        after: 'person',
        needs: 'invitation:save',
        onWorkbench: true,
      },
      {
        path: '/pages/addressbook/rolelist',
        title: '角色与权限',
        icon: 'shield-user',
        noun: 'sysrole',
        after: 'person',
        needs: 'sysrole:list',
        onWorkbench: true,
        pages: [
          { path: '/pages/addressbook/clearance', title: '离职清退', needs: 'sysuser:update' },
          { path: '/pages/addressbook/roleedit', title: '编辑角色', needs: 'sysrole:save' },
        ],
      },
      {
        path: '/pages/user/organisation',
        title: '组织设置',
        icon: 'building-2',
        noun: 'sysoperation',
        needs: 'sysoperation:update',
        onWorkbench: true,
        pages: [
          { path: '/pages/user/beginning', title: '开始使用' },
          { path: '/pages/user/robots', title: '群机器人' },
          { path: '/pages/user/mail', title: '邮件' },
          { path: '/pages/user/signon', title: '公司登录' },
          { path: '/pages/user/numbers', title: '编号规则' },
        ],
      },
      {
        path: '/pages/user/ownfields',
        title: '自定义字段',
        icon: 'sliders-horizontal',
        noun: 'ownfield',
        needs: 'ownfield:save',
        onWorkbench: true,
      },
      {
        path: '/pages/user/eventrules',
        title: '自动规则',
        icon: 'workflow',
        noun: 'eventrule',
        needs: 'eventrule:save',
        onWorkbench: true,
        pages: [{ path: '/pages/user/eventrule', title: '编辑自动规则' }],
      },
      {
        path: '/pages/user/apikeys',
        title: 'API密钥',
        icon: 'shield-check',
        noun: 'apikey',
        needs: ['apikey:save', 'apikey:manage'],
        pages: [
          { path: '/pages/user/apikey', title: '密钥详情' },
          { path: '/pages/user/apikeyedit', title: '新建密钥' },
          { path: '/pages/user/firstcall', title: '第一次调用' },
        ],
      },
      {
        path: '/pages/user/webhooks',
        title: 'Webhook',
        icon: 'webhook',
        noun: 'webhook',
        needs: 'webhook:save',
        pages: [{ path: '/pages/user/webhook', title: '编辑Webhook' }],
      },
      {
        path: '/pages/user/sliptemplates',
        title: '打印模板',
        icon: 'printer',
        noun: 'sliptemplate',
        needs: 'sliptemplate:save',
        onWorkbench: true,
        pages: [{ path: '/pages/user/sliptemplate', title: '打印样式' }],
      },
      {
        path: '/pages/user/takeout',
        title: '数据导出',
        icon: 'archive',
        noun: 'sysoperation',
        needs: 'sysoperation:takeout',
      },
      {
        path: '/pages/user/disputes',
        title: '争议导出',
        icon: 'file-text',
        noun: 'msgdispute',
        needs: 'msgdispute:save',
      },
    ],
  },
  {
    code: 'office',
    title: '协同办公',
    icon: 'briefcase-business',
    color: '#12b5cb',
    screens: [
      {
        path: '/pages/news/newslist',
        title: '新闻公告',
        icon: 'newspaper',
        noun: 'newannnews',
        onWorkbench: true,
        frequent: true,
        pages: [
          { path: '/pages/news/newsdetail', title: '新闻详情' },
          { path: '/pages/news/newannnews-fedit', title: '编辑新闻', needs: 'newannnews:save' },
        ],
      },
      {
        path: '/pages/annotation/annotationList',
        title: '公告列表',
        icon: 'megaphone',
        noun: 'newannnews',
        pages: [{ path: '/pages/annotation/annotationDetail', title: '公告详情' }],
      },
      {
        path: '/pages/attendance/attHome',
        title: '考勤打卡',
        icon: 'calendar-check',
        noun: 'attgroup',
        onWorkbench: true,
        frequent: true,
        pages: [
          { path: '/pages/attendance/statistics', title: '考勤统计' },
          { path: '/pages/attendance/statmonth', title: '月度考勤' },
          { path: '/pages/attendance/map', title: '打卡地点' },
          { path: '/pages/attendance/settings', title: '考勤设置', needs: 'attgroup:save' },
          { path: '/pages/attendance/groupedit', title: '考勤组', needs: 'attgroup:save' },
          { path: '/pages/attendance/shiftedit', title: '班次', needs: 'attgroup:save' },
          { path: '/pages/attendance/roster', title: '排班', needs: 'attgroup:save' },
        ],
      },
      'documents',
      {
        path: '/pages/agenda/personagenda',
        title: '我的日程',
        icon: 'calendar-days',
        onWorkbench: true,
        frequent: true,
        pages: [
          { path: '/pages/agenda/ageedit', title: '编辑日程' },
          { path: '/pages/agenda/agedetail', title: '日程详情' },
        ],
      },
      {
        path: '/pages/mylog/myloglist',
        title: '工作日志',
        icon: 'notebook-pen',
        noun: 'mylogtemplate',
        onWorkbench: true,
        frequent: true,
        pages: [
          { path: '/pages/mylog/logdetail', title: '日志详情' },
          { path: '/pages/mylog/logedit', title: '写日志' },
          { path: '/pages/mylog/logtemplate', title: '日志模板', needs: 'mylogtemplate:save' },
        ],
      },
      { path: '/pages/netdisk/netdisklist', title: '网盘', icon: 'hard-drive', noun: 'netdisk', onWorkbench: true },
      {
        path: '/pages/addressbook/address-book',
        title: '通讯录',
        icon: 'contact',
        noun: 'person',
        onWorkbench: true,
        frequent: true,
        pages: [
          { path: '/pages/addressbook/level-address-book', title: '组织架构' },
          { path: '/pages/addressbook/member', title: '部门成员' },
          { path: '/pages/addressbook/address-detail', title: '联系人详情' },
        ],
      },
    ],
  },
] as const satisfies readonly Group[]
