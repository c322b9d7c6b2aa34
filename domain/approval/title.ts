import type { Params } from '../../kernel/refusal.ts'

/** What an application is called where its flow gives it no name of its own. */
export const plainTitle = '{initiator}提交的{flow}'

/** An application's title as it was stored, in the reader's language; a name of its own stays as it is. */
export const titleIn = (title: string, say: (words: string, params?: Params) => string): string => {
  const [, initiator, flow] = /^(.+?)提交的(.+)$/s.exec(title) ?? []
  return initiator && flow ? say(plainTitle, { initiator, flow: say(flow) }) : title
}

/** What a flow is for: its name without the word flow, where a word remains. */
export const purposeOf = (flowName: string): string => flowName.replace(/(?<=..)流程$/, '')
