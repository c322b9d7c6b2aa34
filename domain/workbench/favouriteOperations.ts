import * as v from 'valibot'
import { nothing, operation, type Operation } from '../operations/define.ts'

export const favouritesAtMost = 30

/** A place of the product: what begins with two slashes, or what browsers take for that, leads to another site. */
const path = v.pipe(v.string('应为文字'), v.regex(/^\/(?![/\\])/, '地址有误'), v.maxLength(2000, '不能超过{max}个字'))
const title = v.pipe(v.string('应为文字'), v.trim(), v.nonEmpty('请填写名称'), v.maxLength(60, '不能超过{max}个字'))

const favourite = v.object({ path: v.string(), title: v.string() })
export type Favourite = v.InferOutput<typeof favourite>

/** What the caller keeps at the side of the window, in order. */
export const favouriteList = operation({
  name: 'favourite.list',
  path: '/api/pro/favourite/list',
  title: '我的收藏',
  access: 'signed-in',
  input: nothing,
  output: v.array(favourite),
  reads: true,
})

/** Keeps a screen or a list as it is looked at, at the end; what is kept already gets the new name. */
export const favouriteSave = operation({
  name: 'favourite.save',
  path: '/api/pro/favourite/save',
  title: '收藏',
  access: 'signed-in',
  input: v.strictObject({ path, title }),
  output: v.array(favourite),
})

export const favouriteDelete = operation({
  name: 'favourite.delete',
  path: '/api/pro/favourite/delete',
  title: '取消收藏',
  access: 'signed-in',
  input: v.strictObject({ path }),
  output: v.array(favourite),
})

/** Puts them into another order; what is not named stays behind what is. */
export const favouriteOrder = operation({
  name: 'favourite.order',
  path: '/api/pro/favourite/order',
  title: '排列收藏',
  access: 'signed-in',
  input: v.strictObject({ paths: v.pipe(v.array(path, '应为列表'), v.maxLength(favouritesAtMost, '最多{max}项')) }),
  output: v.array(favourite),
})

export const favouriteOperations: readonly Operation[] = [favouriteList, favouriteSave, favouriteDelete, favouriteOrder]
