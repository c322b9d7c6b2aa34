import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, useState } from 'react'
import { t } from '../../words.ts'
import { Field, type FieldProps, inputLook } from './Field.tsx'
import { IconButton } from '../IconButton.tsx'

type Props = FieldProps<string> &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'enterKeyHint' | 'name' | 'autoFocus' | 'list'
  > & {
    /** Stands inside at the end, for instance a scan button. */
    end?: ReactNode
  }

/** One line of text; a password can be shown. */
export const TextField = ({
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  required,
  disabled,
  placeholder,
  end,
  type = 'text',
  ...rest
}: Props) => {
  const [wasSeen, setSeen] = useState(false)
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(ids) => (
        <div className="flex items-center">
          <input
            {...ids}
            aria-required={required || undefined}
            {...rest}
            type={type === 'password' && wasSeen ? 'text' : type}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            disabled={disabled}
            placeholder={placeholder ?? (disabled ? '' : t('请输入{label}', { label }))}
            className={inputLook}
          />
          {type === 'password' && (
            <IconButton
              icon={wasSeen ? EyeOff : Eye}
              label={wasSeen ? t('隐藏密码') : t('显示密码')}
              iconSize={20}
              onClick={() => setSeen(!wasSeen)}
              className="-my-2 -mr-2 text-faint"
            />
          )}
          {end}
        </div>
      )}
    </Field>
  )
}
