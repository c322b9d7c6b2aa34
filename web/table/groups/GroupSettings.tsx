import type { Table } from '../../../domain/tables/define.ts'
import {
  chartKinds,
  type ChartKind,
  type Figure,
  figuresAtMost,
  figuresOf,
  type GroupLayout,
  groupableKeys,
  type GroupKey,
  groupKeysAtMost,
  hasPeriods,
  periods,
} from '../../../domain/tables/grouping.ts'
import { figureWords, periodTitles } from '../../../domain/tables/groupWords.ts'
import { CheckBox } from '../../look/fields/CheckBox.tsx'
import { t } from '../../words.ts'
import { columnOf } from '../layout.ts'
import { keyWith } from './figures.ts'

type Props = { table: Table; layout: GroupLayout; onChange: (next: GroupLayout) => void }

export const chartTitles: Readonly<Record<ChartKind, string>> = { bar: '柱形图', stacked: '堆叠柱形图', line: '折线图', pie: '饼图' }

/** What a table is grouped by, which figures it shows, and as what it is drawn. */
export const GroupSettings = ({ table, layout, onChange }: Props) => {
  const { by, figures, isPivot = false, chart } = layout
  const change = (part: Partial<GroupLayout>) => onChange({ ...layout, ...part })
  return (
    <div className="groups-settings">
      <fieldset className="groups-set">
        <legend>{t('分组依据')}</legend>
        {slotsOf(by, groupKeysAtMost).map((key, index) => (
          <KeyChoice
            key={index}
            table={table}
            choice={key}
            otherKeys={by.map((one) => one.key)}
            label={t('第{n}个分组', { n: index + 1 })}
            onChange={(next) => change({ by: withChoice(by, index, next) })}
          />
        ))}
        {by.length > 1 && (
          <label className="groups-check">
            <CheckBox checked={isPivot} onChange={({ target }) => change({ isPivot: target.checked })} />
            {t('最后一个分组横排')}
          </label>
        )}
      </fieldset>
      <fieldset className="groups-set">
        <legend>{t('数值')}</legend>
        {slotsOf(figures, figuresAtMost).map((figure, index) => (
          <FigureChoice
            key={index}
            table={table}
            choice={figure}
            label={t('第{n}个数值', { n: index + 1 })}
            onChange={(next) => change({ figures: withChoice(figures, index, next) })}
          />
        ))}
      </fieldset>
      <fieldset className="groups-set">
        <legend>{t('图表')}</legend>
        <ChoiceOf
          label={t('图表')}
          value={chart ?? ''}
          options={[{ value: '', label: t('不画图') }, ...chartKinds.map((kind) => ({ value: kind, label: t(chartTitles[kind]) }))]}
          onChange={(value) => change({ chart: chartKinds.find((kind) => kind === value) })}
        />
      </fieldset>
    </div>
  )
}

/** What is chosen, and one place more where there may be more. */
const slotsOf = <T,>(choices: readonly T[], atMost: number): (T | undefined)[] =>
  choices.length < atMost ? [...choices, undefined] : [...choices]

/** Without the one at a place where it is nothing. */
const withChoice = <T,>(list: readonly T[], index: number, next: T | undefined): T[] => [
  ...list.slice(0, index),
  ...(next === undefined ? [] : [next]),
  ...list.slice(index + 1),
]

type KeyProps = {
  table: Table
  choice: GroupKey | undefined
  otherKeys: readonly string[]
  label: string
  onChange: (next: GroupKey | undefined) => void
}

const KeyChoice = ({ table, choice, otherKeys, label, onChange }: KeyProps) => {
  const keys = groupableKeys(table).filter((key) => key === choice?.key || !otherKeys.includes(key))
  const isTimed = choice && hasPeriods(columnOf(table, choice.key))
  return (
    <span className="groups-choice">
      <ChoiceOf
        label={label}
        value={choice?.key ?? ''}
        options={[
          { value: '', label: choice ? t('不分组') : t('添加分组') },
          ...keys.map((key) => ({ value: key, label: t(columnOf(table, key).label) })),
        ]}
        onChange={(key) => onChange(key === '' ? undefined : keyWith(table, key))}
      />
      {isTimed && (
        <ChoiceOf
          label={t('{label}的时间段', { label: t(columnOf(table, choice.key).label) })}
          value={choice.period ?? 'day'}
          options={periods.map((period) => ({ value: period, label: t(periodTitles[period]) }))}
          onChange={(value) => onChange({ key: choice.key, period: periods.find((period) => period === value) ?? 'month' })}
        />
      )}
    </span>
  )
}

type FigureProps = { table: Table; choice: Figure | undefined; label: string; onChange: (next: Figure | undefined) => void }

const FigureChoice = ({ table, choice, label, onChange }: FigureProps) => {
  const offers = Object.keys(table.columns).flatMap((key) => figuresOf(columnOf(table, key)).map((of): Figure => ({ key, of })))
  if (offers.length === 0) return null
  const idOf = ({ key, of }: Figure) => `${key}.${of}`
  return (
    <ChoiceOf
      label={label}
      value={choice ? idOf(choice) : ''}
      options={[
        { value: '', label: choice ? t('不要这个数值') : t('添加数值') },
        ...offers.map((figure) => ({ value: idOf(figure), label: figureWords(table, figure, t) })),
      ]}
      onChange={(id) => onChange(offers.find((figure) => idOf(figure) === id))}
    />
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly { readonly value: string; readonly label: string }[]
  onChange: (value: string) => void
}

const ChoiceOf = ({ label, value, options, onChange }: ChoiceProps) => {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={`table-select groups-select ${value === '' ? 'groups-unset' : ''}`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
