import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { currentUser } from '../../domain/access/sessionOperations.ts'
import { mayBePlaceholder } from '../../domain/directory/foreignFields.ts'
import { userInfo, userUpdate, type UserRow } from '../../domain/access/userOperations.ts'
import { brokenRule, email as emailRule, mobile as mobileRule, ruleMessage } from '../../kernel/rule.ts'
import { useAsk } from '../ask.ts'
import { useSend } from '../send.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { useLeaveGuard } from '../screen.ts'
import { changeUserInfo } from '../session/session.ts'
import { back, leaveFreely } from '../travel.ts'
import { t } from '../words.ts'
import { AvatarUpload } from './AvatarUpload.tsx'
import { PasswordChange } from './PasswordChange.tsx'

/** Changes one's own details. The name belongs to the person who manages users, but for a person who has none yet. */
export default function UserEdit() {
  const user = useAsk(userInfo, {}, { staleMs: Infinity })
  if (user.data) return <Form user={user.data} />
  return (
    <Page width="form">{user.isError ? <Problem error={user.error} onRetry={user.refetch} /> : <Skeleton rows={5} picture={false} />}</Page>
  )
}

type SetField = (key: keyof Draft) => (value: string) => void

type Draft = { userName: string; phone: string; email: string; gender: string }

const draftOf = (user: UserRow): Draft => ({
  userName: mayBePlaceholder(user.userName) ? '' : user.userName,
  phone: user.phone ?? '',
  email: user.email ?? '',
  gender: user.gender ?? '',
})

const Form = ({ user }: { user: UserRow }) => {
  const me = useAsk(currentUser, {}, { staleMs: 60_000 })
  const isUnnamed = mayBePlaceholder(user.userName)
  const mayName = isUnnamed || (me.data?.codes.includes('sysuser:update') ?? false)
  const [draft, setDraft] = useState(() => draftOf(user))
  const [problems, setProblems] = useState<Partial<Draft>>({})
  const [choosingPassword, setChoosingPassword] = useState(false)
  const { send, sending } = useSend(userUpdate, { done: '已保存' })
  const avatar = useSend(userUpdate, { done: '头像已更换' })
  useLeaveGuard(JSON.stringify(draft) !== JSON.stringify(draftOf(user)))

  const set = (key: keyof Draft) => (value: string) => {
    setDraft((before) => ({ ...before, [key]: value }))
    setProblems((before) => ({ ...before, [key]: undefined }))
  }
  const save = async () => {
    const problems = problemsOf(draft, isUnnamed)
    setProblems(problems)
    if (Object.keys(problems).length > 0) return
    const { phone, email, gender } = draft
    const userName = mayName ? draft.userName.trim() : ''
    await send({
      phone: phone.trim() || null,
      email: email.trim() || null,
      gender: (gender || null) as 'male' | 'female' | null,
      ...(userName && { userName }),
    })
    changeUserInfo({ 'X-Phone': phone.trim(), ...(userName && { 'X-UserName': userName }) })
    leaveFreely()
    void back()
  }
  const changeAvatar = async (path: string) => {
    await avatar.send({ avatar: path })
    changeUserInfo({ 'X-Avatar': path })
  }

  return (
    <Page
      width="form"
      bottom={
        <Button size="large" className="w-full wide:w-auto" busy={sending} onClick={() => void save()}>
          {t('保存')}
        </Button>
      }
    >
      <div className="flex justify-center pb-6 pt-4">
        <AvatarUpload name={user.userName} value={user.avatar ?? ''} onChange={changeAvatar} />
      </div>
      <PersonFields
        draft={draft}
        problems={problems}
        mayName={mayName}
        currentName={isUnnamed ? user.userName : undefined}
        onChange={set}
      />
      <ContactFields draft={draft} problems={problems} onChange={set} />
      <Section title={t('安全')}>
        <Cell icon={KeyRound} tint="#e5484d" title={t('修改密码')} onPress={() => setChoosingPassword(true)} />
      </Section>
      <PasswordChange open={choosingPassword} onClose={() => setChoosingPassword(false)} />
    </Page>
  )
}

type PersonFieldsProps = { draft: Draft; problems: Partial<Draft>; mayName: boolean; currentName: string | undefined; onChange: SetField }

/** Name and gender. `currentName` is what a person who has no name yet is shown as. */
const PersonFields = ({ draft, problems, mayName, currentName, onChange }: PersonFieldsProps) => {
  const keeperHint = mayName ? undefined : t('姓名由管理员维护')
  return (
    <Section title={t('基本资料')}>
      <TextField
        label={t('姓名')}
        value={draft.userName}
        onChange={onChange('userName')}
        error={problems.userName}
        hint={currentName === undefined ? keeperHint : t('现在显示为{name}', { name: currentName })}
        disabled={!mayName}
        required={mayName && currentName === undefined}
        maxLength={30}
        autoComplete="name"
      />
      <Choice
        label={t('性别')}
        value={draft.gender}
        onChange={onChange('gender')}
        options={[
          { value: 'male', label: '男' },
          { value: 'female', label: '女' },
        ]}
      />
    </Section>
  )
}

const ContactFields = ({ draft, problems, onChange }: { draft: Draft; problems: Partial<Draft>; onChange: SetField }) => (
  <Section title={t('联系方式')} note={t('手机号码可以用来登录。')}>
    <TextField
      label={t('手机')}
      value={draft.phone}
      onChange={onChange('phone')}
      error={problems.phone}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={11}
    />
    <TextField
      label={t('邮箱')}
      value={draft.email}
      onChange={onChange('email')}
      error={problems.email}
      type="email"
      inputMode="email"
      autoComplete="email"
      maxLength={80}
    />
  </Section>
)

const problemsOf = ({ userName, phone, email }: Draft, isUnnamed: boolean): Partial<Draft> => ({
  ...(!isUnnamed && userName.trim() === '' && { userName: t('请输入姓名') }),
  ...(brokenRule(phone.trim(), [mobileRule]) && { phone: ruleMessage(mobileRule, '', t) }),
  ...(brokenRule(email.trim(), [emailRule]) && { email: ruleMessage(emailRule, '', t) }),
})
