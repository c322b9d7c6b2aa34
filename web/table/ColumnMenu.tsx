import { Menu } from '@base-ui/react/menu'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, EyeOff, Funnel, type LucideIcon, MoveHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { askingsOf, type Table } from '../../domain/tables/define.ts'
import { t } from '../words.ts'
import { columnOf, moveColumn, withColumn } from './layout.ts'
import type { TableLook } from './tableLook.ts'
import { sortedBy } from './sorting.ts'

type Props = { table: Table; looking: TableLook; column: string; at: number; onFit: () => void; trigger: ReactNode }

/** What may be done with a column. */
export const ColumnMenu = ({ table, looking, column, at, onFit, trigger }: Props) => {
  const tableColumn = columnOf(table, column)
  const { columns } = looking
  const [firstAsking] = askingsOf(tableColumn)
  const otherCount = (looking.view.where ?? []).length
  return (
    <Menu.Root>
      <Menu.Trigger aria-label={t('{column}的操作', { column: t(tableColumn.label) })} tabIndex={-1} className="table-more">
        {trigger}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} collisionPadding={12} className="z-40">
          <Menu.Popup className="table-menu">
            {tableColumn.sorted && (
              <>
                <Item icon={ArrowUp} label={t('升序')} onPress={() => looking.look({ sort: sortedBy(column, false) })} />
                <Item icon={ArrowDown} label={t('降序')} onPress={() => looking.look({ sort: sortedBy(column, true) })} />
              </>
            )}
            {firstAsking && otherCount < 20 && <Item icon={Funnel} label={t('按此列筛选')} onPress={() => looking.begin(column)} />}
            {(tableColumn.sorted || firstAsking) && <Menu.Separator className="table-rule" />}
            {at > 1 && (
              <Item icon={ArrowLeft} label={t('左移')} onPress={() => looking.look({ columns: moveColumn(columns, column, at - 1) })} />
            )}
            {at > 0 && at < columns.length - 1 && (
              <Item icon={ArrowRight} label={t('右移')} onPress={() => looking.look({ columns: moveColumn(columns, column, at + 1) })} />
            )}
            <Item icon={MoveHorizontal} label={t('适合宽度')} onPress={onFit} />
            {at > 0 && (
              <Item icon={EyeOff} label={t('隐藏')} onPress={() => looking.look({ columns: withColumn(table, columns, column, false) })} />
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const Item = ({ icon: Icon, label, onPress }: { icon: LucideIcon; label: string; onPress: () => void }) => (
  <Menu.Item className="table-item" onClick={onPress}>
    <Icon size={15} aria-hidden />
    {label}
  </Menu.Item>
)
