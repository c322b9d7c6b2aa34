import { eventsOfTable, ruleEvents, ruleSubjects } from '../../domain/eventRules/eventRule.ts'
import { type Webhook, webhookList, webhookPauses } from '../../domain/eventRules/webhookOperations.ts'
import { useAsk } from '../ask.ts'
import { RuleConditions } from '../eventRules/RuleConditions.tsx'
import { useRuleTable } from '../eventRules/useRuleDraft.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Choices } from '../look/fields/Choices.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { useSearch } from '../screen.ts'
import { t } from '../words.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import { SecretCard } from '../shell/SecretCard.tsx'
import { useWebhookDraft, type WebhookDraft } from './useWebhookDraft.ts'
import { WebhookActs } from './WebhookActs.tsx'

/** One webhook: what it tells, where to, and what became of that. Query: `id`; a new one without. */
export default function WebhookEdit() {
  const { id } = useSearch('/pages/user/webhook')
  const { data, error, refetch } = useAsk(webhookList, {}, { staleMs: 0 })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const webhook = data.list.find((candidate) => candidate.id === id)
  return <Editor key={webhook ? `${webhook.id}/${webhook.version}` : 'new'} webhook={webhook} />
}

const subjects = ruleSubjects.map(({ table }) => ({ value: table.name, label: table.title }))

const Editor = ({ webhook }: { webhook: Webhook | undefined }) => {
  const { draft, problem, secret, isSaving, change, save, chooseSubject, showSecret, hideSecret } = useWebhookDraft(webhook)
  const table = useRuleTable(draft.subject)
  if (secret !== undefined)
    return (
      <Page width="form">
        <SecretCard
          secret={secret}
          title={t('请现在复制签名密钥')}
          text={t('接收方用它按 Standard Webhooks 验证签名。只显示这一次，关闭后无法再查看。')}
          name={t('签名密钥')}
          copyTitle={t('复制签名密钥')}
          onDone={hideSecret}
        />
      </Page>
    )
  return (
    <Page
      width="page"
      title={t(webhook ? '编辑Webhook' : '新增Webhook')}
      bottom={
        <Button size="large" wide className="wide:w-auto! wide:min-w-32" busy={isSaving} onClick={() => void save()}>
          {t('保存')}
        </Button>
      }
    >
      <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] wide:items-start wide:gap-x-6">
        <div>
          {(problem || webhook?.pause) && (
            <p role="alert" className="mb-4 rounded-card bg-bad-soft px-4 py-3 text-body text-bad">
              {problem || (webhook?.pause && t(webhookPauses[webhook.pause]))}
            </p>
          )}
          <Receiver draft={draft} webhook={webhook} onChange={change} />
          <Section title={t('当')}>
            <Choice label={t('什么')} required value={draft.subject} options={subjects} onChange={chooseSubject} />
            <Choices
              label={t('发生什么')}
              required
              value={draft.events}
              options={eventOptions(draft.subject)}
              onChange={(events) => change({ events })}
            />
          </Section>
          <RuleConditions table={table} where={draft.where} onChange={(where) => change({ where })} />
        </div>
        {webhook && (
          <div>
            <WebhookActs webhook={webhook} onSecret={showSecret} />
            <DeliveryLog id={webhook.id} />
          </div>
        )}
      </div>
    </Page>
  )
}

/** Days that come are no event of a webhook: nothing has changed then. */
const eventOptions = (subject: string) =>
  eventsOfTable(subject)
    .filter((event) => event !== 'reached')
    .map((event) => ({ value: event, label: ruleEvents[event] }))

type ReceiverProps = { draft: WebhookDraft; webhook: Webhook | undefined; onChange: (part: Partial<WebhookDraft>) => void }

const Receiver = ({ draft, webhook, onChange }: ReceiverProps) => (
  <Section
    note={
      webhook
        ? t('以{name}的权限读取；谁保存，就以谁的权限读取。', { name: webhook.makerName })
        : t('内容以您的权限读取，您看不到的列不会发送。')
    }
  >
    <TextField
      label={t('名称')}
      required
      maxLength={40}
      value={draft.title}
      placeholder={t('例如：同步到运维系统')}
      onChange={(title) => onChange({ title })}
    />
    <TextField
      label={t('接收地址')}
      required
      maxLength={500}
      value={draft.url}
      placeholder="https://"
      hint={t('10秒内回复2xx即为送达，不跟随跳转')}
      inputMode="url"
      autoComplete="off"
      onChange={(url) => onChange({ url })}
    />
    <Switch label={t('启用')} value={draft.isOn} onChange={(isOn) => onChange({ isOn })} />
  </Section>
)
