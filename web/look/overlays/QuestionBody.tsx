import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { coverScreen } from '../../travel.ts'
import { Button } from '../Button.tsx'
import { answerQuestion, type Question } from './questions.ts'
import { Sheet } from './Sheet.tsx'

export default function QuestionBody({ question }: { question: Question }) {
  return question.type === 'confirm' ? <Confirm question={question} /> : <Choose question={question} />
}

const leaveMs = 150

const useAnswer = (question: Question) => {
  const [open, setOpen] = useState(true)
  const answer = (value: boolean | string | undefined) => {
    setOpen(false)
    setTimeout(() => answerQuestion(question, value), leaveMs)
  }
  return { open, answer }
}

const Confirm = ({ question }: { question: Question & { type: 'confirm' } }) => {
  const { open, answer } = useAnswer(question)
  const answerNo = useEffectEvent(() => answer(false))
  useEffect(() => (open ? coverScreen(() => answerNo()) : undefined), [open])
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-60 bg-shade transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <AlertDialog.Popup className="fixed left-1/2 top-1/2 z-75 w-80 max-w-[calc(100vw-3rem)] -translate-x-1/2 -translate-y-1/2 rounded-sheet bg-raised p-5 text-center shadow-float outline-none transition duration-150 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
          <AlertDialog.Title className="break-words text-title font-semibold">{question.title}</AlertDialog.Title>
          {question.text && (
            <AlertDialog.Description
              className={`mt-2 whitespace-pre-line break-words text-body text-quiet ${question.text.includes('\n') ? 'text-left' : ''}`}
            >
              {question.text}
            </AlertDialog.Description>
          )}
          <div className="mt-5 flex gap-3">
            {question.no && (
              <Button kind="secondary" wide onClick={() => answer(false)}>
                {question.no}
              </Button>
            )}
            <Button kind={question.danger ? 'danger' : 'primary'} wide onClick={() => answer(true)}>
              {question.yes}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

const Choose = ({ question }: { question: Question & { type: 'choose' } }) => {
  const { open, answer } = useAnswer(question)
  return (
    <Sheet open={open} onClose={() => answer(undefined)} title={question.title}>
      <ul className="overflow-hidden rounded-card bg-card">
        {question.choices.map(({ value, label, text, danger, chosen }) => (
          <li key={value} className="border-b border-line last:border-none">
            <button
              type="button"
              onClick={() => answer(value)}
              className="pressable flex min-h-13 w-full items-center gap-3 px-4 py-2.5 text-left"
            >
              <span className="min-w-0 flex-1">
                <span className={`block text-body ${danger ? 'text-bad' : ''}`}>{label}</span>
                {text && <span className="mt-0.5 block text-small text-quiet">{text}</span>}
              </span>
              {chosen && <Check size={20} className="text-accent" aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
