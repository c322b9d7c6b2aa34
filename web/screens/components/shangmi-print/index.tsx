import { labelNouns } from '../../../../domain/labels/content.ts'
import { BeginPrinting } from '../../../parts/labels/BeginPrinting.tsx'
import { idsToPrint } from '../../../parts/labels/goPrint.ts'
import { PrintLabels } from '../../../parts/labels/PrintLabels.tsx'
import { useSearch } from '../../../screen.ts'

/** Prints labels. Query: `what` is printed, a noun; `ids` of it with commas between. Without them it asks. */
export default function LabelPrinting() {
  const { what, ids } = useSearch('/pages/components/shangmi-print/index')
  const noun = labelNouns.find((each) => each === what)
  const things = noun ? idsToPrint(noun, ids) : []
  if (!noun || (things.length === 0 && noun !== 'blank')) return <BeginPrinting />
  return <PrintLabels key={`${noun} ${ids ?? ''}`} noun={noun} ids={things} />
}
