import type { ReactNode } from 'react'

/** A rounded white area. `flush` for rows that bring their own padding. */
export const Card = ({ children, flush, className = '' }: { children: ReactNode; flush?: boolean; className?: string }) => (
  <div className={`overflow-hidden rounded-card bg-card shadow-lift ${flush ? '' : 'p-4'} ${className}`}>{children}</div>
)

/** A card under a heading; `right` stands at the heading's end, `note` below the card. */
export const Section = ({
  title,
  right,
  note,
  children,
  flush = true,
}: {
  title?: string
  right?: ReactNode
  note?: string
  children: ReactNode
  flush?: boolean
}) => (
  <section className="mb-4">
    {(title || right) && (
      <div className="flex min-h-9 items-center justify-between px-1 pb-1.5">
        <h2 className="text-small font-medium text-quiet">{title}</h2>
        {right}
      </div>
    )}
    <Card flush={flush}>{children}</Card>
    {note && <p className="px-1 pt-2 text-small text-faint">{note}</p>}
  </section>
)
