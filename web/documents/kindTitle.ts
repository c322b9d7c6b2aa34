import { codeOf, type DocumentKind, titleFor } from '../../domain/documents/define.ts'
import { t } from '../words.ts'
import { useAllowed } from '../shell/useAllowed.ts'

/** What a kind of document is called to the reader, as its list and as one of it. */
export const useKindTitle = (kind: DocumentKind): KindTitle => useKindTitles()(kind)

export const useKindTitles = (): ((kind: DocumentKind) => KindTitle) => {
  const isAllowed = useAllowed()
  return (kind) => {
    const title = titleFor(kind, isAllowed(`${codeOf(kind)}:post`))
    return { list: t(title), one: t('{title}单', { title: t(title) }) }
  }
}

type KindTitle = { readonly list: string; readonly one: string }
