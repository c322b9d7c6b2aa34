import { type FormEvent, useState } from 'react'
import type { InputOf, OutputOf } from '../../domain/operations/define.ts'
import { type LdapAttribute, ldapAttributes, signOnOperations } from '../../domain/signOn/operations.ts'
import { CallError } from '../call.ts'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { PeopleSwitches, Saving } from './PeopleSwitches.tsx'
import { TestSteps } from './TestSteps.tsx'

type LdapSettings = OutputOf<typeof signOnOperations.settings>['ldap']
type Draft = Omit<InputOf<typeof signOnOperations.saveLdap>, 'bindPassword' | 'exclusive'> & { exclusive: boolean }
type Usual = Pick<Draft, 'filter' | 'peopleFilter' | 'departmentFilter' | 'attributes'>

/** What is usual at the two that nearly everyone has. */
const usual: Readonly<Record<'ad' | 'openldap', Usual>> = {
  ad: {
    filter: '(&(objectCategory=person)(objectClass=user)(sAMAccountName={login}))',
    peopleFilter: '(&(objectCategory=person)(objectClass=user))',
    departmentFilter: '(objectClass=organizationalUnit)',
    attributes: {
      id: 'objectGUID',
      username: 'sAMAccountName',
      name: 'displayName',
      phone: 'mobile',
      email: 'mail',
      position: 'title',
      employeeNo: 'employeeID',
    },
  },
  openldap: {
    filter: '(&(objectClass=inetOrgPerson)(uid={login}))',
    peopleFilter: '(objectClass=inetOrgPerson)',
    departmentFilter: '(objectClass=organizationalUnit)',
    attributes: {
      id: 'entryUUID',
      username: 'uid',
      name: 'cn',
      phone: 'mobile',
      email: 'mail',
      position: 'title',
      employeeNo: 'employeeNumber',
    },
  },
}

const emptyDraft: Draft = {
  title: '',
  url: '',
  startTls: false,
  bindDn: '',
  baseDn: '',
  ...usual.ad,
  makesPeople: false,
  syncs: true,
  enabled: true,
  exclusive: false,
}

const attributeTitles: Readonly<Record<LdapAttribute, string>> = {
  id: '编号',
  username: '登录名',
  name: '姓名',
  phone: '手机',
  email: '邮箱',
  position: '职位',
  employeeNo: '工号',
}

/** What is to be known of a company's LDAP. The password that is kept is never shown; left empty it stays. */
export const LdapForm = ({ known }: { known: LdapSettings }) => {
  const [draft, setDraft] = useState<Draft>(() => draftOf(known))
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const { send, sending } = useSend(signOnOperations.saveLdap, { done: '已保存', quiet: true })
  const set =
    <K extends keyof Draft>(key: K) =>
    (value: Draft[K]) =>
      setDraft((before) => ({ ...before, [key]: value }))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setProblem('')
    try {
      await send({ ...draft, ...(password && { bindPassword: password }) })
      setPassword('')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <ServerFields draft={draft} set={set} password={password} onPassword={setPassword} isKeyed={known?.isKeyed ?? false} />
      <DirectoryFields draft={draft} set={set} onPreset={(preset) => setDraft((before) => ({ ...before, ...usual[preset] }))} />
      <Section title={t('属性名')} note={t('留空的属性不同步，由这里的人填写。')}>
        {ldapAttributes.map((key) => (
          <TextField
            key={key}
            label={t(attributeTitles[key])}
            value={draft.attributes[key]}
            onChange={(value) => setDraft((before) => ({ ...before, attributes: { ...before.attributes, [key]: value } }))}
            autoComplete="off"
            required={key === 'id'}
          />
        ))}
      </Section>
      <Section>
        <Switch label={t('启用')} value={draft.enabled} onChange={set('enabled')} />
        <Switch label={t('每天同步人员和部门')} value={draft.syncs} onChange={set('syncs')} />
        <PeopleSwitches
          makesPeople={draft.makesPeople}
          onMakesPeople={set('makesPeople')}
          exclusive={draft.exclusive}
          onExclusive={set('exclusive')}
        />
      </Section>
      <Saving problem={problem} sending={sending} />
      {known && <TestSteps kind="ldap" saving={sending} />}
    </form>
  )
}

type FieldsProps = { draft: Draft; set: <K extends keyof Draft>(key: K) => (value: Draft[K]) => void }
type ServerProps = FieldsProps & { password: string; onPassword: (password: string) => void; isKeyed: boolean }

/** Where the server is, and by which account it is asked. */
const ServerFields = ({ draft, set, password, onPassword, isKeyed }: ServerProps) => (
  <Section title={t('服务器')}>
    <TextField label={t('地址')} value={draft.url} onChange={set('url')} placeholder="ldaps://ad.example.com" inputMode="url" required />
    <Switch label="StartTLS" text={t('ldap:// 连上后再加密；ldaps:// 不需要')} value={draft.startTls} onChange={set('startTls')} />
    <TextField
      label={t('查询账号')}
      value={draft.bindDn}
      onChange={set('bindDn')}
      placeholder="cn=zaice,ou=service,dc=example,dc=com"
      autoComplete="off"
      required
    />
    <TextField
      label={t('查询账号的密码')}
      type="password"
      value={password}
      onChange={onPassword}
      placeholder={isKeyed ? t('已保存，留空不变') : ''}
      autoComplete="new-password"
    />
    <TextField
      label={t('从哪里找起')}
      value={draft.baseDn}
      onChange={set('baseDn')}
      placeholder="dc=example,dc=com"
      autoComplete="off"
      required
    />
    <TextField label={t('登录框提示')} value={draft.title} onChange={set('title')} maxLength={20} placeholder={t('域账号')} required />
  </Section>
)

const presets = ['ad', 'openldap'] as const

/** How people and departments are found in the directory. */
const DirectoryFields = ({ draft, set, onPreset }: FieldsProps & { onPreset: (preset: keyof typeof usual) => void }) => (
  <Section title={t('目录')}>
    <Choice
      label={t('常用设置')}
      value={presets.find((preset) => usual[preset].filter === draft.filter) ?? ''}
      onChange={(value) => {
        const preset = presets.find((option) => option === value)
        if (preset) onPreset(preset)
      }}
      options={[
        { value: 'ad', label: 'AD' },
        { value: 'openldap', label: 'OpenLDAP' },
      ]}
    />
    <TextField label={t('查找登录名')} value={draft.filter} onChange={set('filter')} autoComplete="off" required />
    <TextField label={t('人员')} value={draft.peopleFilter} onChange={set('peopleFilter')} autoComplete="off" required />
    <TextField label={t('部门')} value={draft.departmentFilter} onChange={set('departmentFilter')} autoComplete="off" required />
  </Section>
)

const draftOf = (settings: LdapSettings): Draft => {
  if (!settings) return { ...emptyDraft, title: t('域账号') }
  const { isKeyed: _, updatedAt: __, ...draft } = settings
  return draft
}
