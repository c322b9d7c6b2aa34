import type { ReactNode } from 'react'
import { hasFunction } from '../session/guard.ts'
import { useResources, useScreen } from '../screen.ts'

/**
 * Shows its children to those who may: the menu entry of the page they stand on has a function with one of the codes.
 * Without a menu nothing is shown. An empty list is a mistake: Error 'need roles'.
 */
export const May = ({ codes, children }: { codes: readonly string[]; children: ReactNode }) => (useMay(codes) ? children : null)

/** The same as a yes or no. */
export const useMay = (codes: readonly string[]): boolean => {
  if (codes.length === 0) throw new Error('need roles')
  const { path } = useScreen()
  const resources = useResources()
  return hasFunction(resources, path, codes)
}
