import { ChevronDown } from 'lucide-react'
import type { Option } from '../../kernel/field.ts'
import { Button } from '../look/Button.tsx'
import { choose } from '../look/overlays/confirm.ts'

type Props = { title: string; options: readonly Option[]; value: string; onChange: (value: string) => void }

/** What a list is about, in the head of its screen; a press offers the others. */
export const ChoiceButton = ({ title, options, value, onChange }: Props) => {
  const change = async () => {
    const choice = await choose(title, options)
    if (choice !== undefined) onChange(choice)
  }
  return (
    <Button kind="plain" size="small" icon={ChevronDown} onClick={() => void change()}>
      <span className="block max-w-28 truncate wide:max-w-64">{options.find((option) => option.value === value)?.label ?? value}</span>
    </Button>
  )
}
