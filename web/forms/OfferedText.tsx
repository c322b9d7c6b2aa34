import { useId } from 'react'
import type { FieldProps } from '../look/fields/Field.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { useOfferedWords } from './useOfferedWords.ts'

type Props = FieldProps<string> & { dictCode: string; max: number; lines: number }

/** A text for which words are offered: below several lines to press, behind a single one to choose from. */
export const OfferedText = ({ dictCode, max, lines, ...props }: Props) => {
  const words = useOfferedWords(dictCode)
  const list = useId()
  if (lines > 1) return <TextArea {...props} max={max} lines={lines} offered={words} />
  return (
    <>
      <TextField {...props} maxLength={max} list={list} />
      <datalist id={list}>
        {words.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </>
  )
}
