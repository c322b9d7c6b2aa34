import { Printer } from 'lucide-react'
import { labelNouns } from '../../../domain/labels/content.ts'
import { Empty } from '../../look/Empty.tsx'
import { Page } from '../../look/Page.tsx'
import { useAllowed } from '../../shell/useAllowed.ts'
import { BeginPrinting } from '../BeginPrinting.tsx'
import { idsToPrint } from '../goPrint.ts'
import { PrintLabels } from '../PrintLabels.tsx'
import { useSearch } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'

/** Prints labels, for who may; everyone else reads who prints them. Query: `what` is printed, a noun; `ids` of it with commas between. Without them it asks. */
export default function LabelPrinting() {
  const { what, ids } = useSearch('/pages/components/shangmi-print/index')
  const isAllowed = useAllowed()
  if (!isAllowed('gslabel:list')) return <WhoPrints />
  const noun = labelNouns.find((labelNoun) => labelNoun === what)
  const idsChosen = noun ? idsToPrint(noun, ids) : []
  if (!noun || (idsChosen.length === 0 && noun !== 'blank')) return <BeginPrinting />
  return <PrintLabels key={`${noun} ${ids ?? ''}`} noun={noun} ids={idsChosen} />
}

/** Labels are handed out and written down by those who keep the things, so an employee asks for one. */
const WhoPrints = () => (
  <Page>
    <Empty
      icon={Printer}
      title={t('标签由资产管理员打印')}
      text={t('标签脱落或看不清时，请联系资产管理员补打。')}
      action={{ label: t('看看我的资产'), onPress: () => go('/pages/goods/mainpage/mygoods', {}) }}
    />
  </Page>
)
