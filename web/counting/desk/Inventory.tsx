import { useQueryClient } from '@tanstack/react-query'
import { ClipboardList, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { countTaskList, type CountTaskRow } from '../../../domain/counting/operations.ts'
import { listExports } from '../../../domain/tables/exportOperations.ts'
import { countTable } from '../../../domain/counting/table.ts'
import { refreshByName } from '../../ask.ts'
import { ExportChosen } from '../../bulk/ExportChosen.tsx'
import { hrefOf } from '../../frames.ts'
import { Button } from '../../look/Button.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { Tag } from '../../look/Tag.tsx'
import { Beside } from '../../panel/Beside.tsx'
import { usePanel } from '../../panel/usePanel.ts'
import { useAllowed } from '../../shell/useAllowed.ts'
import { ExportButton } from '../../forms/ExportButton.tsx'
import { when } from '../../shell/when.ts'
import { useScreen, useWide } from '../../screen.ts'
import { TableList } from '../../table/TableList.tsx'
import { go, replaceHref } from '../../travel.ts'
import { t } from '../../words.ts'
import DocumentList from '../../documents/DocumentList.tsx'
import { differingOf, dueWords, isOver, percentOf, taskLook } from './countLook.ts'
import { CountCard } from './CountCard.tsx'
import { StartSheet } from './StartSheet.tsx'
import { useBeat } from './useBeat.ts'

/**
 * Counts first: those under way with how far they are, then what was counted before; beside them the documents that book differences. The query
 * may say which `of` both, or to `start` a count.
 */
export default function Inventory() {
  const { path, search } = useScreen()
  const wide = useWide()
  const ofDocuments = search['of'] === 'documents'
  const kinds = (
    <Tabs
      look={wide ? 'pill' : 'line'}
      label={t('资产盘点')}
      value={ofDocuments ? 'documents' : 'counts'}
      // What one of them is asked is nothing to the other.
      onChange={(tab) => replaceHref(hrefOf(path, tab === 'documents' ? { of: tab } : {}))}
      tabs={[
        { value: 'counts', label: t('盘点任务') },
        { value: 'documents', label: t('盘点单') },
      ]}
    />
  )
  const leading = wide ? <div className="w-90 px-5 pb-2">{kinds}</div> : kinds
  return ofDocuments ? <DocumentList kind="GsInventoryOrder" leading={leading} /> : <Counts leading={leading} />
}

const Counts = ({ leading }: { leading: ReactNode }) => {
  const mayPlan = useAllowed()('gsinventorytask:plan')
  const wide = useWide()
  const client = useQueryClient()
  const { search } = useScreen()
  const [starting, setStarting] = useState('start' in search)
  const panel = usePanel<CountTaskRow>(({ id }) => ({ what: 'count', id }))
  const running = panel.rows.some((row) => !isOver(row))
  useBeat(() => refreshByName(client, [countTaskList.name]), running ? 30 : undefined)
  const start = () => setStarting(true)
  const goToPlans = () => go('/pages/goods/GsInventoryOrder/gsinventoryplan')
  return (
    <Beside panel={panel}>
      <Page
        scroll={false}
        right={
          mayPlan && (
            <>
              {wide ? (
                <Button kind="plain" size="small" icon={ClipboardList} onClick={goToPlans}>
                  {t('盘点计划')}
                </Button>
              ) : (
                <IconButton icon={ClipboardList} label={t('盘点计划')} iconSize={20} onClick={goToPlans} />
              )}
              <Button size="small" icon={Plus} onClick={start}>
                {t('开始盘点')}
              </Button>
            </>
          )
        }
        below={wide && leading}
      >
        <TableList<CountTaskRow>
          table={countTable}
          list={countTaskList}
          tabs="state"
          leading={leading}
          apart
          picture={false}
          searched={t('盘点名称、编号')}
          cell={cellOf}
          card={(row) => <CountCard task={row} onPress={() => panel.table.onOpen(row)} />}
          {...panel.table}
          selectable
          bulk={(selection) => <ExportChosen {...exported()} selection={selection} />}
          tools={({ asked, columns }) => <ExportButton {...exported()} asked={asked} columns={columns} />}
          empty={{
            title: t('还没有盘点'),
            text: mayPlan ? t('选一个区域，几下就能开始。') : '',
            ...(mayPlan && { action: { label: t('开始盘点'), onPress: start } }),
          }}
        />
        <StartSheet open={starting && mayPlan} onClose={() => setStarting(false)} />
      </Page>
    </Beside>
  )
}

const exported = () => ({ operation: listExports.counts, title: t(countTable.title) })

/** How far it is, what differs, until when, and how it stands. */
const cellOf = (row: CountTaskRow, key: string): ReactNode => {
  const { numbers } = row
  switch (key) {
    case 'done':
      return (
        <span className="flex items-center gap-3 tabular-nums">
          <span className="h-1.5 w-20 overflow-hidden rounded-full bg-sunken" aria-hidden>
            <span className="block h-full bg-good" style={{ width: `${percentOf(numbers)}%` }} />
          </span>
          {numbers.done}/{numbers.expected}
        </span>
      )
    case 'expected':
      return numbers.expected
    case 'differing':
      return <span className={differingOf(numbers) > 0 ? 'text-warn' : 'text-faint'}>{differingOf(numbers)}</span>
    case 'accuracy':
      return row.accuracy
    case 'openedByName':
      return row.openedBy?.name
    case 'openedAt':
      return when(row.openedAt)
    case 'closedAt':
      return when(row.closedAt)
    case 'dueOn': {
      const { words, late } = dueWords(row)
      return words ? <span className={late ? 'font-medium text-bad' : ''}>{words}</span> : undefined
    }
    case 'state': {
      const { words, tone } = taskLook(row)
      return <Tag tone={tone}>{words}</Tag>
    }
    default:
      return undefined
  }
}
