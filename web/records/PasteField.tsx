import { useState } from 'react'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { t } from '../words.ts'
import { tableOf } from './pastedTable.ts'

/** Takes a table where the browser does not let the page read the clipboard: a person pastes it, or a keyboard puts it in without a paste event. */
export const PasteField = ({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) => {
  const [text, setText] = useState('')
  const file = tableOf(text)
  return (
    <Card>
      <label className="block">
        <span className="text-small text-quiet">{t('长按下面的框，粘贴从表格软件复制的单元格，带上表头')}</span>
        <textarea
          aria-label={t('粘贴表格')}
          autoFocus
          rows={4}
          value={text}
          disabled={busy}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          className="mt-2 block max-h-40 w-full resize-none overflow-auto rounded-control bg-sunken px-3 py-2 text-body whitespace-pre outline-accent"
        />
      </label>
      <Button wide className="mt-3" busy={busy} disabled={!file} onClick={() => file && onFile(file)}>
        {t('读取粘贴的表格')}
      </Button>
    </Card>
  )
}
