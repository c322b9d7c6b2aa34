import type { Webhook } from '../../domain/eventRules/webhookOperations.ts'
import { Tag } from '../look/Tag.tsx'
import { t } from '../words.ts'

/** How it goes with a webhook, in a word. */
export const WebhookTag = ({ webhook: { isOn, pause, failures } }: { webhook: Webhook }) => {
  if (pause !== null) return <Tag tone="bad">{t('暂停发送')}</Tag>
  if (!isOn) return <Tag>{t('已关闭')}</Tag>
  return failures > 0 ? <Tag tone="bad">{t('发送失败')}</Tag> : <Tag tone="good">{t('使用中')}</Tag>
}
