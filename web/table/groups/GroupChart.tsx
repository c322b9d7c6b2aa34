import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Group } from '../../../domain/tables/groupOperations.ts'
import { type ChartData, chartWords } from './chartData.ts'
import { chartOption, type ChartColours, legendHeightPx } from './chartOption.ts'

use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

type Props = { data: ChartData; onOpen: (group: Group) => void }

/** The figures of groups as a picture; a bar, a point or a part of it opens its rows. The table beside it has the same figures. */
export default function GroupChart({ data, onOpen }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const openGroup = useEffectEvent((seriesIndex: number, dataIndex: number) => {
    const group = data.series[seriesIndex]?.points[dataIndex]?.group
    if (group) onOpen(group)
  })
  useEffect(() => {
    const element = place.current
    if (!element) return
    const setHeight = () => {
      element.style.height = `${heightOf(data, element.clientWidth)}px`
    }
    setHeight()
    const chart = init(element, undefined, { renderer: 'svg' })
    const draw = () => drawChart(chart, element, data)
    const fit = () => {
      setHeight()
      chart.resize()
      draw()
    }
    draw()
    chart.on('click', ({ seriesIndex = 0, dataIndex }) => openGroup(seriesIndex, dataIndex))
    const sizeObserver = new ResizeObserver(fit)
    sizeObserver.observe(element)
    const themeObserver = new MutationObserver(draw)
    themeObserver.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    return () => {
      dark.removeEventListener('change', draw)
      themeObserver.disconnect()
      sizeObserver.disconnect()
      chart.dispose()
    }
  }, [data])
  return <div ref={place} role="img" aria-label={chartWords(data)} className="groups-chart" />
}

const drawChart = (chart: ECharts, element: HTMLElement, data: ChartData): void =>
  void chart.setOption(chartOption(data, coloursAt(element), element.clientWidth), { notMerge: true })

/** Bars one below the other take their room each. */
const heightOf = (data: ChartData, widthPx: number): number => {
  const { kind, isTimed, categories } = data
  if (kind === 'pie') return 260
  const legend = legendHeightPx(data, widthPx)
  return isTimed || kind === 'line' ? 280 + legend : Math.max(120, categories.length * 30 + 40) + legend
}

/** The colours of the page where the chart stands; a picture cannot name them. Each is read off an element of its own, because a colour that changes does so gradually. */
const coloursAt = (element: HTMLElement): ChartColours => {
  const colourOf = (name: string) => {
    const probe = document.createElement('span')
    probe.style.color = `var(--${name})`
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
  const { fontFamily } = getComputedStyle(element)
  return { ink: colourOf('ink'), quiet: colourOf('quiet'), line: colourOf('line'), card: colourOf('card'), fontFamily }
}
