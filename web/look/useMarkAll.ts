import { type FocusEvent, type MouseEvent, type PointerEvent, useRef } from 'react'

/** For an input whose value is replaced rather than added to: coming into it marks all of it; pressing once more places the caret. */
export const useMarkAll = () => {
  const isArriving = useRef(false)
  return {
    onPointerDown: ({ currentTarget }: PointerEvent<HTMLInputElement>) => {
      isArriving.current = document.activeElement !== currentTarget
    },
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
    // The press that brought the focus places the caret when it ends.
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
      if (isArriving.current) currentTarget.select()
      isArriving.current = false
    },
  }
}
