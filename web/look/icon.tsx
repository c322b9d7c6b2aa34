import type { SVGProps } from 'react'

type Props = SVGProps<SVGSVGElement> & { size?: number | string }

/**
 * A line icon that is one path in a square of 24. The build makes every icon of lucide-react by this: one element less to create, style and
 * lay out for each line of a drawing, and no code of the library. Hidden from screen readers unless it has a label.
 */
export const icon = (d: string) => {
  const path = <path d={d} />
  return ({ size = 24, className, ...rest }: Props) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      strokeWidth={2}
      aria-hidden={rest['aria-label'] === undefined}
      {...rest}
      className={className ? `icon ${className}` : 'icon'}
    >
      {path}
    </svg>
  )
}
