import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { sendableTable } from '../../../domain/subscriptions/sendableTables.ts'
import type { Table } from '../../../domain/tables/define.ts'
import { Button } from '../../look/Button.tsx'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import type { TableLook } from '../tableLook.ts'
import { useViews, viewOf } from '../views/views.ts'
import { ViewSheet } from '../views/ViewSheet.tsx'

/** As long as the title of a view may be. */
const viewTitleSigns = 30

/** Sends a summary regularly: the saved view that it is, else one that it is saved as first. */
export const SendRegularly = ({ table, tableLook, title }: { table: Table; tableLook: TableLook; title: string }) => {
  const [isSaving, setIsSaving] = useState(false)
  const { viewId } = tableLook
  const views = useViews(table, viewId !== undefined)
  if (!sendableTable(table.name)) return null
  const savedView = tableLook.changed ? undefined : views.list?.find(({ id }) => id === viewId)
  const subscribe = (id: string, viewTitle: string) => go('/pages/user/subscriptions', { view: id, title: viewTitle })
  return (
    <>
      <Button
        kind="plain"
        size="small"
        icon={CalendarClock}
        onClick={() => (savedView ? subscribe(savedView.id, savedView.title) : setIsSaving(true))}
      >
        {t('定期发送')}
      </Button>
      {isSaving && (
        <ViewSheet
          table={table}
          saved={undefined}
          view={viewOf(tableLook)}
          firstTitle={title.length <= viewTitleSigns ? title : t(table.title)}
          onClose={() => setIsSaving(false)}
          onSaved={(id, viewTitle) => {
            setIsSaving(false)
            subscribe(id, viewTitle)
          }}
        />
      )}
    </>
  )
}
