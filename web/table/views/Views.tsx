import { Check, ChevronDown, Pencil, Plus, Trash2, Users } from 'lucide-react'
import { memo, useState } from 'react'
import { type SavedView, viewDelete, viewSave } from '../../../domain/tables/viewOperations.ts'
import type { Table } from '../../../domain/tables/define.ts'
import type { TableView } from '../../../domain/tables/view.ts'
import { confirmDelete } from '../../look/overlays/confirm.ts'
import { useSend } from '../../send.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../words.ts'
import { keptColumns } from '../layout.ts'
import type { TableLook } from '../looking.ts'
import { Pop } from '../Pop.tsx'
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
  const { uid } = useSession()
  const [open, setOpen] = useState(false)
  const [editing, setEditing] = useState<SavedView | 'new'>()
  const { send, sending } = useSend(viewSave, { done: '视图已保存' })
  const { send: remove } = useSend(viewDelete, { done: '视图已删除' })
  const current = views?.find(({ id }) => id === looking.viewId)
  const view = lookedAt(looking)
  const go = (viewId: string | undefined) => {
    setOpen(false)
    looking.goTo(viewId)
  }
  const edit = (savedView: SavedView | 'new') => {
    setOpen(false)
    setEditing(savedView)
  }
  const keep = async (savedView: SavedView) => {
    await send({ ...inputOf(savedView), view: view as never })
    looking.goTo(savedView.id)
  }
  const drop = async (savedView: SavedView) => {
    setOpen(false)
    if (!(await confirmDelete(t('删除视图“{title}”？', { title: savedView.title })))) return
    await remove({ id: savedView.id })
    if (savedView.id === looking.viewId) looking.goTo(undefined)
  }
  const ownViews = views?.filter(({ ownerUid }) => ownerUid === uid) ?? []
  const otherViews = views?.filter(({ ownerUid }) => ownerUid !== uid) ?? []

  const item = (savedView: SavedView) => (
    <li key={savedView.id} className="table-option">
      <button type="button" onClick={() => go(savedView.id)} className="table-option-label text-left">
        <Check size={15} aria-hidden className={savedView.id === looking.viewId ? 'text-accent' : 'opacity-0'} />
        <span className="min-w-0 flex-1 truncate">{savedView.title}</span>
        {savedView.ownerUid !== uid && <span className="truncate text-faint">{savedView.ownerName}</span>}
        {savedView.ownerUid === uid && savedView.shared !== 'nobody' && <Users size={14} className="text-faint" aria-label={t('已共享')} />}
      </button>
      {savedView.mayChange && (
        <>
          <button
            type="button"
            aria-label={t('改名和共享：{title}', { title: savedView.title })}
            onClick={() => edit(savedView)}
            className="table-tiny"
          >
            <Pencil size={13} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={t('删除视图：{title}', { title: savedView.title })}
            onClick={() => void drop(savedView)}
            className="table-tiny"
          >
            <Trash2 size={13} aria-hidden />
          </button>
        </>
      )}
    </li>
  )

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
        <ul aria-label={t('视图')} className="table-options">
          <li className="table-option">
            <button type="button" onClick={() => go(undefined)} className="table-option-label text-left">
              <Check size={15} aria-hidden className={looking.viewId === undefined ? 'text-accent' : 'opacity-0'} />
              {t('默认视图')}
            </button>
          </li>
          {ownViews.map(item)}
        </ul>
        {otherViews.length > 0 && (
          <>
            <p className="table-none">{t('与我共享')}</p>
            <ul aria-label={t('与我共享')} className="table-options">
              {otherViews.map(item)}
            </ul>
          </>
        )}
        <div className="table-rule" />
        <button type="button" onClick={() => edit('new')} className="table-item">
          <Plus size={15} aria-hidden />
          {t('另存为新视图')}
        </button>
      </Pop>
      {looking.changed && (
        <span className="table-changed">
          {current?.mayChange && (
            <button type="button" disabled={Boolean(sending)} onClick={() => void keep(current)} className="table-link">
              {t('保存')}
            </button>
          )}
          {!current && (
            <button type="button" onClick={() => setEditing('new')} className="table-link">
              {t('保存视图')}
            </button>
          )}
          <button type="button" onClick={() => looking.goTo(looking.viewId)} className="table-quiet">
            {t('还原')}
          </button>
        </span>
      )}
      {editing !== undefined && (
        <ViewSheet
          table={table}
          saved={editing === 'new' ? undefined : editing}
          view={editing === 'new' ? view : editing.view}
          onClose={() => setEditing(undefined)}
          onSaved={(id) => {
            setEditing(undefined)
            if (editing === 'new') looking.goTo(id)
          }}
        />
      )}
    </>
  )
})

/** All that is looked at now, as a view keeps it. */
const lookedAt = ({ view: { where, sort, likeQuery, density }, columns }: TableLook): TableView => ({
  ...(where && where.length > 0 && { where }),
  ...(sort && sort.length > 0 && { sort }),
  ...(likeQuery && { likeQuery }),
  columns: keptColumns(columns),
  ...(density && { density }),
})

const inputOf = ({ id, table, title, shared, roles, order }: SavedView) => ({ id, table, title, shared, roles, order })
