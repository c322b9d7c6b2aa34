import { skipToken, useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import type { PaperSize } from '../../domain/paper/paper.ts'
import type { Slip } from '../../domain/paper/slipOperations.ts'
import { host } from '../../hosts/here.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Page } from '../look/Page.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { paperHtml } from './paperHtml.ts'
import { PaperView } from './PaperView.tsx'

const sizes = ['A4', 'A5'] as const satisfies readonly PaperSize[]

/** The size of paper that a query names. */
export const sizeIn = (text: string | undefined): PaperSize | undefined => sizes.find((size) => size === text)

type PaperPrintProps = {
  readonly title: string
  readonly papers: readonly Slip[]
  readonly size: PaperSize
  readonly onSize: (size: PaperSize) => void
  /** Hands the papers over as one file; throws CallError with words to show. */
  readonly download: () => Promise<void>
}

/** Papers to look at, to print and to keep as one file. */
export const PaperPrint = ({ title, papers, size, onSize, download }: PaperPrintProps) => {
  const { data: html } = useQuery({ queryKey: ['papers', papers], queryFn: papers.length > 0 ? () => paperHtml(papers) : skipToken })
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await download()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      toast(failure.message, 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Page
      title={title}
      bottom={
        <>
          <Button size="large" kind="secondary" wide icon={Download} busy={isBusy} onClick={() => void save()}>
            {t('下载PDF')}
          </Button>
          {host.print && (
            <Button size="large" wide icon={Printer} disabled={!html} onClick={() => html && void host.print?.(html)}>
              {t('打印')}
            </Button>
          )}
        </>
      }
    >
      <div className="mb-4">
        <Tabs label={t('纸张')} look="pill" value={size} onChange={onSize} tabs={sizes.map((value) => ({ value, label: value }))} />
      </div>
      {html && <PaperView key={size} html={html} title={title} size={size} />}
    </Page>
  )
}
