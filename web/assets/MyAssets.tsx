import { selfCountMine } from '../../domain/counting/selfCountOperations.ts'
import { useAsk } from '../ask.ts'
import { Notice } from '../look/Notice.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { HeldAssets } from './HeldAssets.tsx'

/** What the person uses, has borrowed or has in repair, and the supplies in their hands. */
export default function MyGoods() {
  const { data: asked = [] } = useAsk(selfCountMine, {})
  const lines = asked.flatMap((task) => task.lines)
  const openCount = lines.filter(({ answer }) => answer === null).length
  return (
    <HeldAssets
      states={['inUse', 'lent', 'inRepair']}
      supplies
      note={
        lines.length > 0 && (
          <div className="px-4">
            <Notice
              text={openCount > 0 ? t('有 {count} 件资产等您盘点', { count: openCount }) : t('您名下的资产都盘完了，截止前可以修改')}
              action={openCount > 0 ? t('去盘点') : t('查看')}
              onPress={() => go('/pages/goods/mainpage/selfcount')}
            />
          </div>
        )
      }
      empty={{ title: t('您名下还没有资产'), text: t('领用或借用的资产会出现在这里。') }}
    />
  )
}
