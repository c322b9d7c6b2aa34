import { LineList } from './LineList.tsx'

/** The lines of all documents about supplies. */
export default function SupplyLines() {
  return <LineList area="consumables" />
}
