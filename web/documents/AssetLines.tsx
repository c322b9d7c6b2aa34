import { LineList } from './LineList.tsx'

/** The lines of all documents about assets. */
export default function AssetLines() {
  return <LineList area="goods" />
}
