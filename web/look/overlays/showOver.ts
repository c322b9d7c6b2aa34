import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { wholeLook } from '../wholeLook.ts'

/**
 * Draws an element over every screen, in a root of its own, and settles with the value that it closes with. The element stands outside the
 * screens, so the style sheet is loaded first. Rejects where the sheet cannot be had.
 */
export const showOver = async <T>(draw: (close: (value: T) => void) => ReactNode): Promise<T> => {
  await wholeLook()
  const ground = document.body.appendChild(document.createElement('div'))
  const root = createRoot(ground)
  return new Promise((resolve) => {
    const close = (value: T) => {
      root.unmount()
      ground.remove()
      resolve(value)
    }
    root.render(draw(close))
  })
}
