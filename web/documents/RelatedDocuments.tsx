import { createElement } from 'react'
import { documentKind } from '../../domain/documents/all.ts'
import type { RelatedDocument, RelatedDocuments as Related } from '../../domain/documents/related.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Tag } from '../look/Tag.tsx'
import { documentHref } from '../places.ts'
import { when } from '../shell/when.ts'
import { goHref } from '../travel.ts'
import { menuIcon } from '../workbench/menuIcon.ts'
import { t } from '../words.ts'
import { stateLook } from './documentState.ts'
import { useKindTitles } from './kindTitle.ts'

type Props = Pick<Related, 'sources' | 'followers'> & {
  /** The document that an application led to, on the screen of the application. */
  readonly document?: RelatedDocument
}

/** The documents before and after one, each by its number and leading to its screen. */
export const RelatedDocuments = ({ sources, followers, document }: Props) => {
  const titleOf = useKindTitles()
  const rowOf = (row: RelatedDocument, role: string) => {
    const kind = documentKind(row.kind)
    if (!kind) return null
    const { words, tone } = stateLook(kind, row)
    return (
      <Cell
        key={row.id}
        start={createElement(menuIcon(kind.icon), { size: 18, className: 'shrink-0 text-accent', 'aria-hidden': true })}
        title={[role, titleOf(kind).one].filter(Boolean).join(' · ')}
        text={
          <>
            <span className="block break-all tabular-nums">{row.code}</span>
            {when(row.createdAt)}
          </>
        }
        value={<Tag tone={tone}>{words}</Tag>}
        onPress={() => goHref(documentHref(row.kind, row.id))}
      />
    )
  }
  if (!document && sources.length + followers.length === 0) return null
  return (
    <Section title={t('相关单据')}>
      {document && rowOf(document, '')}
      {sources.map((row) => rowOf(row, t('来源单据')))}
      {followers.map((row) => rowOf(row, t('后续单据')))}
    </Section>
  )
}
