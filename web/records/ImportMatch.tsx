import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Analysis } from '../../domain/bulk/transferOperations.ts'
import { isMissing } from '../../domain/records/columns.ts'
import { isOwnKey } from '../../domain/records/ownFields/ownField.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { t } from '../words.ts'
import { againWords, type Mapping, unusedHeadersOf } from './importStage.ts'
import { NewFields } from './NewFields.tsx'
import type { NewField } from './useImport.ts'

type MatchProps = {
  analysis: Analysis
  mapping: Mapping
  busy: boolean
  onChange: (mapping: Mapping) => void
  onBack: () => void
  onNext: () => void
  /** Another sheet of the workbook is meant. */
  onSheet: (name: string) => void
  /** Columns of the sheet become fields. */
  onAddFields: (fields: readonly NewField[]) => void
}

/** Which column of the sheet is which of ours. */
export const Match = ({ analysis, mapping, busy, onChange, onBack, onNext, onSheet, onAddFields }: MatchProps) => {
  const missing = analysis.columns.filter((column) => isMissing(column, (key) => mapping[key] !== undefined && mapping[key] !== null))
  const unusedHeaders = unusedHeadersOf(analysis, mapping)
  return (
    <>
      <p className="px-1 pb-2 text-small text-quiet">
        {t('{name}，共 {count} 行。请确认每一列的对应关系。', { name: analysis.fileName, count: analysis.rowCount })}
      </p>
      <div className="scroller min-h-0 flex-1 space-y-3">
        {analysis.importedBefore && (
          <p role="status" className="flex gap-2 rounded-card bg-warn-soft px-4 py-3 text-small text-warn">
            <TriangleAlert size={18} className="shrink-0" aria-hidden />
            {againWords(analysis.importedBefore)}
          </p>
        )}
        {analysis.remembered && (
          <p role="status" className="rounded-card bg-accent-soft px-4 py-3 text-small text-accent-strong">
            {t('按上次的对应。')}
          </p>
        )}
        {analysis.sheets.length > 1 && (
          <Card flush>
            <Choice
              label={t('工作表')}
              value={analysis.sheet}
              onChange={onSheet}
              options={analysis.sheets.map((name) => ({ value: name, label: name, isOwn: true }))}
              hint={t('一次读取一张工作表，其余的请另外导入。')}
            />
          </Card>
        )}
        <NewFields key={unusedHeaders.map(({ at }) => at).join()} headers={unusedHeaders} busy={busy} onAdd={onAddFields} />
        {unusedHeaders.some(({ ownControl }) => ownControl === null) && (
          <UnusedColumns headers={unusedHeaders.filter(({ ownControl }) => ownControl === null)} />
        )}
        <ColumnChoices analysis={analysis} mapping={mapping} onChange={onChange} />
        {analysis.hiddenCount > 0 && (
          <p className="px-1 text-small text-quiet">
            {t('其中 {count} 行在表格里被隐藏或筛掉了，也会导入。', { count: analysis.hiddenCount })}
          </p>
        )}
      </div>
      <div className="flex shrink-0 gap-3 pt-3">
        <Button kind="secondary" size="large" onClick={onBack}>
          {t('上一步')}
        </Button>
        <Button size="large" wide busy={busy} disabled={missing.length > 0 || analysis.rowCount === 0} onClick={onNext}>
          {missing.length > 0 ? t('还缺：{labels}', { labels: missing.map(({ label }) => t(label)).join(t('、')) }) : t('检查数据')}
        </Button>
      </div>
    </>
  )
}

/** Columns of the sheet that nobody asks for, so that no one believes them brought in. */
export const UnusedColumns = ({ headers }: { headers: Analysis['headers'] }) => (
  <p className="flex gap-2 rounded-card bg-warn-soft px-4 py-3 text-small text-warn">
    <TriangleAlert size={18} className="shrink-0" aria-hidden />
    {t('表格里不导入的列：{columns}', { columns: headers.map(({ letters, header }) => `${letters} ${header}`).join(t('、')) })}
  </p>
)

type ColumnsProps = { analysis: Analysis; mapping: Mapping; onChange: (mapping: Mapping) => void }

/** For each of our columns the one of the sheet. Own fields that the sheet has no column for are shown on demand: an organisation may have fields for every kind of card. */
const ColumnChoices = ({ analysis, mapping, onChange }: ColumnsProps) => {
  const options = headerOptions(analysis)
  const [showsAll, setShowsAll] = useState(false)
  const [firstKeys] = useState(() => new Set(Object.keys(mapping)))
  const shownColumns = analysis.columns.filter(
    ({ key, required }) => showsAll || !isOwnKey(key) || required || firstKeys.has(key) || mapping[key] !== undefined,
  )
  const hiddenCount = analysis.columns.length - shownColumns.length
  return (
    <Card flush>
      {shownColumns.map(({ key, label, required, hint }) => {
        const columnIndex = mapping[key]
        const samples = analysis.headers.find((header) => header.at === columnIndex)?.samples.filter(Boolean) ?? []
        return (
          <Choice
            key={key}
            label={t(label)}
            required={required}
            value={columnIndex === undefined || columnIndex === null ? '' : String(columnIndex)}
            onChange={(value) => {
              const { [key]: _, ...rest } = mapping
              onChange(value === '' ? rest : { ...rest, [key]: Number(value) })
            }}
            placeholder={t('不导入')}
            hint={columnHint(samples, hint)}
            options={options}
          />
        )
      })}
      {hiddenCount > 0 && (
        <Button kind="plain" wide onClick={() => setShowsAll(true)}>
          {t('显示另外{count}个自定义字段', { count: hiddenCount })}
        </Button>
      )}
    </Card>
  )
}

/** Columns of the same name are told apart by what stands in them. */
const headerOptions = ({ headers }: Analysis) => {
  const names = headers.map(({ header }) => header)
  return headers.map(({ at, letters, header, samples: [sample] }) => {
    const isAmbiguous = !header || names.indexOf(header) !== names.lastIndexOf(header)
    return { value: String(at), label: `${letters} ${header}${sample && isAmbiguous ? ` · ${sample}` : ''}` }
  })
}

const columnHint = (samples: readonly string[], hint: string | null): string | undefined => {
  if (samples.length > 0) return t('例如：{samples}', { samples: samples.slice(0, 3).join(t('、')) })
  return hint ? t(hint) : undefined
}
