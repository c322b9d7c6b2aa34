import { codeOf, type DocumentKind, titleFor } from '../../domain/documents/define.ts'
import { t } from '../words.ts'
import { useAllowed } from './allowed.ts'

/** What a kind of document is called to the reader, as its list and as one of it. */
export const useKindTitle = (kind: DocumentKind): { list: string; one: string } => {
  const title = titleFor(kind, useAllowed()(`${codeOf(kind)}:post`))
  return { list: t(title), one: t('{title}单', { title: t(title) }) }
}
