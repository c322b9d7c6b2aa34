import { useResources } from '../screen.ts'
import type { Resource } from '../session/session.ts'

/** Whether the person may do what a function code stands for, on whatever page. */
export const useAllowed = (): ((code: string) => boolean) => {
  const resources = useResources()
  return (code) => isAllowed(resources, code)
}

export const isAllowed = (resources: readonly Resource[] | undefined, code: string): boolean =>
  (resources ?? []).some(({ funs }) => (funs ?? []).some(({ resourceCode }) => resourceCode === code))
