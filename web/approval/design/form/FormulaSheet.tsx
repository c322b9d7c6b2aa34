import { Delete } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Formula, operatorSigns } from '../../../../domain/approval/form/formula.ts'
import type { FormulaOperator } from '../../../../domain/approval/form/formulaValue.ts'
import {
  erased,
  formulaFrom,
  type FormulaInput,
  type FormulaSpeech,
  formulaWords,
  type NamedToken,
  type Token,
  tokensOf,
  tokensTyped,
  tokenWords,
  typed,
  typedDigit,
  typedProblem,
} from '../../../../domain/approval/design/formFormula.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { Choice } from '../../../look/fields/Choice.tsx'
import { TextArea } from '../../../look/fields/TextArea.tsx'
import { Sheet } from '../../../look/overlays/Sheet.tsx'
import { t } from '../../../words.ts'
import type { FormulaPlace } from './formulaPlace.ts'
import { FormulaPalette } from './FormulaPalette.tsx'
import { useRecordKinds } from '../../../records/useRecordKind.ts'
import { offeredTokens } from './offeredTokens.ts'
import { formulaSpeech } from './speech.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  /** What stands before the formula: "金额 =". */
  subject: string
  place: FormulaPlace
  formula: Formula | undefined
  /** The formula is a condition: it has no decimal places, and may read its own field. */
  isCondition?: boolean
  /** What is wrong with it in this place, in words. */
  faultOf: (formula: Formula) => string | undefined
  onDone: (formula: Formula) => void
}

