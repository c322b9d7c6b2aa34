import { type ReactNode, useState } from 'react'
import { digestRhythms, mailChoices } from '../../domain/mail/mail.ts'
import { mailSaveSettings, mailSendCode, mailSettings, type MailStanding, mailVerify } from '../../domain/mail/operations.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import { messageCategories } from '../../domain/rules/messageCategories.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { Tag } from '../look/Tag.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { useSend } from '../send.ts'
import { when } from '../shell/when.ts'
import { t } from '../words.ts'
import { hourOptions, mailChoiceWords, rhythmWords } from './mailWords.ts'

type Change = InputOf<typeof mailSaveSettings>

/** What comes to a person by mail: whether the address is proven, and how each category goes out. */
export const MailWishes = () => {
  const { data, error, refetch } = useAsk(mailSettings, {})
  const { send } = useSend(mailSaveSettings)
  /** What was pressed, until the answer is there. */
  const [pendingChange, setPendingChange] = useState<Change>({})
  if (!data) return error ? <Problem error={error} onRetry={refetch} /> : <Skeleton rows={3} picture={false} />
  const change = async (next: Change) => {
    setPendingChange((before) => ({ ...before, ...next }))
    await send(next).catch(() => undefined)
    setPendingChange({})
  }
  const mail = { ...data, ...pendingChange, choices: { ...data.choices, ...pendingChange.choices } }
  if (!mail.isSent)
    return (
      <Section title={t('邮件')} flush={false}>
        <p className="text-body text-quiet">{t('这里还没有设置邮件服务器，不会发送邮件。')}</p>
      </Section>
    )
  return (
    <>
      <Section title={t('邮件')} note={t('只有验证过的邮箱会收到邮件；打开邮件里的链接需要登录。')}>
        <Address mail={mail} />
        {mail.isVerified && <Switch label={t('接收邮件')} value={!mail.isStopped} onChange={(on) => void change({ isStopped: !on })} />}
      </Section>
      {mail.isVerified && !mail.isStopped && <Wishes mail={mail} onChange={(next) => void change(next)} />}
    </>
  )
}

/** The address, what has become of it, and the code that proves it. */
const Address = ({ mail }: { mail: MailStanding }) => {
  const { address, isVerified, isCodeSent, bouncedAt, bounce } = mail
  if (address === null) return <Cell title={t('还没有邮箱')} text={t('先在个人信息里填写，再回到这里验证')} to="/pages/user/useredit" />
  const isOpen = !isVerified || bouncedAt !== null
  return (
    <>
      <Cell title={address} text={textOf(mail)} value={markOf(mail)} />
      {bounce !== null && <p className="break-words px-4 pb-3 text-small text-bad">{bounce}</p>}
      {isOpen && <Proof isCodeSent={isCodeSent} />}
    </>
  )
}

const textOf = ({ isVerified, bouncedAt, sentAt }: MailStanding): string => {
  if (bouncedAt !== null) return t('{time}退回了邮件，已停止发送；改好后重新验证', { time: when(bouncedAt) })
  if (!isVerified) return t('验证后才会发送邮件')
  return sentAt === null ? t('还没有发送过') : t('{time}发送过', { time: when(sentAt) })
}

const markOf = ({ isVerified, bouncedAt }: MailStanding): ReactNode => {
  if (bouncedAt !== null) return <Tag tone="bad">{t('已退回')}</Tag>
  return isVerified ? <Tag tone="good">{t('已验证')}</Tag> : <Tag tone="warn">{t('未验证')}</Tag>
}

const Proof = ({ isCodeSent }: { isCodeSent: boolean }) => {
  const [code, setCode] = useState('')
  const request = useSend(mailSendCode, { done: '验证码已发到邮箱' })
  const proof = useSend(mailVerify, { done: '邮箱已验证' })
  return (
    <div className="flex flex-col gap-3 px-4 py-4">
      {isCodeSent && (
        <TextField
          label={t('邮件中的6位验证码')}
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {isCodeSent && (
          <Button disabled={code.length !== 6} busy={proof.sending} onClick={() => void proof.send({ code }).catch(() => undefined)}>
            {t('验证')}
          </Button>
        )}
        <Button kind="secondary" busy={request.sending} onClick={() => void request.send({}).catch(() => undefined)}>
          {isCodeSent ? t('重新发送验证码') : t('发送验证码')}
        </Button>
      </div>
    </div>
  )
}

const Wishes = ({ mail: { choices, rhythm, hour }, onChange }: { mail: MailStanding; onChange: (change: Change) => void }) => (
  <>
    <Section title={t('邮件发送什么')}>
      {keysOf(messageCategories).map((category) => (
        <Choice
          key={category}
          label={t(messageCategories[category])}
          value={choices[category] ?? 'none'}
          options={mailChoices.map((value) => ({ value, label: mailChoiceWords[value] }))}
          onChange={(choice) => choice && onChange({ choices: { [category]: choice } })}
        />
      ))}
    </Section>
    <Section title={t('汇总邮件')} note={t('到时只发送还没有读的消息；都读过时不发送。')}>
      <Choice
        label={t('发送日')}
        value={rhythm}
        options={digestRhythms.map((value) => ({ value, label: rhythmWords[value] }))}
        onChange={(value) => value && onChange({ rhythm: value })}
      />
      <Choice
        label={t('时间')}
        value={String(hour)}
        options={hourOptions}
        onChange={(value) => value && onChange({ hour: Number(value) })}
      />
    </Section>
  </>
)
