import { useState } from 'react'
import { chatLimits } from '../../domain/chat/limits.ts'
import type { ChatMessage } from '../../domain/chat/operations.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'

/** Several messages that are chosen; `chosen` is undefined while none is being chosen. */
export type Choosing = ReturnType<typeof useChoosing>

export const useChoosing = () => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChatMessage>>()
  return {
    chosen,
    begin: (message: ChatMessage) => setChosen(new Map([[message.id, message]])),
    toggle: (message: ChatMessage) => {
      const next = new Map(chosen)
      if (!next.delete(message.id)) next.set(message.id, message)
      if (next.size > chatLimits.forwarded) return toast(t('最多选{max}项', { max: chatLimits.forwarded }), 'error')
      setChosen(next)
    },
    end: () => setChosen(undefined),
    inOrder: () => [...(chosen?.values() ?? [])].toSorted((a, b) => a.seq - b.seq),
  }
}
