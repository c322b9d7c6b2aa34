import { Ellipsis } from 'lucide-react'
import { choose } from '../look/confirm.ts'
import { Grid, type GridItem } from '../look/Grid.tsx'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'

/** What may be done with one thing, the most usual first. A phone shows one row, and the rest as a list behind its last place: facts follow at once. */
export const ActionGrid = ({ items }: { items: readonly GridItem[] }) => {
  const isWide = useWide()
  if (isWide || items.length <= phoneColumns) return <Grid items={items} />
  const rest = items.slice(phoneColumns - 1)
  const showRest = async () => {
    const key = await choose(
      t('更多操作'),
      rest.map(({ key: value, title: label }) => ({ value, label })),
    )
    rest.find((item) => item.key === key)?.onPress()
  }
  return (
    <Grid
      items={[...items.slice(0, phoneColumns - 1), { key: 'rest', title: t('更多'), icon: Ellipsis, onPress: () => void showRest() }]}
    />
  )
}

/** Places in one row of the grid on a phone. */
const phoneColumns = 4
