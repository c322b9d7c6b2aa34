import { type Report, reportGroups } from '../../domain/reports/reports.ts'
import { tableNamed } from '../../domain/tables/operations.ts'
import { hrefOf } from '../frames.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { useResources } from '../screen.ts'
import { searchOf } from '../table/address.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

/** The delivered questions that the reader may ask; each opens its table summarised. */
export default function Reports() {
  const paths = new Set((useResources() ?? []).map(({ mobilePath }) => mobilePath))
  const isOpen = ({ table }: Report): boolean => paths.has(tableNamed(table.name)?.screen ?? '')
  const openGroups = reportGroups
    .map(({ title, reports }) => ({ title, reports: reports.filter(isOpen) }))
    .filter(({ reports }) => reports.length > 0)
  return (
    <Page>
      {openGroups.length === 0 && (
        <Empty title={t('还没有可以看的报表')} text={t('报表的数据来自台账、库存、单据和账簿，您的角色还看不到它们。')} />
      )}
      {openGroups.map(({ title, reports }) => (
        <Section key={title} title={t(title)}>
          {reports.map((report) => (
            <Cell key={report.key} title={t(report.title)} text={t(report.text)} onPress={() => goHref(hrefOfReport(report))} />
          ))}
        </Section>
      ))}
    </Page>
  )
}

const hrefOfReport = ({ table, where, groups }: Report): string => {
  const { screen = '', search = '' } = tableNamed(table.name) ?? {}
  return hrefOf(screen, searchOf(table, Object.fromEntries(new URLSearchParams(search)), { where, groups }))
}
