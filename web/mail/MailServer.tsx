import { Mail } from 'lucide-react'
import { useState } from 'react'
import { mailChoices, mailSecurities } from '../../domain/mail/mail.ts'
import {
  mailDeleteServer,
  mailOrganisation,
  mailSaveDefaults,
  mailSaveServer,
  mailTest,
  type OrganisationMail,
} from '../../domain/mail/operations.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import { messageCategories } from '../../domain/rules/messageCategories.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { NumberField } from '../look/fields/NumberField.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { wordOptions } from '../look/fields/wordOptions.ts'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tag } from '../look/Tag.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { mailChoiceWords } from './mailWords.ts'

/** By which server the organisation sends mail, whether it works, and what people get who have chosen nothing. */
export default function MailServer() {
  const { data, error, refetch } = useAsk(mailOrganisation, {}, { staleMs: 0 })
  const [isOpen, setOpen] = useState(false)
  if (!data) return <Pending error={error} onRetry={refetch} />
  return (
    <Page width="form" onRefresh={refetch}>
      <Section title={t('邮件服务器')} note={t('不设置自己的服务器时，使用系统运营方的服务器。')}>
        <Cell
          icon={Mail}
          tint="#3370ff"
          title={data.fromAddress ?? t('不发送邮件')}
          text={byWords[data.by]()}
          value={data.by === 'none' ? <Tag tone="warn">{t('未设置')}</Tag> : <Tag tone="good">{t('使用中')}</Tag>}
          onPress={() => setOpen(true)}
        />
        <Cell title={t('已验证的邮箱')} value={t('{n}人', { n: data.verifiedCount })} />
        {data.bouncedCount > 0 && <Cell title={t('退回邮件的邮箱')} value={<Tag tone="bad">{t('{n}人', { n: data.bouncedCount })}</Tag>} />}
      </Section>
      {data.by !== 'none' && <Trial />}
      <Defaults choices={data.choices} />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('自己的邮件服务器')} tall>
        {isOpen && <Editor key={data.server?.version ?? 0} server={data.server} onDone={() => setOpen(false)} />}
      </Sheet>
    </Page>
  )
}

const byWords: Readonly<Record<OrganisationMail['by'], () => string>> = {
  none: () => t('系统运营方没有设置，可以填写自己的服务器'),
  installation: () => t('系统运营方的服务器'),
  organisation: () => t('自己的服务器'),
}

/** Tries it, and says what happened. */
const Trial = () => {
  const testCall = useSend(mailTest, { quiet: true })
  const [answer, setAnswer] = useState<{ isWorking: boolean; words: string }>()
  const tryOut = () => {
    setAnswer(undefined)
    void testCall.send({}).then(setAnswer, (error: Error) => setAnswer({ isWorking: false, words: error.message }))
  }
  return (
    <div className="mb-4">
      <Button kind="secondary" size="large" wide busy={testCall.sending} onClick={tryOut}>
        {t('测试发送')}
      </Button>
      {answer && (
        <p
          role="status"
          className={`mt-3 break-words rounded-card px-4 py-3 text-body ${answer.isWorking ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}
        >
          {answer.words}
        </p>
      )}
    </div>
  )
}

const Defaults = ({ choices }: Pick<OrganisationMail, 'choices'>) => {
  const { send } = useSend(mailSaveDefaults)
  const [pendingChange, setPendingChange] = useState<OrganisationMail['choices']>({})
  const change = async (next: InputOf<typeof mailSaveDefaults>['choices']) => {
    setPendingChange((before) => ({ ...before, ...next }))
    await send({ choices: next }).catch(() => undefined)
    setPendingChange({})
  }
  return (
    <Section title={t('默认发送什么')} note={t('员工可以在“消息设置”里改成自己的；汇总邮件按各人选择的时间发送。')}>
      {keysOf(messageCategories).map((category) => (
        <Choice
          key={category}
          label={t(messageCategories[category])}
          value={pendingChange[category] ?? choices[category] ?? 'none'}
          options={mailChoices.map((value) => ({ value, label: mailChoiceWords[value] }))}
          onChange={(choice) => choice && void change({ [category]: choice })}
        />
      ))}
    </Section>
  )
}

type Draft = Omit<InputOf<typeof mailSaveServer>, 'version' | 'port'> & { port: string }

const begin = (server: OrganisationMail['server']): Draft => {
  if (!server) return { host: '', port: '465', security: 'tls', username: '', fromAddress: '', fromName: '' }
  const { host, port, security, username, fromAddress, fromName } = server
  return { host, port: String(port), security, username, fromAddress, fromName }
}

const Editor = ({ server, onDone }: { server: OrganisationMail['server']; onDone: () => void }) => {
  const [draft, setDraft] = useState(() => begin(server))
  const change = (values: Partial<Draft>) => setDraft((before) => ({ ...before, ...values }))
  const save = useSend(mailSaveServer, { done: '已保存' })
  const remove = useSend(mailDeleteServer, { done: '已删除' })
  const submit = () => void save.send({ ...draft, port: Number(draft.port), version: server?.version ?? 0 }).then(onDone, () => undefined)
  const drop = async () => {
    if (await confirmDelete(t('自己的邮件服务器'))) await remove.send({}).then(onDone, () => undefined)
  }
  const isReady = draft.host.trim() !== '' && draft.fromAddress.trim() !== '' && draft.port !== ''
  return (
    <>
      <Section>
        <TextField
          label={t('服务器')}
          value={draft.host}
          onChange={(host) => change({ host })}
          placeholder="smtp.example.com"
          autoComplete="off"
          required
        />
        <NumberField label={t('端口')} value={draft.port} onChange={(port) => change({ port })} required />
        <Choice
          label={t('加密')}
          value={draft.security}
          options={wordOptions(mailSecurities)}
          onChange={(security) => change({ security })}
          required
        />
        <TextField label={t('用户名')} value={draft.username} onChange={(username) => change({ username })} autoComplete="off" />
        <TextField
          label={t('密码')}
          type="password"
          value={draft.password ?? ''}
          onChange={(password) => change({ password })}
          placeholder={server?.isKeyed ? t('已保存，不再显示') : undefined}
          hint={t('QQ、163等邮箱填写授权码')}
          autoComplete="new-password"
        />
      </Section>
      <Section>
        <TextField
          label={t('发件地址')}
          value={draft.fromAddress}
          onChange={(fromAddress) => change({ fromAddress })}
          inputMode="email"
          autoComplete="off"
          required
          hint={t('服务器收下以后才退回的邮件会到这个地址；在册不读取这些退信，请安排人查看')}
        />
        <TextField label={t('发件人名称')} value={draft.fromName} onChange={(fromName) => change({ fromName })} maxLength={40} />
      </Section>
      <div className="flex flex-col gap-3">
        <Button size="large" wide busy={save.sending} disabled={!isReady} onClick={submit}>
          {t('保存')}
        </Button>
        {server && (
          <Button size="large" kind="danger" wide onClick={() => void drop()}>
            {t('删除')}
          </Button>
        )}
      </div>
    </>
  )
}
