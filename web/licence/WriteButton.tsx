import type { ComponentProps } from 'react'
import { Button } from '../look/Button.tsx'
import { useOver } from '../writing.ts'

/** A button by which something is written, whatever its operation: where the membership is over it cannot be pressed, and says why. */
export const WriteButton = ({ disabled, ...rest }: ComponentProps<typeof Button>) => <Button {...rest} disabled={useOver() ?? disabled} />
