import { TextField } from '../look/fields/TextField.tsx'
import { t } from '../words.ts'

type Props = { label: string; name: string; onName: (text: string) => void; password: string; onPassword: (text: string) => void }

/** Where a person says who he is with a password; browsers and keepers of passwords know the two for what they are. */
export const NameAndPassword = ({ label, name, onName, password, onPassword }: Props) => (
  <div className="overflow-hidden rounded-card bg-card shadow-lift">
    <TextField label={label} name="username" value={name} onChange={onName} autoComplete="username" enterKeyHint="next" />
    <TextField
      label={t('密码')}
      name="password"
      type="password"
      value={password}
      onChange={onPassword}
      autoComplete="current-password"
      enterKeyHint="go"
    />
  </div>
)
