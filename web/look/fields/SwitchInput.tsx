import type { InputHTMLAttributes } from 'react'

/** Yes or no by itself; what it is about stands beside it or in `aria-label`. */
export const SwitchInput = (rest: InputHTMLAttributes<HTMLInputElement>) => (
  <span className="relative inline-flex shrink-0">
    <input {...rest} type="checkbox" role="switch" className="peer absolute inset-0 z-10 cursor-pointer opacity-0" />
    <span
      className="h-7 w-12 rounded-full bg-line transition-colors peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-disabled:opacity-50"
      aria-hidden
    />
    <span
      className="absolute left-0.5 top-0.5 size-6 rounded-full bg-white shadow-[0_1px_3px_rgb(0_0_0/0.25)] transition-transform peer-checked:translate-x-5"
      aria-hidden
    />
  </span>
)
