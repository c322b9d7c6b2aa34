import type { ReactNode } from 'react'

/** Actions that stay at the bottom of a screen, clear of the home indicator and above the keyboard; on a wide window as wide as their words. */
export const BottomBar = ({ width = 'max-w-280', children }: { width?: string; children: ReactNode }) => (
  <div className="relative z-10 shrink-0 border-t border-line bg-card pb-safe">
    <div className={`mx-auto flex items-center gap-3 px-4 py-2.5 wide:justify-end wide:px-6 wide:[&>button]:w-auto ${width}`}>
      {children}
    </div>
  </div>
)
