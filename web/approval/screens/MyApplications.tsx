import type { ReactNode } from 'react'
import { listExports } from '../../../domain/tables/exportOperations.ts'
import { formOperations } from '../../../domain/approval/operations/forms.ts'
import type { ProcessRow } from '../../../domain/approval/operations/process.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { applicationTable } from '../../../domain/approval/process/applyingTable.ts'
import { ExportChosen } from '../../bulk/ExportChosen.tsx'
import { usePages } from '../../pages.ts'
import { Cell } from '../../look/Cell.tsx'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { Beside } from '../../panel/Beside.tsx'
import { usePanel } from '../../panel/usePanel.ts'
import { ApplicationName } from '../process/ApplicationName.tsx'
import { ApplicationCard, refusalWords, waitingWords } from '../process/ApplicationCard.tsx'
import { StatusTag } from '../process/statusTag.tsx'
import { ExportButton } from '../../forms/ExportButton.tsx'
import { menuIcon } from '../../workbench/menuIcon.ts'
import { when } from '../../shell/when.ts'
import { useSearch, useWide } from '../../screen.ts'
import { TableList } from '../../table/TableList.tsx'
import { go, replace } from '../../travel.ts'
import { t } from '../../words.ts'
import { within } from '../../within.ts'

/** What one has applied for, newest first; and what was put aside before it was sent. */
export default function MyApplications(): ReactNode {
  const drafts = useSearch('/pages/personal/myapply').shown === 'drafts'
  return drafts ? (
    <Page scroll={false} below={<Kinds shown="drafts" />}>
      <Drafts />
    </Page>
  ) : (
    <Applications />
  )
}

const Applications = () => {
  const wide = useWide()
  const panel = usePanel<ProcessRow>(({ id }) => ({ what: 'process', id }))
  return (
    <Beside panel={panel}>
      <Page scroll={false} below={wide && <Kinds shown="sent" />}>
        <TableList<ProcessRow>
          table={applicationTable}
          list={processOperations.processes}
          fixed={fixedFilter}
          leading={<Kinds shown="sent" />}
          tabs="phase"
          searched={within('申请')}
          cell={cellOf}
          card={(process) => <ApplicationCard process={process} onPress={() => panel.table.onOpen(process)} />}
          {...panel.table}
          selectable
          bulk={(selection) => <ExportChosen {...applicationsExport()} selection={selection} fixed={fixedFilter} hasLines />}
          tools={({ asked, columns }) => <ExportButton {...applicationsExport()} asked={asked} columns={columns} hasLines />}
          empty={{
            title: t('还没有申请'),
            text: t('从工作台或下面的按钮发起申请。'),
            action: { label: t('发起申请'), onPress: () => go('/pages/flow/flowindex') },
          }}
        />
      </Page>
    </Beside>
  )
}

const fixedFilter = { scope: 'mine' }
const applicationsExport = () => ({ operation: listExports.processes, title: t(applicationTable.title) })

const cellOf = (process: ProcessRow, key: string): ReactNode => {
  switch (key) {
    case 'title':
      return <ApplicationName process={process} />
    case 'waiting':
      return [refusalWords(process), waitingWords(process)].filter(Boolean).join(' · ')
    case 'flowKey':
      return t(process.flowName)
    case 'createdAt':
    case 'endedAt':
      return process[key] && when(process[key])
    case 'status':
      return <StatusTag process={process} />
    default:
      return undefined
  }
}

const Kinds = ({ shown }: { shown: 'sent' | 'drafts' }) => (
  <Tabs
    label={t('申请')}
    value={shown}
    onChange={(next) => replace('/pages/personal/myapply', next === 'drafts' ? { shown: next } : {})}
    tabs={[
      { value: 'sent', label: t('已提交') },
      { value: 'drafts', label: t('草稿') },
    ]}
  />
)

/** Applications that were put aside before they were sent. */
const Drafts = () => {
  const pages = usePages(formOperations.drafts, {})
  return (
    <List
      pages={pages}
      keyOf={({ id }) => id}
      row={({ id, flowKey, flowName, flowIcon, color, summary, updatedAt }) => (
        <Cell
          icon={menuIcon(flowIcon)}
          tint={color}
          title={t(flowName)}
          text={[summary, when(updatedAt)].filter(Boolean).join(' · ')}
          onPress={() => go('/pages/flow/formApply', { flowKey, flowName, id })}
        />
      )}
      empty={{ title: t('没有草稿'), text: t('填写申请时选择存草稿，会保存在这里。') }}
    />
  )
}
