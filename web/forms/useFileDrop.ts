import { type DragEvent, useState } from 'react'

/** Takes files that are dropped on an element; `isOver` while some are above it. */
export const useFileDrop = (isEnabled: boolean, onDrop: (transfer: DataTransfer) => void) => {
  const [isOver, setOver] = useState(false)
  const takesFiles = (event: DragEvent) => isEnabled && event.dataTransfer.types.includes('Files')
  return {
    isOver,
    dropProps: {
      onDragOver: (event: DragEvent) => {
        if (!takesFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      // Children of the element are above it as well.
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (!takesFiles(event)) return
        event.preventDefault()
        onDrop(event.dataTransfer)
      },
    },
  }
}
