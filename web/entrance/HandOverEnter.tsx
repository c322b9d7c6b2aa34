import { Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { signOut } from '../../domain/access/sessionOperations.ts'
import { handOverEnter } from '../../domain/access/handOverOperations.ts'
import { host } from '../../hosts/here.ts'
import { newUuid } from '../../kernel/id.ts'
import { call, CallError } from '../call.ts'
import { Empty } from '../look/Empty.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { DoorPage } from './DoorPage.tsx'
import { deviceId } from './enterOrganisation.ts'
import { useScreen, useSearch } from '../screen.ts'
import { session, signedIn } from '../session/session.ts'
import { openTab, replace, replaceHref } from '../travel.ts'
import { t } from '../words.ts'

/** Goes on here as the person who showed the code on their desk. `c`: the code. Another person who is signed in here is asked first. */
export default function HandOverEnter(): ReactNode {
  const { c: code = '' } = useSearch('/pages/handover')
  const { shown } = useScreen()
  const [before] = useState(() => session().username)
  const [isWanted, setWanted] = useState(before === '')
  const [problem, setProblem] = useState<CallError>()
  useEffect(() => {
    if (!isWanted || !shown || problem) return
    let isOver = false
    enter(code)
      .then(() => !isOver && replaceHref('/pages/index/index'))
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error
        if (!isOver) setProblem(error)
      })
    return () => {
      isOver = true
    }
  }, [isWanted, shown, code, problem])
  if (problem)
    return (
      <DoorPage title={t('在册')}>
        <Empty
          icon={Smartphone}
          title={problem.message}
          action={problem.status === 0 ? { label: t('重试'), onPress: () => setProblem(undefined) } : wayOut(before)}
        />
      </DoorPage>
    )
  if (!isWanted)
    return (
      <DoorPage title={t('在册')}>
        <Empty
          icon={Smartphone}
          title={t('这台手机上已登录{name}', { name: before })}
          text={t('继续后将换成电脑上登录的账号。')}
          action={{ label: t('继续'), onPress: () => setWanted(true) }}
        />
      </DoorPage>
    )
  return (
    <DoorPage title={t('在册')}>
      <p role="status" className="flex items-center justify-center gap-3 text-body text-quiet">
        <Spinner size={20} />
        {t('正在登录…')}
      </p>
    </DoorPage>
  )
}

/** One attempt for one code, however often the screen is drawn. */
const enter = (code: string): Promise<void> =>
  (entering[code] ??= enterOnce(code, (commands[code] ??= newUuid())).finally(() => delete entering[code]))

const enterOnce = async (code: string, commandId: string): Promise<void> => {
  const { token, uid } = session()
  const headers = { ...host.signsInAs, loginType: 'userpass', Authorization: credential }
  const answer = await call(handOverEnter, { code, device_id: deviceId() }, { quiet: true, commandId, headers })
  signedIn(answer, { username: answer['X-UserId'] })
  // The person who was signed in here is not any more.
  if (token) void call(signOut, { uid }, { background: true, token }).catch(() => undefined)
}
const commands: Record<string, string> = {}
const entering: Record<string, Promise<void>> = {}

/** Who hands over says so by a credential of its own. It is no secret: the code is. */
const credential = `Basic ${btoa('pc:pc')}`

const wayOut = (before: string) =>
  before === ''
    ? { label: t('去登录'), onPress: () => replace('/pages/login') }
    : { label: t('回到工作台'), onPress: () => openTab('/pages/index/index') }
