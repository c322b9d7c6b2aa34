import { brokenRule, password as passwordRule, ruleMessage } from '../../kernel/rule.ts'
import { TextField } from '../look/fields/TextField.tsx'
import { t } from '../words.ts'

/** A password that a person chooses, typed twice. */
export type NewPassword = { readonly chosen: string; readonly again: string }
export const noPassword: NewPassword = { chosen: '', again: '' }

export const passwordProblems = ({ chosen, again }: NewPassword): { chosen?: string; again?: string } => {
  const problem = chosenProblem(chosen)
  return {
    ...(problem !== undefined && { chosen: problem }),
    ...(again !== chosen && { again: t('两次输入的密码不一致') }),
  }
}

const chosenProblem = (password: string): string | undefined => {
  if (password === '') return t('请输入新密码')
  return brokenRule(password, [passwordRule]) ? ruleMessage(passwordRule, '密码', t) : undefined
}

/** What was found wrong is said as long as it is wrong. */
export const NewPasswordFields = ({
  value,
  onChange,
  problems,
}: {
  value: NewPassword
  onChange: (value: NewPassword) => void
  problems: { readonly chosen?: string; readonly again?: string }
}) => {
  const wrong = passwordProblems(value)
  return (
    <>
      <TextField
        label={t('新密码')}
        type="password"
        autoComplete="new-password"
        maxLength={10}
        value={value.chosen}
        onChange={(password) => onChange({ ...value, chosen: password })}
        error={problems.chosen && wrong.chosen}
        hint={t('8到10个字符，包含数字、小写字母和大写字母')}
        required
      />
      <TextField
        label={t('再次输入新密码')}
        placeholder={t('请再次输入新密码')}
        type="password"
        autoComplete="new-password"
        maxLength={10}
        value={value.again}
        onChange={(repetition) => onChange({ ...value, again: repetition })}
        error={problems.again && wrong.again}
        required
      />
    </>
  )
}
