import { useState } from 'react'
import { mailStop } from '../../domain/mail/operations.ts'
import { DoorPage } from '../entrance/DoorPage.tsx'
import { Button } from '../look/Button.tsx'
import { useSearch } from '../screen.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'

/** Where a mail leads who wants no more of it: opening it changes nothing, the button does. */
export default function MailStop() {
  const { token = '' } = useSearch('/pages/mailstop')
  const [isStopped, setStopped] = useState(false)
  const stopCall = useSend(mailStop)
  const stop = () =>
    void stopCall.send({ token }).then(
      () => setStopped(true),
      () => undefined,
    )
  return (
    <DoorPage
      title={isStopped ? t('已停止发送邮件') : t('停止接收邮件？')}
      text={
        isStopped
          ? t('这个邮箱不会再收到在册的邮件。登录后可以在“消息设置”里重新开启。')
          : t('这个邮箱将不再收到在册的任何邮件，消息仍在应用里。')
      }
    >
      {!isStopped && (
        <Button size="large" wide busy={stopCall.sending} onClick={stop}>
          {t('停止接收邮件')}
        </Button>
      )}
    </DoorPage>
  )
}
