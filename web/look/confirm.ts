import { toast } from './toast.ts'
import { t } from '../words.ts'

/** A question on show: yes or no, or one of several. */
export type Question =
  | {
      readonly type: 'confirm'
      readonly title: string
      readonly text: string | undefined
      readonly yes: string
      readonly no: string | undefined
      readonly danger: boolean
      readonly answer: (yes: boolean) => void
    }
  | {
      readonly type: 'choose'
      readonly title: string
      readonly choices: readonly Choosable[]
      readonly answer: (value: string | undefined) => void
    }

export type Choosable = { value: string; label: string; text?: string; danger?: boolean; chosen?: boolean }

/** Asks yes or no; true for yes. Escape, back and a tap beside it mean no. */
export const confirm = (words: { title?: string; text?: string; yes?: string; no?: string; danger?: boolean } = {}): Promise<boolean> =>
  new Promise((resolve) =>
    show({
      type: 'confirm',
      title: words.title ?? t('确定删除吗?'),
      text: words.text,
      yes: words.yes ?? t('确定'),
      no: words.no ?? t('取消'),
      danger: words.danger ?? false,
      answer: resolve,
    }),
  )

/** Asks before something is deleted; says so when the person thinks better of it. */
export const confirmDelete = async (title = t('确定删除吗?'), text?: string): Promise<boolean> => {
  const yes = await confirm({ title, ...(text ? { text } : {}), yes: t('删除'), danger: true })
  if (!yes) toast(t('已取消操作'))
  return yes
}

/** Says something that has to be read. */
export const tell = (title: string, text?: string): Promise<void> =>
  new Promise((resolve) => show({ type: 'confirm', title, text, yes: t('知道了'), no: undefined, danger: false, answer: () => resolve() }))

/** Offers several things to do or choose; undefined when none was chosen. */
export const choose = (title: string, choices: readonly Choosable[]): Promise<string | undefined> =>
  new Promise((resolve) => show({ type: 'choose', title, choices, answer: resolve }))

/** Whoever was asked has gone: every question is answered with no. */
export const dropQuestions = (): void => {
  for (const question of queue) answered(question, undefined)
}

/** The question on show; for the one place that draws it. */
export const shownQuestion = (): Question | undefined => queue[0]
export const onQuestion = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Answers the question on show and shows the next. */
export const answered = (question: Question, answer: boolean | string | undefined): void => {
  queue = queue.filter((other) => other !== question)
  if (question.type === 'confirm') question.answer(answer === true)
  else question.answer(typeof answer === 'string' ? answer : undefined)
  for (const listener of listeners) listener()
}

let queue: readonly Question[] = []
const listeners = new Set<() => void>()

const show = (question: Question): void => {
  queue = [...queue, question]
  for (const listener of listeners) listener()
}
