import { fill, type Params } from '../../kernel/refusal.ts'
import { accessEnglish } from './access.ts'
import { approvalEnglish } from './approval.ts'
import { documentsEnglishDomain } from './documents.ts'
import { messagesEnglish } from './messages.ts'
import { recordsEnglish } from './records.ts'
import { rulesEnglish } from './rules.ts'
import { serverEnglish } from './server.ts'
import { workflowEnglish } from './workflow.ts'

/** Every Chinese text of the server and the business with its English. */
export const english: Readonly<Record<string, string>> = { ...accessEnglish, ...approvalEnglish, ...documentsEnglishDomain, ...messagesEnglish, ...recordsEnglish, ...rulesEnglish, ...serverEnglish, ...workflowEnglish }

/** The sentence in the reader's language; Chinese where no English is known. */
export const inWords = (language: 'zh' | 'en', words: string, params: Params = {}): string =>
  fill(language === 'en' && Object.hasOwn(english, words) ? english[words]! : words, params)
