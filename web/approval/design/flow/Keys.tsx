import { copyNode, insertNode, moveNode, spotBeside, spotOf } from '../../../../domain/approval/design/edit.ts'
import { isTyping, pressStep, useKeys } from '../keys.ts'
import { find, newNodeId, useDesign } from './design.ts'
import { useRemoveNode } from './NodeMenu.tsx'
import { enterPanel } from './Panel.tsx'
import type { FlowDraft } from './useFlowDraft.ts'

/** Keys of the drawing: undo, redo, copy, paste, move, delete, and leaving what is chosen. */
export const Keys = ({ draft, active }: { draft: FlowDraft; active: boolean }) => {
  const { edit, chosen, choose, copied, copy } = useDesign()
  const remove = useRemoveNode()
  useKeys((event, target) => {
    if (!active) return false
    const key = event.key.toLowerCase()
    if (key === 'escape' && chosen !== undefined) {
      choose(undefined)
      document.querySelector<HTMLElement>(`[data-key="${CSS.escape(chosen)}"] > button`)?.focus()
      return true
    }
    if (key === 'enter' && chosen !== undefined && target.matches('[aria-pressed]') && target.parentElement?.dataset['key'] === chosen) {
      enterPanel()
      return true
    }
    if (!edit || isTyping(target)) return false
    if (pressStep(event, draft)) return true
    const command = event.ctrlKey || event.metaKey
    const definition = draft.content
    const part = find(definition, chosen)
    const node = part !== undefined && part !== 'start' && 'node' in part ? part.node : undefined
    if (command && key === 'c' && node && String(getSelection()) === '') copy(node)
    else if (command && key === 'v' && copied) {
      const spot = node ? spotOf(definition, node.id) : { within: null, index: definition.body.length - 1 }
      const copy = copyNode(copied, newNodeId)
      edit(insertNode(definition, { ...spot, index: spot.index + 1 }, copy))
      choose(copy.id)
    } else if (event.altKey && node && (key === 'arrowup' || key === 'arrowdown')) {
      const beside = spotBeside(definition, node.id, key === 'arrowup' ? -1 : 1)
      if (!beside) return false
      edit(moveNode(definition, node.id, beside))
    } else if ((key === 'delete' || key === 'backspace') && node && !target.closest('aside')) void remove(node.id)
    else return false
    return true
  })
  return null
}
