import { Page } from './Page.tsx'
import { Problem } from './Problem.tsx'
import { Skeleton } from './Skeleton.tsx'

type Props = { error: unknown; onRetry: () => Promise<unknown> }

/** A screen whose answer is not there: on its way, or what went wrong with a retry. */
export const Pending = ({ title, ...props }: Props & { title?: string | undefined }) => (
  <Page title={title}>
    <PendingPart {...props} />
  </Page>
)

/** The same of a part of a screen, which has a header already. */
export const PendingPart = ({ error, onRetry }: Props) =>
  error ? <Problem error={error} onRetry={onRetry} /> : <Skeleton rows={8} picture={false} />
