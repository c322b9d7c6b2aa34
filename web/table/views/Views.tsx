import { CalendarClock, Check, ChevronDown, Pencil, Plus, Trash2, Users } from 'lucide-react'
import { memo, useState } from 'react'
import { type SavedView, viewDelete, viewSave } from '../../../domain/tables/viewOperations.ts'
import type { Table } from '../../../domain/tables/define.ts'
import { confirmDelete } from '../../look/overlays/confirm.ts'
import { useSend } from '../../send.ts'
import { useSession } from '../../session/session.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import type { TableLook } from '../tableLook.ts'
import { Pop } from '../Pop.tsx'
import { viewOf } from './views.ts'
import { ViewSheet } from './ViewSheet.tsx'

type Props = {
  table: Table
  looking: TableLook
  /** Undefined while they are not known. */
  views: readonly SavedView[] | undefined
  onWanted: () => void
}

/** The saved views of a list: to go to one, to keep what was changed, to share it. */
export const Views = memo(({ table, looking, views, onWanted }: Props) => {
  const [open, setOpen] = useState(false)
  const [editedView, setEditedView] = useState<SavedView | 'new'>()
  const { send, sending } = useSend(viewSave, { done: '视图已保存' })
  const { send: remove } = useSend(viewDelete, { done: '视图已删除' })
  const current = views?.find(({ id }) => id === looking.viewId)
  const view = viewOf(looking)
  const go = (viewId: string | undefined) => {
    setOpen(false)
    looking.goTo(viewId)
  }
  const edit = (savedView: SavedView | 'new') => {
    setOpen(false)
    setEditedView(savedView)
  }
  const keep = async (savedView: SavedView) => {
    await send({ ...inputOf(savedView), view })
    looking.goTo(savedView.id)
  }
  const drop = async (savedView: SavedView) => {
    setOpen(false)
    if (!(await confirmDelete(t('删除视图“{title}”？', { title: savedView.title })))) return
    await remove({ id: savedView.id })
    if (savedView.id === looking.viewId) looking.goTo(undefined)
  }

  return (
    <>
      <Pop
        open={open}
        onOpenChange={(next) => {
          onWanted()
          setOpen(next)
        }}
        title={t('视图')}
        label={t('视图：{title}', { title: current?.title ?? t('默认视图') })}
        trigger={
          <>
            <span className="max-w-48 truncate">{current?.title ?? t('默认视图')}</span>
            <ChevronDown size={14} aria-hidden />
          </>
        }
        triggerClass="table-quiet table-view"
      >
        <ViewOptions views={views ?? []} viewId={looking.viewId} onGo={go} onEdit={edit} onDrop={(view) => void drop(view)} />
      </Pop>
      {looking.changed && (
        <ChangedBar
          current={current}
          busy={Boolean(sending)}
          onKeep={(view) => void keep(view)}
          onNew={() => setEditedView('new')}
          onReset={() => looking.goTo(looking.viewId)}
        />
      )}
      {editedView !== undefined && (
        <ViewSheet
          table={table}
          saved={editedView === 'new' ? undefined : editedView}
          view={editedView === 'new' ? view : editedView.view}
          onClose={() => setEditedView(undefined)}
          onSaved={(id) => {
            setEditedView(undefined)
            if (editedView === 'new') looking.goTo(id)
          }}
        />
      )}
    </>
  )
})

type ItemActs = {
  onGo: (viewId: string | undefined) => void
  onEdit: (view: SavedView | 'new') => void
  onDrop: (view: SavedView) => void
}

type OptionsProps = ItemActs & { views: readonly SavedView[]; viewId: string | undefined }

const ViewOptions = ({ views, viewId, onGo, onEdit, onDrop }: OptionsProps) => {
  const { uid } = useSession()
  const itemOf = (view: SavedView) => (
    <ViewItem key={view.id} savedView={view} isCurrent={view.id === viewId} onGo={onGo} onEdit={onEdit} onDrop={onDrop} />
  )
  const otherViews = views.filter(({ ownerUid }) => ownerUid !== uid)
  return (
    <>
      <ul aria-label={t('视图')} className="table-options">
        <li className="table-option">
          <button type="button" onClick={() => onGo(undefined)} className="table-option-label text-left">
            <Check size={15} aria-hidden className={viewId === undefined ? 'text-accent' : 'opacity-0'} />
            {t('默认视图')}
          </button>
        </li>
        {views.filter(({ ownerUid }) => ownerUid === uid).map(itemOf)}
      </ul>
      {otherViews.length > 0 && (
        <>
          <p className="table-none">{t('与我共享')}</p>
          <ul aria-label={t('与我共享')} className="table-options">
            {otherViews.map(itemOf)}
          </ul>
        </>
      )}
      <div className="table-rule" />
      <button type="button" onClick={() => onEdit('new')} className="table-item">
        <Plus size={15} aria-hidden />
        {t('另存为新视图')}
      </button>
    </>
  )
}

const ViewItem = ({ savedView, isCurrent, onGo, onEdit, onDrop }: ItemActs & { savedView: SavedView; isCurrent: boolean }) => {
  const { uid } = useSession()
  return (
    <li className="table-option">
      <button type="button" onClick={() => onGo(savedView.id)} className="table-option-label text-left">
        <Check size={15} aria-hidden className={isCurrent ? 'text-accent' : 'opacity-0'} />
        <span className="min-w-0 flex-1 truncate">{savedView.title}</span>
        {savedView.ownerUid !== uid && <span className="truncate text-faint">{savedView.ownerName}</span>}
        {savedView.ownerUid === uid && savedView.shared !== 'nobody' && <Users size={14} className="text-faint" aria-label={t('已共享')} />}
      </button>
      <button
        type="button"
        aria-label={t('定期发送：{title}', { title: savedView.title })}
        onClick={() => go('/pages/user/subscriptions', { view: savedView.id, title: savedView.title })}
        className="table-tiny"
      >
        <CalendarClock size={13} aria-hidden />
      </button>
      {savedView.mayChange && (
        <>
          <button
            type="button"
            aria-label={t('改名和共享：{title}', { title: savedView.title })}
            onClick={() => onEdit(savedView)}
            className="table-tiny"
          >
            <Pencil size={13} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={t('删除视图：{title}', { title: savedView.title })}
            onClick={() => onDrop(savedView)}
            className="table-tiny"
          >
            <Trash2 size={13} aria-hidden />
          </button>
        </>
      )}
    </li>
  )
}

type ChangedProps = {
  current: SavedView | undefined
  busy: boolean
  onKeep: (view: SavedView) => void
  onNew: () => void
  onReset: () => void
}

/** What may become of a look that is no longer that of its view. */
const ChangedBar = ({ current, busy, onKeep, onNew, onReset }: ChangedProps) => (
  <span className="table-changed">
    {current?.mayChange && (
      <button type="button" disabled={busy} onClick={() => onKeep(current)} className="table-link">
        {t('保存')}
      </button>
    )}
    {!current && (
      <button type="button" onClick={onNew} className="table-link">
        {t('保存视图')}
      </button>
    )}
    <button type="button" onClick={onReset} className="table-quiet">
      {t('还原')}
    </button>
  </span>
)

const inputOf = ({ id, table, title, shared, roles, order }: SavedView) => ({ id, table, title, shared, roles, order })
