import { useState } from 'react'
import { TextField } from '../../../look/fields/TextField.tsx'
import { t } from '../../../words.ts'

/** A name that is never empty: what is typed counts as soon as it is something. */
export const NameField = ({ label, value, onChange }: { label: string; value: string; onChange: (name: string) => void }) => {
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  if (given !== value) {
    setGiven(value)
    if (typed.trim() !== value) setTyped(value)
  }
  return (
    <TextField
      label={label}
      required
      maxLength={60}
      value={typed}
      error={typed.trim() === '' ? t('请填写{label}', { label }) : undefined}
      onChange={(next) => {
        setTyped(next)
        if (next.trim() !== '') onChange(next.trim())
      }}
      onBlur={() => typed.trim() === '' && setTyped(value)}
    />
  )
}
