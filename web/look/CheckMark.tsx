/** The box of a row that is pressed as a whole, where several may be chosen. It looks like every check box; the row says its state. */
export const CheckMark = ({ on, className = '' }: { on: boolean; className?: string }) => (
  <span aria-hidden data-checked={on || undefined} className={`check-box ${className}`} />
)
