import { useState } from 'react'
import { type Webhook, webhookDelete, webhookRenewSecret, webhookSwitch, webhookTest } from '../../domain/eventRules/webhookOperations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { confirm, confirmDelete } from '../look/overlays/confirm.ts'
import { useSend } from '../send.ts'
import { fullTime } from '../shell/dateWords.ts'
import { back, leaveFreely } from '../travel.ts'
import { t } from '../words.ts'

type TestAnswer = OutputOf<typeof webhookTest>

/** What may be done with a webhook besides changing it. */
export const WebhookActs = ({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: string) => void }) => {
  const { id, title, isOn, formerUntil } = webhook
  const [answer, setAnswer] = useState<TestAnswer>()
  const testCall = useSend(webhookTest)
  const switchCall = useSend(webhookSwitch)
  const renewCall = useSend(webhookRenewSecret)
  const deleteCall = useSend(webhookDelete, { done: '已删除' })
  const renew = async () => {
    if (!(await confirm({ title: t('更换签名密钥？'), text: t('24小时内新旧密钥都会签名，请在此期间更换接收方的密钥。') }))) return
    const { secret } = await renewCall.send({ id })
    if (secret !== null) onSecret(secret)
  }
  const drop = async () => {
    if (!(await confirmDelete(title))) return
    await deleteCall.send({ id })
    leaveFreely()
    back()
  }
  return (
    <Section note={formerUntil === null ? undefined : t('旧的签名密钥在{time}前仍有效', { time: fullTime(formerUntil) })}>
      <div className="flex flex-col gap-3 px-4 py-3">
        {answer && <TestOutcome answer={answer} />}
        <Button kind="secondary" wide busy={testCall.sending} onClick={() => void testCall.send({ id }).then(setAnswer)}>
          {t('发送测试消息')}
        </Button>
        {!isOn && (
          <Button wide busy={switchCall.sending} onClick={() => void switchCall.send({ id, isOn: true })}>
            {t('恢复发送')}
          </Button>
        )}
        <Button kind="secondary" wide busy={renewCall.sending} onClick={() => void renew()}>
          {t('更换签名密钥')}
        </Button>
        <Button kind="danger" wide busy={deleteCall.sending} onClick={() => void drop()}>
          {t('删除')}
        </Button>
      </div>
    </Section>
  )
}

const TestOutcome = ({ answer: { isDelivered, status, tookMs, answer } }: { answer: TestAnswer }) => (
  <p role="status" className={`rounded-card px-4 py-3 text-body ${isDelivered ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}>
    {[t(isDelivered ? '已送达' : '没有送达'), status ?? undefined, `${tookMs} ms`, answer].filter(Boolean).join(' · ')}
  </p>
)
