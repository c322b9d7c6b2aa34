import { skipToken, useQuery } from '@tanstack/react-query'
import type { Operation } from '../../domain/operations/define.ts'
import type { PaperSize } from '../../domain/paper/paper.ts'
import type { Slip } from '../../domain/paper/slipOperations.ts'
import { Page } from '../look/Page.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { t } from '../words.ts'
import { paperHtml } from './paperHtml.ts'
import { PaperView } from './PaperView.tsx'
import { PrintButtons } from './PrintButtons.tsx'

const sizes = ['A4', 'A5'] as const satisfies readonly PaperSize[]

/** The size of paper that a query names. */
export const sizeIn = (text: string | undefined): PaperSize | undefined => sizes.find((size) => size === text)

type PaperPrintProps = {
  readonly title: string
  readonly papers: readonly Slip[]
  readonly size: PaperSize
  readonly onSize: (size: PaperSize) => void
  /** The call that answers the same as a file, with its input; the file is called like the title where it has no name of its own. */
  readonly pdf: Operation
  readonly input: Readonly<Record<string, unknown>>
  readonly fileName?: string
}

/** Papers to look at, to print and to keep as one file. */
export const PaperPrint = ({ title, papers, size, onSize, pdf, input, fileName = title }: PaperPrintProps) => {
  const { data: html } = useQuery({ queryKey: ['papers', papers], queryFn: papers.length > 0 ? () => paperHtml(papers) : skipToken })
  return (
    <Page title={title} bottom={<PrintButtons html={html} fileName={fileName} pdf={pdf} input={input} />}>
      <div className="mb-4">
        <Tabs label={t('纸张')} look="pill" value={size} onChange={onSize} tabs={sizes.map((value) => ({ value, label: value }))} />
      </div>
      {html && <PaperView key={size} html={html} title={title} size={size} />}
    </Page>
  )
}
