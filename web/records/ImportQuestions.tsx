import { useState } from 'react'
import type { SheetQuestion } from '../../domain/bulk/transferOperations.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { t } from '../words.ts'

const pillsAtMost = 6

/** What only a person knows about a sheet: each asked once, with what stands in the cells. */
export const ImportQuestions = ({
  questions,
  busy,
  onAnswer,
}: {
  questions: readonly SheetQuestion[]
  busy: boolean
  onAnswer: (key: string, answer: string) => void
}) => (
  <Card flush>
    {questions.map((question) => (
      <div key={question.key} role="group" aria-label={question.words} className="border-b border-line px-4 py-3 last:border-none">
        <p className="flex gap-2 text-body font-medium">
          <span className={`mt-2 size-2 shrink-0 rounded-full ${question.answer === null ? 'bg-accent' : 'bg-good'}`} aria-hidden />
          {question.words}
        </p>
        <p className="break-words pb-2 pl-4 text-small text-quiet">
          {question.column && `${t('{letters} 列', { letters: question.column })} · `}
          {question.samples.length > 0
            ? t('共 {count} 处，例如：{samples}', { count: question.count, samples: question.samples.join(t('、')) })
            : t('共 {count} 处', { count: question.count })}
        </p>
        <div className="pl-4">
          {question.options.length > pillsAtMost && (
            <Choice
              label={question.words}
              value={question.answer ?? ''}
              options={question.options}
              disabled={busy}
              onChange={(answer) => onAnswer(question.key, answer)}
            />
          )}
          {!(question.options.length > pillsAtMost) && question.options.length > 0 && (
            <Options question={question} busy={busy} onAnswer={onAnswer} />
          )}
          {!(question.options.length > pillsAtMost) && !(question.options.length > 0) && (
            <Rate question={question} busy={busy} onAnswer={onAnswer} />
          )}
        </div>
      </div>
    ))}
  </Card>
)

type Props = { question: SheetQuestion; busy: boolean; onAnswer: (key: string, answer: string) => void }

const Options = ({ question: { key, words, options, answer }, busy, onAnswer }: Props) => (
  <div role="radiogroup" aria-label={words} className="flex flex-wrap gap-2">
    {options.map(({ value, label }) => (
      <button
        key={value}
        type="button"
        role="radio"
        aria-checked={answer === value}
        disabled={busy}
        onClick={() => onAnswer(key, value)}
        className={`min-h-10 rounded-full px-4 py-1.5 text-left text-body transition ${answer === value ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken text-ink'}`}
      >
        {label}
      </button>
    ))}
  </div>
)

const Rate = ({ question: { key, words, answer }, busy, onAnswer }: Props) => {
  const [typedAnswer, setTypedAnswer] = useState(answer ?? '')
  const isRate = /^\d{1,7}(\.\d{1,6})?$/.test(typedAnswer) && Number(typedAnswer) > 0
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isRate) onAnswer(key, typedAnswer)
      }}
    >
      <input
        aria-label={words}
        inputMode="decimal"
        value={typedAnswer}
        placeholder={t('例如 7.2')}
        onChange={(event) => setTypedAnswer(event.target.value.trim())}
        className="h-11 w-36 rounded-control bg-sunken px-3 text-body outline-accent"
      />
      <Button kind="secondary" type="submit" disabled={!isRate || busy}>
        {t('确定')}
      </Button>
    </form>
  )
}
