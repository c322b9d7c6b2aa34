import { Page } from './Page.tsx'
import { Problem } from './Problem.tsx'
import { Skeleton } from './Skeleton.tsx'

type Props = { title?: string | undefined; error: unknown; onRetry: () => Promise<unknown> }

/** A screen whose answer is not there: on its way, or what went wrong with a retry. */
export const Pending = ({ title, error, onRetry }: Props) => (
  <Page title={title}>{error ? <Problem error={error} onRetry={onRetry} /> : <Skeleton rows={8} picture={false} />}</Page>
)
