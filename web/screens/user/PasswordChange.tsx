import { type FormEvent, useState } from 'react'
import { userUpdate } from '../../../domain/operations/users.ts'
import { brokenRule, password as passwordRule, ruleMessage } from '../../../domain/rules/validation.ts'
import { useSend } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { TextField } from '../../look/TextField.tsx'
import { t } from '../../words.ts'

/** Chooses another password; the old one has to be shown. Other devices are signed out by it. */
export const PasswordChange = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Sheet open={open} onClose={onClose} title={t('修改密码')}>
    {open && <Form onDone={onClose} />}
  </Sheet>
)

type Problems = { old?: string; chosen?: string; again?: string }

const Form = ({ onDone }: { onDone: () => void }) => {
  const [old, setOld] = useState('')
  const [chosen, setChosen] = useState('')
  const [again, setAgain] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const { send, sending } = useSend(userUpdate, { done: '密码已修改', quiet: true })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(old, chosen, again)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    try {
      await send({ password: chosen, oldPassword: old })
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
        <TextField
          label={t('新密码')}
          type="password"
          autoComplete="new-password"
          maxLength={10}
          value={chosen}
          onChange={setChosen}
          error={problems.chosen}
          hint={t('8到10个字符，包含数字、小写字母和大写字母')}
          required
        />
        <TextField
          label={t('再次输入新密码')}
          placeholder={t('请再次输入新密码')}
          type="password"
          autoComplete="new-password"
          maxLength={10}
          value={again}
          onChange={setAgain}
          error={problems.again}
          required
        />
      </Card>
      <p className="px-1 pt-3 text-small text-faint">{t('修改后，其他设备上的登录会失效。')}</p>
      <Button type="submit" size="large" wide busy={sending} className="mt-4">
        {t('确定')}
      </Button>
    </form>
  )
}

const problemsOf = (old: string, chosen: string, again: string): Problems => ({
  ...(old === '' && { old: t('请输入原密码') }),
  ...(chosen === ''
    ? { chosen: t('请输入新密码') }
    : brokenRule(chosen, [passwordRule])
      ? { chosen: ruleMessage(passwordRule, '密码', t) }
      : {}),
  ...(again !== chosen && { again: t('两次输入的密码不一致') }),
})
