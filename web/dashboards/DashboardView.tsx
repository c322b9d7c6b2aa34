import { Check, Ellipsis, LayoutDashboard, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  type AnsweredTile,
  type Dashboard,
  dashboardDelete,
  type DashboardHead,
  dashboardRead,
  dashboardSave,
} from '../../domain/dashboards/operations.ts'
import { newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { choose, confirmDelete } from '../look/overlays/confirm.ts'
import { Page } from '../look/Page.tsx'
import { PendingPart } from '../look/Pending.tsx'
import { useLeaveGuard } from '../screen.ts'
import { useSend } from '../send.ts'
import { go, leaveFreely } from '../travel.ts'
import { t } from '../words.ts'
import { AddTileSheet } from './AddTileSheet.tsx'
import { SharingSheet } from './SharingSheet.tsx'
import { TileGrid } from './TileGrid.tsx'
import { TileSheet } from './TileSheet.tsx'
import { inputOf, tileOnly, titledTiles } from './tiles.ts'

type Props = { head: DashboardHead; tabs: ReactNode; onChoose: (id: string) => void }
type Open = { readonly sheet: 'sharing' | 'new' | 'add' } | { readonly sheet: 'tile'; readonly tile: AnsweredTile }

/** A dashboard with its figures; its owner arranges it. */
export const DashboardView = ({ head, tabs, onChoose }: Props) => {
  const { data, error, refetch } = useAsk(dashboardRead, { id: head.id }, { staleMs: 30_000 })
  /** What is arranged, until it is saved or left; with the version that it began with. */
  const [draft, setDraft] = useState<Dashboard>()
  const [open, setOpen] = useState<Open>()
  const store = useSend(dashboardSave, { done: '仪表板已保存' })
  useLeaveGuard(draft !== undefined && draft !== data)
  const dashboard = draft ?? data
  const change = (tiles: readonly AnsweredTile[]) => setDraft((before) => before && { ...before, tiles: [...tiles] })
  const save = async () => {
    if (!draft) return
    await store.send(inputOf(draft)).then(
      () => setDraft(undefined),
      () => undefined,
    )
    leaveFreely()
  }
  const addTile = (tile: AnsweredTile) => {
    setOpen(undefined)
    const before = draft ?? data
    if (before) setDraft({ ...before, tiles: [...before.tiles, tile] })
  }
  return (
    <Page
      width="full"
      below={tabs}
      onRefresh={refetch}
      right={
        dashboard && (
          <HeadActs
            dashboard={dashboard}
            isArranging={draft !== undefined}
            onArrange={() => setDraft(data)}
            onOpen={(sheet) => setOpen({ sheet })}
            onChoose={onChoose}
          />
        )
      }
      bottom={
        draft && (
          <div className="flex gap-3">
            <Button kind="secondary" wide onClick={() => setDraft(undefined)}>
              {t('取消')}
            </Button>
            <Button kind="secondary" wide icon={Plus} onClick={() => setOpen({ sheet: 'add' })}>
              {t('添加')}
            </Button>
            <Button wide icon={Check} busy={store.sending} onClick={() => void save()}>
              {t('保存')}
            </Button>
          </div>
        )
      }
    >
      {dashboard ? (
        <Tiles
          dashboard={dashboard}
          isArranging={draft !== undefined}
          onChange={change}
          onSettings={(tile) => setOpen({ sheet: 'tile', tile })}
        />
      ) : (
        <PendingPart error={error} onRetry={refetch} />
      )}
      {dashboard && (
        <Sheets
          open={open}
          dashboard={dashboard}
          onClose={() => setOpen(undefined)}
          onChoose={onChoose}
          onAdd={addTile}
          onChange={change}
        />
      )}
    </Page>
  )
}

type TilesProps = {
  dashboard: Dashboard
  isArranging: boolean
  onChange: (tiles: readonly AnsweredTile[]) => void
  onSettings: (tile: AnsweredTile) => void
}

const Tiles = ({ dashboard, isArranging, onChange, onSettings }: TilesProps) =>
  dashboard.tiles.length === 0 ? (
    <Empty
      icon={LayoutDashboard}
      title={t('仪表板上还没有内容')}
      text={dashboard.mayChange ? t('在任何表格里点“汇总”，再点“放入仪表板”；或在这里点“编辑”后添加报表。') : ''}
    />
  ) : (
    <TileGrid tiles={titledTiles(dashboard)} arrangement={isArranging ? { onChange, onSettings } : undefined} />
  )

type ActsProps = {
  dashboard: Dashboard
  isArranging: boolean
  onArrange: () => void
  onOpen: (sheet: 'sharing' | 'new') => void
  onChoose: (id: string) => void
}

/** What may be done with a dashboard: an own one is arranged, shared and deleted, any other becomes an own one. */
const HeadActs = ({ dashboard, isArranging, onArrange, onOpen, onChoose }: ActsProps) => {
  const { id, title, isDelivered, mayChange } = dashboard
  const { send: remove } = useSend(dashboardDelete, { done: '已删除' })
  const copy = useSend(dashboardSave, { done: '已另存为自己的仪表板' })
  const acts: Readonly<Record<string, () => unknown>> = {
    arrange: onArrange,
    sharing: () => onOpen('sharing'),
    new: () => onOpen('new'),
    copy: async () => {
      const { id: ownId } = await copy.send(copyOf(dashboard))
      onChoose(ownId)
    },
    print: () => go('/pages/dashboards/print', { id }),
    send: () => go('/pages/user/subscriptions', { dashboard: id, title: isDelivered ? t(title) : title }),
    drop: async () => {
      if (!(await confirmDelete(t('删除仪表板“{title}”？', { title })))) return
      await remove({ id })
      onChoose('')
    },
  }
  const offer = async () => {
    const ownActs = [
      { value: 'arrange', label: t('编辑') },
      { value: 'sharing', label: t('名称和共享') },
    ]
    const act = await choose(t('仪表板'), [
      ...(mayChange ? ownActs : []),
      { value: 'copy', label: t('另存为自己的仪表板') },
      { value: 'print', label: t('打印或存为PDF') },
      { value: 'send', label: t('定期发送') },
      { value: 'new', label: t('新建仪表板') },
      ...(mayChange ? [{ value: 'drop', label: t('删除'), danger: true }] : []),
    ])
    if (act !== undefined) await Promise.resolve(acts[act]?.()).catch(() => undefined)
  }
  if (isArranging) return null
  return (
    <>
      {mayChange && (
        <Button kind="plain" size="small" onClick={onArrange}>
          {t('编辑')}
        </Button>
      )}
      <IconButton icon={Ellipsis} label={t('更多')} onClick={() => void offer()} />
    </>
  )
}

/** The same tiles as a dashboard of one's own. */
const copyOf = (dashboard: Dashboard) => ({
  ...{ id: newId(), version: 0, audience: 'nobody' as const },
  title: t('{title}（副本）', { title: dashboard.isDelivered ? t(dashboard.title) : dashboard.title }).slice(0, 30),
  tiles: titledTiles(dashboard).map((tile) => ({ ...tileOnly(tile), id: newId() })),
})

type SheetsProps = {
  open: Open | undefined
  dashboard: Dashboard
  onClose: () => void
  onChoose: (id: string) => void
  onAdd: (tile: AnsweredTile) => void
  onChange: (tiles: readonly AnsweredTile[]) => void
}

const Sheets = ({ open, dashboard, onClose, onChoose, onAdd, onChange }: SheetsProps) => {
  if (open?.sheet === 'add') return <AddTileSheet onClose={onClose} onAdd={onAdd} />
  if (open?.sheet === 'sharing' || open?.sheet === 'new')
    return (
      <SharingSheet
        dashboard={open.sheet === 'new' ? undefined : dashboard}
        onClose={onClose}
        onSaved={(id) => {
          onClose()
          onChoose(id)
        }}
      />
    )
  if (open?.sheet !== 'tile') return null
  const { tile } = open
  return (
    <TileSheet
      tile={tile}
      onClose={onClose}
      onSaved={(next) => {
        onChange(dashboard.tiles.map((former) => (former.id === tile.id ? next : former)))
        onClose()
      }}
      onRemoved={() => {
        onChange(dashboard.tiles.filter(({ id }) => id !== tile.id))
        onClose()
      }}
    />
  )
}
