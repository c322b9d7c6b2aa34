import { Delete, PencilLine, Sigma, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FormDesign, FormField, FormTable } from '../../../../domain/approval/form/formDesign.ts'
import {
  type Formula,
  formulaFunctionNames,
  formulaFunctions,
  type FormulaOperator,
  type FormulaSort,
  operatorSigns,
} from '../../../../domain/approval/form/formula.ts'
import { sortOfControl } from '../../../../domain/approval/form/formulaFields.ts'
import {
  erased,
  formulaFrom,
  type FormulaSpeech,
  formulaWords,
  functionName,
  type Token,
  tokensOf,
  tokensTyped,
  tokenWords,
  typed,
  typedDigit,
  type FormulaInput,
} from '../../../../domain/approval/design/formFormula.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { Choice } from '../../../look/fields/Choice.tsx'
import { IconButton } from '../../../look/IconButton.tsx'
import { Sheet } from '../../../look/overlays/Sheet.tsx'
import { TextField } from '../../../look/fields/TextField.tsx'
import { t } from '../../../words.ts'
import { fieldsAround, reckonedLabelAt, tablesIn } from './speech.ts'

type Props = {
  design: FormDesign
  path: string
  field: FormField
  table: FormTable | undefined
  onChange: (formula: Formula | undefined) => void
}

/** How a field is computed, as one line, and the sheet in which it is put together. */
export const FormulaEditor = ({ design, path, field, table, onChange }: Props) => {
  const [open, setOpen] = useState(false)
  const speech = { say: t, labelOf: (path: string) => reckonedLabelAt(design, path, table) }
  const { formula } = field
  return (
    <>
      {formula ? (
        <Card flush>
          <div className="flex items-center py-1 pl-4 pr-1">
            <span className="min-w-0 flex-1 break-words py-2 text-body">{formulaWords(formula, speech)}</span>
            <IconButton icon={PencilLine} iconSize={18} label={t('编辑公式')} onClick={() => setOpen(true)} />
            <IconButton icon={X} iconSize={18} label={t('不用公式')} onClick={() => onChange(undefined)} />
          </div>
        </Card>
      ) : (
        <Button kind="secondary" wide icon={Sigma} onClick={() => setOpen(true)}>
          {t('用公式计算')}
        </Button>
      )}
      <p className="px-1 pt-2 text-small text-faint">{t('用公式的字段自动算出，不能填写。')}</p>
      <FormulaSheet key={`${path}/${open}`} open={open} onClose={() => setOpen(false)} {...{ design, path, field, table, onChange }} />
    </>
  )
}

const FormulaSheet = ({ open, onClose, design, path, field, table, onChange }: Props & { open: boolean; onClose: () => void }) => {
  const made = field.formula && tokensOf(field.formula)
  const [typing, setTyping] = useState<FormulaInput>({ tokens: made?.tokens ?? [], caret: made?.tokens.length ?? 0 })
  const [places, setPlaces] = useState(made?.places ?? null)
  const { tokens } = typing
  const offeredList = offeredTokens(design, path, table)
  const read = formulaFrom(tokens, places)
  const speech = { say: t, labelOf: (path: string) => reckonedLabelAt(design, path, table) }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('公式')}
      tall
      footer={
        <>
          <Button kind="secondary" wide onClick={onClose}>
            {t('取消')}
          </Button>
          <Button
            wide
            disabled={'wrong' in read}
            onClick={() => {
              if ('formula' in read) onChange(read.formula)
              onClose()
            }}
          >
            {t('完成')}
          </Button>
        </>
      }
    >
      <div className="shrink-0 space-y-4">
        <div>
          <p className="px-1 pb-1.5 text-small text-quiet">{field.label || t('未命名')} =</p>
          <Line typing={typing} speech={speech} onCaret={(caret) => setTyping({ ...typing, caret })} />
          <p role="status" className={`px-1 pt-1.5 text-small ${'wrong' in read && tokens.length > 0 ? 'text-warn' : 'text-faint'}`}>
            {'wrong' in read ? t(read.wrong) : `= ${formulaWords(read.formula, speech)}`}
          </p>
        </div>
        <Typed offered={offeredList} speech={speech} onRead={(pieces) => setTyping({ tokens: pieces, caret: pieces.length })} />
        <Fields {...{ offered: offeredList, speech }} onPick={(token) => setTyping(typed(typing, token))} />
        <Keypad typing={typing} onType={setTyping} />
        <Functions onPick={(token) => setTyping(typed(typing, token))} />
        <Card flush>
          <Choice
            label={t('取小数位')}
            required
            value={places === null ? 'none' : String(places)}
            onChange={(next) => setPlaces(next === 'none' ? null : Number(next))}
            options={[
              { value: 'none', label: '按字段' },
              { value: '0', label: '取整' },
              { value: '1', label: '1位' },
              { value: '2', label: '2位' },
            ]}
          />
        </Card>
      </div>
    </Sheet>
  )
}

