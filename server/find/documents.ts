import { documentKind, documentKinds } from '../../domain/documents/all.ts'
import { documentLink, titleFor, type DocumentState } from '../../domain/documents/define.ts'
import { documentStateWords } from '../../domain/documents/stateWords.ts'
import { inWords } from '../../domain/english/all.ts'
import { type FindAnswer, foundAtMost } from '../../domain/find/operations.ts'
import { together } from '../../domain/records/aboutRecord.ts'
import { assertDefined } from '../../kernel/assert.ts'
import type { Params } from '../../kernel/refusal.ts'
import { type HiddenColumn, shownTo } from '../documents/hiddenColumns.ts'
import { isForSql, isManagedSql, keeps, seesAll } from '../documents/scope.ts'
import type { Session } from '../call.ts'
import { bareCode, likePatterns, spellSearch } from '../search/searchText.ts'
import { type FindContext, fitOf } from './finding.ts'

/** Documents that the reader may see: by their code, however old, and among the newest by everything that lists of them are searched by. */
export const findDocuments = async ({ tx, session, language }: FindContext, text: string): Promise<FindAnswer[]> => {
  const visibleKinds = documentKinds.filter((kind) => seesAll(session, kind)).map(({ kind }) => kind)
  const code = bareCode(spellSearch(text)).toUpperCase()
  const shownColumns = await shownTo(tx, session, documentKinds, { reader: '$4', locations: '$6' })
  const rows = await tx.query<Row>(documentsText(session, shownColumns), [
    tx.orgId,
    likePatterns(text),
    isCode.test(code) ? `${code}%` : null,
    session.uid,
    visibleKinds,
    session.locations === 'all' ? null : session.locations,
    newestLooked,
    foundAtMost,
    session.departments,
  ])
  const say = (words: string, params?: Params) => inWords(language, words, params)
  return rows.map(({ id, kind: name, code: named, summary, authorName, ...state }) => {
    const kind = assertDefined(documentKind(name), `the kind ${name}`)
    const title = say(titleFor(kind, keeps(session, kind)))
    return {
      key: `document ${id}`,
      title: summary || title,
      text: together([title, named, authorName, documentStateWords(kind, { ...state, fulfilled: null }, say)].filter(Boolean)),
      why: null,
      href: documentLink(kind, id),
      icon: kind.icon,
      picture: null,
      fit: code === '' && named !== '' ? 2 : fitOf(named, code),
      actions: [],
    }
  })
}

type Row = {
  id: string
  kind: string
  code: string
  state: DocumentState
  stage: number
  summary: string | null
  authorName: string
}

/** How a code begins, or the whole of it. */
const isCode = /^[A-Z]{1,6}\d+$/

/** So many of an organisation's newest are looked through for a word that is no code. */
const newestLooked = 3000

const documentsText = (session: Session, hiddenColumn: HiddenColumn): string => {
  const visible = `(d.author_uid = $4 or d.state <> 'draft' and (${isForSql('$4')}
    or d.kind = any ($5::text[]) and ${isManagedSql(session, { locations: '$6', departments: '$9' })}))`
  const columns = `d.id, d.kind, d.code, d.state, d.stage, ${hiddenColumn('summary', 'd.summary')} as summary, d.author_uid`
  return `
  select f.id, f.kind, f.code, f.state, f.stage, f.summary, a.user_name as "authorName"
  from (
    (select ${columns} from document d where d.org_id = $1 and $3::text is not null and d.code like $3 and ${visible} order by d.code desc limit $8)
    union
    (select ${columns} from (select * from document where org_id = $1 order by id desc limit $7) d where ${hiddenColumn('search', 'd.search', 'lower(d.code)')} like all ($2::text[]) and ${visible} order by d.id desc limit $8)
  ) f
  join person a on a.org_id = $1 and a.id = f.author_uid
  order by f.id desc limit $8`
}
