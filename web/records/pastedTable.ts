import { useEffect, useRef } from 'react'
import { t } from '../words.ts'

/** Cells that were copied from a spreadsheet, as a file of text; undefined for what is no table of several rows. */
export const tableOf = (text: string): File | undefined => {
  const rows = text.split(/\r\n|\n|\r/).filter((row) => row.trim() !== '')
  return rows.length > 1 ? new File([text], `${t('粘贴的表格')}.txt`, { type: 'text/plain' }) : undefined
}

/** Takes a table that is pasted while no field has the focus. */
export const usePastedTable = (onFile: (file: File) => void): void => {
  const take = useRef(onFile)
  useEffect(() => {
    take.current = onFile
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input:not([type=file]), textarea, [contenteditable]')) return
      const [copiedFile] = event.clipboardData?.files ?? []
      const file = copiedFile ?? tableOf(event.clipboardData?.getData('text/plain') ?? '')
      if (!file) return
      event.preventDefault()
      take.current(file)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
