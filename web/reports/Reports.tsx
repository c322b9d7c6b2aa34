import { useState } from 'react'
import { type Report, reportGroups, type ReportScreen, whereOf } from '../../domain/reports/reports.ts'
import { tableNamed } from '../../domain/tables/operations.ts'
import { hrefOf } from '../frames.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { useResources } from '../screen.ts'
import { searchOf } from '../table/address.ts'
import { today } from '../shell/dateWords.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

/** The delivered questions that the reader may ask, as far as they have the words that are sought; each opens its table summarised. */
export default function Reports() {
  const [keyword, setKeyword] = useState('')
  const paths = new Set((useResources() ?? []).map(({ mobilePath }) => mobilePath))
  const isOpen = ({ table }: Report): boolean => paths.has(tableNamed(table.name)?.screen ?? '')
  const openGroups = reportGroups
    .map(({ title, reports, screens = [] }) => ({
      title,
      entries: [
        ...screens.filter(({ path }) => paths.has(path)).map((screen) => ({ ...screen, href: hrefOfScreen(screen) })),
        ...reports.filter(isOpen).map((report) => ({ ...report, href: hrefOfReport(report) })),
      ],
    }))
    .filter(({ entries }) => entries.length > 0)
  const foundGroups = openGroups
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => hasWords(group.title, entry, keyword)) }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <Page>
      {openGroups.length > 0 && (
        <div className="mb-4">
          <SearchBox value={keyword} onSearch={setKeyword} placeholder={t('搜索报表')} />
        </div>
      )}
      {openGroups.length === 0 && (
        <Empty title={t('还没有可以看的报表')} text={t('报表的数据来自台账、库存、单据和账簿，您的角色还看不到它们。')} />
      )}
      {openGroups.length > 0 && foundGroups.length === 0 && (
        <Empty title={t('没有这样的报表')} text={t('换一个词，或在任何表格里点“汇总”，自己分组和求和。')} />
      )}
      {foundGroups.map(({ title, entries }) => (
        <Section key={title} title={t(title)}>
          {entries.map((entry) => (
            <Cell key={entry.key} title={t(entry.title)} text={t(entry.text)} onPress={() => goHref(entry.href)} />
          ))}
        </Section>
      ))}
    </Page>
  )
}

/** Every word stands in what a report is called, what it answers, or the title of its group. */
const hasWords = (groupTitle: string, { title, text }: Pick<Report, 'title' | 'text'>, keyword: string): boolean => {
  const words = [t(groupTitle), t(title), t(text)].join(' ').toLowerCase()
  return keyword
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

const hrefOfScreen = ({ path }: ReportScreen): string => hrefOf(path, {})

const hrefOfReport = (report: Report): string => {
  const { table, groups } = report
  const { screen = '', search = '' } = tableNamed(table.name) ?? {}
  return hrefOf(screen, searchOf(table, Object.fromEntries(new URLSearchParams(search)), { where: whereOf(report, today()), groups }))
}
