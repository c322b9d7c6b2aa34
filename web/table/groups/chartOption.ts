import type { EChartsCoreOption } from 'echarts/core'
import type { ChartData } from './chartData.ts'
import { compactWords } from '../numberWords.ts'
import { seriesColours } from '../../../domain/tables/seriesColours.ts'

export type ChartColours = {
  readonly ink: string
  readonly quiet: string
  readonly line: string
  readonly card: string
  readonly fontFamily: string
}

const numberOf = (value: unknown): string => (typeof value === 'number' ? compactNumber.format(value) : '')
const compactNumber = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** What the chart library is told to draw. */
export const chartOption = (data: ChartData, colours: ChartColours, widthPx: number): EChartsCoreOption => {
  const { kind, series } = data
  const text = { color: colours.quiet, fontFamily: colours.fontFamily, fontSize: 12 }
  const sharedOption = {
    animation: false,
    color: [...seriesColours],
    textStyle: text,
    tooltip: {
      trigger: kind === 'pie' ? 'item' : 'axis',
      confine: true,
      backgroundColor: colours.card,
      borderColor: colours.line,
      textStyle: { ...text, color: colours.ink },
      axisPointer: { type: kind === 'line' ? 'line' : 'shadow' },
      valueFormatter: numberOf,
    },
    ...(series.length > 1 && { legend: { type: 'plain', top: 0, left: 0, itemWidth: 12, itemHeight: 12, textStyle: text } }),
  }
  return kind === 'pie' ? { ...sharedOption, ...pieOf(data, text) } : { ...sharedOption, ...axesOf(data, colours, widthPx) }
}

const [legendRowPx, legendMarkPx, legendGapPx] = [24, 17, 10]
/** Letters from here on are as wide as they are high. */
const wideFrom = 0x2e80

/** What the names of several series take above a chart, in rows as long as it is wide. */
export const legendHeightPx = ({ series }: Pick<ChartData, 'series'>, widthPx: number): number => {
  if (series.length < 2) return 0
  let [rows, usedPx] = [1, 0]
  for (const { name } of series) {
    const itemPx = legendMarkPx + [...name].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > wideFrom ? 12 : 7), 0)
    if (usedPx > 0 && usedPx + itemPx > widthPx) [rows, usedPx] = [rows + 1, 0]
    usedPx += itemPx + legendGapPx
  }
  return rows * legendRowPx + 8
}

type TextStyle = { readonly color: string; readonly fontFamily: string; readonly fontSize: number }

const pieOf = ({ categories, series: [first] }: ChartData, text: TextStyle) => ({
  series: [
    {
      type: 'pie',
      radius: ['38%', '68%'],
      data: categories.map((name, index) => ({ name, value: first?.points[index]?.value ?? 0 })),
      label: { ...text, formatter: '{b}\n{d}%', overflow: 'break' },
      itemStyle: { borderWidth: 2, borderColor: 'transparent' },
    },
  ],
})

const axesOf = (data: ChartData, { quiet, line, fontFamily }: ChartColours, widthPx: number) => {
  const { kind, isTimed, categories, series } = data
  const isUpright = isTimed || kind === 'line'
  const label = { color: quiet, fontFamily, fontSize: 12 }
  const names = {
    type: 'category',
    data: [...categories],
    axisTick: { show: false },
    axisLine: { lineStyle: { color: line } },
    axisLabel: {
      ...label,
      hideOverlap: true,
      ...(!isUpright && { width: Math.min(220, widthPx * 0.36), overflow: 'truncate', interval: 0 }),
    },
    ...(!isUpright && { inverse: true }),
  }
  const numbers = {
    type: 'value',
    splitLine: { lineStyle: { color: line } },
    axisLabel: { ...label, hideOverlap: true, formatter: widthPx < 500 ? compactWords : numberOf },
    splitNumber: widthPx < 500 ? 3 : 5,
  }
  const [x, y] = isUpright ? [names, numbers] : [numbers, names]
  return {
    grid: {
      left: 4,
      right: 24,
      top: 12 + legendHeightPx(data, widthPx),
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: x,
    yAxis: y,
    series: series.map(({ name, points }) => ({
      name,
      type: kind === 'line' ? 'line' : 'bar',
      data: points.map(({ value }) => value),
      barMaxWidth: 22,
      symbolSize: 7,
      ...(kind === 'stacked' && { stack: 'all' }),
      ...(series.length === 1 && kind !== 'line' && { itemStyle: { borderRadius: 3 } }),
    })),
  }
}
