import { t } from '../../../words.ts'
import { HeldAssets } from './HeldAssets.tsx'

/** What the person uses, has borrowed or has in repair, and the supplies in their hands. */
export default function MyGoods() {
  return (
    <HeldAssets
      states={['inUse', 'lent', 'inRepair']}
      supplies
      empty={{ title: t('您名下还没有资产'), text: t('领用或借用的资产会出现在这里。') }}
    />
  )
}
