import { type ComponentProps, useEffect, useRef } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** Some of what it stands for is chosen. */
  isPartial?: boolean
}

/** A box to check, drawn the same in a list, a table and a form (theme.css). Its words stand in the label around it or in `aria-label`. */
export const CheckBox = ({ isPartial = false, className = '', ...rest }: Props) => {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartial
  }, [isPartial])
  return <input {...rest} ref={box} type="checkbox" className={`check-box ${className}`} />
}

/** The box of a row that is pressed as a whole, where several may be chosen. The row says its state. */
export const CheckMark = ({ on, className = '' }: { on: boolean; className?: string }) => (
  <span aria-hidden data-checked={on || undefined} className={`check-box ${className}`} />
)
