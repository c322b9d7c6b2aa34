import { type FormEvent, type ReactNode, useState } from 'react'
import { invitationAccept, invitationApply, invitationLook } from '../../domain/access/invitationOperations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { plainMobile } from '../../kernel/rule.ts'
import { useAsk } from '../ask.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Empty } from '../look/Empty.tsx'
import { Pending } from '../look/Pending.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { toast } from '../look/overlays/toast.ts'
import { DoorPage, DoorWords } from './DoorPage.tsx'
import { deviceId } from './enterOrganisation.ts'
import { NewPasswordFields, noPassword, passwordProblems } from './NewPassword.tsx'
import { phoneProblem } from './PhoneCode.tsx'
import { useSearch } from '../screen.ts'
import { signedIn } from '../session/session.ts'
import { replace, replaceHref } from '../travel.ts'
import { t } from '../words.ts'

type Invitation = OutputOf<typeof invitationLook>

/** What a link opens: a password for the one it is for, or a request to be taken in. */
export default function Join(): ReactNode {
  const { token = '' } = useSearch('/pages/join')
  const { data, error, refetch } = useAsk(invitationLook, { token }, { staleMs: Infinity })
  if (error instanceof CallError && error.reason.startsWith('invitation.')) return <Closed words={error.message} />
  if (!data) return <Pending error={error} onRetry={refetch} />
  return data.userName === null ? (
    <Asking invitation={data} token={token} />
  ) : (
    <Choosing invitation={data} token={token} name={data.userName} />
  )
}

const Closed = ({ words }: { words: string }) => (
  <DoorPage title={t('在册')}>
    <Empty title={words} action={{ label: t('去登录'), onPress: () => replace('/pages/login') }} />
  </DoorPage>
)

/** What was refused, where the person can put it right; a link that has closed meanwhile says so. */
const useAttempt = () => {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const attempt = async (run: () => Promise<void>) => {
    setBusy(true)
    setProblem('')
    try {
      await run()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }
  return { problem, busy, attempt }
}

const Choosing = ({ invitation, token, name }: { invitation: Invitation; token: string; name: string }) => {
  const { operationName, operationAvatar, deptName, login, again } = invitation
  const [phone, setPhone] = useState('')
  const [value, setValue] = useState(noPassword)
  const [problems, setProblems] = useState<ReturnType<typeof passwordProblems> & { phone?: string }>({})
  const { problem, busy, attempt } = useAttempt()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = plainMobile(phone)
    const wrongPhone = login === null ? phoneProblem(number) : ''
    const problems = { ...passwordProblems(value), ...(wrongPhone && { phone: wrongPhone }) }
    setProblems(problems)
    if (Object.keys(problems).length > 0) return
    void attempt(async () => {
      const input = { token, password: value.chosen, device_id: deviceId(), ...(login === null && { phone: number }) }
      const answer = await call(invitationAccept, input, { quiet: true })
      signedIn(answer, { username: answer['X-UserId'] })
      toast(again ? t('密码已修改') : t('欢迎加入{company}', { company: operationName }), 'success')
      replaceHref('/pages/index/index')
    })
  }

  return (
    <DoorPage
      title={again ? t('{name}，请设置新密码', { name }) : t('{name}，欢迎加入{company}', { name, company: operationName })}
      text={[again && operationName, deptName, login && t('登录名 {login}', { login })].filter(Boolean).join(' · ')}
      picture={operationAvatar || undefined}
    >
      <form onSubmit={submit} noValidate>
        <div className="overflow-hidden rounded-card bg-card shadow-lift">
          {login === null && (
            <TextField
              label={t('手机号码')}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              maxLength={20}
              value={phone}
              onChange={setPhone}
              error={problems.phone}
              hint={t('以后用它登录')}
              required
            />
          )}
          <NewPasswordFields value={value} onChange={setValue} problems={problems} />
        </div>
        <DoorWords problem={problem} />
        <Button type="submit" size="large" wide busy={busy}>
          {again ? t('重设密码并登录') : t('设置密码并加入')}
        </Button>
      </form>
    </DoorPage>
  )
}

const Asking = ({ invitation, token }: { invitation: Invitation; token: string }) => {
  const { operationName, operationAvatar, deptName } = invitation
  const [userName, setUserName] = useState('')
  const [phone, setPhone] = useState('')
  const [value, setValue] = useState(noPassword)
  const [problems, setProblems] = useState<ReturnType<typeof passwordProblems> & { userName?: string; phone?: string }>({})
  const [wasAsked, setAsked] = useState(false)
  const { problem, busy, attempt } = useAttempt()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = plainMobile(phone)
    const wrongPhone = phoneProblem(number)
    const problems = {
      ...passwordProblems(value),
      ...(userName.trim() === '' && { userName: t('请输入姓名') }),
      ...(wrongPhone && { phone: wrongPhone }),
    }
    setProblems(problems)
    if (Object.keys(problems).length > 0) return
    void attempt(async () => {
      await call(invitationApply, { token, userName: userName.trim(), phone: number, password: value.chosen }, { quiet: true })
      setAsked(true)
    })
  }

  const door = { picture: operationAvatar || undefined, text: deptName ?? undefined }
  if (wasAsked)
    return (
      <DoorPage title={operationName} {...door}>
        <Empty
          title={t('申请已提交')}
          text={t('管理员确认后，用手机号码和刚才设置的密码登录。')}
          action={{ label: t('去登录'), onPress: () => replace('/pages/login') }}
        />
      </DoorPage>
    )
  return (
    <DoorPage title={t('加入{company}', { company: operationName })} {...door}>
      <form onSubmit={submit} noValidate>
        <div className="overflow-hidden rounded-card bg-card shadow-lift">
          <TextField
            label={t('姓名')}
            autoComplete="name"
            maxLength={30}
            value={userName}
            onChange={setUserName}
            error={problems.userName}
            required
          />
          <TextField
            label={t('手机号码')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
            value={phone}
            onChange={setPhone}
            error={problems.phone}
            hint={t('以后用它登录')}
            required
          />
          <NewPasswordFields value={value} onChange={setValue} problems={problems} />
        </div>
        <DoorWords problem={problem} />
        <Button type="submit" size="large" wide busy={busy}>
          {t('申请加入')}
        </Button>
        <p className="px-1 pt-3 text-small text-faint">{t('提交后由管理员确认。')}</p>
      </form>
    </DoorPage>
  )
}
