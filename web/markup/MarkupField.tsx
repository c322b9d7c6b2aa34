import { Bold, Link2, List, ListOrdered, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { readMarkup } from '../../domain/text/markup.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Field, type FieldProps, inputLook } from '../look/fields/Field.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { t } from '../words.ts'
import { continueList, linkAddress, putLink, type Selection, toggleBold, toggleList } from './editing.ts'
import { MarkupView } from './MarkupView.tsx'

type Props = FieldProps<string> & { max: number; lines?: number }

/** A text with marks under the pen: a toolbar that writes the marks, and below it what readers will see. */
export const MarkupField = ({ label, value, onChange, error, hint, required, disabled, max, lines = 4 }: Props) => {
  const [link, setLink] = useState<Selection>()
  const { box, selectionNow, put } = useSelection(value, max, onChange)
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    const continuation = event.key === 'Enter' && !isCommand ? continueList(selectionNow()) : undefined
    if (continuation) put(continuation)
    else if (isCommand && event.key === 'b') put(toggleBold(selectionNow()))
    else if (isCommand && event.key === 'k') setLink(selectionNow())
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const tools: readonly MarkTool[] = [
    [Bold, t('加粗'), () => put(toggleBold(selectionNow()))],
    [Link2, t('插入链接'), () => setLink(selectionNow())],
    [List, t('项目符号'), () => put(toggleList(selectionNow(), false))],
    [ListOrdered, t('编号列表'), () => put(toggleList(selectionNow(), true))],
  ]
  const isMarked = readMarkup(value).some(({ kind, lines: read }) => kind === 'list' || read.flat().some((piece) => piece.kind !== 'plain'))
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      required={required}
      right={
        <span className="text-tiny text-faint">
          {[...value].length}/{max}
        </span>
      }
    >
      {(ids) => (
        <>
          <MarkToolbar tools={tools} disabled={disabled} />
          <textarea
            {...ids}
            ref={box}
            aria-required={required || undefined}
            rows={lines}
            value={value}
            maxLength={max}
            disabled={disabled}
            onKeyDown={press}
            onChange={(event) => onChange(event.target.value)}
            placeholder={t('请输入{label}', { label })}
            className={`${inputLook} field-sizing-content resize-none py-1.5`}
          />
          {isMarked && (
            <section aria-label={t('预览')} className="mb-1.5 rounded-control bg-sunken px-3 py-2 text-body">
              <MarkupView text={value} />
            </section>
          )}
          <LinkSheet
            selection={link}
            onClose={() => setLink(undefined)}
            onPut={(words, address) => {
              if (link) put(putLink(link, words, address))
              setLink(undefined)
            }}
          />
        </>
      )}
    </Field>
  )
}

type MarkTool = readonly [icon: LucideIcon, label: string, press: () => void]

const MarkToolbar = ({ tools, disabled }: { tools: readonly MarkTool[]; disabled: boolean | undefined }) => (
  <div role="toolbar" aria-label={t('文字格式')} className="-mx-2.5 flex">
    {tools.map(([Icon, words, act]) => (
      <button
        key={words}
        type="button"
        aria-label={words}
        title={words}
        disabled={disabled}
        // The text keeps what is chosen in it, and the keyboard on the glass stays.
        onPointerDown={(event) => event.preventDefault()}
        onClick={act}
        className="flex size-11 items-center justify-center rounded-control text-quiet active:opacity-60 wide:hover:bg-sunken"
      >
        <Icon size={19} aria-hidden />
      </button>
    ))}
  </div>
)

/** Puts text with a selection into a box. */
const useSelection = (value: string, max: number, onChange: (value: string) => void) => {
  const box = useRef<HTMLTextAreaElement>(null)
  const next = useRef<Selection>(undefined)
  // What was chosen stays chosen after a mark was put around it.
  useEffect(() => {
    const selection = next.current
    next.current = undefined
    if (selection) box.current?.setSelectionRange(selection.from, selection.to)
  })
  const selectionNow = (): Selection => ({ text: value, from: box.current?.selectionStart ?? 0, to: box.current?.selectionEnd ?? 0 })
  const put = (selection: Selection) => {
    if (selection.text.length > max) return
    next.current = selection
    onChange(selection.text)
    box.current?.focus()
  }
  return { box, selectionNow, put }
}

type LinkProps = { selection: Selection | undefined; onClose: () => void; onPut: (words: string, address: string) => void }

const LinkSheet = ({ selection, onClose, onPut }: LinkProps) => (
  <Sheet open={selection !== undefined} onClose={onClose} title={t('插入链接')}>
    {selection && <LinkFields chosen={selection.text.slice(selection.from, selection.to)} onPut={onPut} />}
  </Sheet>
)

const LinkFields = ({ chosen, onPut }: { chosen: string; onPut: LinkProps['onPut'] }) => {
  const [address, setAddress] = useState('')
  const [words, setWords] = useState(chosen.replace(/\s+/g, ' ').trim())
  const [problem, setProblem] = useState<string>()
  const finish = () => {
    const fullAddress = linkAddress(address)
    if (fullAddress === undefined) return setProblem(t('请输入网址，如 https://example.com'))
    onPut(words.trim() || fullAddress, fullAddress)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        finish()
      }}
    >
      <Card flush className="mb-4">
        <TextField label={t('网址')} value={address} onChange={setAddress} error={problem} maxLength={2000} required />
        <TextField label={t('显示的文字')} value={words} onChange={setWords} maxLength={200} />
      </Card>
      <Button type="submit" wide size="large">
        {t('插入')}
      </Button>
    </form>
  )
}
