import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import type { Operation } from '../../domain/operations/define.ts'
import { host } from '../../hosts/here.ts'
import { CallError } from '../call.ts'
import { downloadSheet } from '../forms/sheetFile.ts'
import { Button } from '../look/Button.tsx'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'

type Props = {
  /** The papers as a page; undefined until they are laid out. */
  html: string | undefined
  /** What the file is called, without its ending. */
  fileName: string
  /** The call that answers the same as a file. */
  pdf: Operation
  input: Readonly<Record<string, unknown>>
}

/** Keeps papers as a file, and prints them where there is a way to. */
export const PrintButtons = ({ html, fileName, pdf, input }: Props) => {
  const [busy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    try {
      await downloadSheet(pdf, input, `${fileName}.pdf`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="large" kind="secondary" wide icon={Download} busy={busy} onClick={() => void keep()}>
        {t('下载PDF')}
      </Button>
      {host.print && (
        <Button size="large" wide icon={Printer} disabled={!html} onClick={() => html && void host.print?.(html)}>
          {t('打印')}
        </Button>
      )}
    </>
  )
}
