import { Fragment } from 'react'
import { type Inline, type Passage, readMarkup } from '../../domain/text/markup.ts'
import { TextLink } from './TextLink.tsx'

/** A text with marks, as elements of our own: nothing that a writer types becomes markup of the page. */
export const MarkupView = ({ text }: { text: string }) =>
  readMarkup(text).map((passage, index) => (
    // The passages of a text have no names and never change places.
    <PassageView key={`${index}-${passage.kind}`} passage={passage} />
  ))

const PassageView = ({ passage }: { passage: Passage }) => {
  if (passage.kind === 'paragraph')
    return (
      <p className="break-words not-first:mt-2">
        {passage.lines.map((line, index) => (
          <Fragment key={`${index}-line`}>
            {index > 0 && <br />}
            <Line line={line} />
          </Fragment>
        ))}
      </p>
    )
  const items = passage.lines.map((line, index) => (
    <li key={`${index}-item`} className="break-words pl-1">
      <Line line={line} />
    </li>
  ))
  return passage.isOrdered ? (
    <ol start={passage.first} className="list-decimal pl-6 not-first:mt-2">
      {items}
    </ol>
  ) : (
    <ul className="list-disc pl-6 not-first:mt-2">{items}</ul>
  )
}

const Line = ({ line }: { line: readonly Inline[] }) =>
  line.map((piece, index) => {
    const key = `${index}-${piece.kind}`
    if (piece.kind === 'plain') return <Fragment key={key}>{piece.text}</Fragment>
    if (piece.kind === 'bold') return <strong key={key}>{piece.text}</strong>
    return (
      <TextLink key={key} href={piece.href}>
        {piece.isBold ? <strong>{piece.text}</strong> : piece.text}
      </TextLink>
    )
  })
