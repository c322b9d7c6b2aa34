import type { Id } from '../../kernel/id.ts'
import { Card } from '../look/Card.tsx'
import { listPathOfKind } from '../places.ts'
import { useResources } from '../screen.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { ActionGrid } from '../workbench/ActionGrid.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { menuIcon } from '../workbench/menuIcon.ts'
import { kindsForSupplies, withItemsHref } from '../../domain/documents/offers.ts'

/** What may be begun for one consumable. */
export const SupplyActions = ({ goodsId }: { goodsId: Id }) => {
  const resources = useResources()
  const kinds = kindsForSupplies(useAllowed())
  if (kinds.length === 0) return null
  return (
    <Card className="mb-4 px-2! py-1!">
      <ActionGrid
        items={kinds.map((kind) => {
          const entry = resources?.find(({ mobilePath }) => mobilePath === listPathOfKind(kind.kind))
          return {
            key: kind.kind,
            title: t(kind.title),
            icon: menuIcon(entry?.icon),
            color: entry?.color ?? undefined,
            onPress: () => goHref(withItemsHref(kind, [goodsId])),
          }
        })}
      />
    </Card>
  )
}
