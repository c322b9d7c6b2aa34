import { mayOpen } from '../session/guard.ts'
import { confirm, tell } from '../look/overlays/confirm.ts'
import type { Resource } from '../session/session.ts'
import { isAllowed } from '../shell/useAllowed.ts'
import { frames, go } from '../travel.ts'
import { t } from '../words.ts'

/** Without a place of one's own nothing can be issued or counted; said once at each start to a person whose work that is, over no other screen. */
export const sayUnplaced = async (uid: string, resources: readonly Resource[] | undefined): Promise<void> => {
  const { list, current } = frames()
  const isHere = list.some(({ id, path }) => id === current && path === '/pages/index/index')
  if (saidUnplaced.has(uid) || !isHere || !keepersCodes.some((code) => isAllowed(resources, code))) return
  saidUnplaced.add(uid)
  const mayPlace = mayOpen(resources ?? [], places)
  const title = t('当前管理员未指定管理区域')
  if (!mayPlace) return tell(title, t('请联系系统管理员指定，之后才能发放和盘点资产。'))
  if (await confirm({ title, text: t('指定之后才能发放和盘点资产。'), yes: t('去指定'), no: t('知道了') })) go(places)
}

/** What a person may do who issues assets or supplies; finance and auditors may not. */
const keepersCodes = ['gsoutstockorder:post', 'csoutstockorder:post']
const saidUnplaced = new Set<string>()
const places = '/pages/goods/GsGoodsLoc/gsgoodsloclist'
