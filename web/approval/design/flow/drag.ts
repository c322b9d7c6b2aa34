import { createContext, use } from 'react'
import type { NodeId } from '../../../../domain/approval/flow/definition.ts'

/** A node that is being dragged to another place. */
export type Drag = {
  readonly dragged: NodeId | undefined
  /** The spot it would fall into, by key. */
  readonly target: string | undefined
  readonly mayDrop: (spot: string) => boolean
  readonly begin: (node: NodeId, event: { pointerId: number; clientX: number; clientY: number }) => void
}

export const DragContext = createContext<Drag>({ dragged: undefined, target: undefined, mayDrop: () => false, begin: () => {} })
export const useDrag = (): Drag => use(DragContext)
