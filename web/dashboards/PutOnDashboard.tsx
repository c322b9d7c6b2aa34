import { useState } from 'react'
import { dashboardAddTile, dashboardList } from '../../domain/dashboards/operations.ts'
import type { TileShape } from '../../domain/dashboards/tile.ts'
import type { Table } from '../../domain/tables/define.ts'
import type { GroupLayout } from '../../domain/tables/grouping.ts'
import type { TableView } from '../../domain/tables/view.ts'
import { newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useSend } from '../send.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { shapesOf, usualShape, usualSize } from './shapes.ts'
import { questionOf } from './tiles.ts'
import { ShapeChoice } from './TileSheet.tsx'

type Props = { table: Table; view: TableView; layout: GroupLayout; title: string; onClose: () => void }

/** Puts a summary on a dashboard: under which name, in which shape, on which of the reader's dashboards. */
export default function PutOnDashboard({ table, view, layout, title: firstTitle, onClose }: Props) {
  const [ids] = useState(() => ({ tile: newId(), dashboard: newId() }))
  const [title, setTitle] = useState(firstTitle)
  const [shape, setShape] = useState<TileShape>(() => usualShape(layout))
  const [chosenId, setChosenId] = useState<string>()
  const [newTitle, setNewTitle] = useState(t('我的仪表板'))
  const { data } = useAsk(dashboardList, {}, { staleMs: 60_000 })
  const store = useSend(dashboardAddTile)
  const ownDashboards = (data?.list ?? []).filter(({ mayChange }) => mayChange)
  const target = chosenId ?? ownDashboards[0]?.id ?? ids.dashboard
  const isNew = target === ids.dashboard
  // Only a new one takes the title.
  const dashboardTitle = isNew ? newTitle.trim() : (ownDashboards.find(({ id }) => id === target)?.title ?? '')
  const put = async () => {
    const { by, figures } = layout
    const { where = [], likeQuery, sort } = view
    const question = questionOf({ table: table.name, where, by, figures, likeQuery, sort: shape === 'list' ? sort : [] })
    const tile = { ...question, id: ids.tile, title: title.trim(), shape, ...usualSize(shape) }
    const isPut = await store.send({ id: target, title: dashboardTitle, tile }).then(
      () => true,
      () => false,
    )
    if (!isPut) return
    toast(t('已放入仪表板，点这里查看'), 'notify', () => go('/pages/dashboards/index', { id: target }))
    onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('放入仪表板')}
      footer={
        <Button
          wide
          busy={store.sending}
          disabled={!data || title.trim() === '' || (isNew && newTitle.trim() === '')}
          onClick={() => void put()}
        >
          {t('放入')}
        </Button>
      }
    >
      <Card flush className="shrink-0">
        <TextField label={t('名称')} value={title} onChange={setTitle} maxLength={60} required autoFocus />
        <ShapeChoice shapes={shapesOf({ by: [...layout.by] })} value={shape} onChange={setShape} />
        {ownDashboards.length > 0 && (
          <Choice
            label={t('仪表板')}
            value={target}
            required
            options={[
              ...ownDashboards.map(({ id, title: label }) => ({ value: id, label })),
              { value: ids.dashboard, label: '新建仪表板' },
            ]}
            onChange={setChosenId}
          />
        )}
        {isNew && <TextField label={t('新仪表板的名称')} value={newTitle} onChange={setNewTitle} maxLength={30} required />}
      </Card>
    </Sheet>
  )
}
