import { Ellipsis } from 'lucide-react'
import { Button } from '../look/Button.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { Grid, type GridItem } from '../look/Grid.tsx'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'

/**
 * What may be done with one thing, the most usual first, in little room: facts follow at once. A phone shows one row of tiles, and the rest as a
 * list behind the last of them; a desk shows buttons.
 */
export const ActionGrid = ({ items }: { items: readonly GridItem[] }) => {
  const isWide = useWide()
  if (isWide)
    return (
      <div className="flex flex-wrap gap-2 p-2">
        {items.map(({ key, title, icon, onPress }) => (
          <Button key={key} kind="secondary" size="small" icon={icon} onClick={onPress}>
            {title}
          </Button>
        ))}
      </div>
    )
  if (items.length <= phoneColumns) return <Grid items={items} />
  const furtherItems = items.slice(phoneColumns - 1)
  const showRest = async () => {
    const key = await choose(
      t('更多操作'),
      furtherItems.map(({ key: value, title: label }) => ({ value, label })),
    )
    furtherItems.find((item) => item.key === key)?.onPress()
  }
  return (
    <Grid
      items={[...items.slice(0, phoneColumns - 1), { key: 'rest', title: t('更多'), icon: Ellipsis, onPress: () => void showRest() }]}
    />
  )
}

/** Places in one row of the grid on a phone. */
const phoneColumns = 4
