import { ChevronDown, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProcessRow } from '../../../domain/approval/operations/process.ts'
import { CheckBox } from '../../look/fields/CheckBox.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import type { Column } from '../../look/List.tsx'
import { t } from '../../words.ts'
import type { RescuedProcess } from './RescueSheet.tsx'
import { titleOf } from './titles.ts'

/** What is marked for one act on all of it; by id. */
export type Selection = {
  readonly chosen: ReadonlyMap<string, RescuedProcess>
  readonly toggle: (process: RescuedProcess) => void
  readonly set: (processes: readonly RescuedProcess[]) => void
}

/** What a list of the monitor is given: how rows are marked, and what opens the acts of one; neither where one may only look. */
export type MonitorListProps = { selection: Selection | undefined; onRescue: ((process: RescuedProcess) => void) | undefined }

/** The mark of a row, which is no press on the row. */
export const Mark = ({ process, selection }: { process: ProcessRow; selection: Selection }) => (
  <label className="-m-2 flex size-11 shrink-0 items-center justify-center" onClick={(event) => event.stopPropagation()}>
    <CheckBox
      aria-label={t('选择{title}', { title: titleOf(process) })}
      checked={selection.chosen.has(process.id)}
      onChange={() => selection.toggle(process)}
    />
  </label>
)

export const More = ({ process, onRescue }: { process: ProcessRow; onRescue: (process: RescuedProcess) => void }) => (
  <IconButton
    icon={Ellipsis}
    iconSize={20}
    label={t('处理{title}', { title: titleOf(process) })}
    className="text-quiet"
    onClick={(event) => {
      event.stopPropagation()
      onRescue(process)
    }}
  />
)

/** Marks before and acts behind the columns of a table, where one may act. */
export const withActs = <R,>(
  columns: readonly Column<R>[],
  processOf: (row: R) => ProcessRow,
  { selection, onRescue }: MonitorListProps,
): Column<R>[] => [
  ...(selection
    ? [{ key: 'mark', title: '', width: '28px', cell: (row: R) => <Mark process={processOf(row)} selection={selection} /> }]
    : []),
  ...columns,
  ...(onRescue
    ? [{ key: 'more', title: '', width: '44px', end: true, cell: (row: R) => <More process={processOf(row)} onRescue={onRescue} /> }]
    : []),
]

/** A row on a phone: the card, with its mark and its acts beside it. */
export const MonitorRow = ({ process, selection, onRescue, children }: MonitorListProps & { process: ProcessRow; children: ReactNode }) => (
  <div className="flex items-center">
    {selection && (
      <span className="pl-4">
        <Mark process={process} selection={selection} />
      </span>
    )}
    <div className="min-w-0 flex-1">{children}</div>
    {onRescue && <More process={process} onRescue={onRescue} />}
  </div>
)

/** All rows that are loaded, marked or not; and a button that narrows. */
export const MarkAll = ({ processes, selection }: { processes: readonly ProcessRow[]; selection: Selection }) => {
  const all = processes.length > 0 && processes.every(({ id }) => selection.chosen.has(id))
  return (
    <label className="flex h-9 shrink-0 items-center gap-2 pr-1 text-small text-quiet">
      <CheckBox checked={all} disabled={processes.length === 0} onChange={() => selection.set(all ? [] : processes)} />
      {t('全选')}
    </label>
  )
}

export const Chip = ({ label, chosen, onClick }: { label: string; chosen: boolean; onClick: () => void }) => (
  <button type="button" aria-haspopup="dialog" onClick={onClick} className={`${chip} ${chosen ? chosenChip : ''}`}>
    {label}
    <ChevronDown size={14} aria-hidden />
  </button>
)

export const chip =
  'reach flex h-9 shrink-0 items-center gap-1 rounded-full bg-sunken px-3.5 text-small text-quiet transition active:opacity-60'
export const chosenChip = 'bg-accent-soft! text-accent-strong!'
