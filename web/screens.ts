import type { ComponentType } from 'react'
import type { ListedPath } from '../domain/access/menus.ts'
import type { DocumentFormPath, DocumentListPath, DocumentPagePath } from '../domain/documents/all.ts'
import { formPathOf, listPathOf } from '../domain/documents/screens.ts'
import type { RecordFormPath, RecordListPath } from '../domain/records/all.ts'
import type { Params } from '../kernel/refusal.ts'
import { documentScreens, listed, recordScreens } from './declared.ts'

/**
 * One screen. `who`: `public` without signing in; `any` for everybody signed in; `manager` only for those whose menu
 * holds the path. `tab` is its place in the bottom bar. `search` names what it
 * reads of the query, all of it texts; without it the screen gets the whole query.
 * `page` loads the component, `props` goes to it.
 */
export type ScreenRow = {
  readonly path: string
  readonly title: string
  /** The title of what it is of, where `title` has a place for that. */
  readonly of?: string
  readonly who: 'any' | 'manager' | 'public'
  readonly tab?: 0 | 1 | 2 | 3
  readonly search?: readonly string[]
  /** One of these must be in the query; without it the screen says that the link is incomplete. */
  readonly needs?: readonly string[]
  readonly props?: Readonly<Record<string, string>>
  /** Open also where the organisation's membership is over. */
  readonly withoutLicence?: true
  readonly page: Page
}

export type Page = () => Promise<{ readonly default: ComponentType<never> }>

/** A screen of no kind. What the menu knows has its title there, and who may open it follows from the menu where the row does not say. */
type OwnRow = Omit<ScreenRow, 'of' | 'props' | 'path' | 'title' | 'who'> &
  (
    | { readonly path: ListedPath | DocumentPagePath; readonly title?: never; readonly who?: 'any' }
    | Pick<ScreenRow, 'path' | 'title' | 'who'>
  )

/** Names what a screen reads of its query. */
const texts = <const K extends string>(...keys: readonly K[]): readonly K[] => keys

/** Where the content is not made yet: `coming.ts` says what will be there. */
const coming: Page = () => import('./screens/coming.tsx')

const labels: Page = () => import('./screens/goods/labels/labels.tsx')

