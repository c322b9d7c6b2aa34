import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { setupFound, setupState } from '../../domain/organisation/setupOperations.ts'
import { newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { DoorPage, DoorWords } from './DoorPage.tsx'
import { phoneCodeProblem, PhoneCodeFields, usePhoneCode } from './PhoneCode.tsx'
import { NewPasswordFields, noPassword, passwordProblems } from './NewPassword.tsx'
import { useSearch } from '../screen.ts'
import { signedIn } from '../session/session.ts'
import { replace } from '../travel.ts'
import { t } from '../words.ts'

type Draft = { code: string; operationName: string; userName: string; username: string }
type Problems = Partial<Draft>

/**
 * Makes a company and its first administrator: on a new installation by the code in the address that the start printed, later by a mobile number where
 * registration is open.
 */
export default function Setup() {
  const { code } = useSearch('/pages/setup')
  const state = useAsk(setupState, {}, { staleMs: 0 })
  if (state.data && !state.data.waiting && state.data.registration === 'closed') return <Taken />
  return <Form given={code ?? ''} byPhone={state.data?.waiting === false} />
}

const Taken = () => (
  <DoorPage title={t('公司已经创建')} text={t('这里已经有公司在使用。请登录，或请管理员邀请您加入。')}>
    <Button size="large" wide onClick={() => replace('/pages/login')}>
      {t('去登录')}
    </Button>
  </DoorPage>
)

const Form = ({ given, byPhone }: { given: string; byPhone: boolean }) => {
  const phoneCode = usePhoneCode()
  const client = useQueryClient()
  /** Made once: sent again, it is the same organisation. */
  const [id] = useState(newId)
  const [draft, setDraft] = useState<Draft>({ code: given, operationName: '', userName: '', username: '' })
  const [password, setPassword] = useState(noPassword)
  const [problems, setProblems] = useState<Problems & ReturnType<typeof passwordProblems>>({})
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const set = (key: keyof Draft) => (value: string) => {
    setDraft((before) => ({ ...before, [key]: value }))
    setProblems((before) => ({ ...before, [key]: undefined }))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const filledDraft = byPhone ? { ...draft, code: phoneCode.code, username: phoneCode.phone } : draft
    const problems = { ...problemsOf(filledDraft), ...passwordProblems(password) }
    const wrong = byPhone ? phoneCodeProblem(phoneCode) : ''
    setProblems(problems)
    setProblem(wrong)
    if (wrong || Object.keys(problems).length > 0) return
    setBusy(true)
    try {
      const answer = await call(setupFound, { id, ...filledDraft, password: password.chosen }, { quiet: true })
      client.clear()
      signedIn(answer, { username: filledDraft.username.trim() })
      replace('/pages/user/beginning')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <DoorPage title={t('欢迎使用在册')} text={t('填写公司和第一位管理员，就可以开始了。')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <CompanyFields needsCode={given === '' && !byPhone} draft={draft} problems={problems} onChange={set} />
        <Section title={t('第一位管理员')}>
          <TextField
            label={t('您的姓名')}
            value={draft.userName}
            onChange={set('userName')}
            error={problems.userName}
            autoComplete="name"
            maxLength={30}
            required
          />
          {byPhone ? (
            <PhoneCodeFields phoneCode={phoneCode} onProblem={setProblem} />
          ) : (
            <TextField
              label={t('登录名')}
              value={draft.username}
              onChange={set('username')}
              error={problems.username}
              placeholder={t('手机号码，或字母和数字')}
              autoComplete="username"
              maxLength={40}
              required
            />
          )}
          <NewPasswordFields value={password} onChange={setPassword} problems={problems} />
        </Section>
        <DoorWords problem={problem} />
        <Button type="submit" size="large" wide busy={busy}>
          {t('创建并开始')}
        </Button>
      </form>
    </DoorPage>
  )
}

type CompanyFieldsProps = { needsCode: boolean; draft: Draft; problems: Problems; onChange: (key: keyof Draft) => (value: string) => void }

const CompanyFields = ({ needsCode, draft, problems, onChange }: CompanyFieldsProps) => (
  <Section>
    {needsCode && (
      <TextField
        label={t('初始化码')}
        value={draft.code}
        onChange={onChange('code')}
        error={problems.code}
        hint={t('服务器启动时打印的地址里就有')}
        autoComplete="off"
        maxLength={40}
        required
      />
    )}
    <TextField
      label={t('公司名称')}
      value={draft.operationName}
      onChange={onChange('operationName')}
      error={problems.operationName}
      autoComplete="organization"
      maxLength={50}
      required
    />
  </Section>
)

const problemsOf = ({ code, operationName, userName, username }: Draft): Problems => ({
  ...(code.trim() === '' && { code: t('请输入初始化码') }),
  ...(operationName.trim() === '' && { operationName: t('请输入公司名称') }),
  ...(userName.trim() === '' && { userName: t('请输入您的姓名') }),
  ...(username.trim() === '' && { username: t('请输入登录名') }),
  ...(/[^a-z0-9_.-]/i.test(username.trim()) && { username: t('登录名只能用手机号码，或字母、数字和 . _ - 这些符号') }),
})
