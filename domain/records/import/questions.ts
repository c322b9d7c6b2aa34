import type { Option } from '../../../kernel/field.ts'
import type { Params } from '../../../kernel/refusal.ts'

/** Something about a sheet that only a person knows. It is asked once, whatever the number of rows it is about. */
export type Question = {
  readonly key: string
  /** The column of ours that it is about; empty where it is about the rows as a whole. */
  readonly column: string
  readonly words: string
  readonly params: Params
  /** What may be answered; none where a number is asked for. */
  readonly options: readonly Option[]
  /** What to answer where nothing was said. */
  readonly supposed?: string | undefined
  /** A question that is asked anew with each file, because the answer is about its rows and not about how it is written; or the answers that are. */
  readonly once?: boolean | readonly string[]
}

export type QuestionRow = Question & { readonly samples: readonly string[]; readonly count: number; readonly answer: string | undefined }

/** The questions of one sheet, with what was answered. */
export class Questions {
  readonly #answers: Readonly<Record<string, string>>
  readonly #asked = new Map<string, { question: Question; samples: Set<string>; count: number }>()

  constructor(answers: Readonly<Record<string, string>>) {
    this.#answers = answers
  }

  /** What was answered; undefined as long as no one has. Each cell or row that it is asked for counts, the first few are shown. */
  ask(question: Question, sample = ''): string | undefined {
    const askedQuestion = this.#asked.get(question.key) ?? { question, samples: new Set<string>(), count: 0 }
    this.#asked.set(question.key, askedQuestion)
    askedQuestion.count++
    if (sample !== '' && askedQuestion.samples.size < samplesAtMost) askedQuestion.samples.add(sample.slice(0, 60))
    return this.#answerOf(question)
  }

  /** All that were asked, in the order in which they came up. */
  get asked(): QuestionRow[] {
    return [...this.#asked.values()].map(({ question, samples, count }) => ({
      ...question,
      samples: [...samples],
      count,
      answer: this.#answerOf(question),
    }))
  }

  #answerOf({ key, options, supposed }: Question): string | undefined {
    const answer = this.#answers[key]
    const fits = answer !== undefined && (options.length === 0 ? isRate(answer) : options.some(({ value }) => value === answer))
    return fits ? answer : supposed
  }
}

const samplesAtMost = 4

/** A positive number with at most six places, as exchange rates are written. */
const isRate = (text: string): boolean => /^\d{1,7}(\.\d{1,6})?$/.test(text) && Number(text) > 0
