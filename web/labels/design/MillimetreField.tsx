import { useState } from 'react'
import { Field, inputLook } from '../../look/fields/Field.tsx'
import { useMarkAll } from '../../look/useMarkAll.ts'
import { typedNumber } from '../../look/fields/typedNumber.ts'

type Props = {
  label: string
  /** Millimetres. */
  value: number
  onChange: (value: number) => void
  min?: number
  max: number
  /** How much the arrow keys add or take away. */
  step?: number
}

/** A length in millimetres, to a hundredth: typed, or with the arrow keys. What is out of its bounds counts as the bound once it is left. */
export const MillimetreField = ({ label, value, onChange, min = 0, max, step = 0.5 }: Props) => {
  // What is half typed, as `3.`, is kept as it stands.
  const [typedText, setTypedText] = useState<string>()
  const markAll = useMarkAll()
  const within = (number: number) => Math.round(Math.min(max, Math.max(min, number)) * 100) / 100
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          {...markAll}
          inputMode="decimal"
          value={typedText ?? String(value)}
          onChange={(event) => {
            const text = typedNumber(event.target.value)
            if (!/^\d{0,3}(\.\d{0,2})?$/.test(text)) return
            setTypedText(text)
            if (text !== '' && Number(text) === within(Number(text))) onChange(Number(text))
          }}
          onBlur={() => {
            if (typedText && Number(typedText) !== value) onChange(within(Number(typedText)))
            setTypedText(undefined)
          }}
          onKeyDown={(event) => {
            const way = { ArrowUp: 1, ArrowDown: -1 }[event.key]
            if (way === undefined) return
            event.preventDefault()
            setTypedText(undefined)
            onChange(within(value + way * step))
          }}
          className={inputLook}
        />
      )}
    </Field>
  )
}
