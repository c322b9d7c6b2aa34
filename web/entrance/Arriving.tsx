import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Knows } from '../../hosts/host.ts'
import { arrivalWords, arrive, isUnconnected, takeFailure } from '../session/arrive.ts'
import { Button } from '../look/Button.tsx'
import { Empty } from '../look/Empty.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { useScreen } from '../screen.ts'
import { t } from '../words.ts'
import { DoorPage } from './DoorPage.tsx'

type Props = { knows: Knows; to: string; onPassword: () => void }

/** Comes in by the host, or says why that does not come about, with the ways on. `to`: the screen that was wanted. */
export const Arriving = ({ knows, to, onPassword }: Props) => {
  const { shown } = useScreen()
  const [problem, setProblem] = useState(takeFailure)
  const begin = useEffectEvent(async (): Promise<string | undefined> => {
    arrival ??= arrive(to, knows).finally(() => {
      arrival = undefined
    })
    try {
      await arrival
      return undefined
    } catch (error) {
      if (!isUnconnected(error)) return arrivalWords(error)
      onPassword()
      return undefined
    }
  })
  useEffect(() => {
    if (!shown || problem !== undefined) return
    let isOver = false
    void begin().then((words) => !isOver && setProblem(words))
    return () => {
      isOver = true
    }
  }, [shown, problem])
  return (
    <DoorPage title={t('在册')}>
      {problem === undefined ? (
        <p role="status" className="flex items-center justify-center gap-3 text-body text-quiet">
          <Spinner size={20} />
          {t('正在登录…')}
        </p>
      ) : (
        <>
          <Empty
            icon={KeyRound}
            title={t('没有自动登录成功')}
            text={problem}
            action={{ label: t('重试'), onPress: () => setProblem(undefined) }}
          />
          <div className="flex justify-center">
            <Button kind="plain" onClick={onPassword}>
              {t('用账号密码登录')}
            </Button>
          </div>
        </>
      )}
    </DoorPage>
  )
}

/** One attempt at a time, however often it is drawn: a proof is good once. */
let arrival: Promise<void> | undefined
