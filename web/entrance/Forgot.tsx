import { type FormEvent, useState } from 'react'
import { askForPassword, resetPassword } from '../../domain/access/signInOperations.ts'
import { setupState } from '../../domain/organisation/setupOperations.ts'
import { useAsk } from '../ask.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Empty } from '../look/Empty.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { toast } from '../look/overlays/toast.ts'
import { DoorPage, DoorWords } from './DoorPage.tsx'
import { deviceId, inOneOrganisation } from './enterOrganisation.ts'
import { NewPasswordFields, noPassword, passwordProblems } from './NewPassword.tsx'
import { type PhoneCode, phoneCodeProblem, PhoneCodeFields, usePhoneCode } from './PhoneCode.tsx'
import { signedIn } from '../session/session.ts'
import { replace, replaceHref } from '../travel.ts'
import { t } from '../words.ts'

/** Another password: by a code on the phone, or by an administrator who makes a link; first what works here. */
export default function Forgot() {
  const state = useAsk(setupState, {})
  const [chosenWay, setChosen] = useState<'sms' | 'administrator'>()
  const way = chosenWay ?? (state.data?.sms === false ? 'administrator' : 'sms')
  const phoneCode = usePhoneCode()
  return (
    <DoorPage title={t('忘记密码')} text={t('重设后，其他设备上的登录会失效。')}>
      <Tabs
        label={t('重设方式')}
        look="pill"
        value={way}
        onChange={setChosen}
        tabs={[
          { value: 'sms', label: t('短信验证') },
          { value: 'administrator', label: t('找管理员') },
        ]}
      />
      <div className="mt-4">{way === 'sms' ? <BySms phoneCode={phoneCode} /> : <ByAdministrator />}</div>
      <div className="mt-3 flex justify-center">
        <Button kind="plain" onClick={() => replace('/pages/login')}>
          {t('返回登录')}
        </Button>
      </div>
    </DoorPage>
  )
}

const BySms = ({ phoneCode }: { phoneCode: PhoneCode }) => {
  const [value, setValue] = useState(noPassword)
  const [problems, setProblems] = useState<ReturnType<typeof passwordProblems>>({})
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = phoneCodeProblem(phoneCode)
    const problems = passwordProblems(value)
    setProblem(wrong)
    setProblems(problems)
    if (wrong || Object.keys(problems).length > 0) return
    setBusy(true)
    try {
      const input = { mobile: phoneCode.phone, captcha: phoneCode.code, password: value.chosen, device_id: deviceId() }
      const answer = await inOneOrganisation((organisation) =>
        call(resetPassword, { ...input, ...(organisation && { operationId: organisation }) }, { quiet: true }),
      )
      if (!answer) return
      signedIn(answer, { username: answer['X-UserId'] })
      toast(t('密码已修改'), 'success')
      replaceHref('/pages/index/index')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className="overflow-hidden rounded-card bg-card shadow-lift">
        <PhoneCodeFields phoneCode={phoneCode} onProblem={setProblem} />
        <NewPasswordFields value={value} onChange={setValue} problems={problems} />
      </div>
      <DoorWords problem={problem} />
      <Button type="submit" size="large" wide busy={busy}>
        {t('重设密码并登录')}
      </Button>
    </form>
  )
}

const ByAdministrator = () => {
  const [login, setLogin] = useState('')
  const [problem, setProblem] = useState('')
  const [wasTold, setTold] = useState(false)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const username = login.trim()
    setProblem(username ? '' : t('请输入登录名或手机号码'))
    if (!username) return
    setBusy(true)
    try {
      await call(askForPassword, { username }, { quiet: true })
      setTold(true)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }

  if (wasTold)
    return <Empty title={t('已经告诉管理员')} text={t('如果这个登录名存在，管理员会收到消息，并把一次性的登录链接或二维码交给您。')} />
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className="overflow-hidden rounded-card bg-card shadow-lift">
        <TextField
          label={t('登录名或手机号码')}
          name="username"
          value={login}
          onChange={setLogin}
          autoComplete="username"
          maxLength={100}
        />
      </div>
      <DoorWords problem={problem} />
      <Button type="submit" size="large" wide busy={busy}>
        {t('请管理员重设')}
      </Button>
      <p className="px-1 pt-3 text-small text-faint">{t('管理员会为您生成一次性的登录链接，打开后就能设置新密码。')}</p>
    </form>
  )
}
