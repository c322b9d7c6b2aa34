import { type FormEvent, useState } from 'react'
import { choosePassword } from '../../domain/access/userOperations.ts'
import { useSend } from '../send.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { DoorPage, DoorWords } from '../entrance/DoorPage.tsx'
import { leaveAtOnce } from '../entrance/leave.ts'
import { NewPasswordFields, noPassword, passwordProblems } from '../entrance/NewPassword.tsx'
import { useSearch } from '../screen.ts'
import { signedIn, stored, useSession } from '../session/session.ts'
import { replaceHref } from '../travel.ts'
import { wantedAfter } from '../wantedAfter.ts'
import { t } from '../words.ts'

/** The first thing a person does whose password another person chose. `to` is where they wanted to go. */
export default function FirstPassword() {
  const { to } = useSearch('/pages/user/password')
  const { username, operationName } = useSession()
  const [value, setValue] = useState(noPassword)
  const [problems, setProblems] = useState<ReturnType<typeof passwordProblems>>({})
  const [problem, setProblem] = useState('')
  const { send, sending } = useSend(choosePassword, { quiet: true, done: '密码已修改' })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problems = passwordProblems(value)
    setProblems(problems)
    setProblem('')
    if (Object.keys(problems).length > 0) return
    try {
      const login = stored<string>('login_username')
      signedIn(await send({ password: value.chosen }), login === undefined ? {} : { username: login })
      replaceHref(wantedAfter(to))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    }
  }

  return (
    <DoorPage
      title={t('{name}，请设置自己的密码', { name: username })}
      text={t('现在的密码是管理员设置的，改成只有您知道的密码后就可以开始使用{company}。', { company: operationName })}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div className="overflow-hidden rounded-card bg-card shadow-lift">
          <NewPasswordFields value={value} onChange={setValue} problems={problems} />
        </div>
        <DoorWords problem={problem} />
        <Button type="submit" size="large" wide busy={sending}>
          {t('确定')}
        </Button>
      </form>
      <div className="mt-3 flex justify-center">
        <Button kind="plain" onClick={() => void leaveAtOnce()}>
          {t('退出登录')}
        </Button>
      </div>
    </DoorPage>
  )
}
