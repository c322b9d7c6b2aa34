import { type FormEvent, useState } from 'react'
import { operatorMake } from '../../domain/operator/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { newId } from '../../kernel/id.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { DoorWords } from '../entrance/DoorPage.tsx'
import { t } from '../words.ts'
import { LicenceFields, useLicenceDraft } from './LicenceFields.tsx'
import { useAct } from './useAct.ts'

type NewOrganisation = OutputOf<typeof operatorMake>

/** Another organisation with its first administrator, who comes in by a link. */
export const Making = ({ onMade }: { onMade: (organisation: NewOrganisation) => void }) => {
  /** Made once: sent again, it is the same organisation. */
  const [id] = useState(newId)
  const [operationName, setOperationName] = useState('')
  const [userName, setUserName] = useState('')
  const [username, setUsername] = useState('')
  const [missing, setMissing] = useState<{ operationName?: string; userName?: string; username?: string }>({})
  const licence = useLicenceDraft('own')
  const { act, busy, problem } = useAct()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problems = {
      ...(operationName.trim() === '' && { operationName: t('请输入公司名称') }),
      ...(userName.trim() === '' && { userName: t('请输入管理员姓名') }),
      ...(username.trim() === '' && { username: t('请输入登录名') }),
      ...(/[^a-z0-9_.-]/i.test(username.trim()) && { username: t('登录名只能用手机号码，或字母、数字和 . _ - 这些符号') }),
    }
    setMissing(problems)
    if (Object.keys(problems).length > 0) return
    const organisation = await act(operatorMake, { id, operationName, userName, username, licence: licence.asked })
    if (organisation) onMade(organisation)
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Section title={t('公司')}>
        <TextField
          label={t('公司名称')}
          value={operationName}
          onChange={setOperationName}
          error={missing.operationName}
          autoComplete="off"
          maxLength={50}
          required
        />
      </Section>
      <Section title={t('第一位管理员')} note={t('创建后会得到一个链接，由他本人打开并设置密码。')}>
        <TextField
          label={t('姓名')}
          value={userName}
          onChange={setUserName}
          error={missing.userName}
          autoComplete="off"
          maxLength={30}
          required
        />
        <TextField
          label={t('登录名')}
          value={username}
          onChange={setUsername}
          error={missing.username}
          placeholder={t('手机号码，或字母和数字')}
          autoComplete="off"
          maxLength={40}
          required
        />
      </Section>
      <LicenceFields {...licence} />
      <DoorWords problem={problem} />
      <Button type="submit" size="large" wide busy={busy}>
        {t('创建组织')}
      </Button>
    </form>
  )
}
