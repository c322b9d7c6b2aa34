import { titleIn } from '../../domain/approval/flow/title.ts'
import { inWords } from '../../domain/english/all.ts'
import { type FindAnswer, foundAtMost } from '../../domain/find/operations.ts'
import { standingName } from '../../domain/approval/flow/statuses.ts'
import { together } from '../../domain/records/aboutRecord.ts'
import type { Params } from '../../kernel/refusal.ts'
import { listTakenPart } from '../approval/process/lists.ts'
import { spellSearch } from '../search/searchText.ts'
import { type FindContext, fitOf } from './finding.ts'

/** Applications in which the reader has or had a part, by number, title, applicant; with the key of the document that one is about. */
export const findProcesses = async (
  { tx, session, language }: FindContext,
  text: string,
): Promise<readonly { readonly found: FindAnswer; readonly about: string }[]> => {
  const { list } = await listTakenPart(tx, { uid: session.uid, likeQuery: text, pageSize: foundAtMost })
  const say = (words: string, params?: Params) => inWords(language, words, params)
  const number = spellSearch(text)
  return list.map((row) => ({
    about: `document ${row.documentId}`,
    found: {
      key: `process ${row.id}`,
      title: titleIn(row.title, say, true),
      text: together([row.number, row.initiator.userName, say(standingName(row)), row.summary].filter(Boolean)),
      why: null,
      href: `/pages/flow/progress?processId=${row.id}`,
      icon: 'file-check',
      picture: null,
      fit: fitOf(row.number.toLowerCase(), number),
      actions: [],
    },
  }))
}