/** What stands there so far, a caret behind each piece. */
const Line = ({
  typing: { tokens, caret },
  speech,
  onCaret,
}: {
  typing: FormulaInput
  speech: FormulaSpeech
  onCaret: (caret: number) => void
}) => (
  <div role="group" aria-label={t('公式')} className="flex min-h-16 flex-wrap items-center gap-y-1.5 rounded-card bg-card p-3 shadow-lift">
    <Caret on={caret === 0} onPress={() => onCaret(0)} />
    {tokens.map((token, index) => (
      <span key={index} className="flex items-center">
        <button
          type="button"
          onClick={() => onCaret(index + 1)}
          className={`min-h-9 px-1.5 text-title ${'path' in token ? 'rounded-control bg-accent-soft px-2.5 text-body text-accent-strong' : ''}`}
        >
          {tokenWords(token, speech)}
        </button>
        <Caret on={caret === index + 1} onPress={() => onCaret(index + 1)} />
      </span>
    ))}
  </div>
)

/** What a formula may read: the fields around it, and the sums and rows of tables. */
const offeredTokens = (design: FormDesign, path: string, table: FormTable | undefined): PathToken[] => {
  const neighbours = fieldsAround(design, path, table).filter((field) => sortOfControl(field.field.control) !== undefined)
  const ownTable = path.includes('.') ? path.slice(0, path.indexOf('.')) : undefined
  const tables = tablesIn(design).filter(({ key }) => key !== ownTable)
  return [
    ...neighbours.map((field) => ({ k: 'field', path: field.path }) as const),
    ...tables.flatMap(({ key: at, columns }) => [
      ...columns.flatMap(({ key, control }) => wholeColumn(sortOfControl(control)).map((k) => ({ k, path: `${at}.${key}` }))),
      { k: 'count', path: at } as const,
    ]),
  ]
}

/** What may be said of all that stands in a column. */
const wholeColumn = (sort: FormulaSort | undefined): readonly ('sum' | 'most' | 'least')[] => {
  if (sort === 'number') return ['sum', 'most', 'least']
  return sort === 'day' ? ['most', 'least'] : []
}

type PathToken = Extract<Token, { path: string }>

/** A formula typed or pasted as spreadsheets have it; it takes the place of the pieces. */
const Typed = ({
  offered,
  speech,
  onRead,
}: {
  offered: readonly PathToken[]
  speech: FormulaSpeech
  onRead: (tokens: Token[]) => void
}) => {
  const [text, setText] = useState('')
  const names = offered.map((token) => ({ name: tokenWords(token, speech), token }))
  const read = tokensTyped(text, names)
  return (
    <Card flush>
      <TextField
        label={t('输入公式')}
        value={text}
        onChange={(next) => {
          setText(next)
          const typedTokens = tokensTyped(next, names)
          if ('tokens' in typedTokens) onRead(typedTokens.tokens)
        }}
        maxLength={2000}
        placeholder={t('如 IF(数量>10, 单价*0.9, 单价)，文字加引号')}
        {...('wrong' in read && { error: t(read.wrong, read.params) })}
      />
    </Card>
  )
}