/** A formula put together from pieces, or typed as spreadsheets have it; both are one and the same. */
export const FormulaSheet = ({ open, onClose, title, subject, place, formula, isCondition = false, faultOf, onDone }: Props) => {
  const initial = formula && tokensOf(formula)
  const [input, setInput] = useState<FormulaInput>({ tokens: initial?.tokens ?? [], caret: initial?.tokens.length ?? 0 })
  const [places, setPlaces] = useState(initial?.places ?? null)
  const [draftText, setDraftText] = useState<string>()
  const { tokens } = input
  const kindOfNoun = useRecordKinds()
  const fieldTokens = offeredTokens(place, { isCondition, kindOfNoun })
  const speech = formulaSpeech(place.design, place.table)
  const names: NamedToken[] = fieldTokens.map((token) => ({ name: tokenWords(token, speech), label: speech.labelOf(token.path), token }))
  const read = formulaFrom(tokens, places)
  const typedFault = draftText === undefined ? undefined : typedProblem(draftText, names)
  const fault = 'formula' in read && !typedFault ? faultOf(read.formula) : undefined
  const put = (next: FormulaInput) => {
    setDraftText(undefined)
    setInput(next)
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      tall
      footer={
        <>
          <Button kind="secondary" wide onClick={onClose}>
            {t('取消')}
          </Button>
          <Button
            wide
            disabled={'wrong' in read || typedFault !== undefined}
            onClick={() => {
              if ('formula' in read) onDone(read.formula)
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
          <p className="px-1 pb-1.5 text-small text-quiet">{subject}</p>
          <Line
            input={input}
            speech={speech}
            wrongAt={'wrong' in read && tokens.length > 0 ? read.at : undefined}
            onCaret={(caret) => setInput({ ...input, caret })}
          />
          <Standing read={read} fault={fault} isBlank={tokens.length === 0} speech={speech} />
        </div>
        <Card flush>
          <TextArea
            label={t('输入公式')}
            value={draftText ?? textOf(tokens, speech)}
            onChange={(next) => {
              setDraftText(next)
              const readText = tokensTyped(next, names)
              if ('tokens' in readText) setInput({ tokens: readText.tokens, caret: readText.tokens.length })
            }}
            max={2000}
            lines={2}
            placeholder={t('如 IF(数量>10, 单价*0.9, 单价)，文字加引号')}
            {...(typedFault &&
              draftText?.trim() && {
                error: t('第{at}个字：{words}', { at: typedFault.at, words: t(typedFault.words, typedFault.params) }),
              })}
          />
        </Card>
        <Fields fieldTokens={fieldTokens} speech={speech} onPick={(token) => put(typed(input, token))} />
        <Keypad input={input} onType={put} />
        <FormulaPalette onPick={(token) => put(typed(input, token))} />
        {!isCondition && <Places places={places} onChange={setPlaces} />}
      </div>
    </Sheet>
  )
}

/** What is wrong so far, or the formula as it reads. */
const Standing = ({
  read,
  fault,
  isBlank,
  speech,
}: {
  read: ReturnType<typeof formulaFrom>
  fault: string | undefined
  isBlank: boolean
  speech: FormulaSpeech
}) => {
  const isWrong = fault !== undefined || ('wrong' in read && !isBlank)
  const words = 'wrong' in read ? t(read.wrong) : (fault ?? `= ${formulaWords(read.formula, speech)}`)
  return (
    <p role="status" className={`px-1 pt-1.5 text-small ${isWrong ? 'text-warn' : 'text-faint'}`}>
      {words}
    </p>
  )
}

const Places = ({ places, onChange }: { places: number | null; onChange: (places: number | null) => void }) => (
  <Card flush>
    <Choice
      label={t('取小数位')}
      required
      value={places === null ? 'none' : String(places)}
      onChange={(next) => onChange(next === 'none' ? null : Number(next))}
      options={[
        { value: 'none', label: '按字段' },
        { value: '0', label: '取整' },
        { value: '1', label: '1位' },
        { value: '2', label: '2位' },
      ]}
    />
  </Card>
)

/** The pieces as one types them. */
const textOf = (tokens: readonly Token[], speech: FormulaSpeech): string =>
  tokens.map((token) => (token.k === 'comma' ? ', ' : tokenWords(token, speech))).join('')

/** What stands there so far, a caret behind each piece; the piece where it goes wrong stands out. */
const Line = ({
  input: { tokens, caret },
  speech,
  wrongAt,
  onCaret,
}: {
  input: FormulaInput
  speech: FormulaSpeech
  wrongAt: number | undefined
  onCaret: (caret: number) => void
}) => (
  <div role="group" aria-label={t('公式')} className="flex min-h-16 flex-wrap items-center gap-y-1.5 rounded-card bg-card p-3 shadow-lift">
    <Caret on={caret === 0} onPress={() => onCaret(0)} />
    {tokens.map((token, index) => (
      <span key={index} className="flex items-center">
        <button
          type="button"
          onClick={() => onCaret(index + 1)}
          className={`min-h-9 px-1.5 text-title ${'path' in token ? 'rounded-control bg-accent-soft px-2.5 text-body text-accent-strong' : ''} ${index === wrongAt ? 'underline decoration-warn decoration-wavy underline-offset-4' : ''}`}
        >
          {tokenWords(token, speech)}
        </button>
        <Caret on={caret === index + 1} onPress={() => onCaret(index + 1)} />
      </span>
    ))}
    {wrongAt !== undefined && wrongAt >= tokens.length && <span aria-hidden className="h-6 w-4 border-b-2 border-dotted border-warn" />}
  </div>
)

type PathToken = Extract<Token, { path: string }>

const Fields = ({
  fieldTokens,
  speech,
  onPick,
}: {
  fieldTokens: readonly PathToken[]
  speech: FormulaSpeech
  onPick: (token: Token) => void
}) => {
  if (fieldTokens.length === 0) return <p className="px-1 text-body text-quiet">{t('表单里还没有公式可以使用的字段。')}</p>
  return (
    <div className="flex flex-wrap gap-2">
      {fieldTokens.map((token) => (
        <button
          key={`${token.k}/${token.path}/${token.k === 'record' ? token.column : ''}`}
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

type PadKey = {
  /** What the key is called, and what stands on it where nothing else does. */
  readonly label: string
  readonly face?: ReactNode
  readonly look?: string
  readonly press: (input: FormulaInput) => FormulaInput
}

const digitKeys = (signs: string): PadKey[] => [...signs].map((sign) => ({ label: sign, press: (input) => typedDigit(input, sign) }))
const operatorKeys = (operators: readonly FormulaOperator[]): PadKey[] =>
  operators.map((op) => ({
    label: operatorSigns[op],
    look: 'bg-accent-soft text-accent-strong font-medium',
    press: (input) => typed(input, { k: 'op', op }),
  }))

const padKeys = (): readonly PadKey[] => [
  ...digitKeys('789'),
  ...operatorKeys(['+', '-']),
  ...digitKeys('456'),
  ...operatorKeys(['*', '/']),
  ...digitKeys('123'),
  { label: t('左括号'), face: '(', look: 'bg-sunken', press: (input) => typed(input, { k: 'open' }) },
  { label: t('右括号'), face: ')', look: 'bg-sunken', press: (input) => typed(input, { k: 'close' }) },
  ...digitKeys('0'),
  { label: t('小数点'), face: '.', press: (input) => typedDigit(input, '.') },
  ...operatorKeys(['=', '<>', '<', '<=', '>', '>=', '&']),
  { label: t('逗号'), face: ',', look: 'bg-sunken', press: (input) => typed(input, { k: 'comma' }) },
  { label: t('清空'), look: 'bg-sunken text-body', press: () => ({ tokens: [], caret: 0 }) },
  { label: t('退格'), face: <Delete size={20} aria-hidden />, look: 'col-span-2 bg-sunken', press: erased },
]

const Keypad = ({ input, onType }: { input: FormulaInput; onType: (input: FormulaInput) => void }) => (
  <div className="grid grid-cols-5 gap-2">
    {padKeys().map(({ label, face = label, look = 'bg-card', press }) => (
      <button
        key={label}
        type="button"
        aria-label={label}
        onClick={() => onType(press(input))}
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
