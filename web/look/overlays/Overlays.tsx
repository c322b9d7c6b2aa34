import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { answerQuestion, onQuestion, shownQuestion } from './questions.ts'
import { loadLater } from '../loadLater.tsx'
import { onToast, shownToast, startToastTime, type ToastMessage } from './toast.ts'

/**
 * What lies over every screen: the message that goes by itself and the question that waits. Stands once, beside the screens. A message
 * leaves header and bottom bar free; while a sheet or a question is open it stands above that (theme.css), and never over a question.
 */
export const Overlays = () => {
  const message = useSyncExternalStore(onToast, shownToast)
  const question = useSyncExternalStore(onQuestion, shownQuestion)
  useEffect(startToastTime, [message])
  useEffect(() => {
    const timer = setTimeout(() => void loadQuestion().catch(() => undefined), questionSoonMs)
    return () => clearTimeout(timer)
  }, [])
  // Sheets stand beside the app in the page: what must be seen over them stands there as well.
  return createPortal(
    <>
      <div
        role={message?.kind === 'error' ? 'alert' : 'status'}
        aria-live="polite"
        className={`message pointer-events-none fixed inset-0 z-70 flex justify-center ${isAside(message) ? 'items-start' : 'items-center'}`}
      >
        {message?.kind === 'notify' ? (
          <button
            key={message.id}
            type="button"
            onClick={message.onTap}
            className="arrive-up pointer-events-auto w-full max-w-110 rounded-card bg-raised px-4 py-3 text-left text-body shadow-float"
          >
            {message.text}
          </button>
        ) : (
          message && (
            <div
              key={message.id}
              className="arrive-up flex max-w-80 items-center gap-2 rounded-card bg-[rgb(28_32_38/0.94)] px-4 py-3 text-body text-white shadow-float"
            >
              {message.kind === 'success' && <CircleCheck size={22} className="shrink-0" aria-hidden />}
              {message.kind === 'error' && <CircleAlert size={22} className="shrink-0" aria-hidden />}
              <span className="min-w-0 break-words">{message.text}</span>
            </div>
          )
        )}
      </div>
      {question && <QuestionBody key={questionKey(question)} question={question} />}
    </>,
    document.body,
  )
}

/** What takes longer to read than a glance stands at the side of the work. */
const isAside = (message: ToastMessage | undefined): boolean => message?.kind === 'error' || message?.kind === 'notify'

const loadQuestion = () => import('./QuestionBody.tsx')
const QuestionBody = loadLater(loadQuestion, { missing: ({ question }) => answerQuestion(question, undefined) })
/** A question is also asked where the line is down: its code is there before. */
const questionSoonMs = 5000

const keys = new WeakMap<object, number>()
let lastKey = 0
const questionKey = (question: object): number => {
  const existingKey = keys.get(question)
  if (existingKey !== undefined) return existingKey
  lastKey += 1
  keys.set(question, lastKey)
  return lastKey
}
