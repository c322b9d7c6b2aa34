import { assertDefined } from '../../kernel/assert.ts'
import { administrators } from './chapters/administrators.ts'
import { employees } from './chapters/employees.ts'
import { finance } from './chapters/finance.ts'
import { keepers } from './chapters/keepers.ts'
import { operators } from './chapters/operators.ts'
import type { Chapter, Topic } from './topic.ts'

/** The manual by role: what each does, step by step. */
export const manual: readonly Chapter[] = [employees, keepers, finance, administrators, operators]

/** The chapter that a topic stands in. */
export const chapterOf = (topic: Topic): Chapter =>
  assertDefined(
    manual.find(({ topics }) => topics.includes(topic)),
    topic.question,
  )

/** The picture of the screen where a topic of a chapter is done, in the folder that the handbook has for each language. */
export const pictureOf = ({ key }: Pick<Chapter, 'key'>, screen: string): string =>
  `${key}/${screen.replace('/pages/', '').replaceAll('/', '-').toLowerCase()}.jpg`

/** The topics about a screen, the most particular first: those whose path is the longest beginning of its own. */
export const topicsAbout = (path: string): readonly Topic[] => {
  const lengthOf = ({ screens }: Topic) => Math.max(0, ...screens.map((start) => (path.startsWith(start) ? start.length : 0)))
  const topics = manual.flatMap((chapter) => chapter.topics).filter((topic) => lengthOf(topic) > 0)
  return topics.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, topicsAtMost)
}

const topicsAtMost = 3

/** The chapters with the topics in which every word stands, as `translate` says them; all of them without a word. */
export const foundIn = (words: string, translate: (text: string) => string): readonly Chapter[] => {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = ({ question, steps }: Topic) => {
    const text = [question, ...steps].map(translate).join(' ').toLowerCase()
    return parts.every((part) => text.includes(part))
  }
  return manual.map((chapter) => ({ ...chapter, topics: chapter.topics.filter(hasAll) })).filter(({ topics }) => topics.length > 0)
}
