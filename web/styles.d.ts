import 'react'

declare module 'react' {
  interface CSSProperties {
    /** A custom property of a stylesheet. */
    [property: `--${string}`]: string
  }
}
