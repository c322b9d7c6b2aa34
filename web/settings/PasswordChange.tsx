import { type FormEvent, useState } from 'react'
import { userUpdate } from '../../domain/access/userOperations.ts'
import { useSend } from '../send.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { NewPasswordFields, noPassword, passwordProblems } from '../entrance/NewPassword.tsx'
import { t } from '../words.ts'

/** Chooses another password; the old one has to be shown. Other devices are signed out by it. */
export const PasswordChange = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Sheet open={open} onClose={onClose} title={t('修改密码')}>
    {open && <Form onDone={onClose} />}
  </Sheet>
)

type Problems = { old?: string } & ReturnType<typeof passwordProblems>

const Form = ({ onDone }: { onDone: () => void }) => {
  const [old, setOld] = useState('')
  const [value, setValue] = useState(noPassword)
  const [problems, setProblems] = useState<Problems>({})
  const { send, sending } = useSend(userUpdate, { done: '密码已修改', quiet: true })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problems: Problems = { ...(old === '' && { old: t('请输入原密码') }), ...passwordProblems(value) }
    setProblems(problems)
    if (Object.keys(problems).length > 0) return
    try {
      await send({ password: value.chosen, oldPassword: old })
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblems(error.reason === 'field.password' ? { chosen: error.message } : { old: error.message })
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Card flush>
        <TextField
          label={t('原密码')}
          type="password"
          autoComplete="current-password"
          value={old}
          onChange={setOld}
          error={problems.old}
          required
        />
        <NewPasswordFields value={value} onChange={setValue} problems={problems} />
      </Card>
      <p className="px-1 pt-3 text-small text-faint">{t('修改后，其他设备上的登录会失效。')}</p>
      <Button type="submit" size="large" wide busy={sending} className="mt-4">
        {t('确定')}
      </Button>
    </form>
  )
}
