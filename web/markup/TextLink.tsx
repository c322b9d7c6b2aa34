import type { ReactNode } from 'react'
import { findLinks } from '../../domain/text/markup.ts'
import { host } from '../../hosts/here.ts'
import { goHref } from '../travel.ts'

/** An address inside a text; one of this app opens here. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer noopener"
    className="break-words text-accent-strong underline underline-offset-2 [overflow-wrap:anywhere]"
    onClick={(event) => {
      const inside = ownHref(href)
      if (inside === undefined) return
      event.preventDefault()
      goHref(inside)
    }}
  >
    {children}
  </a>
)

/** A plain text whose addresses open. */
export const LinkedText = ({ text }: { text: string }) =>
  findLinks(text).map((piece, index) =>
    piece.kind === 'plain' ? (
      piece.text
    ) : (
      // The pieces of a text have no names and never change places.
      <TextLink key={`${index}-${piece.href}`} href={piece.href}>
        {piece.text}
      </TextLink>
    ),
  )

/** What stands behind the `#` of an address of this app. */
const ownHref = (href: string): string | undefined => {
  const { origin, hash } = new URL(href)
  return origin === new URL(host.address).origin && hash.startsWith('#/') ? hash.slice(1) : undefined
}