/** The screens that are themselves; those of kinds of documents and records follow from the kinds. */
const own = [
  { path: '/pages/message/msglist', title: '消息', who: 'any', tab: 0, page: () => import('./screens/message/msglist.tsx') },
  {
    path: '/pages/goods/mainpage/workcollaborate',
    title: '协同',
    who: 'any',
    tab: 1,
    page: () => import('./screens/goods/mainpage/workcollaborate.tsx'),
  },
  { path: '/pages/index/index', title: '工作台', who: 'any', tab: 2, page: () => import('./screens/index/index.tsx') },
  { path: '/pages/user/people', title: '我的', who: 'any', tab: 3, page: () => import('./screens/user/people.tsx') },
  { path: '/pages/login', title: '登录', who: 'public', search: texts('to'), page: () => import('./screens/login.tsx') },
  { path: '/pages/forgot', title: '忘记密码', who: 'public', page: () => import('./screens/forgot.tsx') },
  { path: '/pages/join', title: '加入', who: 'public', search: texts('token'), page: () => import('./screens/join.tsx') },
  { path: '/pages/setup', title: '创建组织', who: 'public', search: texts('code'), page: () => import('./screens/setup.tsx') },
  { path: '/pages/operator', title: '运营方', who: 'public', search: texts('code'), page: () => import('./screens/operator.tsx') },
  {
    path: '/pages/home',
    title: '首页',
    who: 'any',
    search: texts('name'),
    page: () => import('./screens/home.tsx'),
  },
  { path: '/pages/help', title: '使用手册', who: 'any', withoutLicence: true, page: () => import('./screens/help.tsx') },
  {
    path: '/pages/user/userdetail',
    title: '个人信息',
    who: 'any',
    search: texts('uid'),
    page: () => import('./screens/user/userdetail.tsx'),
  },
  {
    path: '/pages/user/takeout',
    withoutLicence: true,
    page: () => import('./screens/user/takeout.tsx'),
  },
  { path: '/pages/user/useredit', title: '编辑个人信息', who: 'any', page: () => import('./screens/user/useredit.tsx') },
  {
    path: '/pages/user/password',
    title: '设置自己的密码',
    who: 'any',
    withoutLicence: true,
    search: texts('to'),
    page: () => import('./screens/user/password.tsx'),
  },
  {
    path: '/pages/user/userexit',
    title: '退出登录',
    who: 'any',
    withoutLicence: true,
    page: () => import('./screens/user/userexit.tsx'),
  },
  {
    path: '/pages/user/organisation',
    page: () => import('./screens/user/organisation.tsx'),
  },
  { path: '/pages/user/beginning', page: () => import('./screens/user/beginning.tsx') },
  { path: '/pages/user/location', title: '我的区域', who: 'any', page: () => import('./screens/user/location.tsx') },
  { path: '/pages/common/exit', title: '退出', who: 'public', page: () => import('./screens/common/exit.tsx') },
  {
    path: '/pages/common/success',
    title: '操作成功',
    who: 'any',
    search: texts('title', 'text', 'next', 'waits'),
    page: () => import('./screens/common/success.tsx'),
  },
  {
    path: '/pages/common/error',
    title: '出错了',
    who: 'public',
    search: texts('title', 'text'),
    page: () => import('./screens/common/error.tsx'),
  },
  {
    path: '/pages/common/vipTimeout',
    title: '服务到期',
    who: 'any',
    withoutLicence: true,
    search: texts('type'),
    page: () => import('./screens/common/vipTimeout.tsx'),
  },
  { path: '/pages/common/helloWorld', title: '欢迎', who: 'public', page: () => import('./screens/common/helloWorld.tsx') },
  {
    path: '/choose-location',
    title: '选择位置',
    who: 'any',
    search: texts('longitude', 'latitude', 'crs'),
    page: () => import('./screens/map/chooseLocation.tsx'),
  },
  {
    path: '/open-location',
    title: '查看位置',
    who: 'any',
    search: texts('longitude', 'latitude', 'name', 'address', 'crs'),
    page: () => import('./screens/map/openLocation.tsx'),
  },
  {
    path: '/pages/goods/GsGoodsLoc/gsgoodslocmap',
    title: '区域地图',
    who: 'any',
    page: () => import('./screens/goods/GsGoodsLoc/gsgoodslocmap.tsx'),
  },
  { path: '/pages/outbox/index', title: '待发送', who: 'any', page: () => import('./screens/outbox/index.tsx') },
  { path: '/pages/flow/flowindex', page: () => import('./screens/flow/flowindex.tsx') },
  {
    path: '/pages/flow/formApply',
    title: '填写申请',
    who: 'any',
    search: texts('flowKey', 'flowName', 'id', 'processId', 'former'),
    page: () => import('./screens/flow/formApply.tsx'),
  },
  {
    path: '/pages/flow/customFormApply',
    title: '业务申请',
    who: 'any',
    search: texts('flowKey', 'flowName', 'mode', 'component', 'id'),
    page: () => import('./screens/flow/formApply.tsx'),
  },
  {
    path: '/pages/flow/success',
    title: '提交成功',
    who: 'any',
    search: texts('title', 'text', 'processId', 'id'),
    page: () => import('./screens/flow/success.tsx'),
  },
  {
    path: '/pages/flow/progress',
    title: '审批进度',
    who: 'any',
    search: texts('processId', 'taskId', 'kind', 'id', 'edit'),
    needs: ['processId', 'taskId'],
    page: () => import('./screens/flow/progress.tsx'),
  },
  {
    path: '/pages/flow/formApprove',
    title: '意见',
    who: 'any',
    search: texts('taskId', 'processId', 'action'),
    needs: ['taskId'],
    page: () => import('./screens/flow/formApprove.tsx'),
  },
  {
    path: '/pages/flow/progressDiagram',
    title: '流程图',
    who: 'any',
    search: texts('processId', 'flowKey'),
    needs: ['processId', 'flowKey'],
    page: () => import('./screens/flow/progressDiagram.tsx'),
  },
  { path: '/pages/flow/calendar', page: () => import('./screens/flow/calendar.tsx') },
  { path: '/pages/flow/services', page: () => import('./screens/flow/services.tsx') },
  { path: '/pages/flow/statistics', page: () => import('./screens/flow/statistics.tsx') },
  { path: '/pages/flow/flowlist', page: () => import('./screens/flow/flowlist.tsx') },
  {
    path: '/pages/flow/flowdesign',
    search: texts('flowKey'),
    needs: ['flowKey'],
    page: () => import('./screens/flow/flowdesign.tsx'),
  },
  {
    path: '/pages/flow/flowupgrade',
    search: texts('flowKey'),
    needs: ['flowKey'],
    page: () => import('./screens/flow/flowupgrade.tsx'),
  },
  {
    path: '/pages/flow/flowtemplate',
    search: texts('flowKey'),
    needs: ['flowKey'],
    page: () => import('./screens/flow/flowtemplate.tsx'),
  },
  { path: '/pages/flow/formlist', page: () => import('./screens/flow/formlist.tsx') },
  {
    path: '/pages/flow/formdesign',
    search: texts('formKey'),
    needs: ['formKey'],
    page: () => import('./screens/flow/formdesign.tsx'),
  },
  {
    path: '/pages/flow/print',
    title: '打印',
    who: 'any',
    search: texts('processId'),
    needs: ['processId'],
    page: () => import('./screens/flow/print.tsx'),
  },
  { path: '/pages/personal/myapply', page: () => import('./screens/personal/myapply.tsx') },
  { path: '/pages/personal/myapprove', page: () => import('./screens/personal/myapprove.tsx') },
  {
    path: '/pages/personal/apply',
    title: '申请',
    who: 'any',
    search: texts('view', 'flowKey'),
    page: () => import('./screens/personal/apply.tsx'),
  },
  { path: '/pages/personal/receipts', page: () => import('./screens/personal/receipts.tsx') },
  { path: '/pages/personal/flowCopy', page: () => import('./screens/personal/flowCopy.tsx') },
  { path: '/pages/addressbook/address-book', page: () => import('./screens/addressbook/address-book.tsx') },
  {
    path: '/pages/addressbook/level-address-book',
    search: texts('deptId'),
    page: () => import('./screens/addressbook/level-address-book.tsx'),
  },
  {
    path: '/pages/addressbook/member',
    search: texts('deptId', 'deptName'),
    needs: ['deptId'],
    page: () => import('./screens/addressbook/member.tsx'),
  },
  {
    path: '/pages/addressbook/address-detail',
    search: texts('uid'),
    needs: ['uid'],
    page: () => import('./screens/addressbook/address-detail.tsx'),
  },
  {
    path: '/pages/addressbook/invite',
    search: texts('view'),
    page: () => import('./screens/addressbook/invite.tsx'),
  },
  {
    path: '/pages/addressbook/rolelist',
    search: texts('role'),
    page: () => import('./screens/addressbook/rolelist.tsx'),
  },
  {
    path: '/pages/message/chat',
    title: '聊天',
    who: 'any',
    search: texts('uid', 'at'),
    needs: ['uid'],
    page: () => import('./screens/message/chat.tsx'),
  },
  {
    path: '/pages/message/groupchat',
    title: '群聊',
    who: 'any',
    search: texts('chatId', 'at'),
    needs: ['chatId'],
    page: () => import('./screens/message/groupchat.tsx'),
  },
  {
    path: '/pages/message/groupset',
    title: '会话设置',
    who: 'any',
    search: texts('chatId'),
    needs: ['chatId'],
    page: () => import('./screens/message/groupset.tsx'),
  },
  {
    path: '/pages/message/notify',
    title: '通知',
    who: 'any',
    search: texts('msgType', 'category'),
    page: () => import('./screens/message/notify.tsx'),
  },
  {
    path: '/pages/message/chatmap',
    title: '位置',
    who: 'any',
    search: texts('longitude', 'latitude', 'name', 'address', 'crs'),
    page: () => import('./screens/map/openLocation.tsx'),
  },
  {
    path: '/pages/message/settings',
    title: '消息设置',
    who: 'any',
    page: () => import('./screens/message/settings.tsx'),
  },
  {
    path: '/pages/message/msgdetail',
    title: '消息详情',
    who: 'any',
    search: texts('msgId'),
    needs: ['msgId'],
    page: () => import('./screens/message/msgdetail.tsx'),
  },
  { path: '/pages/news/newslist', page: () => import('./screens/news/newslist.tsx') },
  {
    path: '/pages/news/newsdetail',
    search: texts('newsId', 'optype', 'publisher', 'avatar'),
    needs: ['newsId'],
    page: () => import('./screens/news/newsdetail.tsx'),
  },
  {
    path: '/pages/news/newannnews-fedit',
    search: texts('newsId'),
    page: () => import('./screens/news/newannnews-fedit.tsx'),
  },
  {
    path: '/pages/annotation/annotationList',
    page: () => import('./screens/annotation/annotationList.tsx'),
  },
  {
    path: '/pages/annotation/annotationDetail',
    search: texts('newsId'),
    needs: ['newsId'],
    page: () => import('./screens/annotation/annotationDetail.tsx'),
  },
  { path: '/pages/attendance/attHome', page: () => import('./screens/attendance/attHome.tsx') },
  {
    path: '/pages/attendance/statistics',
    search: texts('day', 'month', 'deptId', 'tab'),
    page: () => import('./screens/attendance/statistics.tsx'),
  },
  {
    path: '/pages/attendance/statmonth',
    search: texts('uid', 'month', 'day'),
    page: () => import('./screens/attendance/statmonth.tsx'),
  },
  { path: '/pages/attendance/map', page: () => import('./screens/attendance/map.tsx') },
  { path: '/pages/attendance/settings', search: texts('tab'), page: () => import('./screens/attendance/settings.tsx') },
  { path: '/pages/attendance/groupedit', search: texts('id'), page: () => import('./screens/attendance/groupedit.tsx') },
  { path: '/pages/attendance/shiftedit', search: texts('id'), page: () => import('./screens/attendance/shiftedit.tsx') },
  {
    path: '/pages/attendance/roster',
    search: texts('groupId', 'month'),
    needs: ['groupId'],
    page: () => import('./screens/attendance/roster.tsx'),
  },
  {
    path: '/pages/agenda/personagenda',
    page: () => import('./screens/agenda/personagenda.tsx'),
  },
  {
    path: '/pages/agenda/ageedit',
    search: texts('id', 'occurrence', 'scope', 'day', 'begin', 'minutes', 'title', 'with'),
    page: () => import('./screens/agenda/ageedit.tsx'),
  },
  {
    path: '/pages/agenda/agedetail',
    search: texts('id', 'occurrence'),
    needs: ['id'],
    page: () => import('./screens/agenda/agedetail.tsx'),
  },
  {
    path: '/pages/mylog/myloglist',
    search: texts('view'),
    page: () => import('./screens/mylog/myloglist.tsx'),
  },
  {
    path: '/pages/mylog/logdetail',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./screens/mylog/logdetail.tsx'),
  },
  {
    path: '/pages/mylog/logedit',
    search: texts('id', 'templateId', 'day'),
    page: () => import('./screens/mylog/logedit.tsx'),
  },
  { path: '/pages/mylog/logtemplate', page: () => import('./screens/mylog/logtemplate.tsx') },
  {
    path: '/pages/netdisk/netdisklist',
    search: texts('view', 'id'),
    page: () => import('./screens/netdisk/netdisklist.tsx'),
  },
  {
    path: '/pages/netdisk/diskfile',
    title: '文件',
    who: 'any',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./screens/netdisk/diskfile.tsx'),
  },
  {
    path: '/pages/netdisk/link',
    title: '共享文件',
    who: 'public',
    search: texts('token', 'id'),
    needs: ['token'],
    page: () => import('./screens/netdisk/link.tsx'),
  },
  {
    path: '/pages/goods/mainpage/sampleIndex',
    title: '安装应用',
    who: 'public',
    page: coming,
  },
  {
    path: '/pages/goods/mainpage/wwSampleIndex',
    title: '安装应用',
    who: 'public',
    page: coming,
  },
  {
    path: '/pages/goods/mainpage/mygoods',
    search: texts('jumpType'),
    page: () => import('./screens/goods/mainpage/mygoods.tsx'),
  },
  { path: '/pages/goods/mainpage/selfcount', page: () => import('./screens/goods/mainpage/selfcount.tsx') },
  {
    path: '/pages/goods/mainpage/borrowme',
    search: texts('jumpType'),
    page: () => import('./screens/goods/mainpage/borrowme.tsx'),
  },
  { path: '/pages/goods/mainpage/index', page: () => import('./screens/goods/mainpage/index.tsx') },
  {
    path: '/pages/goods/GsApplyOutstockOrder/index',
    page: () => import('./screens/goods/GsApplyOutstockOrder/index.tsx'),
  },
  {
    path: '/pages/goods/GsGoodsInstance/gsgoodsinstance-detail',
    title: '资产详情',
    who: 'any',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./screens/goods/GsGoodsInstance/gsgoodsinstance-detail.tsx'),
  },
  {
    path: '/pages/goods/GsGoodsInstance/qrscan-detail',
    title: '扫码查看资产',
    who: 'any',
    search: texts('instanceId', 'instanceCode', 'instanceName', 'instanceImage'),
    needs: ['instanceId', 'instanceCode'],
    page: () => import('./screens/goods/GsGoodsInstance/qrscan-detail.tsx'),
  },
  {
    path: '/pages/goods/GsGoodsInstance/rfid-find',
    title: '找一找',
    who: 'any',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./screens/goods/GsGoodsInstance/rfid-find.tsx'),
  },
  {
    path: '/pages/goods/GsGoodsInstance/rfid-write',
    title: '写标签',
    who: 'any',
    search: texts('ids'),
    page: () => import('./screens/goods/GsGoodsInstance/rfid-write.tsx'),
  },
  { path: '/pages/goods/GsGoodsInstance/rfid', page: () => import('./screens/goods/GsGoodsInstance/rfid.tsx') },
  {
    path: '/pages/goods/GsInventoryOrder/rfid-inventory',
    search: texts('id'),
    page: () => import('./screens/goods/GsInventoryOrder/rfid-inventory.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventory-instance-detail',
    who: 'any',
    search: texts('id', 'lineId', 'account'),
    needs: ['id'],
    page: () => import('./screens/goods/GsInventoryOrder/gsinventory-instance-detail.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventoryprofit',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./screens/goods/GsInventoryOrder/gsinventoryprofit.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventoryplan',
    page: () => import('./screens/goods/GsInventoryOrder/gsinventoryplan.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventoryplan-edit',
    search: texts('id'),
    page: () => import('./screens/goods/GsInventoryOrder/gsinventoryplan-edit.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventorytask',
    who: 'any',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./screens/goods/GsInventoryOrder/gsinventorytask.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventorylines',
    who: 'any',
    search: texts('id', 'verdict', 'placeId', 'departmentId', 'holderId'),
    needs: ['id'],
    page: () => import('./screens/goods/GsInventoryOrder/gsinventorylines.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventorysheet',
    title: '纸质盘点表',
    who: 'any',
    search: texts('id', 'placeId'),
    needs: ['id'],
    page: () => import('./screens/goods/GsInventoryOrder/gsinventorysheet.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventoryshare',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./screens/goods/GsInventoryOrder/gsinventoryshare.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventoryunknown',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./screens/goods/GsInventoryOrder/gsinventoryunknown.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventoryreport',
    who: 'any',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./screens/goods/GsInventoryOrder/gsinventoryreport.tsx'),
  },
  {
    path: '/pages/goods/components/scanned',
    title: '扫码结果',
    who: 'any',
    search: texts('code'),
    needs: ['code'],
    page: () => import('./screens/goods/components/scanned.tsx'),
  },
  {
    path: '/pages/goods/GsGoodsLoc/qrscan-detail',
    title: '区域',
    who: 'any',
    search: texts('locId'),
    needs: ['locId'],
    page: () => import('./screens/goods/GsGoodsLoc/qrscan-detail.tsx'),
  },
  {
    path: '/pages/goods/components/scan-qrcode',
    title: '扫一扫',
    who: 'any',
    page: () => import('./screens/goods/components/scan-qrcode.tsx'),
  },
  {
    path: '/pages/goods/components/goodsScan/index',
    title: '扫码选资产',
    who: 'any',
    page: () => import('./screens/goods/components/goodsScan.tsx'),
  },
  {
    path: '/pages/goods/components/goodsScan/index_h5',
    title: '扫码选资产',
    who: 'any',
    page: () => import('./screens/goods/components/goodsScan.tsx'),
  },
  {
    path: '/pages/goods/components/inventoryScan/index',
    who: 'any',
    search: texts('taskId', 'shareId'),
    page: () => import('./screens/goods/components/inventoryScan.tsx'),
  },
  {
    path: '/pages/goods/components/inventoryScan/index_h5',
    title: '扫码盘点',
    who: 'any',
    search: texts('taskId', 'shareId'),
    page: () => import('./screens/goods/components/inventoryScan.tsx'),
  },
  { path: '/pages/consumables/index', page: () => import('./screens/consumables/index.tsx') },
  {
    path: '/pages/consumables/CsLocStock/index',
    page: () => import('./screens/consumables/CsLocStock/index.tsx'),
  },
  {
    path: '/pages/consumables/CsLocStock/cslocstock-detail',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./screens/consumables/CsLocStock/cslocstock-detail.tsx'),
  },
  {
    path: '/pages/consumables/CsConsum/qrscan-detail',
    title: '扫码查看耗材',
    who: 'any',
    search: texts('goodsId'),
    needs: ['goodsId'],
    page: () => import('./screens/consumables/CsConsum/qrscan-detail.tsx'),
  },
  {
    path: '/pages/components/shangmi-print/index',
    search: texts('what', 'ids'),
    page: labels,
  },
  { path: '/pages/goods/labels/due', search: texts('what'), page: labels },
  { path: '/pages/goods/labels/templates', page: labels },
  {
    path: '/pages/goods/labels/design',
    search: texts('templateKey'),
    needs: ['templateKey'],
    page: labels,
  },
  { path: '/pages/goods/labels/printers', page: labels },
  { path: '/pages/goods/labels/station', search: texts('printerId'), page: labels },
  {
    path: '/pages/goods/labels/job',
    search: texts('id', 'begin'),
    needs: ['id'],
    page: labels,
  },
] as const satisfies readonly OwnRow[]

const ownScreen = (row: OwnRow): ScreenRow => {
  const [title, who] = listed[row.path] ?? []
  return { title, who, ...row } as ScreenRow
}

/** What the form of a document begins with. */
const begins = texts('id', 'mode', 'sourceId', 'assets', 'items', 'former', 'restock', 'locId', 'at')
/** What the form of a record begins with. */
const fills = texts('id', 'parentId', 'managerUid')

const documentList: Page = () => import('./screens/documents/list.tsx')
/** Lists of kinds that stand beside something else on their screen. */
const listPages: Readonly<Record<string, Page>> = { GsInventoryOrder: () => import('./screens/goods/GsInventoryOrder/index.tsx') }
const documentEdit: Page = () => import('./screens/documents/edit.tsx')
const recordList: Page = () => import('./screens/records/list.tsx')
const recordEdit: Page = () => import('./screens/records/edit.tsx')

const screensOfDocument = ([kind, { title, who, form }]: [string, (typeof documentScreens)[string]]): ScreenRow[] => [
  { path: listPathOf({ kind }), title, who, page: listPages[kind] ?? documentList, props: { kind } },
  {
    path: formPathOf({ kind, ...(form && { form }) }),
    ...(form ? { title: form.title } : { title: '{title}单', of: title }),
    who,
    search: begins,
    page: documentEdit,
    props: { kind },
  },
]

const screensOfRecord = ([noun, { list, form, title, formTitle, who }]: [string, (typeof recordScreens)[string]]): ScreenRow[] => [
  { path: list, title, who, page: recordList, props: { noun } },
  { path: form, title: formTitle, who, search: fills, page: recordEdit, props: { noun } },
]

/** Every screen of the product; router, menu, guards and journeys read this table. */
export const screens: readonly ScreenRow[] = [
  ...own.map(ownScreen),
  ...Object.entries(recordScreens).flatMap(screensOfRecord),
  ...Object.entries(documentScreens).flatMap(screensOfDocument),
]

type Own = (typeof own)[number]
export type ScreenPath = Own['path'] | DocumentListPath | DocumentFormPath | RecordListPath | RecordFormPath

/** What a screen may be opened with: the texts that its row names, or any where it names none. */
export type SearchOf<P extends ScreenPath> = P extends DocumentFormPath
  ? Named<(typeof begins)[number]>
  : P extends RecordFormPath
    ? Named<(typeof fills)[number]>
    : Extract<Own, { path: P }> extends { search: readonly (infer K extends string)[] }
      ? Named<K>
      : Readonly<Record<string, string | undefined>>
type Named<K extends string> = { readonly [N in K]?: string | undefined }

/** What a screen is called, as `say` has its words. */
export const screenTitle = ({ title, of }: Pick<ScreenRow, 'title' | 'of'>, say: (words: string, params: Params) => string): string =>
  say(title, of === undefined ? {} : { title: say(of, {}) })

export const screenAt = (path: string): ScreenRow | undefined => byPath.get(path)

const byPath = new Map(screens.map((screen) => [screen.path, screen]))
