import { t } from '../words.ts'
import { HeldAssets } from './HeldAssets.tsx'

/** What the person has borrowed, with the day it is due. */
export default function BorrowMe() {
  return <HeldAssets states={['lent']} empty={{ title: t('您没有借用的资产'), text: t('借用的资产和归还日期会出现在这里。') }} />
}