const Fields = ({ offered, speech, onPick }: { offered: readonly PathToken[]; speech: FormulaSpeech; onPick: (token: Token) => void }) => {
  if (offered.length === 0) return <p className="px-1 text-body text-quiet">{t('表单里还没有公式可以使用的字段。')}</p>
  return (
    <div className="flex flex-wrap gap-2">
      {offered.map((token) => (
        <button
          key={`${token.k}/${token.path}`}
          type="button"
          onClick={() => onPick(token)}
          className="min-h-10 rounded-full bg-card px-4 py-1.5 text-left text-body shadow-lift active:scale-95"
        >
          {tokenWords(token, speech)}
        </button>
      ))}
    </div>
  )
}

/** The functions, each with how it is written. */
const Functions = ({ onPick }: { onPick: (token: Token) => void }) => (
  <div className="space-y-2">
    <div className="flex flex-wrap gap-2">
      {(['round', ...formulaFunctionNames] as const).map((call) => (
        <button
          key={call}
          type="button"
          onClick={() => onPick({ k: 'call', call })}
          className="min-h-10 rounded-full bg-card px-4 py-1.5 text-body shadow-lift active:scale-95"
        >
          {functionName(call)}
        </button>
      ))}
    </div>
    <p className="px-1 text-small text-faint">
      {['ROUND(数字, 小数位)', ...formulaFunctionNames.map((call) => formulaFunctions[call].usage)].map((usage) => t(usage)).join(t('；'))}
    </p>
  </div>
)

type PadKey = {
  /** What the key is called, and what stands on it where nothing else does. */
  readonly label: string
  readonly face?: ReactNode
  readonly look?: string
  readonly press: (typing: FormulaInput) => FormulaInput
}

const digitKeys = (signs: string): PadKey[] => [...signs].map((sign) => ({ label: sign, press: (typing) => typedDigit(typing, sign) }))
const operatorKeys = (operators: readonly FormulaOperator[]): PadKey[] =>
  operators.map((op) => ({
    label: operatorSigns[op],
    look: 'bg-accent-soft text-accent-strong font-medium',
    press: (typing) => typed(typing, { k: 'op', op }),
  }))

const padKeys = (): readonly PadKey[] => [
  ...digitKeys('789'),
  ...operatorKeys(['+', '-']),
  ...digitKeys('456'),
  ...operatorKeys(['*', '/']),
  ...digitKeys('123'),
  { label: t('左括号'), face: '(', look: 'bg-sunken', press: (typing) => typed(typing, { k: 'open' }) },
  { label: t('右括号'), face: ')', look: 'bg-sunken', press: (typing) => typed(typing, { k: 'close' }) },
  ...digitKeys('0'),
  { label: t('小数点'), face: '.', press: (typing) => typedDigit(typing, '.') },
  ...operatorKeys(['=', '<>', '<', '<=', '>', '>=', '&']),
  { label: t('逗号'), face: ',', look: 'bg-sunken', press: (typing) => typed(typing, { k: 'comma' }) },
  { label: t('清空'), look: 'bg-sunken text-body', press: () => ({ tokens: [], caret: 0 }) },
  { label: t('退格'), face: <Delete size={20} aria-hidden />, look: 'col-span-2 bg-sunken', press: erased },
]

const Keypad = ({ typing, onType }: { typing: FormulaInput; onType: (input: FormulaInput) => void }) => (
  <div className="grid grid-cols-5 gap-2">
    {padKeys().map(({ label, face = label, look = 'bg-card', press }) => (
      <button
        key={label}
        type="button"
        aria-label={label}
        onClick={() => onType(press(typing))}
        className={`flex h-12 items-center justify-center rounded-control text-title shadow-lift active:scale-95 ${look}`}
      >
        {face}
      </button>
    ))}
  </div>
)

const Caret = ({ on, onPress }: { on: boolean; onPress: () => void }) => (
  <button type="button" tabIndex={-1} aria-hidden onClick={onPress} className="flex h-9 w-2.5 items-center justify-center">
    <span className={`h-6 w-0.5 rounded-full ${on ? 'animate-pulse bg-accent' : ''}`} />
  </button>
)
