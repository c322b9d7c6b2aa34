import { location as locationRef, person, pictures, text, integer } from '../../kernel/field.ts'
import { pointOnGround } from '../maps/grid.ts'
import { column, defineRecord } from './define.ts'

/** A place of the organisation: a site, a building, a room, a store. */
export const location = defineRecord({
  noun: 'location',
  table: 'location',
  title: '资产区域',
  thing: '区域',
  path: 'goods/gsgoodsloc',
  idName: 'locId',
  nameField: 'locName',
  fields: {
    locCode: column(text('区域编码', { max: 40 }), { unique: true, searched: true, sorted: true, imported: 'found' }),
    locName: column(text('区域名称', { max: 50 }), { searched: true, sorted: true }),
    parentId: locationRef('上级区域', { required: 'never' }),
    managerUid: column(person('管理员', { required: 'never' }), { writtenWith: 'gslocuser:save' }),
    address: column(text('地址', { required: 'never' }), { searched: true }),
    point: pointOnGround('地图位置', { required: 'never' }),
    radiusMetres: integer('范围（米）', { required: 'never', min: 50, max: 2000, hint: '在这个半径以内算在此处，50到2000米' }),
    locImage: pictures('图片', { max: 1 }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  parent: 'parentId',
  filters: ['parentId', 'managerUid'],
  columns: ['locName', 'locCode', 'managerUid', 'address'],
  listWords: ['queryLike', 'locQuery', 'uid', 'own', 'stocked'],
  readBy: 'everybody',
  place: 'itself',
  codePrefix: 'QY',
  madeOnTheWay: true,
  canMerge: true,
  canRestore: true,
  usedBy: [
    { table: 'location', column: 'parent_id', words: '下级区域' },
    { table: 'asset', column: 'loc_id', words: '资产' },
  ],
  keptBy: ['goodsmanager'],
  listedBy: 'everybody',
  screens: {
    list: '/pages/goods/GsGoodsLoc/gsgoodsloclist',
    form: '/pages/goods/GsGoodsLoc/gsgoodslocedit',
    formTitle: '编辑资产区域',
    icon: 'map-pin',
    group: 'gs_base',
  },
})
