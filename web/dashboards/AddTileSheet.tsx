import type { AnsweredTile } from '../../domain/dashboards/operations.ts'
import { type Report, reportGroups } from '../../domain/reports/reports.ts'
import type { Where } from '../../domain/tables/view.ts'
import { tableNamed } from '../../domain/tables/operations.ts'
import { newId } from '../../kernel/id.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { useResources } from '../screen.ts'
import { t } from '../words.ts'
import { usualShape, usualSize } from './shapes.ts'
import { questionOf, withoutAnswer } from './tiles.ts'

type Props = { onClose: () => void; onAdd: (tile: AnsweredTile) => void }

/** The delivered reports as tiles. A report that counts from the present day is none: a tile keeps its conditions. */
export const AddTileSheet = ({ onClose, onAdd }: Props) => {
  const paths = new Set((useResources() ?? []).map(({ mobilePath }) => mobilePath))
  const groups = reportGroups
    .map(({ title, reports }) => ({
      title,
      reports: reports.filter(isForTiles).filter(({ table }) => paths.has(tableNamed(table.name)?.screen ?? '')),
    }))
    .filter(({ reports }) => reports.length > 0)
  return (
    <Sheet open onClose={onClose} title={t('添加到仪表板')} tall>
      <p className="px-1 pb-3 text-small text-quiet">{t('其他内容：在任何表格里点“汇总”，再点“放入仪表板”。')}</p>
      {groups.map(({ title, reports }) => (
        <Section key={title} title={t(title)}>
          {reports.map((report) => (
            <Cell key={report.key} title={t(report.title)} text={t(report.text)} onPress={() => onAdd(tileOfReport(report))} />
          ))}
        </Section>
      ))}
    </Sheet>
  )
}

type TileReport = Report & { readonly where: Where }
const isForTiles = (report: Report): report is TileReport => typeof report.where !== 'function'

const tileOfReport = ({ title, table, where, groups }: TileReport): AnsweredTile => {
  const shape = usualShape(groups)
  return withoutAnswer({
    ...questionOf({ table: table.name, where, by: groups.by, figures: groups.figures }),
    ...{ id: newId(), title: t(title), shape, ...usualSize(shape) },
  })
}
